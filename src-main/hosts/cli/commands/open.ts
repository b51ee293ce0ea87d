/** `fabdesk open`: hands model files to the Fabdesk that runs, for CAD programs (integrations/). */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { dataDirOf, parseUnit, withAppOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly data?: string;
  readonly unit?: string;
  readonly replace?: true;
}

export function registerOpen(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('open')
    .description(t('cliHelp.open.about'))
    .argument('<file...>', t('cliHelp.any.files'))
    .option('--unit <unit>', t('cliHelp.open.unit'))
    .option('--replace', t('cliHelp.open.replace'))
    .action(
      act(async (out, names: string[], options: Options) => {
        const unit = options.unit === undefined ? undefined : parseUnit(options.unit);
        const paths = names.map((name) => resolve(surroundings.cwd, name));
        return withApp(
          surroundings,
          dataDirOf(options, surroundings),
          out,
          async (client, { runsHere }) => {
            // Nobody would see the plate, and what only a window can take would be lost.
            if (runsHere) throw mainError('not-running', ref('cli.open.notRunning'));
            const { files, replaced, failed } = await invoke(client, 'app.open', {
              paths,
              ...(unit && { unit }),
              ...(options.replace && { replace: true }),
            });
            for (const { name: file, path } of files) {
              if (path !== null && replaced.includes(path)) out.line(out.t('cli.open.replaced', { file }));
              else if (unit) out.line(out.t('cli.open.placed', { file, unit }));
              else out.line(out.t('cli.open.window', { file }));
            }
            for (const { path, message } of failed) {
              out.note(out.t('cli.open.failed', { path, problem: message }));
            }
            if (out.json) out.value({ files, replaced, failed });
            return failed.length === 0 ? exitCodes.ok : exitCodes.refused;
          },
          { readOnly: true },
        );
      }),
    );
  withHelp(
    t,
    withAppOptions(t, command),
    [
      ['fabdesk open --unit mm bracket.stl', t('cliHelp.open.example')],
      ['fabdesk open --unit mm --replace bracket.stl', t('cliHelp.open.exampleReplace')],
    ],
    t('cliHelp.open.more'),
  );
}
