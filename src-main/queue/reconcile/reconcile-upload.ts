/**
 * One look for an upload whose answer was lost, and the conclusion from it. An upload that is not there is sent
 * again without waiting for a fence: what should still arrive late is known by its mark and removed (sweep.ts).
 */
import type { ModelListEntry } from '../../../src-shared/api/models.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import type { Ledger } from '../core/ledger.ts';
import { findUpload, type KnownFiles } from './find-upload.ts';
import type { ListedModels } from './shared-lists.ts';
import { readLag } from './token-quiescence.ts';

export type UploadFinding =
  | { readonly kind: 'found'; readonly model: ModelListEntry; readonly copies: number }
  /** Not in complete lists that were read at `listedAt` (epoch ms). Two of them, `readLag` apart, prove it. */
  | { readonly kind: 'absent'; readonly listedAt: number }
  | { readonly kind: 'ask'; readonly problem: Problem };

/** How long after a look that found nothing the next one counts, in ms. */
export const absentAgainAfter = readLag + 1_000;

/** Throws what the client throws. */
export async function reconcileUpload(
  record: UploadRecord,
  list: ListedModels,
  client: ServiceClient,
  ledger: Ledger,
  files: KnownFiles,
): Promise<UploadFinding> {
  const isTaken = (modelId: number) =>
    ledger.jobs.withResult(record.accountId, 'upload', modelId, record.id) !== null;
  const { certain, wrong, possible, isComplete } = await findUpload(record, list, client, isTaken, files);
  const [model] = certain;
  if (model) return { kind: 'found', model, copies: certain.length };
  if (wrong) return { kind: 'ask', problem: wrongBytes(wrong.modelId, record) };
  if (possible.length > 0) return { kind: 'ask', problem: unclear };
  return isComplete ? { kind: 'absent', listedAt: list.at } : { kind: 'ask', problem: tooMany };
}

const wrongBytes = (modelId: number, { payload }: UploadRecord): Problem => ({
  code: 'checksum-mismatch',
  message: `The service stored model ${modelId} with other bytes than those of “${payload.fileName}”. Remove that model in the Library, then upload the file again.`,
});
const unclear: Problem = {
  code: 'upload-unclear',
  message:
    'The answer to this upload was lost, and the service holds a model of the same title whose file cannot be told from it. Say whether it is this one.',
};
const tooMany: Problem = {
  code: 'models-incomplete',
  message:
    'The answer to this upload was lost, and the service holds more models than Fabdesk can look through. Look for it in the Library, then say what you find.',
};
