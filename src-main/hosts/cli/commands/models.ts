/** `fabdesk models`: what the service keeps for the account. Its changes stand in `model-changes.ts`. */
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { ordinaryName } from '../../../files/ordinary-name.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { formatTime } from '../format.ts';
import { withHelp } from '../help.ts';
import { writeCart, writeModel, writeModels } from '../models-report.ts';
import { dataDirOf, parseId, usageError, withAppOptions } from '../options.ts';
import type { Output } from '../output.ts';
import type { Registrar } from '../registrar.ts';
import { invoke } from '../surroundings.ts';
import { withApp } from '../with-app.ts';
import { registerModelChanges } from './model-changes.ts';

interface Options {
  readonly data?: string;
}

interface DownloadOptions extends Options {
  readonly fileVersion?: string;
  readonly out?: string;
  readonly force?: true;
}

export function registerModels(program: Command, registrar: Registrar): void {
  const { act, surroundings } = registrar;
  const on = <O extends Options>(work: (client: AppClient, out: Output, options: O) => Promise<ExitCode>) =>
    act(async (out, options: O) =>
      withApp(surroundings, dataDirOf(options, surroundings), out, (client) => work(client, out, options)),
    );
  const onModel = <O extends Options>(
    work: (client: AppClient, modelId: number, options: O, out: Output) => Promise<ExitCode>,
  ) =>
    act(async (out, text: string, options: O) => {
      const modelId = parseId(text, 'a model id');
      return withApp(surroundings, dataDirOf(options, surroundings), out, (client) =>
        work(client, modelId, options, out),
      );
    });

  const models = program
    .command('models')
    .description('models that the service keeps, and what can be changed about them')
    .option('--page <number>', 'from 1; a page has 36 models')
    .enablePositionalOptions()
    .action(
      on(async (client, out, options: Options & { page?: string }) => {
        const page = options.page === undefined ? 1 : Math.max(1, parseId(options.page, 'a page'));
        const list = await invoke(client, 'library.list', { page });
        if (out.json) out.value(list.models);
        else {
          if (list.cachedFrom !== undefined) {
            out.line(
              `The service cannot be reached. This is what it kept on ${formatTime(list.cachedFrom)}.`,
            );
          }
          writeModels(out, list.models, page, list.hasMore);
        }
        return exitCodes.ok;
      }),
    );
  withHelp(
    withAppOptions(models),
    [
      ['fabdesk models', 'what the service keeps'],
      ['fabdesk models edit 71 --title "Left bracket" --public', 'changes only what is named'],
      ['fabdesk models download 71 --out left.stl', 'the newest version of its file'],
    ],
    'Changes go through the queue: they wait while there is no network, and a lost answer is looked up.',
  );

  const show = models
    .command('show')
    .description('all that the service says about a model')
    .argument('<model>', 'model id')
    .action(
      onModel(async (client, modelId, _options, out) => {
        const model = await invoke(client, 'library.show', { modelId });
        if (out.json) out.value(model);
        else writeModel(out, model, await invoke(client, 'catalog.get', {}));
        return exitCodes.ok;
      }),
    );
  withHelp(withAppOptions(show), [['fabdesk models show 71', 'title, text, tags, versions, product number']]);

  const download = models
    .command('download')
    .description('fetch the file of a model')
    .argument('<model>', 'model id')
    .option('--file-version <number>', 'a version, from 0; the newest when left out')
    .option('--out <file>', 'where it goes; the name of the file at the service when left out')
    .option('--force', 'replace a file that is there')
    .action(
      onModel(async (client, modelId, options: DownloadOptions, out) => {
        const version =
          options.fileVersion === undefined ? {} : { version: parseId(options.fileVersion, 'a version') };
        const file = await invoke(client, 'library.download', { modelId, ...version });
        const target = resolve(surroundings.cwd, options.out ?? ordinaryName(file.name));
        await save(
          join(dataDirOf(options, surroundings), 'spool', file.sha256),
          target,
          options.force === true,
        );
        const { sha256, md5, size } = file;
        if (out.json) out.value({ modelId, file: target, size, md5, sha256 });
        else out.line(`${out.style.good('Done.')} ${target}, ${size} bytes.`);
        return exitCodes.ok;
      }),
    );
  withHelp(withAppOptions(download), [
    ['fabdesk models download 71', 'under its own name, into this folder'],
    ['fabdesk models download 71 --file-version 0 --out first.stl', 'the first version'],
  ]);

  const cart = models
    .command('cart')
    .description('what stands in the cart that the service keeps')
    .action(
      on(async (client, out) => {
        const items = await invoke(client, 'library.cart', {});
        if (out.json) out.value(items);
        else writeCart(out, items, await invoke(client, 'catalog.get', {}));
        return exitCodes.ok;
      }),
    );
  withHelp(withAppOptions(cart), [['fabdesk models cart', 'models, materials and pieces']]);

  registerModelChanges(models, registrar);
}

async function save(from: string, to: string, replaces: boolean): Promise<void> {
  try {
    await copyFile(from, to, replaces ? 0 : constants.COPYFILE_EXCL);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? usageError(`${to} is there already. Give --force to replace it, or another --out.`)
      : new CodedError(
          'file-unreadable',
          `The file came, but ${to} cannot be written. Choose another --out.`,
        );
  }
}
