/** `fabdesk upload`: puts model files into the account at the service, through the same durable queue as orders. */
import type { Command } from 'commander';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { analyseNames } from '../analyse-names.ts';
import { type ExitCode, exitCodeOf, exitCodes, worstExit } from '../exit-codes.ts';
import { withHelp } from '../help.ts';
import { progressWords, stateWords } from '../job-words.ts';
import { type FileFailure, isFailure } from '../model-files.ts';
import { dataDirOf, usageError, withAppOptions, withUnitOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { readSizeContext, readSizeRules, type SizedModel, sizeModel } from '../priced-models.ts';
import { sizedLines } from '../quote-report.ts';
import type { Registrar } from '../registrar.ts';
import { invoke, type Surroundings } from '../surroundings.ts';
import { titleOf } from '../titles.ts';
import { jobExit, waitForJobs } from '../wait-for-jobs.ts';
import { withApp } from '../with-app.ts';

interface UploadOptions {
  readonly data?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly title?: string;
  readonly queue?: true;
}

interface Uploaded {
  readonly model: SizedModel;
  readonly job: Job;
}

export function registerUpload(program: Command, { act, surroundings }: Registrar): void {
  const command = program
    .command('upload')
    .description('upload model files to your account')
    .argument('<file...>', 'model files, or folders that are searched for them')
    .option('--title <text>', 'title of the model; the name of the file when left out')
    .option('--queue', 'put them into the queue and do not wait')
    .action(
      act(async (out, names: string[], options: UploadOptions) => {
        const rules = readSizeRules(options);
        const title = options.title?.trim();
        if (title !== undefined && (title === '' || title.length > 255 || names.length > 1)) {
          throw usageError('--title takes a text of 1 to 255 characters, for one file.');
        }
        return withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
          const context = await readSizeContext(client, rules);
          const results: (Uploaded | FileFailure)[] = [];
          for await (const result of analyseNames(names, surroundings, out)) {
            results.push(
              isFailure(result)
                ? result
                : await enqueue(client, sizeModel(result.source, result.analysis, context), title),
            );
          }
          const waits = options.queue !== true;
          const final = waits ? await follow(client, results, surroundings, out) : results;
          if (out.json) out.value(final.map(entryOf));
          else for (const result of final) writeResult(out, result, waits);
          return worstExit(final.map((result) => exitOf(result, waits ? surroundings.signal : null)));
        });
      }),
    );
  withHelp(
    withAppOptions(withUnitOptions(command)),
    [
      ['fabdesk upload gear.3mf', 'waits until the service has it and prints the model id'],
      ['fabdesk upload --unit in --title "Left bracket" bracket.stl', 'a file that states no unit'],
      ['fabdesk upload --queue --json parts/', 'queue them all and return at once'],
    ],
    'Files are copied first, so the originals may change or go. An upload is never lost and never sent twice.',
  );
}

/** A failure stays with its file and the others go on. */
async function enqueue(
  client: AppClient,
  model: SizedModel,
  title: string | undefined,
): Promise<Uploaded | FileFailure> {
  const { source, uploadScale } = model;
  try {
    const file = await invoke(client, 'files.importPath', { path: source.path });
    const job = await invoke(client, 'queue.enqueueUpload', {
      file,
      uploadScale,
      title: title ?? titleOf(source.path),
    });
    return { model, job };
  } catch (thrown) {
    return { file: source.file, error: toAppError(thrown) };
  }
}

async function follow(
  client: AppClient,
  results: readonly (Uploaded | FileFailure)[],
  surroundings: Surroundings,
  out: Output,
): Promise<(Uploaded | FileFailure)[]> {
  const ids = results.flatMap((result) => (isFailure(result) ? [] : result.job.id));
  const jobs = await waitForJobs(client, ids, {
    surroundings,
    onChange: (now, sent) => out.progress(progressWords(now, sent)),
  });
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

function entryOf(result: Uploaded | FileFailure): object {
  if (isFailure(result)) return { file: result.file, error: result.error };
  const { model, job } = result;
  const done = job.kind === 'upload' ? job.result : null;
  return {
    file: model.source.file,
    unit: model.chosen.unit,
    unitFrom: model.chosen.from,
    unitEvidence: model.chosen.evidence,
    uploadScale: model.uploadScale,
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
  const { style } = out;
  out.line(style.bold(isFailure(result) ? result.file : result.model.source.file));
  if (isFailure(result)) {
    out.line(`  ${style.bad('not uploaded')}  ${result.error.message}`);
    return;
  }
  const { model, job } = result;
  for (const line of sizedLines(model)) out.line(`  ${line}`);
  if (job.kind === 'upload' && job.state === 'done' && job.result !== null) {
    out.line(`  ${style.good('uploaded')}  model ${job.result.modelId}`);
    return;
  }
  const why = job.problem === null ? '' : ` ${job.problem.message}`;
  const words = waited ? style.warn(stateWords(job)) : stateWords(job);
  out.line(`  ${words}  job ${job.id}.${why}`);
}
