/** `fabdesk diagnostics`: one ZIP file that a person can send to support. */
import { extname, resolve } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { appOptions, usageError } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
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
      return exitCodes.ok;
    },
  ),
};
