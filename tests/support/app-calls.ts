/** Calls a running application as hosts do, and waits for the resulting jobs. */
import type { App } from '../../src-main/app.ts';
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/ipc/wire.ts';
import type { Job } from '../../src-shared/jobs/job.ts';

/** Throws the refusal. */
export async function callApp<N extends CallName<AppContract>>(
  app: Pick<App, 'client'>,
  name: N,
  input: CallInput<AppContract, N>,
): Promise<CallOutput<AppContract, N>> {
  const result = await app.client.invoke(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return result.value;
}

const ended = ['done', 'rejected', 'ask', 'poison', 'cancelled'];

/** The job when nothing more happens to it by itself. */
export async function finishedJob(app: Pick<App, 'client'>, { id }: Pick<Job, 'id'>): Promise<Job> {
  const done = Promise.withResolvers<Job>();
  const look = (job: Job | undefined) => {
    if (job?.id === id && (ended.includes(job.state) || job.wait === 'consent')) done.resolve(job);
  };
  const stop = app.client.on('job', look);
  look((await callApp(app, 'queue.list', {})).find((job) => job.id === id));
  return done.promise.finally(stop);
}
