/**
 * Orders that turn up for a job that has none: it was cancelled, refused, given up, or waits to be sent
 * again, and an earlier request of it is executed after all (reliability: R19). In an older copy of the
 * folder, it may be a request that nothing here knows of.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isLostRecord } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { referenceOf } from '../core/reference.ts';
import { withdrawnConsent } from '../core/withdraw-consents.ts';
import type { CheckContext, Conclusion } from './check.ts';
import type { KnownOrders } from './known-orders.ts';
import { matchOrders, ordersWith, ownModels } from './match-orders.ts';

/**
 * Stops the account's paid work until a person has seen it: something sends orders that nobody expects any
 * more.
 */
export const lateCode = 'late-order';

const endings = ['rejected', 'cancelled', 'abandoned', 'poison'] as const;
type Ended = (typeof endings)[number];

/** How the job ended without an order; undefined: it has not. */
const endOf = ({ condition }: OrderRecord): Ended | undefined =>
  endings.find((state) => state === condition.state);

/** The job waits or has ended without an order, and a request of it may still be executed. */
export function mayTurnUp(record: OrderRecord, ledger: Ledger): boolean {
  const { id, condition, payload } = record;
  const isWithout = condition.state === 'queued' || endOf(record) !== undefined;
  if (!isWithout || isLostRecord(condition)) return false;
  // A service may act on what it refuses.
  const wasSent = ledger.evidence.attemptsOf(id).length > 0 || ledger.unansweredAttempts(id).size > 0;
  return (
    (payload.consentAt === withdrawnConsent || wasSent) &&
    (referenceOf(record) !== null || ownModels(record, ledger).length > 0)
  );
}

export interface LateOrder {
  readonly conclusion: Conclusion | null;
  /** An order seems to be this one; another check makes that certain. */
  readonly isPending: boolean;
}

/** `orders`: excludes orders already attributed to other jobs. Throws what the client throws. */
export async function findLateOrder(
  record: OrderRecord,
  orders: KnownOrders,
  client: ServiceClient,
  context: CheckContext,
): Promise<LateOrder> {
  const { serverDate: serverNow } = await client.probeToken('');
  const matches = await matchOrders(record, orders, client, { ...context, serverNow });
  const { byModel, isPending } = matches;
  const ours = ordersWith(matches, 'ours');
  const [orderId = byModel] = ours;
  if (orderId === null) return { conclusion: null, isPending };
  return { conclusion: conclusionOf(record, orderId, ours), isPending: false };
}

/** `ours`: orders with its mark. Empty: the order was found by its parts. */
function conclusionOf(record: OrderRecord, orderId: number, ours: readonly number[]): Conclusion {
  const ended = endOf(record);
  // Whether it counts is decided as for any order whose answer was lost.
  if (ended === undefined) return { kind: 'doubt', problem: turnedUp(orderId) };
  if (ours.length === 0) return { kind: 'show', problem: alike(orderId), orderIds: [orderId] };
  const result = { orderId, productionOrderIds: [] };
  return { kind: 'show', problem: late(ended, ours), orderIds: ours, result };
}

const turnedUp = (orderId: number): Problem =>
  mainProblem('sent-before', ref('problems.turnedUp', { order: `${orderId}` }));

const alike = (orderId: number): Problem =>
  mainProblem('ambiguous-order', ref('problems.lateAlike', { order: `${orderId}` }));

const late = (ended: Ended, orderIds: readonly number[]): Problem => {
  const orders = orderIds.toSorted((a, b) => a - b).map(String);
  return mainProblem(lateCode, ref(`problems.late.${ended}`, { orders, count: orders.length }));
};
