/** `fabdesk licenses`: the packages in the program with their licences, and the text of one of them. */
import { readFile } from 'node:fs/promises';
import { type Licences, licencesSchema } from '../../../../src-shared/licences.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { type Commands, command } from '../declare.ts';
import { didYouMean, reportOptions, usageError } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { writeTable } from '../output/format.ts';
import type { Output } from '../output/output.ts';

export const licensesCommands: Commands = {
  licenses: command(
    {
      takes: ['[package]'],
      options: reportOptions,
      examples: ['fabdesk licenses', 'fabdesk licenses occt-import-js'],
    },
    async ({ licencesFile, out }, _options, name) => {
      const licences = await readLicences(licencesFile);
      if (name === undefined) writeAll(out, licences);
      else writeOne(out, licences, name);
      return exitCodes.ok;
    },
  ),
};

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
  writeTable(out, licences, [
    ['cli.licenses.package', ({ name }) => name],
    ['cli.column.version', ({ version }) => version],
    ['cli.licenses.license', ({ license }) => license],
  ]);
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
