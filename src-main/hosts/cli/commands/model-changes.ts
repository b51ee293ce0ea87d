/** The changes of `fabdesk models`. They go through the queue, so they work offline too, and survive what may come. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import { CodedError, toAppError } from '../../../../src-shared/result.ts';
import { analyseNames } from '../analyse-names.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { followChange } from '../follow-change.ts';
import { withHelp } from '../help.ts';
import { findMaterial } from '../materials.ts';
import { type EditOptions, editOf } from '../model-edit.ts';
import { isFailure } from '../model-files.ts';
import {
  collect,
  dataDirOf,
  parseId,
  parseQuantity,
  usageError,
  withAppOptions,
  withUnitOptions,
} from '../options.ts';
import type { Output } from '../output.ts';
import { readSizeContext, readSizeRules, sizeModel } from '../priced-models.ts';
import type { Registrar } from '../registrar.ts';
import { invoke } from '../surroundings.ts';
import { withApp } from '../with-app.ts';

interface Options {
  readonly data?: string;
  readonly queue?: true;
}

interface Named {
  readonly modelId: number;
  readonly title: string;
}

export function registerModelChanges(models: Command, { act, surroundings }: Registrar): void {
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
      const modelId = parseId(text, 'a model id');
      return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
        const view = await showIfReached(client, modelId);
        return work(client, { modelId, title: titleOf(view) }, options, out, view);
      });
    });
  const changing = (name: string, description: string) =>
    models.command(name).description(description).option('--queue', 'put it into the queue and do not wait');

  const edit = changing('edit', 'change what the service says about a model')
    .argument('<model>', 'model id')
    .option('--title <text>', 'title')
    .option('--description <text>', 'description')
    .option('--tags <list>', 'all tags, with commas between them')
    .option('--public', 'everybody may see it')
    .option('--no-public', 'only you may see it')
    .option('--for-sale', 'others may buy it')
    .option('--no-for-sale', 'nobody else may buy it')
    .option('--downloadable', 'others may download its file')
    .option('--no-downloadable', 'nobody else may download its file')
    .option('--claimable', 'others may claim it with its claim key')
    .option('--no-claimable', 'nobody may claim it')
    .option('--default-material <material>', 'material id or title')
    .option('--categories <list>', 'all category ids, with commas between them')
    .option('--markup <material=amount>', 'what you add to the price in a material', collect)
    .option('--offer <material>', 'offer it in this material', collect)
    .option('--withhold <material>', 'do not offer it in this material', collect)
    .action(
      onModel(async (client, model, options: Options & EditOptions, out, view) => {
        const change = editOf(options, view?.details ?? null, await invoke(client, 'catalog.get', {}));
        const job = await invoke(client, 'library.edit', { ...model, ...change });
        return followChange(client, job, options, surroundings, out);
      }),
    );
  withHelp(withAppOptions(edit), [
    ['fabdesk models edit 71 --title "Left bracket" --tags shelf,wall', 'what is not named stays'],
    ['fabdesk models edit 71 --public --for-sale --markup 6=2.50', 'sells it'],
  ]);

  const remove = changing('delete', 'remove a model from the service')
    .argument('<model>', 'model id')
    .option('--yes', 'do not ask')
    .action(
      onModel(async (client, model, options: Options & { yes?: true }, out) => {
        const { modelId, title } = model;
        if (options.yes !== true) {
          const answer = surroundings.isTerminal.stdin
            ? await surroundings.ask(`Remove model ${modelId}, "${title}"? It cannot be brought back. [y/N] `)
            : null;
          if (answer?.trim().toLowerCase() !== 'y') {
            throw new CodedError('confirmation-needed', 'Nothing was removed. Answer y, or give --yes.');
          }
        }
        const job = await invoke(client, 'library.remove', { modelId, title });
        return followChange(client, job, options, surroundings, out);
      }),
    );
  withHelp(withAppOptions(remove), [['fabdesk models delete --yes 71', 'without a question']]);

  const addFile = changing('add-file', 'upload a new version of a model’s file')
    .argument('<model>', 'model id')
    .argument('<file>', 'model file')
    .action(
      act(async (out, text: string, name: string, options: VersionOptions) => {
        const modelId = parseId(text, 'a model id');
        const rules = readSizeRules(options);
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const model = { modelId, title: titleOf(await showIfReached(client, modelId)) };
          const context = await readSizeContext(client, rules);
          const results = [];
          for await (const result of analyseNames([name], surroundings, out)) results.push(result);
          const [result] = results;
          if (result === undefined || results.length > 1) throw usageError('Give one model file.');
          if (isFailure(result)) throw new CodedError(result.error.code, result.error.message);
          const { source, uploadScale } = sizeModel(result.source, result.analysis, context);
          const file = await invoke(client, 'files.importPath', { path: source.path });
          const job = await invoke(client, 'library.addFile', { ...model, file, uploadScale });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(withAppOptions(withUnitOptions(addFile)), [
    [
      'fabdesk models add-file 71 bracket-v2.stl --unit mm',
      'placed orders keep the version they were placed with',
    ],
  ]);

  const addPhoto = changing('add-photo', 'add a photo to a model')
    .argument('<model>', 'model id')
    .argument('<picture>', 'PNG, JPEG, WebP or GIF')
    .option('--title <text>', 'title of the photo')
    .option('--description <text>', 'description of the photo')
    .option('--material <material>', 'material that it shows: id or title')
    .action(
      act(async (out, text: string, picture: string, options: PhotoOptions) => {
        const modelId = parseId(text, 'a model id');
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const model = { modelId, title: titleOf(await showIfReached(client, modelId)) };
          const { materials } = await invoke(client, 'catalog.get', {});
          const materialId =
            options.material === undefined ? null : findMaterial(options.material, materials).materialId;
          const file = await invoke(client, 'files.importPath', { path: resolve(cwd, picture) });
          const words = { photoTitle: options.title ?? '', description: options.description ?? '' };
          const job = await invoke(client, 'library.addPhoto', {
            ...model,
            file,
            ...words,
            materialId,
          });
          return followChange(client, job, options, surroundings, out);
        });
      }),
    );
  withHelp(withAppOptions(addPhoto), [
    ['fabdesk models add-photo 71 front.jpg', 'the service takes no photo back'],
  ]);

  const addToCart = changing('add-to-cart', 'put a model into the cart that the service keeps')
    .argument('<model>', 'model id')
    .requiredOption('--material <material>', 'material id or title')
    .option('--quantity <number>', 'pieces; 1 when left out')
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
  withHelp(withAppOptions(addToCart), [['fabdesk models add-to-cart 71 --material 6', 'orders nothing']]);

  const customise = changing('customise', 'make a product of your own from another')
    .argument('<spin>', 'its product number, as "fabdesk models show" tells it')
    .option('--text <text>', 'text on it')
    .option('--picture <file>', 'picture on it: PNG, JPEG, WebP or GIF')
    .action(
      act(async (out, spin: string, options: Options & { text?: string; picture?: string }) =>
        withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
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
  withHelp(withAppOptions(customise), [
    ['fabdesk models customise 9XK2P --text Ada', 'a new model comes of it'],
  ]);
}

/** Null where the service cannot be reached: the change waits in the queue then. Throws `not-found`. */
async function showIfReached(client: AppClient, modelId: number): Promise<ModelView | null> {
  try {
    return await invoke(client, 'library.show', { modelId });
  } catch (thrown) {
    if (exitCodeOf(toAppError(thrown)) !== exitCodes.network) throw thrown;
    return null;
  }
}

const titleOf = (view: ModelView | null): string => view?.details.title.slice(0, 255) ?? '';

interface VersionOptions extends Options {
  readonly unit?: string;
  readonly scale?: string;
}
interface PhotoOptions extends Options {
  readonly title?: string;
  readonly description?: string;
  readonly material?: string;
}
