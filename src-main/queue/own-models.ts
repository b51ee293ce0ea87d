/** The models of an account with what this queue did to them since the service listed them. Pure. */
import type { ModelListEntry } from '../../src-shared/api/models.ts';
import type { Job } from '../../src-shared/jobs/job.ts';

/** `asOf`: when the service gave the list, epoch ms. Newest first, as services list them. */
export function withOwnModels(
  models: readonly ModelListEntry[],
  jobs: readonly Job[],
  asOf: number,
): ModelListEntry[] {
  const own = jobs.filter(({ state, updatedAt }) => state === 'done' && updatedAt > asOf);
  return own.sort((a, b) => a.updatedAt - b.updatedAt).reduce(withJob, [...models]);
}

function withJob(models: ModelListEntry[], { kind, payload, result }: Job): ModelListEntry[] {
  if (result === null || kind === 'order') return models;
  const change = (modelId: number, what: (model: ModelListEntry) => ModelListEntry) =>
    models.map((model) => (model.modelId === modelId ? what(model) : model));
  const add = (modelId: number, title: string) =>
    models.some((model) => model.modelId === modelId)
      ? models
      : [{ modelId, modelVersion: 0, title }, ...models];
  if (kind === 'upload') return add(result.modelId, payload.title);
  switch (payload.op) {
    case 'delete-model':
      return models.filter(({ modelId }) => modelId !== payload.modelId);
    case 'edit-model':
      return change(payload.modelId, (model) => ({ ...model, title: payload.after.title ?? model.title }));
    case 'add-file':
      return change(payload.modelId, (model) => ({ ...model, modelVersion: model.modelVersion + 1 }));
    case 'customise':
      return add(result.remoteId, payload.text);
    default:
      return models;
  }
}
