/**
 * `fabdesk queue`: what waits, runs and is done, and a person's word on it. A job that may have been sent is sent
 * again only by `settle --again`, where Fabdesk cannot find out more.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput } from '../../../../src-shared/ipc/wire.ts';
import { changedId } from '../../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { type ExitCode, exitCodes, worstExit } from '../exit-codes.ts';
import { formatMoney } from '../format.ts';
import { withHelp } from '../help.ts';
import { jobName, progressWords, stateWords } from '../job-words.ts';
import { dataDirOf, parseAmount, parseId, usageError, withAppOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { writeCandidates, writeQueue } from '../queue-report.ts';
import type { Registrar } from '../registrar.ts';
import { invoke } from '../surroundings.ts';
import { jobExit, waitForJobs } from '../wait-for-jobs.ts';
import { withApp } from '../with-app.ts';

interface QueueOptions {
  readonly data?: string;
}
interface ResolveOptions extends QueueOptions {
  readonly found?: string;
  readonly done?: true;
  readonly abandon?: true;
  readonly again?: true;
  readonly total?: string;
}
interface EvidenceOptions extends QueueOptions {
  readonly out?: string;
}
interface ConfirmOptions extends QueueOptions {
  readonly total: string;
}

export function registerQueue(program: Command, registrar: Registrar): void {
  const { act, surroundings } = registrar;
  /** Runs `work` on the job that the text names, and shows the job afterwards. */
  const onJob = <O extends QueueOptions>(
    work: (client: AppClient, job: Job, options: O, out: Output) => Promise<ExitCode>,
  ) =>
    act(async (out, text: string, options: O) =>
      withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
        const job = findJob(text, await invoke(client, 'queue.list', {}));
        return work(client, job, options, out);
      }),
    );

  const command = program
    .command('queue')
    .description('uploads, orders and changes that wait, run or need you')
    .enablePositionalOptions()
    .action(
      act(async (out, options: QueueOptions) =>
        withApp(
          surroundings,
          dataDirOf(options, surroundings),
          out,
          async (client) => {
            const jobs = await invoke(client, 'queue.list', {});
            if (out.json) out.value(jobs);
            else writeQueue(out, jobs);
            return exitCodes.ok;
          },
          { onlyLooks: true },
        ),
      ),
    );
  withHelp(
    withAppOptions(command),
    [
      ['fabdesk queue', 'all jobs, newest first'],
      ['fabdesk queue run', 'send what waits, and wait for it'],
      ['fabdesk queue retry 0198', 'try a waiting job now; the first letters of its id are enough'],
      ['fabdesk queue resolve 0198', 'what the service has that could be the outcome of an unknown job'],
    ],
    'A job whose answer was lost is looked up at the service, and sent again only once it certainly did not arrive.',
  );

  const run = command
    .command('run')
    .description('send what waits, and wait until nothing more can be done')
    .action(
      act(async (out, options: QueueOptions) =>
        withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const open = (await invoke(client, 'queue.list', {})).filter((job) => !finalStates.has(job.state));
          const jobs = await waitForJobs(
            client,
            open.map((job) => job.id),
            { surroundings, onChange: (now, sent) => out.progress(progressWords(now, sent)) },
          );
          if (out.json) out.value(jobs);
          else if (jobs.length === 0) out.line('Nothing waits.');
          else writeQueue(out, jobs);
          return worstExit(jobs.map((job) => jobExit(job, surroundings.signal)));
        }),
      ),
    );
  withHelp(withAppOptions(run), [['fabdesk queue run', 'after work was queued offline or with --queue']]);

  const retry = command
    .command('retry')
    .description('try a waiting job now')
    .argument('<job>', 'job id, or its first letters')
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.retry', { jobId: job.id });
        const [now = job] = await waitForJobs(client, [job.id], {
          surroundings,
          onChange: (jobs, sent) => out.progress(progressWords(jobs, sent)),
        });
        return tell(out, now, stateWords(now), jobExit(now, surroundings.signal));
      }),
    );
  withHelp(withAppOptions(retry), [['fabdesk queue retry 0198', 'now, instead of at its time']]);

  const cancel = command
    .command('cancel')
    .description('cancel a job that was not sent yet')
    .argument('<job>', 'job id, or its first letters')
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.cancel', { jobId: job.id });
        return tell(out, { ...job, state: 'cancelled', wait: null }, 'cancelled', exitCodes.ok);
      }),
    );
  withHelp(withAppOptions(cancel), [['fabdesk queue cancel 0198', 'it was not sent and never will be']]);

  const resolveCommand = command
    .command('resolve')
    .description('say what became of a job whose outcome is unknown')
    .argument('<job>', 'job id, or its first letters')
    .option('--found <id>', 'it worked: this is its order id or model id at the service')
    .option('--done', 'it worked: for a change that made nothing new')
    .option('--abandon', 'give it up; nothing is sent again')
    .option('--again', 'it did not work: send it again, as a new one')
    .option('--total <amount>', 'with --again: what the order costs before shipping and tax')
    .action(
      onJob(async (client, job, options: ResolveOptions, out) => {
        const { found, done, abandon, again } = options;
        const given = [found, done, abandon, again].filter((one) => one !== undefined);
        if (given.length > 1) throw usageError('Give one of --found ID, --done, --abandon and --again.');
        if (given.length === 0) {
          const candidates = await invoke(client, 'queue.candidates', { jobId: job.id });
          if (out.json) out.value({ jobId: job.id, state: job.state, candidates });
          else writeCandidates(out, job, candidates);
          return exitCodes.needsYou;
        }
        await invoke(client, 'queue.resolve', { jobId: job.id, verdict: verdictOf(job, options) });
        const after = findJob(job.id, await invoke(client, 'queue.list', {}));
        return tell(out, after, stateWords(after), exitCodes.ok);
      }),
    );
  withHelp(withAppOptions(resolveCommand), [
    ['fabdesk queue resolve 0198', 'lists what it could be'],
    ['fabdesk queue resolve 0198 --found 1042', 'order 1042 is it'],
    ['fabdesk queue resolve 0198 --abandon', 'stop asking about it'],
    ['fabdesk queue resolve 0198 --again --total 12.40', 'it was never placed: place it for 12.40'],
  ]);

  const hold = command
    .command('hold')
    .description('leave a waiting job alone until "fabdesk queue retry"')
    .argument('<job>', 'job id, or its first letters')
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.hold', { jobId: job.id });
        return tell(out, { ...job, wait: 'paused' }, 'held back', exitCodes.ok);
      }),
    );
  withHelp(withAppOptions(hold), [['fabdesk queue hold 0198', 'nothing of it is sent meanwhile']]);

  const first = command
    .command('first')
    .description('do a waiting job before all others')
    .argument('<job>', 'job id, or its first letters')
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.prioritize', { jobId: job.id, place: 'first' });
        return tell(out, job, 'goes next', exitCodes.ok);
      }),
    );
  withHelp(withAppOptions(first), [['fabdesk queue first 0198', 'an order takes its uploads with it']]);

  const evidence = command
    .command('evidence')
    .description('all that is known about a job, as JSON: hashes, agreed price, request, timeline, proofs')
    .argument('<job>', 'job id, or its first letters')
    .option('--out <file>', 'write it there instead of to the terminal')
    .action(
      onJob(async (client, job, options: EvidenceOptions, out) => {
        const { document } = await invoke(client, 'queue.evidence', { jobId: job.id });
        if (options.out === undefined) {
          out.value(document);
          return exitCodes.ok;
        }
        await writeFile(resolve(surroundings.cwd, options.out), `${JSON.stringify(document, null, 2)}\n`, {
          mode: 0o600,
        });
        out.line(`The evidence stands in ${options.out}.`);
        return exitCodes.ok;
      }),
    );
  withHelp(withAppOptions(evidence), [
    [
      'fabdesk queue evidence 0198 --out order.json',
      'to keep, or to send to the service; it holds no secrets',
    ],
  ]);

  const confirm = command
    .command('confirm')
    .description(
      'agree again to an order whose price rose, or to an order or reprint whose consent is too old',
    )
    .argument('<job>', 'job id, or its first letters')
    .requiredOption(
      '--total <amount>',
      'the new total, as the queue shows it; 0 for a reprint, which has none',
    )
    .action(
      onJob(async (client, job, options: ConfirmOptions, out) => {
        const total = job.kind === 'change' ? {} : { confirmedTotal: parseAmount(options.total) };
        await invoke(client, 'queue.confirm', { jobId: job.id, ...total });
        const [now = job] = await waitForJobs(client, [job.id], {
          surroundings,
          onChange: (jobs, sent) => out.progress(progressWords(jobs, sent)),
        });
        return tell(out, now, stateWords(now), jobExit(now, surroundings.signal));
      }),
    );
  withHelp(withAppOptions(confirm), [['fabdesk queue confirm 0198 --total 12.40', 'places it for 12.40']]);
}

function verdictOf(
  job: Job,
  { found, done, again, total }: ResolveOptions,
): CallInput<AppContract, 'queue.resolve'>['verdict'] {
  if (done === true) {
    if (job.kind === 'change') return { kind: 'it-is', remoteId: changedId(job.payload) };
    throw usageError('--done is for changes. Name what the service has with --found ID.');
  }
  if (found !== undefined) return { kind: 'it-is', remoteId: parseId(found, 'an id of the service') };
  if (again !== true) return { kind: 'abandon' };
  return { kind: 'place-again', ...(total !== undefined && { confirmedTotal: parseAmount(total) }) };
}

function tell(out: Output, job: Job, words: string, exit: ExitCode): ExitCode {
  if (out.json) out.value(job);
  else {
    const why = job.problem === null ? '' : ` ${job.problem.message}`;
    const offer =
      job.kind === 'order' && job.offer !== null
        ? ` It costs ${formatMoney(job.offer.total, job.offer.currency)} now.`
        : '';
    out.line(`${jobName(job)}: ${words}.${why}${offer}`);
  }
  return exit;
}

/** By id or by letters that only one id begins with. */
function findJob(text: string, jobs: readonly Job[]): Job {
  const exact = jobs.find((job) => job.id === text);
  if (exact !== undefined) return exact;
  const [first, second] = jobs.filter((job) => job.id.startsWith(text));
  if (first !== undefined && second === undefined) return first;
  throw first === undefined
    ? new CodedError('not-found', `There is no job ${text}. "fabdesk queue" lists what there is.`)
    : usageError(`Several jobs begin with ${text}. Give more of the id.`);
}
