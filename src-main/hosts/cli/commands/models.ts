/** `fabdesk models`: the models of the account at the service. Changes to them are in `model-changes.ts`. */
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { hashInSlices } from '../../../files/hash-file.ts';
import { ordinaryName } from '../../../files/ordinary-name.ts';
import { mainError } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { dataDirOf, parseId, usageError, withServiceOptions } from '../input/options.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import {
  writeCart,
  writeModel,
  writeModelPrices,
  writeModels,
  writeVersions,
} from '../output/models-report.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';
import { registerModelChanges } from './model-changes.ts';

interface Options {
  readonly data?: string;
  readonly account?: string;
}

interface DownloadOptions extends Options {
  readonly fileVersion?: string;
  readonly out?: string;
  readonly force?: true;
}

export function registerModels(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const on = <O extends Options>(work: (client: AppClient, out: Output, options: O) => Promise<ExitCode>) =>
    act(async (out, options: O) =>
      withAccount(surroundings, options, out, (client) => work(client, out, options)),
    );
  const onModel = <O extends Options>(
    work: (client: AppClient, modelId: number, options: O, out: Output) => Promise<ExitCode>,
  ) =>
    act(async (out, text: string, options: O) => {
      const modelId = parseId(text, 'model');
      return withAccount(surroundings, options, out, (client) => work(client, modelId, options, out));
    });

  const models = program
    .command('models')
    .description(t('cliHelp.models.about'))
    .option('--page <number>', t('cliHelp.models.page'))
    .enablePositionalOptions()
    .action(
      on(async (client, out, options: Options & { page?: string }) => {
        const page = options.page === undefined ? 1 : Math.max(1, parseId(options.page, 'page'));
        const list = await invoke(client, 'library.list', { page });
        if (out.json) out.value(list.models);
        else {
          if (list.cachedFrom !== undefined) {
            out.line(out.t('cli.stale', { time: list.cachedFrom }));
          }
          writeModels(out, list.models, page, list.hasMore);
        }
        return exitCodes.ok;
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, models),
    [
      ['fabdesk models', t('cliHelp.models.example')],
      ['fabdesk models edit 71 --title "Left bracket" --public', t('cliHelp.models.exampleEdit')],
      ['fabdesk models download 71 --out left.stl', t('cliHelp.models.exampleDownload')],
    ],
    t('cliHelp.models.more'),
  );

  const show = models
    .command('show')
    .description(t('cliHelp.models.show.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .option('--prices', t('cliHelp.models.show.prices'))
    .action(
      onModel(async (client, modelId, options: Options & { prices?: true }, out) => {
        const model = await invoke(client, 'library.show', { modelId });
        if (out.json) out.value(model);
        else {
          const catalog = await invoke(client, 'catalog.get', {});
          writeModel(out, model, catalog);
          if (options.prices === true) writeModelPrices(out, model, catalog);
        }
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, show), [
    ['fabdesk models show 71', t('cliHelp.models.show.example')],
    ['fabdesk models show 71 --prices', t('cliHelp.models.show.examplePrices')],
  ]);

  const versions = models
    .command('versions')
    .description(t('cliHelp.models.versions.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .action(
      onModel(async (client, modelId, _options, out) => {
        const list = await invoke(client, 'library.versions', { modelId });
        if (out.json) out.value(list);
        else writeVersions(out, list);
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, versions), [
    ['fabdesk models versions 71', t('cliHelp.models.versions.example')],
  ]);

  const download = models
    .command('download')
    .description(t('cliHelp.models.download.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .option('--file-version <number>', t('cliHelp.models.download.version'))
    .option('--out <file>', t('cliHelp.models.download.out'))
    .option('--force', t('cliHelp.models.download.force'))
    .action(
      onModel(async (client, modelId, options: DownloadOptions, out) => {
        const version =
          options.fileVersion === undefined ? {} : { version: parseId(options.fileVersion, 'version') };
        const file = await invoke(client, 'library.download', { modelId, ...version });
        const target = resolve(surroundings.cwd, options.out ?? ordinaryName(file.name));
        const copy = join(dataDirOf(options, surroundings), 'spool', file.sha256);
        await save(copy, target, options.force === true);
        const { sha256, size } = file;
        if (out.json) out.value({ modelId, file: target, size, md5: (await hashInSlices(copy)).md5, sha256 });
        else
          out.line(
            `${out.style.good(out.t('cli.done'))} ${out.t('cli.download.done', { file: target, size })}`,
          );
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, download), [
    ['fabdesk models download 71', t('cliHelp.models.download.example')],
    [
      'fabdesk models download 71 --file-version 0 --out first.stl',
      t('cliHelp.models.download.exampleFirst'),
    ],
  ]);

  const cart = models
    .command('cart')
    .description(t('cliHelp.models.cart.about'))
    .action(
      on(async (client, out) => {
        const items = await invoke(client, 'library.cart', {});
        if (out.json) out.value(items);
        else writeCart(out, items, await invoke(client, 'catalog.get', {}));
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, cart), [['fabdesk models cart', t('cliHelp.models.cart.example')]]);

  registerModelChanges(models, registrar);
}

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
