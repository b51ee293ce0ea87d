/**
 * Checks a placed order for duplicates (reliability: R19): whether the service holds it twice, or holds another order
 * that cannot be told from it. Runs until no late copy can arrive any more.
 */

import { z } from 'zod';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { mayBeSent } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord, OrderRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import type { CheckContext, CheckResult, Conclusion } from './check.ts';
import { matchOrders } from './match-orders.ts';

/** Stops the account's paid work until a person has seen it: something sends orders twice. */
export const duplicateCode = 'duplicate-order';
/** Stops nothing: the other order may well be somebody else's. */
export const ambiguousCode = 'ambiguous-order';

/** `dueAt`: epoch ms; older lists do not count. Throws what the client throws. */
export async function watchOrder(
  record: JobRecord,
  client: ServiceClient,
  context: CheckContext,
  dueAt: number,
): Promise<CheckResult> {
  const { ledger } = context;
  if (record.kind !== 'order' || !isRecognisable(record, ledger))
    return { conclusion: null, next: { kind: 'as-planned' } };
  const conclusion = await findSecond(record, client, context, dueAt);
  // A new order may be a reprint. Until it is known which one is, this check has to be repeated.
  const isComplete = openReprints(record, ledger).length === 0;
  return { conclusion, next: { kind: isComplete ? 'as-planned' : 'retry' } };
}

async function findSecond(
  record: OrderRecord,
  client: ServiceClient,
  context: CheckContext,
  dueAt: number,
): Promise<Conclusion | null> {
  const { ledger, lists } = context;
  const orders = await lists.orders(record.accountId, client, dueAt);
  if (record.result === null) return null;
  const { orderId } = record.result;
  const baselines = openReprints(record, ledger).map(
    ({ id }) => new Set(ledger.evidence.attemptsOf(id)[0]?.baseline ?? []),
  );
  const mayBeReprint = (id: number) => baselines.some((ids) => !ids.has(id));
  const ids = new Set([...orders.ids].filter((id) => id !== orderId && !mayBeReprint(id)));
  const others = { ...orders, ids };
  const { ours, alike } = await matchOrders(record, others, client, { ...context, serverNow: null });
  if (ours.length > 0) return unlessShown(record, ours, duplicate([orderId, ...ours]), ledger);
  if (alike.length === 0 || !isKnownByModel(record, ledger)) return null;
  return unlessShown(record, alike, ambiguous(orderId, alike), ledger);
}

function unlessShown(
  { id }: OrderRecord,
  orderIds: readonly number[],
  problem: Problem,
  ledger: Ledger,
): Conclusion | null {
  const shown = new Set(shownBefore(id, ledger));
  return orderIds.every((orderId) => shown.has(orderId)) ? null : { kind: 'show', problem, orderIds };
}

/** Reprints of the order whose own new order is not known yet. It carries the reference of the order that is printed again. */
function openReprints({ accountId, result }: OrderRecord, ledger: Ledger): ChangeRecord[] {
  if (result === null) return [];
  const changes = ledger.jobs.openChanges(accountId, { op: 'cancel-order', orderId: result.orderId });
  return changes.filter(({ payload, condition }) => payload.op === 'reprint' && mayBeSent(condition.state));
}

/** Whether a second order like it could be recognised at all. */
const isRecognisable = (record: OrderRecord, ledger: Ledger): boolean =>
  record.result !== null && (referenceOf(record) !== null || isKnownByModel(record, ledger));

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

export const duplicate = (orderIds: readonly number[]): Problem =>
  mainProblem(duplicateCode, ref('problems.duplicate', { orders: inOrder(orderIds) }));

const ambiguous = (orderId: number, alike: readonly number[]): Problem =>
  mainProblem(
    ambiguousCode,
    ref('problems.ambiguous', { count: alike.length, order: `${orderId}`, later: inOrder(alike) }),
  );

const inOrder = (ids: readonly number[]): string[] => [...ids].sort((a, b) => a - b).map(String);
