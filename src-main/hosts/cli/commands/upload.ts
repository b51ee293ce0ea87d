/**
 * `fabdesk upload`: uploads model files to the account at the service, through the same durable queue as
 * orders.
 */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { englishText } from '../../../main-error.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import { materialsUnread, readSizeContext, readSizeRules, sizeModel } from '../analysis/priced-models.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import { invoke } from '../app/surroundings.ts';
import { jobExit, waitForJobs } from '../app/wait-for-jobs.ts';
import { accountEntry, withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host } from '../declare.ts';
import { type UnitQuestion, unitQuestion, withCertainUnit } from '../input/certain-unit.ts';
import { unitEntry } from '../input/choose-unit.ts';
import { requireConsent } from '../input/consent.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { serviceOptions, unitOptions, usageError } from '../input/options.ts';
import { modelTitleOf } from '../input/titles.ts';
import { type ExitCode, exitCodeOf, exitCodes, worstExit } from '../output/exit-codes.ts';
import { textOfJob } from '../output/job-text.ts';
import type { Output } from '../output/output.ts';
import { sizedLines } from '../output/quote-report.ts';

export interface Uploaded {
  readonly model: SizedModel;
  readonly job: Job;
}

export const uploadCommands: Commands = {
  upload: command(
    {
      takes: ['<file...>'],
      options: ['--title <text>', '--queue', ...unitOptions, '--accept-terms', ...serviceOptions],
      examples: [
        'fabdesk upload gear.3mf',
        'fabdesk upload --unit in --title "Left bracket" bracket.stl',
        'fabdesk upload --queue --json parts/',
      ],
    },
    async (host, options, names) => {
      const { out } = host;
      const rules = readSizeRules(options);
      const title = options.title?.trim();
      if (title !== undefined && (title === '' || title.length > 255 || names.length > 1)) {
        throw usageError(ref('cli.upload.title'));
      }
      return withAccount(host, options, async (client, account) => {
        await requireConsent(host, client, account, options);
        const context = await readSizeContext(client, rules, materialsUnread([]));
        const question = unitQuestion(host);
        const results: (Uploaded | FileFailure)[] = [];
        for await (const result of analyseNames(host, names)) {
          results.push(
            isFailure(result)
              ? result
              : await enqueue(client, sizeModel(result.source, result.analysis, context), question, title),
          );
        }
        const waits = options.queue !== true;
        const final = waits ? await follow(host, client, results) : results;
        out.report(final.map((result) => entryOf(result, account)));
        for (const result of final) writeResult(out, result, waits);
        return worstExit(final.map((result) => exitOf(result, waits ? host.signal : null)));
      });
    },
  ),
};

/** A failure stays with its file, and the others continue. */
export async function enqueue(
  client: AppClient,
  sized: SizedModel,
  question: UnitQuestion,
  title: string | undefined,
): Promise<Uploaded | FileFailure> {
  const { source, uploadScale } = sized;
  try {
    const model = await withCertainUnit(sized, question);
    const file = await invoke(client, 'files.importPath', { path: source.path });
    const job = await invoke(client, 'queue.enqueueUpload', {
      file,
      uploadScale,
      title: title ?? modelTitleOf(source.path),
    });
    return { model, job };
  } catch (thrown) {
    return { file: source.file, error: toAppError(thrown) };
  }
}

export async function follow(
  host: Host,
  client: AppClient,
  results: readonly (Uploaded | FileFailure)[],
): Promise<(Uploaded | FileFailure)[]> {
  const ids = results.flatMap((result) => (isFailure(result) ? [] : result.job.id));
  const jobs = await waitForJobs(host, client, ids);
  return results.map((result) =>
    isFailure(result)
      ? result
      : { ...result, job: jobs.find((job) => job.id === result.job.id) ?? result.job },
  );
}

function exitOf(result: Uploaded | FileFailure, waited: AbortSignal | null): ExitCode {
  if (isFailure(result)) return exitCodeOf(result.error);
  return waited === null ? exitCodes.ok : jobExit(result.job, waited);
}

export function entryOf(result: Uploaded | FileFailure, account: Account): object {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { model, job } = result;
  const done = job.kind === 'upload' ? job.result : null;
  return {
    file: model.source.file,
    account: accountEntry(account),
    ...unitEntry(model.chosen),
    uploadScale: model.uploadScale,
    warnings: model.analysis.warnings.map(englishText),
    jobId: job.id,
    state: job.state,
    wait: job.wait,
    problem: job.problem,
    modelId: done?.modelId ?? null,
    modelVersion: done?.modelVersion ?? null,
    printable: done?.printable ?? null,
  };
}

function writeResult(out: Output, result: Uploaded | FileFailure, waited: boolean): void {
  const { style, t } = out;
  out.line(style.bold(isFailure(result) ? result.file : result.model.source.file));
  if (isFailure(result)) {
    out.line(`  ${style.bad(t('cli.upload.failed'))}  ${out.problem(result.error)}`);
    return;
  }
  for (const line of sizedLines(result.model, out)) out.line(`  ${line}`);
  writeOutcome(out, result, waited);
}

/** The outcome of the upload. `waited`: until it was done or had to stop. */
export function writeOutcome(out: Output, { job }: Uploaded, waited: boolean): void {
  const { style, t } = out;
  if (job.kind === 'upload' && job.state === 'done' && job.result !== null) {
    const model = t('jobs.model.unnamed', { id: String(job.result.modelId) });
    out.line(`  ${style.good(t('cli.upload.done'))}  ${model}`);
    return;
  }
  const { state, sentence, next } = textOfJob(job, out);
  out.line(`  ${waited ? style.warn(state) : state}  ${t('cli.job.id', { id: job.id })}`);
  if (waited) for (const text of [sentence, next]) if (text) out.line(`    ${text}`);
}
