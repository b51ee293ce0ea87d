/**
 * `fabdesk queue`: what waits, runs and is done, and the person's decisions. A job that may have been sent is sent
 * again only by `resolve --again`, and only if Fabdesk cannot find out more.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput } from '../../../../src-shared/ipc/wire.ts';
import { agreementSchema } from '../../../../src-shared/jobs/agreement-schema.ts';
import { changedId } from '../../../../src-shared/jobs/change-effect.ts';
import { finalStates, type Job } from '../../../../src-shared/jobs/job.ts';
import { wantsAttention } from '../../../../src-shared/jobs/job-group.ts';
import { jobTitle } from '../../../../src-shared/jobs/job-title.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { invoke, type Patience } from '../app/surroundings.ts';
import { jobExit, waitForChecks, waitForJobs } from '../app/wait-for-jobs.ts';
import { withApp } from '../app/with-app.ts';
import {
  dataDirOf,
  parseAmount,
  parseId,
  parseSeconds,
  usageError,
  withAppOptions,
} from '../input/options.ts';
import { writeAgreement } from '../output/agreement-report.ts';
import { type ExitCode, exitCodes, worstExit } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import { jobLine, progressText } from '../output/job-text.ts';
import { confirmText, openPriceLines } from '../output/open-prices.ts';
import type { Output } from '../output/output.ts';
import { writeCandidates, writeQueue } from '../output/queue-report.ts';
import type { Registrar } from '../registrar.ts';

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
interface RunOptions extends QueueOptions {
  readonly wait?: string | true;
}
interface EvidenceOptions extends QueueOptions {
  readonly out?: string;
}
interface ConfirmOptions extends QueueOptions {
  readonly total?: string;
}

export function registerQueue(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
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
    .description(t('cliHelp.queue.about'))
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
          { readOnly: true },
        ),
      ),
    );
  withHelp(
    t,
    withAppOptions(t, command),
    [
      ['fabdesk queue', t('cliHelp.queue.example')],
      ['fabdesk queue run', t('cliHelp.queue.exampleRun')],
      ['fabdesk queue retry 0198', t('cliHelp.queue.exampleRetry')],
      ['fabdesk queue resolve 0198', t('cliHelp.queue.exampleResolve')],
    ],
    t('cliHelp.queue.more'),
  );

  const run = command
    .command('run')
    .description(t('cliHelp.queue.run.about'))
    .option('--wait [duration]', t('cliHelp.queue.run.wait'))
    .action(
      act(async (out, options: RunOptions) => {
        const waiting = { ...surroundings, ...patienceOf(options) };
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const open = (await invoke(client, 'queue.list', {})).filter((job) => !finalStates.has(job.state));
          const settled = await waitForJobs(
            client,
            open.map((job) => job.id),
            {
              surroundings: waiting,
              onChange: (now, sent) => out.progress(() => progressText(out, now, sent)),
            },
          );
          await waitForChecks(client, waiting);
          const jobs = (await invoke(client, 'queue.list', {})).filter(
            (job) => settled.some(({ id }) => id === job.id) || wantsAttention(job),
          );
          if (out.json) out.value(jobs);
          else if (jobs.length === 0) out.line(out.t('cli.queue.nothingWaits'));
          else writeQueue(out, jobs);
          return worstExit(jobs.map((job) => jobExit(job, surroundings.signal)));
        });
      }),
    );
  withHelp(t, withAppOptions(t, run), [
    ['fabdesk queue run', t('cliHelp.queue.run.example')],
    ['fabdesk queue run --wait', t('cliHelp.queue.run.exampleWait')],
    ['fabdesk queue run --wait 15m', t('cliHelp.queue.run.exampleWaitTime')],
  ]);

  const retry = command
    .command('retry')
    .description(t('cliHelp.queue.retry.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.retry', { jobId: job.id });
        const [now = job] = await waitForJobs(client, [job.id], {
          surroundings,
          onChange: (jobs, sent) => out.progress(() => progressText(out, jobs, sent)),
        });
        return report(out, now, jobExit(now, surroundings.signal));
      }),
    );
  withHelp(t, withAppOptions(t, retry), [['fabdesk queue retry 0198', t('cliHelp.queue.retry.example')]]);

  const cancel = command
    .command('cancel')
    .description(t('cliHelp.queue.cancel.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.cancel', { jobId: job.id });
        return report(out, { ...job, state: 'cancelled', wait: null }, exitCodes.ok, 'cli.queue.cancelled');
      }),
    );
  withHelp(t, withAppOptions(t, cancel), [['fabdesk queue cancel 0198', t('cliHelp.queue.cancel.example')]]);

  const resolveCommand = command
    .command('resolve')
    .description(t('cliHelp.queue.resolve.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .option('--found <id>', t('cliHelp.queue.resolve.found'))
    .option('--done', t('cliHelp.queue.resolve.done'))
    .option('--abandon', t('cliHelp.queue.resolve.abandon'))
    .option('--again', t('cliHelp.queue.resolve.again'))
    .option('--total <amount>', t('cliHelp.queue.resolve.total'))
    .action(
      onJob(async (client, job, options: ResolveOptions, out) => {
        const { found, done, abandon, again } = options;
        const given = [found, done, abandon, again].filter((one) => one !== undefined);
        if (given.length > 1) throw usageError(ref('cli.queue.oneVerdict'));
        if (given.length === 0) {
          const candidates = await invoke(client, 'queue.candidates', { jobId: job.id });
          if (out.json) out.value({ jobId: job.id, state: job.state, candidates });
          else writeCandidates(out, job, candidates);
          return exitCodes.needsYou;
        }
        await invoke(client, 'queue.resolve', { jobId: job.id, verdict: verdictOf(job, options) });
        const after = findJob(job.id, await invoke(client, 'queue.list', {}));
        return report(out, after, exitCodes.ok);
      }),
    );
  withHelp(t, withAppOptions(t, resolveCommand), [
    ['fabdesk queue resolve 0198', t('cliHelp.queue.resolve.exampleList')],
    ['fabdesk queue resolve 0198 --found 1042', t('cliHelp.queue.resolve.exampleFound')],
    ['fabdesk queue resolve 0198 --abandon', t('cliHelp.queue.resolve.exampleAbandon')],
    ['fabdesk queue resolve 0198 --again --total 12.40', t('cliHelp.queue.resolve.exampleAgain')],
  ]);

  const hold = command
    .command('hold')
    .description(t('cliHelp.queue.hold.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.hold', { jobId: job.id });
        return report(out, { ...job, wait: 'paused' }, exitCodes.ok, 'cli.queue.held');
      }),
    );
  withHelp(t, withAppOptions(t, hold), [['fabdesk queue hold 0198', t('cliHelp.queue.hold.example')]]);

  const first = command
    .command('first')
    .description(t('cliHelp.queue.first.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.prioritize', { jobId: job.id, place: 'first' });
        return report(out, job, exitCodes.ok, 'cli.queue.goesNext');
      }),
    );
  withHelp(t, withAppOptions(t, first), [['fabdesk queue first 0198', t('cliHelp.queue.first.example')]]);

  const seen = command
    .command('seen')
    .description(t('cliHelp.queue.seen.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        await invoke(client, 'queue.acknowledge', { jobId: job.id });
        return report(out, job, exitCodes.ok, 'cli.queue.seen');
      }),
    );
  withHelp(t, withAppOptions(t, seen), [['fabdesk queue seen 0198', t('cliHelp.queue.seen.example')]]);

  const show = command
    .command('show')
    .description(t('cliHelp.queue.show.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .action(
      onJob(async (client, job, _options, out) => {
        const { document } = await invoke(client, 'queue.evidence', { jobId: job.id });
        const { agreement = null } = z.object({ agreement: agreementSchema.optional() }).parse(document);
        if (out.json) {
          out.value({ ...job, agreement });
          return exitCodes.ok;
        }
        out.line(jobLine(job, out));
        if (job.kind === 'order' && job.offer !== null) {
          for (const line of openPriceLines(out, job)) out.line(line);
          out.line(confirmText(out, job, job.offer));
        }
        if (agreement !== null) {
          const accounts = await invoke(client, 'accounts.list', {});
          const account = accounts.find(({ id }) => id === agreement.accountId);
          out.line();
          writeAgreement(out, agreement, account?.name ?? agreement.accountId);
        }
        return exitCodes.ok;
      }),
    );
  withHelp(t, withAppOptions(t, show), [['fabdesk queue show 0198', t('cliHelp.queue.show.example')]]);

  const evidence = command
    .command('evidence')
    .description(t('cliHelp.queue.evidence.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .option('--out <file>', t('cliHelp.queue.evidence.out'))
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
        out.line(out.t('cli.queue.exported', { file: options.out }));
        return exitCodes.ok;
      }),
    );
  withHelp(t, withAppOptions(t, evidence), [
    ['fabdesk queue evidence 0198 --out order.json', t('cliHelp.queue.evidence.example')],
  ]);

  const confirm = command
    .command('confirm')
    .description(t('cliHelp.queue.confirm.about'))
    .argument('<job>', t('cliHelp.queue.job'))
    .option('--total <amount>', t('cliHelp.queue.confirm.total'))
    .action(
      onJob(async (client, job, options: ConfirmOptions, out) => {
        const isPriced = job.kind !== 'change';
        if (isPriced && options.total === undefined) throw usageError(ref('cli.queue.needsTotal'));
        const total =
          isPriced && options.total !== undefined ? { confirmedTotal: parseAmount(options.total) } : {};
        await invoke(client, 'queue.confirm', { jobId: job.id, ...total });
        const [now = job] = await waitForJobs(client, [job.id], {
          surroundings,
          onChange: (jobs, sent) => out.progress(() => progressText(out, jobs, sent)),
        });
        return report(out, now, jobExit(now, surroundings.signal));
      }),
    );
  withHelp(t, withAppOptions(t, confirm), [
    ['fabdesk queue confirm 0198 --total 12.40', t('cliHelp.queue.confirm.example')],
  ]);
}

/** How long `queue run` waits for what is not settled; without `--wait`, the usual time. */
function patienceOf({ wait }: RunOptions): { patience?: Patience } {
  if (wait === undefined) return {};
  const ms = wait === true ? Number.POSITIVE_INFINITY : parseSeconds(wait) * 1000;
  return { patience: { network: ms, unknown: ms } };
}

function verdictOf(
  job: Job,
  { found, done, again, total }: ResolveOptions,
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
  if (out.json) {
    out.value(job);
    return exit;
  }
  const { t } = out;
  const lines = [
    outcome === undefined ? jobLine(job, out) : t(outcome, { title: jobTitle(job, t), job: job.id }),
  ];
  if (job.kind === 'order' && job.offer !== null) {
    const { total: amount, currency } = job.offer;
    lines.push(t('cli.queue.costsNow', { total: { amount, currency } }));
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
