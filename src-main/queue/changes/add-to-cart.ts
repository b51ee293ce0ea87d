/**
 * Puts a model into the cart that the service keeps (spec: Endpoints > POST /orders/cart/v1). It adds to what
 * is there, and nothing takes it out again, so it is sent a second time only if the first certainly did not
 * arrive. The quantity before and after tells [Assumption: cart-alone].
 */
import type { ChangeOf } from '../../../src-shared/jobs/change.ts';
import { cartNotShown } from '../../../src-shared/jobs/change-effect.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { priorities } from '../core/priorities.ts';
import { SentBefore } from '../core/step-failure.ts';
import { checkQuiescenceOf, concludeAbsent } from '../reconcile/absence-check.ts';
import { wasRefusedForNow } from '../reconcile/find-earlier-copy.ts';
import { dateStep, readLag } from '../reconcile/token-quiescence.ts';
import { requireShown } from '../send/order-task.ts';
import { withResult } from '../send/task.ts';
import { type CheckParts, found, type RecordOf, type Strategy } from './change.ts';

export const addToCart: Strategy<'add-to-cart'> = {
  lane: 'upload',
  priority: priorities.change,
  isAdditive: true,
  isOverwriting: false,
  async prepare(record, client, parts) {
    const { payload } = record;
    const { modelId, materialId, quantity } = payload;
    if (addedLately(record, parts)) throw notShownYet();
    const { ledger, clock } = parts;
    requireShown(record, ledger, clock.now());
    const there = await quantityInCart(payload, client);
    // A service may refuse for now what it has done all the same.
    const before = wasRefusedForNow(record.id, ledger.evidence)
      ? ledger.evidence.attemptsOf(record.id).at(-1)?.baseline?.[0]
      : undefined;
    if (before !== undefined && before !== there) throw new SentBefore(unclear, false);
    return {
      baseline: [there],
      baselineComplete: true,
      send: async (gate) =>
        withResult(await client.addToCart({ modelId, materialId, quantity }, gate), { remoteId: modelId }),
    };
  },
  async check(record, client, parts) {
    const { payload, id } = record;
    const seen = await checkQuiescenceOf(record, client, parts);
    const before = parts.ledger.evidence.attemptsOf(id).at(-1)?.baseline?.[0];
    const added = (await quantityInCart(payload, client)) - (before ?? Number.NaN);
    if (added === payload.quantity) return found({ remoteId: payload.modelId });
    return added === 0
      ? concludeAbsent(record, seen, client, parts, unclear)
      : { kind: 'ask', problem: unclear };
  },
};

/**
 * Items added within the last minute may not show yet. Then the quantity that is read is not the one before.
 */
function addedLately(
  { accountId, payload }: RecordOf<'add-to-cart'>,
  { ledger, clock }: CheckParts,
): boolean {
  return ledger.jobs
    .endedChanges(accountId, payload)
    .some(
      (job) =>
        job.payload.op === 'add-to-cart' && Math.abs(clock.now() - job.updatedAt) <= readLag + dateStep,
    );
}

const notShownYet = () => mainError(cartNotShown, ref('problems.cartNotShown'));

async function quantityInCart(
  { modelId, materialId }: ChangeOf<'add-to-cart'>,
  client: ServiceClient,
): Promise<number> {
  return (await client.listCart())
    .filter((item) => item.modelId === modelId && item.materialId === materialId)
    .reduce((sum, item) => sum + item.quantity, 0);
}

const unclear = mainProblem('cart-unclear', ref('problems.cartUnclear'));
