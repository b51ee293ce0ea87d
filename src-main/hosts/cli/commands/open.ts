/** `fabdesk open`: hands model files to the Fabdesk that runs, for CAD programs (integrations/). */
import { resolve } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { appOptions, parseUnit } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';

export const openCommands: Commands = {
  open: command(
    {
      takes: ['<file...>'],
      options: ['--unit <unit>', '--replace', '--source <document>', ...appOptions],
      examples: [
        'fabdesk open --unit mm bracket.stl',
        'fabdesk open --unit mm --replace bracket.stl',
        'fabdesk open --unit mm --source bracket.scad /tmp/bracket.scad.Xyz789.stl',
      ],
    },
    async (host, options, names) => {
      const { cwd, out } = host;
      const unit = options.unit === undefined ? undefined : parseUnit(options.unit);
      const paths = names.map((name) => resolve(cwd, name));
      return withApp(
        host,
        options,
        async (client, { runsHere }) => {
          // Nobody would see the plate, and what only a window can take would be lost.
          if (runsHere) throw mainError('not-running', ref('cli.open.notRunning'));
          const { files, replaced, asked, failed } = await invoke(client, 'app.open', {
            paths,
            ...(unit && { unit }),
            ...(options.replace && { replace: true }),
            ...(options.source && { source: resolve(cwd, options.source) }),
          });
          for (const { name: file, path } of files) {
            if (path !== null && replaced.includes(path)) out.line(out.t('cli.open.replaced', { file }));
            else if (path !== null && asked.includes(path)) out.line(out.t('cli.open.asked', { file }));
            else if (unit) out.line(out.t('cli.open.placed', { file, unit }));
            else out.line(out.t('cli.open.window', { file }));
          }
          for (const { path, message } of failed) {
            out.note(out.t('cli.open.failed', { path, problem: message }));
          }
          out.report({ files, replaced, asked, failed });
          return failed.length === 0 ? exitCodes.ok : exitCodes.refused;
        },
        { readOnly: true },
      );
    },
  ),
};
