/**
 * A disk that refuses writes: full, or failing with input/output errors. Both are treated alike: what is known is kept
 * and written again, nothing is sent meanwhile, and the person is informed (reliability: R4).
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { isDiskFailing, isDiskFull } from '../../db/database.ts';

/** Pause before writing is tried again, in ms. */
export const diskPatience = 5_000;

export const diskFull: Problem = {
  code: 'disk-full',
  message: 'The disk is full, so Fabdesk cannot record what it sends. Free some space; then it goes on.',
};

const diskFailing: Problem = {
  code: 'disk-failing',
  message:
    'The disk fails to write (input/output error), so Fabdesk cannot record what it sends. Nothing is sent until it works again. Check the disk and its connection, and make a backup.',
};

/** Null if the disk is not the reason. */
export function diskProblemOf(thrown: unknown): Problem | null {
  if (isDiskFull(thrown)) return diskFull;
  if (isDiskFailing(thrown)) return diskFailing;
  const { code } = toAppError(thrown);
  return [diskFull, diskFailing].find((problem) => problem.code === code) ?? null;
}
