/**
 * Facts about the program itself: `fabdesk diagnostics`, one ZIP file for support, and `fabdesk licenses`.
 */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Licences, licencesSchema } from '../../../../src-shared/licences.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { appOptions, didYouMean, reportOptions, usageError } from '../input/options.ts';
import { writeTable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { writeResult } from '../output/write-result.ts';

const ending = '.zip';

export const diagnosticsCommands: Commands = {
  diagnostics: command(
    {
      takes: ['[file]'],
      options: ['--force', ...appOptions],
      examples: ['fabdesk diagnostics', 'fabdesk diagnostics report.zip --force'],
    },
    async (host, options, name) => {
      const { out } = host;
      if (name !== undefined && extname(name).toLowerCase() !== ending)
        throw usageError(ref('cli.quote.badName', { name, ending }));
      const { fileName, zip } = await withApp(
        host,
        options,
        (client) => invoke(client, 'app.diagnostics', { language: out.messages.language }),
        { readOnly: true },
      );
      const file = name ?? fileName;
      const bytes = Buffer.from(zip, 'base64');
      await writeResult(resolve(host.cwd, file), file, bytes, options.force ?? false);
      if (out.json) out.value({ file, size: bytes.length });
      else {
        out.line(out.t('diagnostics.saved', { file }));
        out.note(out.t('diagnostics.within'));
        out.note(out.t('diagnostics.without'));
      }
    },
  ),
};

/** The packages in the program with their licences, and the text of one of them. */
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
  out.report(licences);
  writeTable(out, licences, [
    ['cli.licenses.package', ({ name }) => name],
    ['settings.version', ({ version }) => version],
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
  out.report(one);
  out.line(out.style.bold(`${one.name} ${one.version}, ${one.license}`));
  for (const line of one.texts.join('\n\n').split('\n')) out.line(line);
}
