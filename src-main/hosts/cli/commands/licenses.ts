/** `fabdesk licenses`: the packages in the program with their licences, and the text of one of them. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Licences, licencesSchema } from '../../../../src-shared/licences.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { didYouMean, usageError, withReportOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { tableLines } from '../output/format.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';

export function registerLicenses(program: Command, { act, surroundings, t }: Registrar): void {
  const command = program
    .command('licenses')
    .description(t('cliHelp.licenses.about'))
    .argument('[package]', t('cliHelp.licenses.package'))
    .action(
      act(async (out, name: string | undefined) => {
        const licences = await readLicences(surroundings.licencesFile);
        if (name === undefined) writeAll(out, licences);
        else writeOne(out, licences, name);
        return exitCodes.ok;
      }),
    );
  withHelp(t, withReportOptions(t, command), [
    ['fabdesk licenses', t('cliHelp.licenses.example')],
    ['fabdesk licenses occt-import-js', t('cliHelp.licenses.exampleText')],
  ]);
}

async function readLicences(file: URL | undefined): Promise<Licences> {
  try {
    if (file === undefined) throw new Error('no build');
    return licencesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw mainError('file-missing', ref('cli.licenses.missing'), { cause });
  }
}

function writeAll(out: Output, licences: Licences): void {
  if (out.json) {
    out.value(licences);
    return;
  }
  const columns = [
    { title: out.t('cli.licenses.package') },
    { title: out.t('cli.column.version') },
    { title: out.t('cli.licenses.license') },
  ];
  const rows = licences.map(({ name, version, license }) => [name, version, license]);
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of lines) out.line(line);
  out.line();
  out.line(out.t('cli.licenses.own'));
}

function writeOne(out: Output, licences: Licences, name: string): void {
  const one = licences.find((entry) => entry.name === name);
  if (!one) {
    const near = suggest(
      name,
      licences.map((entry) => entry.name),
    );
    throw usageError(sentences(ref('cli.licenses.unknown', { name }), ...didYouMean(near)));
  }
  if (out.json) {
    out.value(one);
    return;
  }
  out.line(out.style.bold(`${one.name} ${one.version}, ${one.license}`));
  for (const line of one.texts.join('\n\n').split('\n')) out.line(line);
}
