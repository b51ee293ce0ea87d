/**
 * Has a product of an order printed again (spec: Endpoints > POST /orders/<orderId>/reprint/v1). The service
 * makes a new order and names no price before [Assumption: reprint-word]. So it goes alone with the paid
 * work, needs a consent of the last day, and is never repeated without asking: the request carries no mark,
 * so a person decides which new order is the reprint (reliability: R12).
 */
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { priorities } from '../core/priorities.ts';
import { Held } from '../core/step-failure.ts';
import { withdrawnConsent } from '../core/withdraw-consents.ts';
import { checkQuiescenceOf, concludeAbsent } from '../reconcile/absence-check.ts';
import { wasRefusedForNow } from '../reconcile/find-earlier-copy.ts';
import { type KnownOrders, readKnownOrders } from '../reconcile/known-orders.ts';
import { expectedOrders, requireSameService } from '../reconcile/reset-service.ts';
import { assessClaim, claimOf } from '../reconcile/rivals.ts';
import { candidate } from '../resolve/candidate.ts';
import { consentLasts } from '../send/agreement-guard.ts';
import { requireShown, sentBefore, unlessStale } from '../send/order-task.ts';
import { ownOrderAmongRivals } from '../send/own-result.ts';
import { mapOutcome } from '../send/task.ts';
import type { RecordOf, Strategy } from './change.ts';

type ReprintRecord = RecordOf<'reprint'>;

export const reprint: Strategy<'reprint'> = {
  lane: 'paid',
  priority: priorities.order,
  isAdditive: true,
  isOverwriting: false,
  async prepare(record, client, { clock, ledger }) {
    const { payload } = record;
    const now = () => clock.now();
    const readAt = now();
    const { orderId, orderProductId, reasonId, comment, quantity, consentAt } = payload;
    // The clock may have been moved in either direction.
    if (Math.abs(readAt - consentAt) > consentLasts) throw new Held('consent', consentOld(consentAt));
    requireShown(record, ledger, readAt);
    const ownOf = await ownOrderAmongRivals(record, client, ledger, now);
    const known = await readKnownOrders(client, expectedOrders(record, ledger, now()));
    await requireSameService(record, known, client, ledger, now());
    const [earlier] = wasRefusedForNow(record.id, ledger.evidence)
      ? candidatesAmong(known, record, ledger)
      : [];
    if (earlier !== undefined) throw sentBefore(earlier, true);
    return {
      baseline: [...known.ids],
      baselineComplete: known.isComplete,
      send: async (gate) => {
        const request = { orderProductId, reasonId, comment, quantity };
        const outcome = await client.reprint(orderId, request, unlessStale(gate, readAt, now));
        return mapOutcome(outcome, ({ orderId: remoteId }) =>
          ownOf(remoteId, known, { kind: 'result', result: { remoteId, made: 'order' } }),
        );
      },
    };
  },
  async check(record, client, parts) {
    const seen = await checkQuiescenceOf(record, client, parts);
    const { ledger, clock } = parts;
    const orders = await readKnownOrders(client);
    const possible = candidatesAmong(orders, record, ledger);
    const named = claimOf(record, ledger);
    const info = named === null ? undefined : orders.infos.get(named);
    if (named !== null && info !== undefined && possible.includes(named))
      if (assessClaim(record, named, info, ledger, clock.now()) === 'own')
        return { kind: 'found', result: { remoteId: named, made: 'order' }, detail: { by: 'answer' } };
    const absent = await concludeAbsent(record, seen, client, parts, unseen(possible.length));
    // The list may be incomplete, or an order may not show its parts yet.
    return absent.kind === 'absent' ? { kind: 'ask', problem: unseen(possible.length) } : absent;
  },
  async candidates(record, client, ledger) {
    const orders = await readKnownOrders(client);
    return candidatesAmong(orders, record, ledger).map((id) => {
      const status = orders.statuses.get(id) ?? ref('problems.candidate.statusUnknown');
      return candidate(
        id,
        ref('problems.candidate.order', { order: `${id}` }),
        ref('problems.candidate.reprint', { status }),
      );
    });
  },
};

/**
 * Orders that are new since it was sent, that no other job made, and that may contain this product. The
 * newest first.
 */
function candidatesAmong(
  orders: KnownOrders,
  { id, accountId, payload }: ReprintRecord,
  ledger: Ledger,
): number[] {
  const before = ledger.baselineOf(id);
  const original = orders.infos.get(payload.orderId);
  const product = original?.orderProducts.find(
    ({ orderProductId }) => orderProductId === payload.orderProductId,
  );
  const models = new Set(product?.models.map(({ modelId }) => modelId));
  return [...orders.ids]
    .filter((orderId) => !before.has(orderId) && orderId !== payload.orderId)
    .filter((orderId) => ledger.jobs.withResult(accountId, 'order', orderId, id) === null)
    .filter((orderId) => product === undefined || mayHold(orders.infos.get(orderId), models))
    .sort((a, b) => b - a);
}

const mayHold = (info: OrderInfo | undefined, models: ReadonlySet<number>): boolean =>
  info === undefined ||
  info.orderProducts.length === 0 ||
  info.orderProducts.some((product) => product.models.some(({ modelId }) => models.has(modelId)));

function consentOld(consentAt: number): Problem {
  return consentAt === withdrawnConsent
    ? mainProblem('restored', ref('problems.reprintRestored'))
    : mainProblem('consent-old', ref('problems.reprintOld'));
}

const unseen = (candidates: number): Problem =>
  mainProblem(
    'reprint-unclear',
    candidates === 0 ? ref('problems.reprintUnseen') : ref('problems.reprintUnclear'),
  );
