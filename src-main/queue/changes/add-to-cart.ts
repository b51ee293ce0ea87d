/**
 * Puts a model into the cart that the service keeps (spec: Endpoints > POST /orders/cart/v1). It adds to what is
 * there and nothing takes it out again, so it goes a second time only when the first certainly did not arrive. What
 * tells is the quantity before and after [Assumption: cart-alone].
 */
import type { ChangeOf } from '../../../src-shared/jobs/change.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { concludeAbsent, fenceOf } from '../fenced-look.ts';
import { mapOutcome } from '../task.ts';
import type { Strategy } from './change.ts';

export const addToCart: Strategy<'add-to-cart'> = {
  async prepare({ payload }, client) {
    const { modelId, materialId, quantity } = payload;
    return {
      baseline: [await quantityInCart(payload, client)],
      baselineComplete: true,
      send: async (gate) =>
        mapOutcome(await client.addToCart({ modelId, materialId, quantity }, gate), () => ({
          kind: 'result',
          result: { remoteId: modelId },
        })),
    };
  },
  async look(record, client, parts) {
    const { payload, id, condition } = record;
    const seen = await fenceOf(record, client, parts);
    const before = parts.ledger.evidence.readAttempt(id, condition.attempt)?.baseline?.[0];
    const added = (await quantityInCart(payload, client)) - (before ?? Number.NaN);
    if (added === payload.quantity) return { kind: 'found', result: { remoteId: payload.modelId } };
    return added === 0
      ? concludeAbsent(record, seen, client, parts, unclear)
      : { kind: 'ask', problem: unclear };
  },
};

async function quantityInCart(
  { modelId, materialId }: ChangeOf<'add-to-cart'>,
  client: ServiceClient,
): Promise<number> {
  return (await client.listCart())
    .filter((item) => item.modelId === modelId && item.materialId === materialId)
    .reduce((sum, item) => sum + item.quantity, 0);
}

const unclear = {
  code: 'cart-unclear',
  message:
    'The answer was lost, and the service’s cart does not tell whether this went in. Look at the cart there, then say what you find.',
};
