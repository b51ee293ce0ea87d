/** Analyses the models named on the command line, with one progress line. Used by every command that reads files. */

import type { Surroundings } from '../app/surroundings.ts';
import { type FileFailure, findModelFiles } from '../input/model-files.ts';
import type { Output } from '../output/output.ts';
import { type Analysed, analyseEach } from './analysis-pool.ts';
import type { Thorough } from './thorough.ts';

export async function* analyseNames(
  names: readonly string[],
  surroundings: Surroundings,
  out: Output,
  thorough: Thorough | null = null,
): AsyncGenerator<Analysed | FileFailure> {
  const { cwd, signal, workerEntry } = surroundings;
  const entries = await findModelFiles(names, cwd);
  yield* analyseEach(entries, {
    signal,
    thorough,
    onProgress: (file, number, fraction) =>
      out.progress(out.t('cli.reading', { number, count: entries.length, file, share: fraction })),
    ...(workerEntry && { workerEntry }),
  });
  out.progress(null);
}
