/** `fabdesk open`: hands model files to Fabdesk, for CAD programs (integrations/). */
import { resolve } from 'node:path';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { FileLink } from '../../../../src-shared/ipc/file-link.ts';
import { addressInLink, linkSentences } from '../../../../src-shared/ipc/read-link.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { requireLink } from '../../../files/fetch-link.ts';
import { openInBrowser } from '../../browser/open-in-browser.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command, type Host } from '../declare.ts';
import { agrees } from '../input/agree.ts';
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
        "fabdesk open 'fabdesk://open?file=https://example.com/bracket.stl'",
      ],
    },
    async (host, options, names) => {
      const { cwd, out } = host;
      const unit = options.unit === undefined ? undefined : parseUnit(options.unit);
      const links = names.filter((name) => addressInLink(name) !== null);
      const paths = names.filter((name) => !links.includes(name)).map((name) => resolve(cwd, name));
      const given = links.map((link) => ({ link, asked: requireLink(addressInLink(link)!) }));
      return withApp(
        host,
        options,
        async (client, { hasStarted }) => {
          const { files, replaced, asked, failed, address } = await invoke(client, 'app.open', {
            paths,
            ...(!host.isTerminal.stdin && { links }),
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
          for (const { link, asked: first } of given) {
            if (!host.isTerminal.stdin) out.line(out.t('cli.open.linkAsked', { link }));
            else files.push(...(await fetchAfterYes(host, client, first, unit)));
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

async function fetchAfterYes(
  host: Host,
  client: AppClient,
  first: FileLink,
  unit: LengthUnit | undefined,
): Promise<SpooledFile[]> {
  const { out } = host;
  for (let link: FileLink | null = first; link !== null; ) {
    for (const sentence of linkSentences(link, link.host !== first.host)) out.line(out.say(sentence));
    if (!(await agrees(host, ref('cli.open.fetch')))) break;
    const fetched: { file: SpooledFile | null; ask: FileLink | null } = await invoke(
      client,
      'app.fetchLink',
      {
        link,
        ...(unit && { unit }),
      },
    );
    if (fetched.file) {
      const file = fetched.file.name;
      out.line(unit ? out.t('cli.open.placed', { file, unit }) : out.t('cli.open.window', { file }));
      return [fetched.file];
    }
    link = fetched.ask;
  }
  out.note(out.t('cli.open.notFetched'));
  return [];
}
