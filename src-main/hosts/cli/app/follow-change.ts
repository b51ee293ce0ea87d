/**
 * Waits for the queue to make a change and reports the result. Every command that changes something ends with
 * it.
 */
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import type { Host } from '../declare.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { jobLine, textOfJob } from '../output/job-text.ts';
import { jobExit, waitForJobs } from './wait-for-jobs.ts';

/** `queue`: only add it to the queue. With `--json` the job itself is the answer. */
export async function followChange(
  host: Host,
  client: AppClient,
  job: Job,
  { queue }: { readonly queue?: true },
): Promise<ExitCode> {
  const { out } = host;
  const [now = job] = queue === true ? [] : await waitForJobs(host, client, [job.id]);
  out.report(now);
  const isDone = now.kind === 'change' && now.state === 'done';
  if (isDone) out.line(`${out.style.good(out.t('cli.done'))} ${textOfJob(now, out).sentence}`);
  else out.line(`${jobLine(now, out)} (${out.t('cli.job.id', { id: now.id })})`);
  return queue === true ? exitCodes.ok : jobExit(now, host.signal);
}
