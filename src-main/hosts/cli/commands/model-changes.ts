/**
 * The changes of `fabdesk models`. They go through the queue, so they also work offline and are never lost.
 */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { errorOf } from '../../../main-error.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import { readSizeContext, readSizeRules, sizeModel } from '../analysis/priced-models.ts';
import { followChange } from '../app/follow-change.ts';
import { invoke } from '../app/surroundings.ts';
import { type AccountOptions, withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host } from '../declare.ts';
import { requireYes } from '../input/agree.ts';
import { unitQuestion, withCertainUnit } from '../input/certain-unit.ts';
import { requireConsent } from '../input/consent.ts';
import { findMaterial } from '../input/materials.ts';
import { editOf, editOptions } from '../input/model-edit.ts';
import { isFailure } from '../input/model-files.ts';
import { parseId, parseQuantity, serviceOptions, unitOptions, usageError } from '../input/options.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../output/exit-codes.ts';
import { sizedLines } from '../output/quote-report.ts';

interface Named {
  readonly modelId: number;
  readonly title: string;
}

/**
 * Queues a change of the model with this id, and follows it. `view` is null if the service cannot be reached.
 */
async function change(
  host: Host,
  options: AccountOptions & { readonly queue?: true },
  text: string,
  enqueue: (client: AppClient, model: Named, view: ModelView | null) => Promise<Job>,
): Promise<ExitCode> {
  const modelId = parseId(text, 'model');
  return withAccount(host, options, async (client) => {
    const view = await showIfReached(client, modelId);
    const job = await enqueue(client, { modelId, title: titleOf(view) }, view);
    return followChange(host, client, job, options);
  });
}

export const modelChanges: Commands = {
  'models edit': command(
    {
      takes: ['<model>'],
      options: ['--queue', ...editOptions, ...serviceOptions],
      examples: [
        'fabdesk models edit 71 --title "Left bracket" --tags shelf,wall',
        'fabdesk models edit 71 --public --for-sale --markup 6=2.50',
      ],
    },
    (host, options, text) =>
      change(host, options, text, async (client, model, view) => {
        const edit = editOf(options, view, await invoke(client, 'catalog.get', {}));
        return invoke(client, 'library.edit', { ...model, ...edit });
      }),
  ),
  'models delete': command(
    {
      takes: ['<model>'],
      options: ['--queue', '--yes', ...serviceOptions],
      examples: ['fabdesk models delete --yes 71'],
    },
    (host, options, text) =>
      change(host, options, text, async (client, { modelId, title }) => {
        const question = ref('cli.models.removeQuestion', { model: String(modelId), title });
        await requireYes(host, options, question, ref('cli.models.notRemoved'));
        return invoke(client, 'library.remove', { modelId, title });
      }),
  ),
  'models add-file': command(
    {
      takes: ['<model>', '<file>'],
      options: ['--queue', ...unitOptions, '--accept-terms', ...serviceOptions],
      examples: ['fabdesk models add-file 71 bracket-v2.stl --unit mm'],
    },
    async (host, options, text, name) => {
      const { out } = host;
      const modelId = parseId(text, 'model');
      const rules = readSizeRules(options);
      return withAccount(host, options, async (client, account) => {
        await requireConsent(host, client, account, options);
        const model = { modelId, title: titleOf(await showIfReached(client, modelId)) };
        const context = await readSizeContext(client, rules);
        const results = [];
        for await (const result of analyseNames(host, [name])) results.push(result);
        const [result] = results;
        if (result === undefined || results.length > 1) throw usageError(ref('cli.models.oneFile'));
        if (isFailure(result)) throw errorOf(result.error);
        const sized = sizeModel(result.source, result.analysis, context);
        const { source, uploadScale } = await withCertainUnit(sized, unitQuestion(host));
        if (!out.json) for (const line of sizedLines(sized, out)) out.line(line);
        const file = await invoke(client, 'files.importPath', { path: source.path });
        const job = await invoke(client, 'library.addFile', { ...model, file, uploadScale });
        return followChange(host, client, job, options);
      });
    },
  ),
  'models add-photo': command(
    {
      takes: ['<model>', '<picture>'],
      options: [
        '--queue',
        '--title <text>',
        '--description <text>',
        '--material <material>',
        ...serviceOptions,
      ],
      examples: ['fabdesk models add-photo 71 front.jpg'],
    },
    (host, options, text, picture) =>
      change(host, options, text, async (client, model) => {
        const { materials } = await invoke(client, 'catalog.get', {});
        const { title: photoTitle = '', description = '', material } = options;
        const materialId = material === undefined ? null : findMaterial(material, materials).materialId;
        const path = resolve(host.cwd, picture);
        const file = await invoke(client, 'files.importPath', { path });
        return invoke(client, 'library.addPhoto', { ...model, file, photoTitle, description, materialId });
      }),
  ),
  'models add-to-cart': command(
    {
      takes: ['<model>'],
      options: ['--queue', '--material <material>!', '--quantity <number>', ...serviceOptions],
      examples: ['fabdesk models add-to-cart 71 --material 6'],
      texts: { material: 'cliHelp.models.edit.defaultMaterial' },
    },
    (host, options, text) =>
      change(host, options, text, async (client, model) => {
        const { materials } = await invoke(client, 'catalog.get', {});
        const { materialId, title: materialTitle } = findMaterial(options.material, materials);
        const quantity = options.quantity === undefined ? 1 : parseQuantity(options.quantity);
        const item = { ...model, materialId, materialTitle, quantity, requestKey: randomUUID() };
        return invoke(client, 'library.addToCart', item);
      }),
  ),
  'models customise': command(
    {
      takes: ['<spin>'],
      options: ['--queue', '--text <text>', '--picture <file>', ...serviceOptions],
      examples: ['fabdesk models customise 9XK2P --text Ada'],
    },
    async (host, options, spin) =>
      withAccount(host, options, async (client) => {
        const path = options.picture === undefined ? null : resolve(host.cwd, options.picture);
        const picture = path === null ? null : await invoke(client, 'files.importPath', { path });
        const request = { spin, text: options.text ?? '', picture, requestKey: randomUUID() };
        const job = await invoke(client, 'library.customise', request);
        return followChange(host, client, job, options);
      }),
  ),
};

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
