/**
 * Removes a model (spec: Endpoints > DELETE /models/<modelId>/v1). Ids are never reused, so repeating it does
 * no harm. A model that is gone already is what was wanted, whoever removed it.
 */
import { ifThere } from '../../api-client/if-there.ts';
import { priorities } from '../core/priorities.ts';
import { withResult } from '../send/task.ts';
import { found, type Strategy } from './change.ts';

export const deleteModel: Strategy<'delete-model'> = {
  lane: 'upload',
  priority: priorities.change,
  isAdditive: false,
  isOverwriting: false,
  prepare: async ({ payload: { modelId } }, client) => ({
    send: async (gate) => {
      const outcome = await client.removeModel(modelId, gate);
      const isGone = outcome.kind === 'refused' && outcome.status === 404;
      const effect = isGone ? ({ kind: 'answered', value: null } as const) : outcome;
      return withResult(effect, { remoteId: modelId });
    },
  }),
  check: async ({ payload: { modelId } }, client) =>
    (await ifThere(client.getModelInfo(modelId))) !== null
      ? { kind: 'absent', proof: 'absent-so-far', facts: { by: 'model', isThere: true } }
      : found({ remoteId: modelId }),
  // Later orders of the same file have to upload it again.
  whenDone: ({ accountId, payload: { modelId } }, ledger) => ledger.evidence.addGoneModel(accountId, modelId),
};
