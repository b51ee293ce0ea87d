/**
 * Finds out what became of an upload whose answer was lost. An upload that is not there is sent again without
 * waiting for token quiescence: a copy that arrives late is known by its mark and removed (sweep-copies.ts).
 */
import type { Problem, UploadResult } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { CheckContext, Finding } from './check.ts';
import { findUpload, type ModelList } from './find-upload.ts';
import { readLag } from './token-quiescence.ts';

/** Two complete lists without the upload prove its absence if they are this far apart, in ms. */
const absentAgainAfter = readLag + 1_000;

/** `dueAt`: epoch ms; older lists do not count. Throws what the client throws. */
export async function reconcileUpload(
  record: UploadRecord,
  client: ServiceClient,
  { ledger, lists, files }: CheckContext,
  dueAt: number,
): Promise<Finding<UploadResult>> {
  const { id, accountId, condition } = record;
  const isTaken = (modelId: number) => ledger.jobs.withResult(accountId, 'upload', modelId, id) !== null;
  const foundIn = (list: ModelList, areNewest = true) =>
    findUpload(record, list, client, isTaken, files, areNewest);
  const purpose = `outcome:${id}:${condition.attempt}`;
  const list = await lists.models(
    accountId,
    client,
    dueAt,
    purpose,
    async (models, areNewest) => (await foundIn({ models, isComplete: false }, areNewest)).certain.length > 0,
  );
  const { certain, wrong, possible, isComplete } = await foundIn(list);
  const [model] = certain;
  if (model) {
    const { modelId, modelVersion } = model;
    const { printable } = await client.getModelInfo(modelId);
    const detail = { by: 'mark', copies: certain.length };
    return { kind: 'found', result: { modelId, modelVersion, printable }, detail };
  }
  if (wrong) return { kind: 'ask', problem: wrongBytes(wrong.modelId, record) };
  if (possible.length > 0) return { kind: 'ask', problem: unclear };
  if (!isComplete) return { kind: 'ask', problem: tooMany };

  // Stored, so that processes that live for seconds come to a conclusion together.
  const before = ledger.reconciliation.quiescenceOf(id, condition.attempt);
  const since = before.absentAt === null || list.at < before.absentAt ? list.at : before.absentAt;
  const left = since + absentAgainAfter - list.at;
  if (left > 0) {
    if (since !== before.absentAt)
      ledger.write(() =>
        ledger.reconciliation.setQuiescence(id, condition.attempt, { ...before, absentAt: since }),
      );
    return { kind: 'later', inMs: left };
  }
  return { kind: 'absent', proof: 'absent-so-far', facts: { by: 'lists', twice: true } };
}

const wrongBytes = (modelId: number, { payload }: UploadRecord): Problem =>
  mainProblem(
    'checksum-mismatch',
    ref('problems.otherBytes', { model: `${modelId}`, file: payload.fileName }),
  );
const unclear: Problem = mainProblem('upload-unclear', ref('problems.uploadUnclear'));
const tooMany: Problem = mainProblem('models-incomplete', ref('problems.modelsIncomplete'));
