/**
 * Cancels an order (spec: Endpoints > PUT /orders/<orderId>/v1). Doing it twice does no harm, so one that did not
 * take effect goes again; an order that is cancelled already is what was wanted, whoever did it.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import { mapOutcome } from '../task.ts';
import { isLastWord, type Strategy } from './change.ts';

export const cancelOrder: Strategy<'cancel-order'> = {
  prepare: async ({ payload: { orderId } }, client) => ({
    send: async (gate) => {
      const outcome = await client.cancelOrder(orderId, gate);
      const isRefusal = outcome.kind === 'refused' && isLastWord(outcome.status);
      const isDone = isRefusal && (await isCancelled(orderId, client).catch(() => false));
      const effect = isDone ? ({ kind: 'answered', value: null } as const) : outcome;
      return mapOutcome(effect, () => ({ kind: 'result', result: { remoteId: orderId } }));
    },
  }),
  look: async ({ payload: { orderId } }, client) =>
    (await isCancelled(orderId, client))
      ? { kind: 'found', result: { remoteId: orderId } }
      : { kind: 'absent', proof: 'absent-unfenced', facts: { by: 'order', isCancelled: false } },
};

async function isCancelled(orderId: number, client: ServiceClient): Promise<boolean> {
  const { ordersStatus } = await client.getOrder(orderId);
  return ordersStatus[String(orderId)]?.status === 'cancelled';
}
