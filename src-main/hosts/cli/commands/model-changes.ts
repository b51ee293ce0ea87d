/** The changes of `fabdesk models`. They go through the queue, so they also work offline and are never lost. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { errorOf, mainError } from '../../../main-error.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import { readSizeContext, readSizeRules, sizeModel } from '../analysis/priced-models.ts';
import { followChange } from '../app/follow-change.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { agrees } from '../input/agree.ts';
import { type ConsentOptions, requireConsent, withConsentOption } from '../input/consent.ts';
import { findMaterial } from '../input/materials.ts';
import { type EditOptions, editOf } from '../input/model-edit.ts';
import { isFailure } from '../input/model-files.ts';
import {
  collect,
  parseId,
  parseQuantity,
  usageError,
  withServiceOptions,
  withUnitOptions,
} from '../input/options.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly data?: string;
  readonly account?: string;
  readonly queue?: true;
}

interface Named {
  readonly modelId: number;
  readonly title: string;
}

export function registerModelChanges(models: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const { cwd } = surroundings;
  const onModel = <O extends Options>(
    work: (
      client: AppClient,
      model: Named,
      options: O,
      out: Output,
      view: ModelView | null,
    ) => Promise<ExitCode>,
  ) =>
    act(async (out, text: string, options: O) => {
      const modelId = parseId(text, 'model');
      return withAccount(surroundings, options, out, async (client) => {
        const view = await showIfReached(client, modelId);
        return work(client, { modelId, title: titleOf(view) }, options, out, view);
      });
    });
  const changing = (name: string, description: string) =>
    models.command(name).description(description).option('--queue', t('cliHelp.any.queue'));

  const edit = changing('edit', t('cliHelp.models.edit.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .option('--title <text>', t('cliHelp.models.edit.title'))
    .option('--description <text>', t('cliHelp.models.edit.description'))
    .option('--tags <list>', t('cliHelp.models.edit.tags'))
    .option('--public', t('cliHelp.models.edit.public'))
    .option('--no-public', t('cliHelp.models.edit.noPublic'))
    .option('--for-sale', t('cliHelp.models.edit.forSale'))
    .option('--no-for-sale', t('cliHelp.models.edit.noForSale'))
    .option('--downloadable', t('cliHelp.models.edit.downloadable'))
    .option('--no-downloadable', t('cliHelp.models.edit.noDownloadable'))
    .option('--claimable', t('cliHelp.models.edit.claimable'))
    .option('--no-claimable', t('cliHelp.models.edit.noClaimable'))
    .option('--default-material <material>', t('cliHelp.models.edit.defaultMaterial'))
    .option('--categories <list>', t('cliHelp.models.edit.categories'))
    .option('--markup <material=amount>', t('cliHelp.models.edit.markup'), collect)
    .option('--price <material=amount>', t('cliHelp.models.edit.price'), collect)
    .option('--offer <material>', t('cliHelp.models.edit.offer'), collect)
    .option('--withhold <material>', t('cliHelp.models.edit.withhold'), collect)
    .action(
      onModel(async (client, model, options: Options & EditOptions, out, view) => {
        const change = editOf(options, view, await invoke(client, 'catalog.get', {}));
        const job = await invoke(client, 'library.edit', { ...model, ...change });
        return followChange(client, job, options, surroundings, out);
      }),
    );
  withHelp(t, withServiceOptions(t, edit), [
    ['fabdesk models edit 71 --title "Left bracket" --tags shelf,wall', t('cliHelp.models.edit.example')],
    ['fabdesk models edit 71 --public --for-sale --markup 6=2.50', t('cliHelp.models.edit.exampleSell')],
  ]);

  const remove = changing('delete', t('cliHelp.models.delete.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .option('--yes', t('cliHelp.any.yes'))
    .action(
      onModel(async (client, model, options: Options & { yes?: true }, out) => {
        const { modelId, title } = model;
        if (options.yes !== true) {
          const question = ref('cli.models.removeQuestion', { model: String(modelId), title });
          if (!surroundings.isTerminal.stdin || !(await agrees(surroundings, out, question)))
            throw mainError('confirmation-needed', ref('cli.models.notRemoved'));
        }
        const job = await invoke(client, 'library.remove', { modelId, title });
        return followChange(client, job, options, surroundings, out);
      }),
    );
  withHelp(t, withServiceOptions(t, remove), [
    ['fabdesk models delete --yes 71', t('cliHelp.models.delete.example')],
  ]);

  const addFile = changing('add-file', t('cliHelp.models.addFile.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .argument('<file>', t('cliHelp.models.addFile.file'))
    .action(
      act(async (out, text: string, name: string, options: VersionOptions) => {
        const modelId = parseId(text, 'model');
        const rules = readSizeRules(options);
        return withAccount(surroundings, options, out, async (client, account) => {
          await requireConsent(client, account, options, surroundings, out);
          const model = { modelId, title: titleOf(await showIfReached(client, modelId)) };
          const context = await readSizeContext(client, rules);
          const results = [];
          for await (const result of analyseNames([name], surroundings, out)) results.push(result);
          const [result] = results;
          if (result === undefined || results.length > 1) throw usageError(ref('cli.models.oneFile'));
          if (isFailure(result)) throw errorOf(result.error);
          const { source, uploadScale } = sizeModel(result.source, result.analysis, context);
          const file = await invoke(client, 'files.importPath', { path: source.path });
          const job = await invoke(client, 'library.addFile', { ...model, file, uploadScale });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(t, withServiceOptions(t, withConsentOption(t, withUnitOptions(t, addFile))), [
    ['fabdesk models add-file 71 bracket-v2.stl --unit mm', t('cliHelp.models.addFile.example')],
  ]);

  const addPhoto = changing('add-photo', t('cliHelp.models.addPhoto.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .argument('<picture>', t('cliHelp.models.addPhoto.picture'))
    .option('--title <text>', t('cliHelp.models.addPhoto.title'))
    .option('--description <text>', t('cliHelp.models.addPhoto.description'))
    .option('--material <material>', t('cliHelp.models.addPhoto.material'))
    .action(
      act(async (out, text: string, picture: string, options: PhotoOptions) => {
        const modelId = parseId(text, 'model');
        return withAccount(surroundings, options, out, async (client) => {
          const model = { modelId, title: titleOf(await showIfReached(client, modelId)) };
          const { materials } = await invoke(client, 'catalog.get', {});
          const materialId =
            options.material === undefined ? null : findMaterial(options.material, materials).materialId;
          const file = await invoke(client, 'files.importPath', { path: resolve(cwd, picture) });
          const texts = { photoTitle: options.title ?? '', description: options.description ?? '' };
          const job = await invoke(client, 'library.addPhoto', {
            ...model,
            file,
            ...texts,
            materialId,
          });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(t, withServiceOptions(t, addPhoto), [
    ['fabdesk models add-photo 71 front.jpg', t('cliHelp.models.addPhoto.example')],
  ]);

  const addToCart = changing('add-to-cart', t('cliHelp.models.addToCart.about'))
    .argument('<model>', t('cliHelp.any.model'))
    .requiredOption('--material <material>', t('cliHelp.models.edit.defaultMaterial'))
    .option('--quantity <number>', t('cliHelp.any.pieces'))
    .action(
      onModel(async (client, model, options: Options & { material: string; quantity?: string }, out) => {
        const { materials } = await invoke(client, 'catalog.get', {});
        const { materialId, title: materialTitle } = findMaterial(options.material, materials);
        const quantity = options.quantity === undefined ? 1 : parseQuantity(options.quantity);
        const item = { ...model, materialId, materialTitle, quantity, requestKey: randomUUID() };
        const job = await invoke(client, 'library.addToCart', item);
        return followChange(client, job, options, surroundings, out);
      }),
    );
  withHelp(t, withServiceOptions(t, addToCart), [
    ['fabdesk models add-to-cart 71 --material 6', t('cliHelp.models.addToCart.example')],
  ]);

  const customise = changing('customise', t('cliHelp.models.customise.about'))
    .argument('<spin>', t('cliHelp.models.customise.spin'))
    .option('--text <text>', t('cliHelp.models.customise.text'))
    .option('--picture <file>', t('cliHelp.models.customise.picture'))
    .action(
      act(async (out, spin: string, options: Options & { text?: string; picture?: string }) =>
        withAccount(surroundings, options, out, async (client) => {
          const path = options.picture === undefined ? null : resolve(cwd, options.picture);
          const picture = path === null ? null : await invoke(client, 'files.importPath', { path });
          const request = { spin, text: options.text ?? '', picture, requestKey: randomUUID() };
          return followChange(
            client,
            await invoke(client, 'library.customise', request),
            options,
            surroundings,
            out,
          );
        }),
      ),
    );
  withHelp(t, withServiceOptions(t, customise), [
    ['fabdesk models customise 9XK2P --text Ada', t('cliHelp.models.customise.example')],
  ]);
}

/** Null if the service cannot be reached; the change then waits in the queue. Throws `not-found`. */
async function showIfReached(client: AppClient, modelId: number): Promise<ModelView | null> {
  try {
    return await invoke(client, 'library.show', { modelId });
  } catch (thrown) {
    if (exitCodeOf(toAppError(thrown)) !== exitCodes.network) throw thrown;
    return null;
  }
}

const titleOf = (view: ModelView | null): string => view?.details.title.slice(0, 255) ?? '';

interface VersionOptions extends Options, ConsentOptions {
  readonly unit?: string;
  readonly scale?: string;
}
interface PhotoOptions extends Options {
  readonly title?: string;
  readonly description?: string;
  readonly material?: string;
}
