/** `fabdesk open`: hands model files to Fabdesk, for CAD programs (integrations/). */
import { resolve } from 'node:path';
import { openInBrowser } from '../../browser/open-in-browser.ts';
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
        async (client, { hasStarted }) => {
          const { files, replaced, asked, failed, address } = await invoke(client, 'app.open', {
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
          if (hasStarted) {
            // A new browser host has no window yet.
            const isShown = address === null || openInBrowser(address);
            if (isShown) out.note(out.t('cli.open.started'));
            else out.note(out.t('cli.open.startedAt', { address }));
          }
          out.report({ files, replaced, asked, failed });
          return failed.length === 0 ? exitCodes.ok : exitCodes.refused;
        },
        { inWindow: true },
      );
    },
  ),
};
