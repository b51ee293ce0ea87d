/**
 * Removes the extra copies of an upload that was sent again and whose earlier try arrived after all. Deletes only
 * what carries this job's mark in its file name and has its length and MD5, is not the job's own model, and is in
 * no order and no cart (I14). Called by the reconciler until the tokens of those tries are over.
 */
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { findUpload, type KnownFiles, type ModelList } from './find-upload.ts';
import { readKnownOrders } from './known-orders.ts';
import { holds } from './order-items.ts';
import { checkQuiescence, dateStep, longestProcessing, readLag } from './token-quiescence.ts';

export interface SweepOptions {
  readonly ledger: Ledger;
  readonly files: KnownFiles;
  /** All models as they were when this sweep was due, or (`afresh`) as they are now. */
  readonly listModels: (afresh: boolean) => Promise<ModelList>;
  /** Something of this machine, beside the queue, names the model: the cart. */
  readonly isModelUsed: (accountId: string, modelId: number) => boolean;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Ms until the next sweep may find more; null: no late copy can come any more. Throws what the client throws. */
export async function sweep(
  record: UploadRecord,
  client: ServiceClient,
  options: SweepOptions,
): Promise<number | null> {
  const { ledger, files, listModels, now } = options;
  const { id } = record;
  const lost = new Set(
    ledger.evidence
      .proofsOf(id)
      .filter(({ name }) => name === 'absent-unfenced')
      .map(({ attempt }) => attempt),
  );
  // What was found may be the copy of an earlier try; then the last one's may still come.
  const { attempt: last } = record.condition;
  if (ledger.evidence.outcomesOf(id).some(({ attempt, name }) => attempt === last && name === 'unknown'))
    lost.add(last);
  let longest = 0;
  for (const attempt of lost) {
    const before = ledger.reconciliation.quiescenceOf(id, attempt);
    if (before.sweptAt !== null) continue;
    const tried = ledger.evidence.readAttempt(id, attempt);
    const unknown = { tokenFingerprint: '', tokenEndsAt: null, at: record.createdAt };
    const { quiescence, isQuiet, isHopeless, quietIn, serverNow } = await checkQuiescence(
      tried ?? unknown,
      before,
      client,
      now(),
    );
    ledger.write(() => ledger.reconciliation.setQuiescence(id, attempt, quiescence));
    if (isHopeless) continue;
    // The last list must be newer than the last moment at which a copy could come.
    const shownFrom = (quiescence.tokenEndedAt ?? 0) + longestProcessing + dateStep + readLag;
    const left = isQuiet ? shownFrom - (serverNow ?? shownFrom) : (quietIn ?? 60_000);
    longest = Math.max(longest, left);
  }
  const isTaken = (modelId: number) =>
    ledger.jobs.withResult(record.accountId, 'upload', modelId, id) !== null;
  // A last look needs a list that is newer than what the service has just said about its tokens.
  const models = await listModels(longest <= 0);
  const { certain } = await findUpload(record, models, client, isTaken, files);
  const own = record.result?.modelId ?? null;
  for (const { modelId } of certain) {
    if (modelId === own || (await isReferenced(record, modelId, client, options))) continue;
    await client.deleteModel(modelId).catch((thrown: unknown) => {
      if (toAppError(thrown).code !== 'not-found') throw thrown;
    });
    ledger.write(() => {
      ledger.evidence.addGoneModel(record.accountId, modelId);
      ledger.evidence.addOutcome(id, record.condition.attempt, 'swept', { modelId }, now());
    });
  }
  if (longest > 0) return longest;
  ledger.write(() => {
    for (const attempt of lost) {
      ledger.reconciliation.setQuiescence(id, attempt, {
        ...ledger.reconciliation.quiescenceOf(id, attempt),
        sweptAt: now(),
      });
    }
  });
  return null;
}

async function isReferenced(
  { accountId }: UploadRecord,
  modelId: number,
  client: ServiceClient,
  { ledger, isModelUsed }: SweepOptions,
): Promise<boolean> {
  if (isModelUsed(accountId, modelId) || ledger.jobs.ordersOf(accountId, { modelId }).length > 0) return true;
  const orders = await readKnownOrders(client);
  // What cannot be seen may name it.
  if (!orders.isComplete) return true;
  const isOrdered = [...orders.ids].some((orderId) => {
    const info = orders.infos.get(orderId);
    return info === undefined || holds(info, modelId);
  });
  return isOrdered || (await client.listCart()).some((item) => item.modelId === modelId);
}
