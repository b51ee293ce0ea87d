/** Places a paid order (spec: Endpoints > POST /orders/v1), after the last checks that protect the user's money. */
import { createHash } from 'node:crypto';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import type { OrderLine } from '../../../src-shared/jobs/job.ts';
import { CodedError } from '../../../src-shared/result.ts';
import type { CommitGate } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import { withReference } from '../core/reference.ts';
import { Held } from '../core/step-failure.ts';
import { readKnownOrders } from '../reconcile/known-orders.ts';
import { type ConsentOf, requireConsent } from './consent-guard.ts';
import { guardPrice } from './price-guard.ts';
import { mapOutcome, type Prepare } from './task.ts';

/** How long the checks of price and orders count, in ms. The computer may sleep after them. */
const checksLast = 5 * 60_000;

export interface OrderPreparation {
  readonly jobs: Pick<JobStore, 'read'>;
  readonly consentOf: ConsentOf;
  /** Null if the account has none. */
  readonly paymentId: (accountId: string) => string | null | Promise<string | null>;
  /** Share by which a price may rise without a new consent. */
  readonly priceTolerance: () => number;
  readonly now: () => number;
}

export function orderPreparation(options: OrderPreparation): Prepare<OrderRecord> {
  const { jobs, consentOf, paymentId, priceTolerance, now } = options;
  return async ({ accountId, payload, mark }, client) => {
    const items = payload.lines.map((line) => ({
      modelId: modelIdOf(line, jobs),
      materialId: line.materialId,
      quantity: line.quantity,
    }));
    requireConsent(consentOf, accountId);
    const paymentVerificationId = await paymentId(accountId);
    if (!paymentVerificationId) throw noPaymentId();
    const checkedAt = now();
    await guardPrice(payload, client, priceTolerance(), now);
    // Read last: an order that is new after this may be ours.
    const known = await readKnownOrders(client);
    const { address, reference } =
      payload.referenceLine === true
        ? withReference(payload.address, mark)
        : { address: payload.address, reference: null };
    const request: OrderRequest = {
      items,
      ...address,
      incentives: payload.incentives,
      paymentVerificationId,
      paymentMethod: 'credit_card',
      shippingOption: payload.shippingOption,
      metadata: [],
    };
    return {
      requestSha256: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
      baseline: [...known.ids],
      baselineComplete: known.isComplete,
      reference,
      send: async (gate) =>
        mapOutcome(
          await client.placeOrder(request, unlessStale(gate, checkedAt, now)),
          ({ orderId, productionOrderIds }) => ({
            kind: 'result',
            result: { orderId, productionOrderIds },
          }),
        ),
    };
  };
}

/** Closes the commit gate if the price was asked too long ago; the order is then prepared again (reliability: I13). */
export const unlessStale = (gate: CommitGate, lookedAt: number, now: () => number): CommitGate => ({
  ...gate,
  beforeLastByte: (sending) => {
    if (Math.abs(now() - lookedAt) > checksLast) {
      const message = 'This computer slept while the order was about to leave, so its price is asked again.';
      throw new CodedError('prepared-long-ago', message);
    }
    return gate.beforeLastByte(sending);
  },
});

/** Only models that the service has confirmed are ordered (reliability: I5). */
function modelIdOf({ source, title }: OrderLine, jobs: Pick<JobStore, 'read'>): number {
  if ('modelId' in source) return source.modelId;
  const upload = jobs.read(source.uploadJobId);
  if (upload?.kind === 'upload' && upload.condition.state === 'done' && upload.result) {
    return upload.result.modelId;
  }
  const message = `“${title}” has not been uploaded yet.`;
  throw new Held('dependency', { code: 'upload-missing', message });
}

const noPaymentId = () =>
  new Held('sign-in', {
    code: 'payment-id-missing',
    message:
      'This account has no payment verification id. Enter it in Settings, Accounts; then the order goes on.',
  });
