/**
 * Cancels an order (spec: Endpoints > PUT /orders/<orderId>/v1). Repeating it does no harm, so one that had
 * no effect is sent again. An order that is cancelled already is what was wanted, whoever did it.
 */
import { ref } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient, WriteOutcome } from '../../api-client/service-client.ts';
import { mainProblem } from '../../main-error.ts';
import { priorities } from '../core/priorities.ts';
import { orderAt } from '../reconcile/known-orders.ts';
import { isAnother } from '../reconcile/order-items.ts';
import { dateStep, readLag } from '../reconcile/token-quiescence.ts';
import { withResult } from '../send/task.ts';
import { type ChangeParts, found, isLastWord, notAsAsked, type Strategy } from './change.ts';

export const cancelOrder: Strategy<'cancel-order'> = {
  lane: 'upload',
  priority: priorities.cancel,
  isAdditive: false,
  isOverwriting: false,
  prepare: async ({ id, accountId, payload: { orderId } }, client, { ledger, clock }) => {
    const maker = ledger.jobs.withResult(accountId, 'order', orderId, id);
    const there = maker?.kind === 'order' ? await orderAt(orderId, client) : null;
    const info = there?.ordersInfo.find((order) => order.orderId === orderId);
    // A service that was reset gives its numbers to orders of others.
    if (maker?.kind === 'order' && info !== undefined && isAnother(info, maker, ledger.jobs))
      return notAsAsked(mainProblem('order-gone', ref('problems.otherOrder', { order: `${orderId}` })));
    return {
      send: async (gate) => {
        const outcome = await client.cancelOrder(orderId, gate);
        const isRefusal = outcome.kind === 'refused' && isLastWord(outcome.status);
        const known: WriteOutcome<unknown> = isRefusal
          ? await behind(outcome, orderId, client, clock, ledger.unansweredAttempts(id).size > 0)
          : outcome;
        return withResult(known, { remoteId: orderId });
      },
    };
  },
  check: async ({ payload: { orderId } }, client) =>
    (await isCancelled(orderId, client))
      ? found({ remoteId: orderId })
      : { kind: 'absent', proof: 'absent-so-far', facts: { by: 'order', isCancelled: false } },
};

/**
 * A service may refuse to cancel what is cancelled. `isRepeated`: an earlier attempt may have cancelled it
 * within the last minute, while readings may still show the order as it was. Then only a later reading tells.
 */
async function behind(
  refusal: WriteOutcome<unknown>,
  orderId: number,
  client: ServiceClient,
  clock: ChangeParts['clock'],
  isRepeated: boolean,
): Promise<WriteOutcome<unknown>> {
  const done = { kind: 'answered', value: null } as const;
  try {
    if (await isCancelled(orderId, client)) return done;
    if (!isRepeated) return refusal;
    await new Promise<void>((resolve) => clock.after(readLag + dateStep, resolve));
    return (await isCancelled(orderId, client)) ? done : refusal;
  } catch (thrown) {
    return isRepeated ? { kind: 'unknown', error: toAppError(thrown) } : refusal;
  }
}

async function isCancelled(orderId: number, client: ServiceClient): Promise<boolean> {
  const { ordersStatus } = await client.getOrder(orderId);
  return ordersStatus[String(orderId)]?.status === 'cancelled';
}
