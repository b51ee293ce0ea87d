/**
 * `fabdesk queue`: what waits, runs and is done, and the person's decisions. A job that may have been sent is
 * sent again only by `resolve --again`, and only if Fabdesk cannot find out more.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput } from '../../../../src-shared/ipc/wire.ts';
import { agreementSchema } from '../../../../src-shared/jobs/agreement-schema.ts';
import { changedId } from '../../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { isUnsigned, wantsAttention } from '../../../../src-shared/jobs/job-group.ts';
import { jobTitle } from '../../../../src-shared/jobs/job-title.ts';
import { proposalText } from '../../../../src-shared/jobs/proposal-text.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { invoke, type Patience } from '../app/surroundings.ts';
import { jobExit, waitForChecks, waitForJobs } from '../app/wait-for-jobs.ts';
import { type DataOptions, withApp } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { requirePerson } from '../input/agree.ts';
import { appOptions, parseAmount, parseId, parseSeconds, usageError } from '../input/options.ts';
import { writeAgreement } from '../output/agreement-report.ts';
import { type ExitCode, exitCodes, worstExit } from '../output/exit-codes.ts';
import { jobLine } from '../output/job-text.ts';
import { confirmText, offerTotalText, openPriceLines } from '../output/open-prices.ts';
import type { Output } from '../output/output.ts';
import { writeCandidates, writeQueue } from '../output/queue-report.ts';

/** Runs `work` on the job that the text names. */
const onJob = <T>(
  host: Host,
  options: DataOptions,
  text: string,
  work: (client: AppClient, job: Job) => Promise<T>,
): Promise<T> =>
  withApp(host, options, async (client) =>
    work(client, findJob(text, await invoke(client, 'queue.list', {}))),
  );

/** Waits for the job, and shows what became of it. */
async function follow(host: Host, client: AppClient, job: Job): Promise<ExitCode> {
  const [now = job] = await waitForJobs(host, client, [job.id]);
  return report(host.out, now, jobExit(now, host.signal));
}

/** A command that only says one thing about a job. `after`: the job as the application has it then. */
const jobCommand = (
  name: 'cancel' | 'hold' | 'first' | 'seen',
  outcome: Outcome,
  tell: (client: AppClient, jobId: string) => Promise<unknown>,
  after: Partial<Pick<Job, 'state' | 'wait'>> = {},
) =>
  command(
    { takes: ['<job>'], options: appOptions, examples: [`fabdesk queue ${name} 0198`] },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        await tell(client, job.id);
        return report(host.out, { ...job, ...after } as Job, exitCodes.ok, outcome);
      }),
  );

const resolveOptions = ['--found <id>', '--done', '--abandon', '--again', '--total <amount>'] as const;

export const queueCommands: Commands = {
  queue: command(
    {
      options: appOptions,
      examples: [
        'fabdesk queue',
        'fabdesk queue run',
        'fabdesk queue retry 0198',
        'fabdesk queue resolve 0198',
      ],
    },
    async (host, options) =>
      withApp(
        host,
        options,
        async (client) => {
          const { out } = host;
          const jobs = await invoke(client, 'queue.list', {});
          out.report(jobs);
          writeQueue(out, jobs);
        },
        { readOnly: true },
      ),
  ),
  'queue run': command(
    {
      options: ['--wait [duration]', ...appOptions],
      examples: ['fabdesk queue run', 'fabdesk queue run --wait', 'fabdesk queue run --wait 15m'],
    },
    async (host, options) => {
      const { out, signal } = host;
      const waiting = { ...host, ...patienceOf(options.wait) };
      return withApp(host, options, async (client) => {
        const open = (await invoke(client, 'queue.list', {})).filter((job) => !finalStates.has(job.state));
        const waited = await waitForJobs(
          waiting,
          client,
          open.map((job) => job.id),
        );
        await waitForChecks(client, waiting);
        const jobs = (await invoke(client, 'queue.list', {})).filter(
          (job) => waited.some(({ id }) => id === job.id) || wantsAttention(job),
        );
        out.report(jobs);
        if (jobs.length === 0) out.line(out.t('cli.queue.nothingWaits'));
        else writeQueue(out, jobs);
        return worstExit(jobs.map((job) => jobExit(job, signal)));
      });
    },
  ),
  'queue retry': command(
    { takes: ['<job>'], options: appOptions, examples: ['fabdesk queue retry 0198'] },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        await invoke(client, 'queue.retry', { jobId: job.id });
        return follow(host, client, job);
      }),
  ),
  'queue cancel': jobCommand(
    'cancel',
    'cli.queue.cancelled',
    (client, jobId) => invoke(client, 'queue.cancel', { jobId }),
    { state: 'cancelled', wait: null },
  ),
  'queue resolve': command(
    {
      takes: ['<job>'],
      options: [...resolveOptions, ...appOptions],
      examples: [
        'fabdesk queue resolve 0198',
        'fabdesk queue resolve 0198 --found 1042',
        'fabdesk queue resolve 0198 --abandon',
        'fabdesk queue resolve 0198 --again --total 12.40',
      ],
    },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        const { out } = host;
        const { found, done, abandon, again } = options;
        const given = [found, done, abandon, again].filter((one) => one !== undefined);
        if (given.length > 1) throw usageError(ref('cli.queue.oneVerdict'));
        if (given.length === 0) {
          const candidates = await invoke(client, 'queue.candidates', { jobId: job.id });
          out.report({ jobId: job.id, state: job.state, candidates });
          writeCandidates(out, job, candidates);
          return exitCodes.needsYou;
        }
        if (again) requirePerson(host, job);
        await invoke(client, 'queue.resolve', { jobId: job.id, verdict: verdictOf(job, options) });
        return report(out, findJob(job.id, await invoke(client, 'queue.list', {})), exitCodes.ok);
      }),
  ),
  'queue hold': jobCommand(
    'hold',
    'cli.queue.held',
    (client, jobId) => invoke(client, 'queue.hold', { jobId }),
    { wait: 'paused' },
  ),
  'queue first': jobCommand('first', 'cli.queue.goesNext', (client, jobId) =>
    invoke(client, 'queue.prioritize', { jobId, place: 'first' }),
  ),
  'queue seen': jobCommand('seen', 'cli.queue.seen', (client, jobId) =>
    invoke(client, 'queue.acknowledge', { jobId }),
  ),
  'queue show': command(
    { takes: ['<job>'], options: appOptions, examples: ['fabdesk queue show 0198'] },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        const { out } = host;
        const { document } = await invoke(client, 'queue.evidence', { jobId: job.id });
        const { agreement = null } = z.object({ agreement: agreementSchema.optional() }).parse(document);
        if (out.json) return out.value({ ...job, agreement });
        out.line(jobLine(job, out));
        if (job.kind === 'order' && job.offer !== null) {
          for (const line of openPriceLines(out, job)) out.line(line);
          out.line(confirmText(out, job, job.offer));
        }
        if (job.kind === 'order' && job.payload.proposal?.signedAt)
          out.line(out.say(proposalText(job.payload.proposal)));
        if (agreement !== null) {
          const accounts = await invoke(client, 'accounts.list', {});
          const account = accounts.find(({ id }) => id === agreement.accountId);
          out.line();
          writeAgreement(out, agreement, account?.name ?? agreement.accountId, isUnsigned(job));
        }
      }),
  ),
  'queue evidence': command(
    {
      takes: ['<job>'],
      options: ['--out <file>', ...appOptions],
      examples: ['fabdesk queue evidence 0198 --out order.json'],
    },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        const { out: file } = options;
        const { cwd, out } = host;
        const { document } = await invoke(client, 'queue.evidence', { jobId: job.id });
        if (file === undefined) out.value(document);
        else {
          const path = resolve(cwd, file);
          await writeFile(path, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
          out.line(out.t('cli.queue.exported', { file }));
        }
      }),
  ),
  'queue confirm': command(
    {
      takes: ['<job>'],
      options: ['--total <amount>', ...appOptions],
      examples: ['fabdesk queue confirm 0198 --total 12.40'],
    },
    (host, options, text) =>
      onJob(host, options, text, async (client, job) => {
        requirePerson(host, job);
        const isPriced = job.kind !== 'change';
        if (isPriced && options.total === undefined) throw usageError(ref('cli.queue.needsTotal'));
        const total =
          isPriced && options.total !== undefined ? { confirmedTotal: parseAmount(options.total) } : {};
        await invoke(client, 'queue.confirm', { jobId: job.id, ...total });
        return follow(host, client, job);
      }),
  ),
};

/** How long `queue run` waits for jobs whose outcome is open; without `--wait`, the usual time. */
function patienceOf(wait: string | true | undefined): { patience?: Patience } {
  if (wait === undefined) return {};
  const ms = wait === true ? Number.POSITIVE_INFINITY : parseSeconds(wait) * 1000;
  return { patience: { network: ms, unknown: ms } };
}

function verdictOf(
  job: Job,
  { found, done, again, total }: OptionsOf<(typeof resolveOptions)[number]>,
): CallInput<AppContract, 'queue.resolve'>['verdict'] {
  if (done === true) {
    if (job.kind === 'change') return { kind: 'it-is', remoteId: changedId(job.payload) };
    throw usageError(ref('cli.queue.doneIsForChanges'));
  }
  if (found !== undefined) return { kind: 'it-is', remoteId: parseId(found, 'remote') };
  if (again !== true) return { kind: 'abandon' };
  return { kind: 'place-again', ...(total !== undefined && { confirmedTotal: parseAmount(total) }) };
}

type Outcome = 'cli.queue.cancelled' | 'cli.queue.held' | 'cli.queue.goesNext' | 'cli.queue.seen';

/** Shows the job in its current state. `outcome` says what was just done with it. */
function report(out: Output, job: Job, exit: ExitCode, outcome?: Outcome): ExitCode {
  out.report(job);
  const { t } = out;
  const lines = [
    outcome === undefined ? jobLine(job, out) : t(outcome, { title: jobTitle(job, t), job: job.id }),
  ];
  if (job.kind === 'order' && job.offer !== null) {
    lines.push(t('cli.queue.costsNow', { total: offerTotalText(out, job.offer) }));
  }
  out.line(lines.join(' '));
  return exit;
}

/** By id or by letters that only one id begins with. */
function findJob(text: string, jobs: readonly Job[]): Job {
  const exact = jobs.find((job) => job.id === text);
  if (exact !== undefined) return exact;
  const [first, second] = jobs.filter((job) => job.id.startsWith(text));
  if (first !== undefined && second === undefined) return first;
  throw first === undefined
    ? mainError('not-found', ref('cli.queue.unknownJob', { job: text }))
    : usageError(ref('cli.queue.ambiguousJob', { job: text }));
}
