/** From the names on the command line to analysed models, with one progress line. Used by every file command. */
import { type Analysed, analyseEach } from './analysis-pool.ts';
import { type FileFailure, findModelFiles } from './model-files.ts';
import type { Output } from './output.ts';
import type { Surroundings } from './surroundings.ts';
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
      out.progress(`Reading ${number} of ${entries.length}: ${file} ${Math.round(fraction * 100)} %`),
    ...(workerEntry && { workerEntry }),
  });
  out.progress(null);
}
