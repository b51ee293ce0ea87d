/**
 * A disk that does not take what is written: full, or failing (an input/output error of a write or a sync). Both are
 * met alike: what is known is kept and tried again, nothing is sent meanwhile, and the person is told.
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { isDiskFailing, isDiskFull } from '../../db/database.ts';

/** How long the disk is given before the next try to write, in ms. */
export const diskPatience = 5_000;

export const diskFull: Problem = {
  code: 'disk-full',
  message: 'The disk is full, so Fabdesk cannot note down what it sends. Free some space; then it goes on.',
};

const diskFailing: Problem = {
  code: 'disk-failing',
  message:
    'The disk fails to write (input/output error), so Fabdesk cannot note down what it sends. Nothing is sent until it works again. Check the disk and its connection, and make a backup.',
};

/** Null: not the disk's fault. */
export function diskProblemOf(thrown: unknown): Problem | null {
  if (isDiskFull(thrown)) return diskFull;
  if (isDiskFailing(thrown)) return diskFailing;
  const { code } = toAppError(thrown);
  return [diskFull, diskFailing].find((problem) => problem.code === code) ?? null;
}
