/**
 * Checks whether an order turns up that its job does not know (reliability: R19): a placed order is there
 * twice, another one cannot be distinguished from it, or an order is there for a job that has none
 * (`late-order.ts`).
 */
import { z } from 'zod';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isFinal, mayBeSent } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord, OrderRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import type { CheckContext, CheckResult } from './check.ts';
import { type KnownOrders, orderAt } from './known-orders.ts';
import { findLateOrder, type LateOrder, mayTurnUp } from './late-order.ts';
import { matchOrders, ordersWith } from './match-orders.ts';
import { goneCode, renumbered } from './reset-service.ts';

/** Stops the account's paid work until a person has seen it: something sends orders twice. */
export const duplicateCode = 'duplicate-order';
/** Stops nothing: the other order may well be somebody else's. */
export const ambiguousCode = 'ambiguous-order';

/** Stops nothing: the answer named another order than the one that was placed. */
export const correctedCode = 'order-corrected';
/** Stops nothing: the service said that it cancelled an order, and did not. */
export const notCancelledCode = 'not-cancelled';

/** Nothing is sent or open. */
export const isAtRest = ({ condition: { state } }: JobRecord): boolean =>
  state === 'queued' || isFinal(state);

/** An order that this job does not know may turn up, and could be recognised. */
export const isWatched = (record: JobRecord, ledger: Ledger): boolean =>
  isAnswered(record) || (record.kind === 'order' && (isPlaced(record) || mayTurnUp(record, ledger)));

/** Epoch ms of this machine from which the checks are counted. What waits changes often. */
export const watchedSince = ({ id, condition, updatedAt }: JobRecord, ledger: Ledger): number =>
  (condition.state === 'queued' ? ledger.evidence.proofsOf(id).at(-1)?.at : undefined) ?? updatedAt;

/** `dueAt`: epoch ms; older lists do not count. Throws what the client throws. */
export async function watchOrder(
  record: JobRecord,
  client: ServiceClient,
  context: CheckContext,
  dueAt: number,
): Promise<CheckResult> {
  const { ledger, lists } = context;
  if (isAnswered(record)) return watchAnswered(record, client, context, dueAt);
  if (record.kind !== 'order' || !isWatched(record, ledger))
    return { conclusion: null, next: { kind: 'as-planned' } };
  const orders = withoutReprints(record, await lists.orders(record.accountId, client, dueAt), ledger);
  // A new order may be a reprint. Until it is known which one is, this check has to be repeated.
  const isComplete = openReprints(record, ledger).length === 0;
  const find = record.condition.state === 'done' ? findSecond : findLateOrder;
  const { conclusion, isPending } = await find(record, orders, client, context);
  const isNew = conclusion?.kind !== 'show' || !areShown(record, conclusion.orderIds, ledger);
  const next = isComplete && !isPending ? ({ kind: 'as-planned' } as const) : ({ kind: 'retry' } as const);
  return { conclusion: isNew ? conclusion : null, next };
}

/** The service says that it cancelled an order, or that it printed one again. */
const isAnswered = (record: JobRecord): record is ChangeRecord =>
  record.kind === 'change' &&
  record.condition.state === 'done' &&
  (record.payload.op === 'cancel-order' || record.payload.op === 'reprint');

/** Compares that with its list. */
async function watchAnswered(
  record: ChangeRecord,
  client: ServiceClient,
  { ledger, lists }: CheckContext,
  dueAt: number,
): Promise<CheckResult> {
  const nothing = { conclusion: null, next: { kind: 'as-planned' } } as const;
  const orderId = record.result?.remoteId;
  if (orderId === undefined || areShown(record, [orderId], ledger)) return nothing;
  const { ids, statuses } = await lists.orders(record.accountId, client, dueAt);
  const isReprint = record.payload.op === 'reprint';
  const isSo = isReprint
    ? ids.has(orderId) || (await orderAt(orderId, client)) !== null
    : !uncancelled.has(statuses.get(orderId) ?? '');
  if (isSo) return nothing;
  const problem = isReprint
    ? neverThere(orderId)
    : mainProblem(notCancelledCode, ref('problems.notCancelled', { order: `${orderId}` }));
  return { ...nothing, conclusion: { kind: 'show', problem, orderIds: [orderId] } };
}

/** Statuses of an order that nobody cancelled. */
const uncancelled: ReadonlySet<string> = new Set(['placed', 'in_production', 'shipped']);

async function findSecond(
  record: OrderRecord,
  orders: KnownOrders,
  client: ServiceClient,
  context: CheckContext,
): Promise<LateOrder> {
  const { result } = record;
  if (result === null) return { conclusion: null, isPending: false };
  const { orderId, isGone = false } = result;
  const match = (serverNow: number | null) => matchOrders(record, orders, client, { ...context, serverNow });
  const first = await match(null);
  // Only a time of the service makes certain what was read once.
  const serverNow = first.isPending ? (await client.probeToken('')).serverDate : null;
  const matches = first.isPending ? await match(serverNow) : first;
  const isPending = matches.isPending && (matches.own !== 'later' || serverNow !== null);
  const ours = ordersWith(matches, 'ours');
  const [only, ...more] = ours;
  if (matches.own === 'ours' && isGone) {
    const { isGone: _, ...back } = result;
    return { conclusion: { kind: 'correct', result: back, problem: null }, isPending: true };
  }
  if (matches.own === 'other' && only !== undefined && more.length === 0) {
    const problem = corrected(orderId, only);
    const own = { orderId: only, productionOrderIds: [] };
    return { conclusion: { kind: 'correct', result: own, problem }, isPending };
  }
  if (matches.own === 'other' && ours.length === 0 && !isGone) {
    const problem = wasConfirmed(record, context.ledger) ? renumbered(orderId) : neverThere(orderId);
    return { conclusion: { kind: 'correct', result: { ...result, isGone: true }, problem }, isPending };
  }
  if (ours.length > 0)
    return {
      conclusion: {
        kind: 'show',
        problem: duplicate(matches.own === 'other' ? ours : [orderId, ...ours]),
        orderIds: ours,
      },
      isPending,
    };
  const alike = isKnownByModel(record, context.ledger) ? ordersWith(matches, 'alike') : [];
  const unclear = [...ordersWith(matches, 'own-part'), ...alike];
  if (unclear.length === 0) return { conclusion: null, isPending };
  return {
    conclusion: { kind: 'show', problem: ambiguous(orderId, unclear), orderIds: unclear },
    isPending,
  };
}

function withoutReprints(record: OrderRecord, orders: KnownOrders, ledger: Ledger): KnownOrders {
  const baselines = openReprints(record, ledger).map(({ id }) => ledger.baselineOf(id));
  const mayBeReprint = (id: number) => baselines.some((ids) => !ids.has(id));
  return { ...orders, ids: new Set([...orders.ids].filter((id) => !mayBeReprint(id))) };
}

function areShown({ id }: JobRecord, orderIds: readonly number[], ledger: Ledger): boolean {
  const shown = new Set(shownBefore(id, ledger));
  return orderIds.every((orderId) => shown.has(orderId));
}

/**
 * Reprints of the order whose own new order is not known yet. It carries the reference of the order that is
 * printed again.
 */
function openReprints({ accountId, result }: OrderRecord, ledger: Ledger): ChangeRecord[] {
  if (result === null) return [];
  const changes = ledger.jobs.openChanges(accountId, { op: 'cancel-order', orderId: result.orderId });
  return changes.filter(({ payload, condition }) => payload.op === 'reprint' && mayBeSent(condition.state));
}

/** The service says that it was placed: that is compared with its list, and a second one may turn up. */
const isPlaced = ({ condition, result }: OrderRecord): boolean =>
  condition.state === 'done' && result !== null;

/** Remembers that a person was shown these orders: they say only once that they have seen it. */
export function rememberShown(
  { id, condition }: JobRecord,
  orderIds: readonly number[],
  ledger: Ledger,
  now: number,
): void {
  const before = new Set(shownBefore(id, ledger));
  if (orderIds.every((orderId) => before.has(orderId))) return;
  ledger.evidence.addOutcome(id, condition.attempt, shownEvent, { orderIds }, now);
}

const shownEvent = 'shown';
const shownSchema = z.object({ orderIds: z.array(z.int()) });

function shownBefore(id: string, ledger: Ledger): number[] {
  return ledger.evidence
    .outcomesOf(id)
    .filter(({ name }) => name === shownEvent)
    .flatMap(({ detail }) => shownSchema.safeParse(detail).data?.orderIds ?? []);
}

const foundSchema = z.object({ by: z.string() });

/** Its answer was lost, and it was found by its parts, not by a mark (tier T3). */
function isKnownByModel({ id }: OrderRecord, ledger: Ledger): boolean {
  return ledger.evidence
    .outcomesOf(id)
    .some(({ name, detail }) => name === 'done' && foundSchema.safeParse(detail).data?.by === 'model');
}

/** A check has compared it with the orders of the service before, and found it there. */
const wasConfirmed = ({ id }: OrderRecord, { reconciliation }: Ledger): boolean =>
  reconciliation.watchesOf(id) > 0;

const corrected = (answered: number, orderId: number): Problem =>
  mainProblem(
    correctedCode,
    ref('problems.orderCorrected', { answered: `${answered}`, order: `${orderId}` }),
  );

const neverThere = (orderId: number): Problem =>
  mainProblem(goneCode, ref('problems.orderNeverThere', { order: `${orderId}` }));

export const duplicate = (orderIds: readonly number[]): Problem =>
  mainProblem(duplicateCode, ref('problems.duplicate', { orders: inOrder(orderIds) }));

const ambiguous = (orderId: number, alike: readonly number[]): Problem =>
  mainProblem(
    ambiguousCode,
    ref('problems.ambiguous', { count: alike.length, order: `${orderId}`, later: inOrder(alike) }),
  );

const inOrder = (ids: readonly number[]): string[] => [...ids].sort((a, b) => a - b).map(String);
