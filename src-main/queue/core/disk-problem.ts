/**
 * A disk that refuses writes: full, or failing with input/output errors. Both are treated alike: what is
 * known stays in memory and is written again, nothing is sent meanwhile, and the person is informed
 * (reliability: R4).
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { isDiskFailing, isDiskFull } from '../../db/database.ts';
import { mainProblem } from '../../main-error.ts';

/** Pause before writing is tried again, in ms. */
export const diskPatience = 5_000;

export const diskFull: Problem = mainProblem('disk-full', ref('problems.diskFull'));
const diskFailing: Problem = mainProblem('disk-failing', ref('problems.diskFailing'));

/** Null if the disk is not the reason. */
export function diskProblemOf(thrown: unknown): Problem | null {
  if (isDiskFull(thrown)) return diskFull;
  if (isDiskFailing(thrown)) return diskFailing;
  const { code } = toAppError(thrown);
  return [diskFull, diskFailing].find((problem) => problem.code === code) ?? null;
}
