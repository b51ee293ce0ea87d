/** `fabdesk models`: the models of the account at the service. Changes to them are in `model-changes.ts`. */
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { hashInSlices } from '../../../files/hash-file.ts';
import { ordinaryName } from '../../../files/ordinary-name.ts';
import { mainError } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { type AccountOptions, withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host } from '../declare.ts';
import { dataDirOf, parseId, serviceOptions, usageError } from '../input/options.ts';
import {
  writeCart,
  writeModel,
  writeModelPrices,
  writeModels,
  writeVersions,
} from '../output/models-report.ts';
import { type Answered, answeredEntry, reportAnswered, writeStale } from '../output/orders-report.ts';
import { modelChanges } from './model-changes.ts';

/** Shows what a call about a model, or all of them, answers. */
const shown = <T>(
  host: Host,
  options: AccountOptions,
  read: (client: AppClient) => Promise<T>,
  write: (value: T, client: AppClient) => unknown,
): Promise<void> =>
  withAccount(host, options, async (client) => {
    const value = await read(client);
    if (host.out.json) host.out.value(value);
    else await write(value, client);
  });

export const modelCommands: Commands = {
  models: command(
    {
      options: ['--page <number>', ...serviceOptions],
      examples: [
        'fabdesk models',
        'fabdesk models edit 71 --title "Left bracket" --public',
        'fabdesk models download 71 --out left.stl',
      ],
    },
    async (host, options) =>
      withAccount(host, options, async (client) => {
        const { out } = host;
        const page = options.page === undefined ? 1 : Math.max(1, parseId(options.page, 'page'));
        const { models, hasMore, cachedFrom } = await invoke(client, 'library.list', { page });
        const answered: Answered = {
          source: cachedFrom === undefined ? 'live' : 'cached',
          fetchedAt: cachedFrom ?? Date.now(),
        };
        writeStale(out, answered);
        const entries = models.map((model) => ({ ...model, ...answeredEntry(answered) }));
        reportAnswered(out, answered, entries);
        writeModels(out, models, page, hasMore);
      }),
  ),
  'models show': command(
    {
      takes: ['<model>'],
      options: ['--prices', ...serviceOptions],
      examples: ['fabdesk models show 71', 'fabdesk models show 71 --prices'],
    },
    async (host, options, text) => {
      const modelId = parseId(text, 'model');
      return shown(
        host,
        options,
        (client) => invoke(client, 'library.show', { modelId }),
        async (model, client) => {
          const catalog = await invoke(client, 'catalog.get', {});
          writeModel(host.out, model, catalog);
          if (options.prices) writeModelPrices(host.out, model, catalog);
        },
      );
    },
  ),
  'models versions': command(
    { takes: ['<model>'], options: serviceOptions, examples: ['fabdesk models versions 71'] },
    async (host, options, text) => {
      const modelId = parseId(text, 'model');
      const read = (client: AppClient) => invoke(client, 'library.versions', { modelId });
      return shown(host, options, read, (versions) => writeVersions(host.out, versions));
    },
  ),
  'models download': command(
    {
      takes: ['<model>'],
      options: ['--file-version <number>', '--out <file>', '--force', ...serviceOptions],
      examples: ['fabdesk models download 71', 'fabdesk models download 71 --file-version 0 --out first.stl'],
    },
    async (host, options, text) => {
      const { cwd, out } = host;
      const modelId = parseId(text, 'model');
      return withAccount(host, options, async (client) => {
        const { fileVersion } = options;
        const version = fileVersion === undefined ? {} : { version: parseId(fileVersion, 'version') };
        const found = await invoke(client, 'library.download', { modelId, ...version });
        const { sha256, size } = found;
        const file = resolve(cwd, options.out ?? ordinaryName(found.name));
        const spooled = join(dataDirOf(options, host), 'spool', sha256);
        await save(spooled, file, options.force === true);
        if (out.json) out.value({ modelId, file, size, md5: (await hashInSlices(spooled)).md5, sha256 });
        else out.line(`${out.style.good(out.t('cli.done'))} ${out.t('cli.download.done', { file, size })}`);
      });
    },
  ),
  'models cart': command({ options: serviceOptions, examples: ['fabdesk models cart'] }, (host, options) =>
    shown(
      host,
      options,
      (client) => invoke(client, 'library.cart', {}),
      async (items, client) => writeCart(host.out, items, await invoke(client, 'catalog.get', {})),
    ),
  ),
  ...modelChanges,
};

async function save(from: string, to: string, replaces: boolean): Promise<void> {
  try {
    await copyFile(from, to, replaces ? 0 : constants.COPYFILE_EXCL);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? usageError(ref('cli.download.exists', { file: to }))
      : mainError('file-unreadable', ref('cli.download.notWritten', { file: to }), { cause: thrown });
  }
}
