/**
 * Places a paid order (spec: Endpoints > POST /orders/v1), after the last checks that protect the user's
 * money.
 */
import { createHash } from 'node:crypto';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { receiptPath } from '../../../src-shared/api/receipt.ts';
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { Offer } from '../../../src-shared/jobs/job.ts';
import { extrasOfRequest } from '../../../src-shared/jobs/order-extras.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { CommitGate } from '../../api-client/service-client.ts';
import type { JobRecord, OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { withFoundPrices } from '../core/agreed.ts';
import type { Ledger } from '../core/ledger.ts';
import { Held, SentBefore } from '../core/step-failure.ts';
import { type EarlierCopies, placedAfterRefusal, wasRefusedForNow } from '../reconcile/find-earlier-copy.ts';
import { readKnownOrders } from '../reconcile/known-orders.ts';
import { expectedOrders, requireSameService } from '../reconcile/reset-service.ts';
import { dateStep, readLag } from '../reconcile/token-quiescence.ts';
import { type GuardOptions, guardAgreement, isAsAgreed } from './agreement-guard.ts';
import { type ConsentOf, requireConsent } from './consent-guard.ts';
import type { CheckedLine } from './line-prices.ts';
import { ModelReader } from './models-now.ts';
import { ownOrderAmongRivals } from './own-result.ts';
import { mapOutcome, type Prepare } from './task.ts';

/** How long the checks of price and orders count, in ms. The computer may sleep after them. */
const checksLast = 5 * 60_000;

export interface OrderPreparation extends Pick<GuardOptions, 'replaceUploads'> {
  readonly ledger: Ledger;
  readonly consentOf: ConsentOf;
  readonly earlierCopies: Pick<EarlierCopies, 'find' | 'isOwnRequest'>;
  /** Null if the account has none. */
  readonly paymentId: (accountId: string) => string | null | Promise<string | null>;
  readonly now: () => number;
}

export function orderPreparation(options: OrderPreparation): Prepare<OrderRecord> {
  const { ledger, consentOf, earlierCopies, paymentId, now, replaceUploads } = options;
  const { jobs } = ledger;
  const reader = new ModelReader();
  return async (record, client) => {
    const { agreement } = record.payload;
    const lines = checkedLines(record, jobs);
    requireConsent(consentOf, record.accountId);
    const paymentVerificationId = await paymentId(record.accountId);
    if (!paymentVerificationId) throw noPaymentId();
    const checkedAt = now();
    requireShown(record, ledger, checkedAt);
    const modelIds = [...new Set(lines.map(({ modelId }) => modelId))];
    const ownOf = await ownOrderAmongRivals(record, client, ledger, now);
    const read = await reader.with(record.id, modelIds, client, now, async (models, keep) => {
      const guard = { client, now, replaceUploads };
      const offer = await guardAgreement(record, agreement, lines, models, guard);
      // Read last: an order that is new after this may be ours.
      const known = await readKnownOrders(client, expectedOrders(record, ledger, now()), true);
      await requireSameService(record, known, client, ledger, now());
      askAboutTwo(placedAfterRefusal(record, known, ledger, now()), offer);
      const earlier = await earlierCopies.find(record, known, client);
      return { known, earlier, found: isAsAgreed(agreement, offer) ? null : offer, keep };
    });
    const { known, earlier, found, keep } = read;
    if (earlier !== null) throw sentBefore(earlier, earlierCopies.isOwnRequest(record.id));
    const request = requestOf(agreement, lines, paymentVerificationId);
    return {
      requestSha256: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
      baseline: [...known.ids],
      baselineComplete: known.isComplete,
      reference: agreement.reference,
      ...(found && {
        rewrite: (job: JobRecord) => (job.kind === 'order' ? withFoundPrices(job, found) : job),
      }),
      send: async (gate) => {
        const outcome = await client.placeOrder(request, unlessStale(gate, checkedAt, now));
        if ('error' in outcome && outcome.error.code === 'rate-limited') keep();
        return mapOutcome(outcome, ({ orderId, productionOrderIds, nextActionSuggestions }) => {
          const receipt = receiptPath(nextActionSuggestions);
          return ownOf(orderId, known, {
            kind: 'result',
            result: { orderId, productionOrderIds, ...(receipt !== null && { receipt }) },
          });
        });
      },
    };
  };
}

/**
 * An order that was refused for now goes again only when every list shows whether it was placed all the same
 * (reliability: A2). Throws `still-looking`.
 */
export function requireShown({ id }: JobRecord, { evidence }: Ledger, now: number): void {
  const sent = evidence.attemptsOf(id).at(-1);
  if (sent === undefined || !wasRefusedForNow(id, evidence)) return;
  const shownAt = sent.at + readLag + dateStep;
  // The clock may have been put back.
  if (now >= sent.at && now < shownAt)
    throw mainError('still-looking', ref('problems.refusedForNow'), { retryAt: shownAt });
}

/** The request says what was agreed, and nothing else. */
function requestOf(
  { address, reference, shipping, extras }: Agreement,
  lines: readonly CheckedLine[],
  paymentVerificationId: string,
): OrderRequest {
  return {
    items: lines.map(({ modelId, agreed: { materialId, quantity } }) => ({ modelId, materialId, quantity })),
    ...address,
    ...(reference && { [reference.field]: reference.value }),
    paymentVerificationId,
    paymentMethod: 'credit_card',
    shippingOption: shipping.option,
    ...extrasOfRequest(
      extras,
      lines.map(({ modelId }) => modelId),
    ),
  };
}

/** Only models that the service has confirmed are ordered (reliability: I5). */
function checkedLines({ payload }: OrderRecord, jobs: Pick<JobStore, 'read'>): CheckedLine[] {
  return payload.lines.map((line, index) => {
    const agreed = payload.agreement.lines[index];
    if (agreed === undefined) throw new Error('an order with more lines than were agreed');
    const { source } = line;
    if ('modelId' in source) return { line, agreed, modelId: source.modelId, uploadedVersion: null };
    const upload = 'uploadJobId' in source ? jobs.read(source.uploadJobId) : null;
    if (upload?.kind !== 'upload' || upload.condition.state !== 'done' || !upload.result) {
      const text = ref('agreement.notUploaded', { title: agreed.title });
      throw new Held('dependency', mainProblem('upload-missing', text));
    }
    const { modelId, modelVersion } = upload.result;
    return { line, agreed, modelId, uploadedVersion: modelVersion };
  });
}

/**
 * Closes the commit gate if the price was asked too long ago; the order is then prepared again
 * (reliability: I13).
 */
export const unlessStale = (gate: CommitGate, readAt: number, now: () => number): CommitGate => ({
  ...gate,
  beforeLastByte: (sending) => {
    if (Math.abs(now() - readAt) > checksLast) {
      throw mainError('prepared-long-ago', ref('agreement.slept'));
    }
    return gate.beforeLastByte(sending);
  },
});

/** `isOwn`: an earlier request of this process placed it. */
export const sentBefore = (orderId: number, isOwn: boolean) => {
  const text = ref(isOwn ? 'problems.turnedUp' : 'problems.sentBefore', { order: `${orderId}` });
  return new SentBefore(mainProblem('sent-before', text), !isOwn);
};
/** @param other the order of the same parts that the service has; null: none */
function askAboutTwo(other: number | null, offer: Offer): void {
  if (other === null) return;
  const text = ref('problems.placedAfterRefusal', { order: `${other}` });
  throw new Held('consent', mainProblem('sent-before', text), offer);
}

const noPaymentId = () =>
  new Held('sign-in', mainProblem('payment-id-missing', ref('agreement.noPaymentId')));
