/**
 * Everything that is known about one job, as a document to keep, print or show to the service's support: what
 * was requested and agreed, what was sent when, the outcome, and its proof. It contains no secret: tokens are
 * fingerprints, and the payment verification id is left out (reliability: I11).
 */
import { createHash } from 'node:crypto';
import { extrasOfRequest } from '../../../src-shared/jobs/order-extras.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import type { JobRecord, OrderRecord } from '../../db/job-record.ts';
import type { SentLog } from '../../db/sent-log.ts';
import type { Ledger } from './ledger.ts';
import { referenceOf } from './reference.ts';
import { withdrawnConsent } from './withdraw-consents.ts';

export interface Evidence {
  /** Suggested file name. */
  readonly fileName: string;
  readonly document: Readonly<Record<string, unknown>>;
}

interface Moment {
  /** Epoch ms. */
  readonly at: number;
  readonly attempt: number;
  readonly what: string;
}

export function evidenceOf(
  record: JobRecord,
  ledger: Ledger,
  sentLog: Pick<SentLog, 'linesOf'>,
  now: number,
): Evidence {
  const { id, accountId, mark, condition } = record;
  const attempts = ledger.evidence.attemptsOf(id);
  const outcomes = ledger.evidence.outcomesOf(id);
  const proofs = ledger.evidence.proofsOf(id);
  const content = {
    format: 'fabdesk-evidence-1',
    madeAt: iso(now),
    job: {
      id,
      kind: record.kind,
      accountId,
      mark,
      state: condition.state,
      attempts: condition.attempt,
      addedAt: iso(record.createdAt),
      changedAt: iso(record.updatedAt),
      problem: condition.problem,
      result: record.result,
    },
    ...(record.kind === 'order' ? orderFacts(record, ledger) : { [record.kind]: record.payload }),
    attempts: attempts.map(({ at, attempt, jobId: _, ...facts }) => ({ attempt, at: iso(at), ...facts })),
    outcomes: outcomes.map(({ at, ...outcome }) => ({ at: iso(at), ...outcome })),
    proofs: proofs.map(({ at, ...proof }) => ({ at: iso(at), ...proof })),
    verdicts: Object.fromEntries(ledger.reconciliation.verdictsOf(id)),
    /** The lines of sent.log, each with its own hash and that of the line before. */
    sentLog: sentLog.linesOf(id),
    timeline: timeline(record, [
      ...attempts.map(({ at, attempt }) => moment(at, attempt, 'all sent but the last byte, and recorded')),
      ...outcomes.map(({ at, attempt, name }) => moment(at, attempt, name)),
      ...proofs.map(({ at, attempt, name }) => moment(at, attempt, `certainly not executed (${name})`)),
    ]),
  };
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const subject =
    record.kind === 'order' && record.result ? `order-${record.result.orderId}` : `${record.kind}-${mark}`;
  return { fileName: `fabdesk-${subject}.json`, document: { ...content, sha256 } };
}

function orderFacts(order: OrderRecord, ledger: Ledger) {
  const { payload } = order;
  const lines = payload.lines.map(({ source, ...line }) => {
    const upload = 'uploadJobId' in source ? ledger.jobs.read(source.uploadJobId) : null;
    const file = upload?.kind === 'upload' ? upload : null;
    return {
      ...line,
      modelId: 'modelId' in source ? source.modelId : (file?.result?.modelId ?? null),
      file: file && { ...file.payload, sentAs: file.mark },
    };
  });
  const reference = referenceOf(order);
  const { agreement } = payload;
  return {
    agreement,
    /** A program prepared the order. With `budget`, that signed it; otherwise a person did. */
    ...(payload.proposal && { proposal: payload.proposal }),
    agreed: {
      parts: payload.confirmedParts,
      total: agreedSum(payload).amount,
      currency: payload.currency,
      /** If prices were open, the total is a limit, and these are the prices that the service named. */
      ...(agreement.found && { found: agreement.found }),
      /** Null: withdrawn, because the data folder was an older copy. */
      at: payload.consentAt === withdrawnConsent ? null : iso(payload.consentAt),
      words: 'The total has the fee, and shipping if its price was known. Tax is not in it.',
    },
    lines,
    /** Body of POST /orders/v1 without the payment verification id. */
    request: {
      items: lines.map(({ modelId, materialId, quantity }) => ({ modelId, materialId, quantity })),
      ...payload.address,
      ...(reference && { [reference.field]: reference.value }),
      ...extrasOfRequest(
        agreement.extras,
        lines.flatMap(({ modelId }) => modelId ?? []),
      ),
      paymentMethod: 'credit_card',
      shippingOption: payload.shippingOption,
    },
    reference,
  };
}

const moment = (at: number, attempt: number, what: string): Moment => ({
  at,
  attempt,
  what: `attempt ${attempt}: ${what}`,
});

const iso = (at: number): string => new Date(at).toISOString();

function timeline(record: JobRecord, moments: readonly Moment[]) {
  const all: Moment[] = [
    { at: record.createdAt, attempt: 0, what: 'added to the queue' },
    ...(record.kind === 'order' && record.payload.consentAt !== withdrawnConsent
      ? [{ at: record.payload.consentAt, attempt: 0, what: 'price confirmed' }]
      : []),
    ...moments,
  ];
  return all
    .toSorted((a, b) => a.at - b.at || a.attempt - b.attempt)
    .map(({ at, what }) => ({ at: iso(at), what }));
}
