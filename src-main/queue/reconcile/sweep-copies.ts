/**
 * Removes extra copies of an upload that was sent again and whose earlier attempt arrived after all. Deletes
 * only a model that carries this job's mark in its file name and has its length and MD5, is not the job's own
 * model, and is in no order and no cart (reliability: I14). Runs until the tokens of those attempts have
 * ended.
 */
import type { ProofKind } from '../../../src-shared/jobs/state.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord, UploadRecord } from '../../db/job-record.ts';
import type { CheckContext, CheckResult } from './check.ts';
import { findUpload } from './find-upload.ts';
import { readKnownOrders } from './known-orders.ts';
import { holds } from './order-items.ts';
import { expectedOrders } from './reset-service.ts';
import { checkQuiescence, clockSpread, dateStep, longestProcessing, readLag } from './token-quiescence.ts';

/** `dueAt`: epoch ms; older lists do not count. Throws what the client throws. */
export async function sweepCopies(
  record: JobRecord,
  client: ServiceClient,
  context: CheckContext,
  dueAt: number,
): Promise<CheckResult> {
  if (record.kind !== 'upload') return { conclusion: null, next: { kind: 'as-planned' } };
  const inMs = await sweep(record, client, context, dueAt);
  return { conclusion: null, next: inMs === null ? { kind: 'never' } : { kind: 'again', inMs } };
}

/** Ms until more copies may have arrived; null: none can arrive any more. */
async function sweep(
  record: UploadRecord,
  client: ServiceClient,
  context: CheckContext,
  dueAt: number,
): Promise<number | null> {
  const { ledger, files, lists, clock } = context;
  const { id, accountId } = record;
  const unanswered = new Set(
    ledger.evidence
      .proofsOf(id)
      .filter(({ name }) => name === ('absent-so-far' satisfies ProofKind))
      .map(({ attempt }) => attempt),
  );
  // The found copy may come from an earlier attempt. Then that of the last one may still arrive.
  const { attempt: last } = record.condition;
  if (ledger.evidence.outcomesOf(id).some(({ attempt, name }) => attempt === last && name === 'unknown'))
    unanswered.add(last);
  let longest = 0;
  for (const attempt of unanswered) {
    const before = ledger.reconciliation.quiescenceOf(id, attempt);
    if (before.sweptAt !== null) continue;
    const sent = ledger.sentAttempt(id, attempt, record.createdAt);
    const seen = await checkQuiescence(sent, before, client, clock.now());
    const { quiescence, isQuiet, isHopeless, quietIn, serverNow } = seen;
    ledger.write(() => ledger.reconciliation.setQuiescence(id, attempt, quiescence));
    if (isHopeless) continue;
    // The last list must be newer than the last moment at which a copy could come.
    const shownFrom = (quiescence.tokenEndedAt ?? 0) + longestProcessing + dateStep + readLag + clockSpread;
    const left = isQuiet ? shownFrom - (serverNow ?? shownFrom) : (quietIn ?? 60_000);
    longest = Math.max(longest, left);
  }
  const isTaken = (modelId: number) => ledger.jobs.withResult(accountId, 'upload', modelId, id) !== null;
  // The last check needs a list that is newer than what the service has just said about the tokens.
  const since = longest > 0 ? dueAt : clock.now();
  const models = await lists.models(accountId, client, since, `sweep:${id}:${longest > 0}`);
  const { certain } = await findUpload(record, models, client, isTaken, files);
  const own = record.result?.modelId ?? null;
  for (const { modelId } of certain) {
    if (modelId === own || (await isReferenced(record, modelId, client, context))) continue;
    await ifThere(client.deleteModel(modelId));
    ledger.write(() => {
      ledger.evidence.addGoneModel(accountId, modelId);
      ledger.evidence.addOutcome(id, record.condition.attempt, 'swept', { modelId }, clock.now());
    });
  }
  if (longest > 0) return longest;
  ledger.write(() => {
    for (const attempt of unanswered) {
      ledger.reconciliation.setQuiescence(id, attempt, {
        ...ledger.reconciliation.quiescenceOf(id, attempt),
        sweptAt: clock.now(),
      });
    }
  });
  return null;
}

async function isReferenced(
  record: UploadRecord,
  modelId: number,
  client: ServiceClient,
  { ledger, clock, isModelUsed }: CheckContext,
): Promise<boolean> {
  const { accountId } = record;
  if (isModelUsed(accountId, modelId) || ledger.jobs.ordersOf(accountId, { modelId }).length > 0) return true;
  const orders = await readKnownOrders(client, expectedOrders(record, ledger, clock.now()));
  // An order that the service does not show may contain it.
  if (!orders.isComplete) return true;
  const isOrdered = [...orders.ids].some((orderId) => {
    const info = orders.infos.get(orderId);
    return info === undefined || holds(info, modelId);
  });
  return isOrdered || (await client.listCart()).some((item) => item.modelId === modelId);
}
