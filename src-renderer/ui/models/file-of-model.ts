/**
 * Which files of this machine became models of the service, as the queue remembers it; for pictures of parts.
 */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Job, UploadPayload } from '../../../src-shared/jobs/job.ts';
import type { AppState } from '../../app-state.svelte.ts';

export type SentFile = Pick<UploadPayload, 'file' | 'fileName' | 'size' | 'uploadScale'>;
type Known = Pick<AppState, 'jobs' | 'status'>;

/**
 * SHA-256 of the file that this machine uploaded last as this model, of the window's account if none is
 * named; else null.
 */
export const fileOfModel = (app: Known, modelId: number, accountId?: string): string | null =>
  sourceOfModel(app, modelId, accountId)?.file ?? null;

/** The upload that made the model, or its file, as this machine sent it last; null if it did not. */
export function sourceOfModel(
  { jobs, status }: Known,
  modelId: number,
  accountId = status?.account.id,
): SentFile | null {
  for (const job of jobs) if (job.accountId === accountId && madeBy(job) === modelId) return sentBy(job);
  return null;
}

/** The file of a cart line. */
export function fileOfLine({ file, source, accountId }: CartLine, app: Known): string | null {
  if (file !== null) return file.sha256;
  return source && 'modelId' in source ? fileOfModel(app, source.modelId, accountId) : null;
}

/**
 * The files of the parts that a job uploads, orders or changes, in their order; null where one is not known.
 */
export function filesOfJob(job: Job, app: Known): readonly (string | null)[] {
  const own = fileOf(job);
  if (own !== null || job.kind === 'upload') return [own];
  if (job.kind === 'change')
    return 'modelId' in job.payload ? [fileOfModel(app, job.payload.modelId, job.accountId)] : [];
  return job.payload.lines.map(({ source }) => {
    if ('toUpload' in source) return source.toUpload;
    return 'uploadJobId' in source
      ? fileOf(app.jobs.find(({ id }) => id === source.uploadJobId))
      : fileOfModel(app, source.modelId, job.accountId);
  });
}

/** A job that ended well and made or replaced the file of a model. */
function madeBy(job: Job): number | null {
  if (job.kind === 'upload') return job.result?.modelId ?? null;
  return job.kind === 'change' && job.payload.op === 'add-file' && job.state === 'done'
    ? job.payload.modelId
    : null;
}

const fileOf = (job: Job | undefined): string | null => (job && sentBy(job))?.file ?? null;

function sentBy(job: Job): SentFile | null {
  if (job.kind === 'upload') return job.payload;
  return job.kind === 'change' && job.payload.op === 'add-file' ? job.payload : null;
}
