/**
 * A job whose outcome nobody knows, and a person's word on it. Lists what the service holds that could be it, and
 * takes "it is this one" or "give it up". Never sends the job again.
 */
import type { ModelListEntry } from '../../src-shared/api/models.ts';
import type { OrderInfo, OrderList } from '../../src-shared/api/orders.ts';
import type { OrderResult, UploadResult } from '../../src-shared/jobs/job.ts';
import { CodedError, toAppError } from '../../src-shared/result.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { JobRecord, OrderRecord, UploadRecord } from '../db/job-record.ts';
import { afterUpload } from './dependencies.ts';
import { findUpload } from './find-upload.ts';
import type { Ledger } from './ledger.ts';

export interface Candidate {
  readonly remoteId: number;
  readonly title: string;
  readonly detail: string;
}

export type Verdict = { readonly kind: 'it-is'; readonly remoteId: number } | { readonly kind: 'abandon' };

export function requireUnsettled(record: JobRecord): void {
  const { state } = record.condition;
  if (state === 'unknown' || state === 'ask') return;
  throw new CodedError(
    state === 'committed' ? 'still-running' : 'not-unknown',
    state === 'committed'
      ? 'The service has not answered yet. Wait a moment; if no answer comes, you can settle it.'
      : 'There is nothing to settle: what became of this job is known.',
  );
}

/** Likeliest first. Throws what the client throws. */
export function candidatesFor(
  record: JobRecord,
  client: ServiceClient,
  ledger: Ledger,
): Promise<Candidate[]> {
  requireUnsettled(record);
  const isTaken = (id: number) =>
    ledger.jobs.withResult(record.accountId, record.kind, id, record.id) !== null;
  if (record.kind === 'upload') return uploadCandidates(record, client, isTaken);
  const sent = ledger.evidence.readAttempt(record.id, record.condition.attempt);
  return orderCandidates(record, client, ledger, new Set(sent?.baseline ?? []), isTaken);
}

async function uploadCandidates(
  record: UploadRecord,
  client: ServiceClient,
  isTaken: (id: number) => boolean,
): Promise<Candidate[]> {
  const { certain, possible } = await findUpload(record, client, isTaken);
  const words = (why: string) => (model: ModelListEntry) => ({
    remoteId: model.modelId,
    title: model.title,
    detail: `Model ${model.modelId}, version ${model.modelVersion}. ${why}`,
  });
  if (certain) return [words('Its file carries the mark of this upload.')(certain)];
  return possible.map(words('It has the same title, and its file may be this one.'));
}

async function orderCandidates(
  record: OrderRecord,
  client: ServiceClient,
  ledger: Ledger,
  before: ReadonlySet<number>,
  isTaken: (id: number) => boolean,
): Promise<Candidate[]> {
  const list = await client.listOrders();
  const wanted = wantedItems(record, ledger);
  return orderIdsOf(list)
    .filter((id) => !before.has(id) && !isTaken(id))
    .map((id) => ({ id, info: list.ordersInfo.find((order) => order.orderId === id) }))
    .filter(({ info }) => info === undefined || sameItems(info, wanted))
    .sort((a, b) => Number(b.info !== undefined) - Number(a.info !== undefined) || b.id - a.id)
    .map(({ id, info }) => ({
      remoteId: id,
      title: `Order ${id}`,
      detail: orderWords(list.ordersStatus[String(id)]?.status ?? 'unknown', info),
    }));
}

const orderIdsOf = ({ ordersStatus, ordersInfo }: OrderList): number[] => [
  ...new Set([...Object.keys(ordersStatus).map(Number), ...ordersInfo.map(({ orderId }) => orderId)]),
];

type Items = ReadonlyMap<string, number>;

function wantedItems({ payload }: OrderRecord, ledger: Ledger): Items {
  const wanted = new Map<string, number>();
  for (const { source, materialId, quantity } of payload.lines) {
    const upload = 'uploadJobId' in source ? ledger.jobs.read(source.uploadJobId) : null;
    const modelId =
      'modelId' in source ? source.modelId : upload?.kind === 'upload' ? upload.result?.modelId : null;
    const key = `${modelId} ${materialId}`;
    wanted.set(key, (wanted.get(key) ?? 0) + quantity);
  }
  return wanted;
}

/** The order holds exactly these models in these materials and numbers. */
function sameItems({ orderProducts }: OrderInfo, wanted: Items): boolean {
  const has = new Map<string, number>();
  for (const { models, quantity } of orderProducts) {
    for (const { modelId, materialId } of models) {
      const key = `${modelId} ${materialId}`;
      has.set(key, (has.get(key) ?? 0) + quantity);
    }
  }
  return has.size === wanted.size && [...wanted].every(([key, quantity]) => has.get(key) === quantity);
}

function orderWords(status: string, info: OrderInfo | undefined): string {
  if (info === undefined) return `Status ${status}; the service does not show what is in it.`;
  const parts = info.orderProducts.map(({ quantity, productTitle }) => `${quantity} × ${productTitle}`);
  const ship = info.targetShipDate === '' ? '' : `; to be shipped ${info.targetShipDate.slice(0, 10)}`;
  return `${parts.join(', ')}; status ${status}${ship}.`;
}

/**
 * Writes a person's word down. Throws `already-linked` where that model or order belongs to another job, and
 * `not-found` where the service does not hold it.
 */
export async function settle(
  record: JobRecord,
  verdict: Verdict,
  client: () => Promise<ServiceClient>,
  ledger: Ledger,
): Promise<void> {
  requireUnsettled(record);
  const { id, accountId, kind } = record;
  if (verdict.kind === 'abandon') {
    return decide(ledger, id, 'user-abandons', null);
  }
  const other = ledger.jobs.withResult(accountId, kind, verdict.remoteId, id);
  if (other !== null) {
    const what = kind === 'order' ? 'order' : 'model';
    throw new CodedError(
      'already-linked',
      `Another job of this queue made that ${what}. Choose another one.`,
    );
  }
  const result = await lookUp(kind, verdict.remoteId, await client());
  // Reading took time: somebody may have settled it meanwhile.
  requireUnsettled(ledger.require(id));
  decide(ledger, id, 'user-finds', result);
}

function decide(
  ledger: Ledger,
  id: string,
  type: 'user-finds' | 'user-abandons',
  result: UploadResult | OrderResult | null,
): void {
  ledger.write(() => {
    const { condition } = ledger.require(id);
    // By the table only `ask` takes a person's word; here they are one step.
    if (condition.state === 'unknown') {
      const problem = condition.problem ?? { code: 'asked', message: 'Fabdesk asked you what became of it.' };
      ledger.change(id, { type: 'give-up', problem });
    }
    const rewrite = (job: JobRecord) => (result === null ? job : ({ ...job, result } as JobRecord));
    ledger.change(id, { type }, { rewrite, detail: { by: 'user' } });
    afterUpload(ledger, id);
  });
}

async function lookUp(
  kind: JobRecord['kind'],
  remoteId: number,
  client: ServiceClient,
): Promise<UploadResult | OrderResult> {
  try {
    if (kind === 'upload') {
      const { modelVersion, printable } = await client.getModelInfo(remoteId);
      return { modelId: remoteId, modelVersion, printable };
    }
    const list = await client.getOrder(remoteId);
    if (orderIdsOf(list).includes(remoteId)) return { orderId: remoteId, productionOrderIds: [] };
  } catch (thrown) {
    if (toAppError(thrown).code !== 'not-found') throw thrown;
  }
  throw new CodedError(
    'not-found',
    `The service does not hold ${kind === 'order' ? 'an order' : 'a model'} with number ${remoteId}.`,
  );
}
