/** `fabdesk diagnostics`: one ZIP file that a person can send to support. */
import { extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { dataDirOf, usageError, withAppOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import { writeResult } from '../output/write-result.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly data?: string;
  readonly force?: true;
}

const ending = '.zip';

export function registerDiagnostics(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('diagnostics')
    .description(t('cliHelp.diagnostics.about'))
    .argument('[file]', t('cliHelp.diagnostics.file'))
    .option('--force', t('cliHelp.repair.force'))
    .action(
      act(async (out, name: string | undefined, options: Options) => {
        if (name !== undefined && extname(name).toLowerCase() !== ending)
          throw usageError(ref('cli.quote.badName', { name, ending }));
        return withApp(
          surroundings,
          dataDirOf(options, surroundings),
          out,
          async (client) => {
            const { language } = out.messages;
            const { fileName, zip } = await invoke(client, 'app.diagnostics', { language });
            const file = name ?? fileName;
            const bytes = Buffer.from(zip, 'base64');
            await writeResult(resolve(surroundings.cwd, file), file, bytes, options.force ?? false);
            if (out.json) out.value({ file, size: bytes.length });
            else {
              out.line(out.t('diagnostics.saved', { file }));
              out.note(out.t('diagnostics.within'));
              out.note(out.t('diagnostics.without'));
            }
            return exitCodes.ok;
          },
          { readOnly: true },
        );
      }),
    );
  withHelp(t, withAppOptions(t, command), [
    ['fabdesk diagnostics', t('cliHelp.diagnostics.example')],
    ['fabdesk diagnostics report.zip --force', t('cliHelp.diagnostics.exampleFile')],
  ]);
}
