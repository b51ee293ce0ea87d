/** What every command that changes something does after it: waits for the queue to do it, and tells what came of it. */
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import { changeDone } from '../../../src-shared/jobs/change-text.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { jobName, progressWords, stateWords } from './job-words.ts';
import type { Output } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import { jobExit, waitForJobs } from './wait-for-jobs.ts';

/** `queue`: it was only to be put into the queue. Tells the job itself with `--json`. */
export async function followChange(
  client: AppClient,
  job: Job,
  { queue }: { readonly queue?: true },
  surroundings: Surroundings,
  out: Output,
): Promise<ExitCode> {
  const waited =
    queue === true
      ? []
      : await waitForJobs(client, [job.id], {
          surroundings,
          onChange: (jobs, sent) => out.progress(progressWords(jobs, sent)),
        });
  const [now = job] = waited;
  if (out.json) out.value(now);
  else if (now.kind === 'change' && now.state === 'done') {
    out.line(`${out.style.good('Done.')} ${changeDone(now.payload, now.result, english.t)}`);
  } else {
    const why = now.problem === null ? '' : ` ${now.problem.message}`;
    out.line(`${jobName(now)}: ${stateWords(now)}, job ${now.id}.${why}`);
  }
  return queue === true ? exitCodes.ok : jobExit(now, surroundings.signal);
}
