/**
 * Removes a model (spec: Endpoints > DELETE /models/<modelId>/v1). Ids are never reused, so repeating it does
 * no harm. A model that is gone already is what was wanted, whoever removed it.
 */
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { priorities } from '../core/priorities.ts';
import { mapOutcome } from '../send/task.ts';
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
      return mapOutcome(effect, () => ({ kind: 'result', result: { remoteId: modelId } }));
    },
  }),
  check: async ({ payload: { modelId } }, client) =>
    (await isThere(modelId, client))
      ? { kind: 'absent', proof: 'absent-so-far', facts: { by: 'model', isThere: true } }
      : found({ remoteId: modelId }),
  // Later orders of the same file have to upload it again.
  whenDone: ({ accountId, payload: { modelId } }, ledger) => ledger.evidence.addGoneModel(accountId, modelId),
};

async function isThere(modelId: number, client: ServiceClient): Promise<boolean> {
  try {
    await client.getModelInfo(modelId);
    return true;
  } catch (thrown) {
    if (toAppError(thrown).code === 'not-found') return false;
    throw thrown;
  }
}
