/**
 * A placed order looked at once more: whether the service holds it twice, or holds another one from which it cannot
 * be told. Called by the reconciler until no late copy can come any more; sends nothing.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { mayBeSent } from '../../../src-shared/jobs/state.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord, OrderRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import type { KnownOrders } from './known-orders.ts';
import { type MatchOptions, matchOrders } from './match-orders.ts';

/** Holds the account's paid work until a person has seen it: something sends orders twice. */
export const duplicateCode = 'duplicate-order';
/** Holds nothing: the other order may well be somebody else's. */
export const ambiguousCode = 'order-twin';

/** What a person is to be shown; once for the same orders. */
export interface Sighting {
  readonly problem: Problem;
  readonly orderIds: readonly number[];
}

/** `orders`: all that the service holds now. Throws what the client throws. */
export async function watchOrder(
  record: OrderRecord,
  orders: KnownOrders,
  client: ServiceClient,
  options: Omit<MatchOptions, 'serverNow'>,
): Promise<Sighting | null> {
  if (record.result === null) return null;
  const { orderId } = record.result;
  const before = openReprints(record, options.ledger).map(
    ({ id }) => new Set(options.ledger.evidence.attemptsOf(id)[0]?.baseline ?? []),
  );
  const mayBeReprint = (id: number) => before.some((ids) => !ids.has(id));
  const ids = new Set([...orders.ids].filter((id) => id !== orderId && !mayBeReprint(id)));
  const others = { ...orders, ids };
  const { ours, alike } = await matchOrders(record, others, client, { ...options, serverNow: null });
  if (ours.length > 0) return unlessShown({ problem: duplicate([orderId, ...ours]), orderIds: ours });
  if (alike.length === 0 || !isKnownByModel(record, options.ledger)) return null;
  return unlessShown({ problem: ambiguous(orderId, alike), orderIds: alike });

  function unlessShown(sighting: Sighting): Sighting | null {
    const shown = new Set(shownBefore(record.id, options.ledger));
    return sighting.orderIds.every((id) => shown.has(id)) ? null : sighting;
  }
}

/**
 * Reprints of it of which nobody knows yet which new order they made, if any. What a reprint makes carries the
 * reference of the order that it prints again, and is no second one.
 */
export function openReprints({ accountId, result }: OrderRecord, ledger: Ledger): ChangeRecord[] {
  if (result === null) return [];
  const changes = ledger.jobs.openChanges(accountId, { op: 'cancel-order', orderId: result.orderId });
  return changes.filter(({ payload, condition }) => payload.op === 'reprint' && mayBeSent(condition.state));
}

/** Whether there is anything by which another order could be told to be this one as well. */
export const isWatched = (record: OrderRecord, ledger: Ledger): boolean =>
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

function shownBefore(id: string, ledger: Ledger): number[] {
  return ledger.evidence
    .outcomesOf(id)
    .filter(({ name }) => name === shownEvent)
    .flatMap(({ detail }) => (detail as { orderIds?: number[] } | null)?.orderIds ?? []);
}

/** Its answer was lost, and it was found by its parts, not by a mark (tier T3). */
function isKnownByModel({ id }: OrderRecord, ledger: Ledger): boolean {
  return ledger.evidence
    .outcomesOf(id)
    .some(({ name, detail }) => name === 'done' && (detail as { by?: string } | null)?.by === 'model');
}

export function duplicate(orderIds: readonly number[]): Problem {
  const numbers = [...orderIds].sort((a, b) => a - b).join(' and ');
  return {
    code: duplicateCode,
    message: `The service holds this order more than once: ${numbers}. Something between Fabdesk and the service sent it again. Cancel the one too many in Orders; no other order of this account is sent before you have seen this.`,
  };
}

function ambiguous(orderId: number, alike: readonly number[]): Problem {
  const numbers = [...alike].sort((a, b) => a - b).join(' and ');
  return {
    code: ambiguousCode,
    message: `The answer to this order was lost, and Fabdesk took order ${orderId} for it, as it holds exactly these parts. ${numbers} came later and holds them as well. One of them is this order, the other is its copy or somebody else’s, and nothing at the service tells which. Look at both in Orders, and cancel one there if it is too many.`,
  };
}
