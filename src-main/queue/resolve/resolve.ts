/**
 * Resolves a job whose outcome is unknown by a person's decision (reliability: R13). Lists what the service
 * holds that could be the outcome, and accepts "it is this one", "give it up" and, if Fabdesk cannot find out
 * more, "none of them, send it again".
 */
import type { ModelListEntry } from '../../../src-shared/api/models.ts';
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import { changeResult, madeBy } from '../../../src-shared/jobs/change-effect.ts';
import type { JobResult } from '../../../src-shared/jobs/job.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { isLostRecord } from '../../../src-shared/jobs/state.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord, OrderRecord, UploadRecord } from '../../db/job-record.ts';
import { mainError, mainProblem, sentences } from '../../main-error.ts';
import { afterChange } from '../changes/after-change.ts';
import { strategyOf } from '../changes/strategies.ts';
import { agreedAnew } from '../core/agreed.ts';
import type { QueueClock } from '../core/clock.ts';
import { afterUpload } from '../core/dependencies.ts';
import type { Ledger } from '../core/ledger.ts';
import { findUpload, listAll } from '../reconcile/find-upload.ts';
import { type KnownOrders, readKnownOrders } from '../reconcile/known-orders.ts';
import { sameItems, wantedItems } from '../reconcile/order-items.ts';
import { type Candidate, candidate } from './candidate.ts';

/** A person's decision about what became of a job. */
export type Resolution =
  | { readonly kind: 'it-is'; readonly remoteId: number }
  | { readonly kind: 'abandon' }
  /**
   * `confirmedTotal`, for an order: the amount that the person typed, which is all that is known of its cost.
   */
  | { readonly kind: 'place-again'; readonly confirmedTotal?: number | undefined };

export function requireUnresolved(record: JobRecord): void {
  const { state } = record.condition;
  if (state === 'unknown' || state === 'ask') return;
  throw state === 'committed'
    ? mainError('still-running', ref('problems.stillRunning'))
    : mainError('not-unknown', ref('problems.notUnknown'));
}

/** Likeliest first. Throws what the client throws. */
export async function candidatesFor(
  record: JobRecord,
  client: ServiceClient,
  ledger: Ledger,
): Promise<Candidate[]> {
  requireUnresolved(record);
  if (record.kind === 'change') return strategyOf(record).candidates?.(record, client, ledger) ?? [];
  const isTaken = (id: number) =>
    ledger.jobs.withResult(record.accountId, record.kind, id, record.id) !== null;
  if (record.kind === 'upload') return uploadCandidates(record, client, isTaken);
  return orderCandidates(record, client, ledger, isTaken);
}

async function uploadCandidates(
  record: UploadRecord,
  client: ServiceClient,
  isTaken: (id: number) => boolean,
): Promise<Candidate[]> {
  const { certain, wrong, possible } = await findUpload(record, await listAll(client), client, isTaken);
  const describe =
    (why: MessageRef) =>
    ({ modelId, modelVersion, title }: ModelListEntry) =>
      candidate(
        modelId,
        title,
        ref('problems.candidate.model', { model: `${modelId}`, version: `${modelVersion}`, why }),
      );
  return [
    ...certain.map(describe(ref('problems.candidate.model.marked'))),
    ...(wrong ? [describe(ref('problems.candidate.model.markedWrong'))(wrong)] : []),
    ...possible.map(describe(ref('problems.candidate.model.possible'))),
  ];
}

async function orderCandidates(
  record: OrderRecord,
  client: ServiceClient,
  ledger: Ledger,
  isTaken: (id: number) => boolean,
): Promise<Candidate[]> {
  const orders = await readKnownOrders(client);
  const before = ledger.baselineOf(record.id);
  const verdicts = ledger.reconciliation.verdictsOf(record.id);
  const wanted = wantedItems(record, ledger.jobs);
  /** Orders with the mark first, then those with the same parts, then those that do not show their parts. */
  const likeness = (id: number) => {
    if (verdicts.get(id)?.verdict === 'ours') return 3;
    const info = orders.infos.get(id);
    return info === undefined ? 1 : sameItems(info, wanted) ? 2 : 0;
  };
  return [...orders.ids]
    .filter(
      (id) => !before.has(id) && verdicts.get(id)?.verdict !== 'other' && !isTaken(id) && likeness(id) > 0,
    )
    .sort((a, b) => likeness(b) - likeness(a) || b - a)
    .map((id) =>
      candidate(
        id,
        ref('problems.candidate.order', { order: `${id}` }),
        orderText(orders, id, likeness(id) === 3),
      ),
    );
}

function orderText({ infos, statuses }: KnownOrders, id: number, carriesMark: boolean): MessageRef {
  const info: OrderInfo | undefined = infos.get(id);
  const status = statuses.get(id) ?? ref('problems.candidate.statusUnknown');
  if (info === undefined) return ref('problems.candidate.order.hidden', { status });
  const parts = info.orderProducts.map(({ quantity, productTitle }) => `${quantity} × ${productTitle}`);
  const date = info.targetShipDate.slice(0, 10);
  const text =
    date === ''
      ? ref('problems.candidate.order.parts', { parts, status })
      : ref('problems.candidate.order.ships', { parts, status, date });
  return carriesMark ? sentences(text, ref('problems.candidate.order.marked')) : text;
}

/**
 * Records a person's decision. Throws `already-linked` if that model or order belongs to another job,
 * `not-found` if the service does not hold it, and for `place-again` `still-looking` and `total-differs`.
 */
export async function resolve(
  record: JobRecord,
  verdict: Resolution,
  client: () => Promise<ServiceClient>,
  ledger: Ledger,
  clock: QueueClock,
): Promise<void> {
  requireUnresolved(record);
  const { id, accountId } = record;
  if (verdict.kind === 'abandon') {
    return decide(ledger, id, 'user-abandons', null);
  }
  if (verdict.kind === 'place-again') return placeAgain(record, verdict.confirmedTotal, ledger, clock);
  const made = makes(record);
  if (made !== null && ledger.jobs.withResult(accountId, kindOf[made], verdict.remoteId, id) !== null) {
    throw mainError(
      'already-linked',
      made === 'order' ? ref('problems.linkedOrder') : ref('problems.linkedModel'),
    );
  }
  const result = await resultOf(record, made, verdict.remoteId, client);
  // Reading took time; somebody may have resolved it meanwhile.
  requireUnresolved(ledger.require(id));
  decide(ledger, id, 'user-finds', result);
}

/**
 * "None of them" is the proof, and typing the amount is a new consent. Only possible if Fabdesk cannot find
 * out more: until then the attempt may still arrive. Where prices were open, they are agreed as the first
 * attempt found them, so that what the limits left over cannot be spent by the second.
 */
function placeAgain(
  record: JobRecord,
  confirmedTotal: number | undefined,
  ledger: Ledger,
  clock: QueueClock,
): void {
  if (record.condition.state !== 'ask') {
    throw mainError('still-looking', ref('problems.stillChecking'));
  }
  if (isLostRecord(record.condition)) {
    throw mainError('damaged-record', ref('problems.damagedNotSent'));
  }
  if (record.condition.problem?.code === 'duplicate-order') {
    throw mainError('found-meanwhile', ref('problems.foundMeanwhile'));
  }
  if (record.kind === 'order') {
    const { amount, currency } = agreedSum(record.payload);
    if (confirmedTotal === undefined || Math.abs(amount - confirmedTotal) > 0.005) {
      const total = { amount, currency };
      throw mainError('total-differs', ref('problems.totalDiffers', { total }));
    }
  }
  const rewrite = (job: JobRecord): JobRecord => {
    if (job.kind !== 'order') return job;
    const { agreement } = job.payload;
    if (agreement.found) return agreedAnew(job, agreement.found, clock.now());
    // The amount that was typed is a limit.
    const { tolerance: _, ...exact } = agreement;
    return { ...job, payload: { ...job.payload, consentAt: clock.now(), agreement: exact }, offer: null };
  };
  ledger.change(record.id, { type: 'user-says-absent' }, { rewrite, detail: { by: 'user', confirmedTotal } });
}

function decide(
  ledger: Ledger,
  id: string,
  type: 'user-finds' | 'user-abandons',
  result: JobResult | null,
): void {
  ledger.write(() => {
    const { condition } = ledger.require(id);
    // The table of states accepts a person's decision only in `ask`, so the job is brought there in the same
    // step.
    if (condition.state === 'unknown') {
      const problem = condition.problem ?? mainProblem('asked', ref('problems.asked'));
      ledger.change(id, { type: 'give-up', problem });
    }
    const rewrite = (job: JobRecord) => (result === null ? job : ({ ...job, result } as JobRecord));
    ledger.change(id, { type }, { rewrite, detail: { by: 'user' } });
    afterChange(ledger, id);
    afterUpload(ledger, id);
  });
}

type Made = 'order' | 'model';
const kindOf = { order: 'order', model: 'upload' } as const;

/** The kind of thing that a job makes at the service; null if it only changes what exists. */
function makes(record: JobRecord): Made | null {
  if (record.kind === 'order') return 'order';
  if (record.kind === 'upload') return 'model';
  return madeBy(record.payload);
}

/** The model or order has to exist. A job that only changed something names what it changed. */
async function resultOf(
  record: JobRecord,
  made: Made | null,
  remoteId: number,
  client: () => Promise<ServiceClient>,
): Promise<JobResult> {
  if (record.kind === 'change') {
    if (made === null) return changeResult(record.payload, remoteId);
    await requireThere(made, remoteId, await client());
    return changeResult(record.payload, remoteId);
  }
  const { modelVersion, printable } = await requireThere(made ?? 'model', remoteId, await client());
  return record.kind === 'order'
    ? { orderId: remoteId, productionOrderIds: [] }
    : { modelId: remoteId, modelVersion, printable };
}

async function requireThere(made: Made, remoteId: number, client: ServiceClient) {
  if (made === 'model') {
    const model = await ifThere(client.getModelInfo(remoteId));
    if (model !== null) return model;
  } else {
    const { ordersStatus = {}, ordersInfo = [] } = (await ifThere(client.getOrder(remoteId))) ?? {};
    const ids = [...Object.keys(ordersStatus).map(Number), ...ordersInfo.map((one) => one.orderId)];
    if (ids.includes(remoteId)) return { modelVersion: 0, printable: '' };
  }
  const id = `${remoteId}`;
  throw mainError(
    'not-found',
    made === 'order' ? ref('problems.noSuchOrder', { id }) : ref('problems.noSuchModel', { id }),
  );
}
