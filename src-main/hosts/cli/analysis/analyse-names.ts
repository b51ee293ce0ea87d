/**
 * Analyses the models named on the command line, with one progress line. Used by every command that reads
 * files.
 */
import { untilComplete } from '../../../files/complete-file.ts';
import type { Host } from '../declare.ts';
import { type FileFailure, findModelFiles, isFailure, type ModelFile } from '../input/model-files.ts';
import { type Analysed, analyseEach } from './analysis-pool.ts';
import type { Thorough } from './thorough.ts';

export async function* analyseNames(
  host: Host,
  names: readonly string[],
  thorough: Thorough | null = null,
): AsyncGenerator<Analysed | FileFailure> {
  yield* analyseEntries(host, await findModelFiles(names, host.cwd), { thorough });
}

/** One result for each entry, in their order, unless it is interrupted. */
export async function* analyseEntries(
  { signal, workerEntry, out }: Host,
  entries: readonly (ModelFile | FileFailure)[],
  wanted: { readonly thorough: Thorough | null; readonly picture?: boolean },
): AsyncGenerator<Analysed | FileFailure> {
  for (const entry of entries) {
    if (isFailure(entry)) continue;
    const { file, path } = entry;
    await untilComplete(path, { signal, onWait: () => out.note(out.t('cli.file.waits', { file })) });
  }
  yield* analyseEach(entries, {
    signal,
    ...wanted,
    onProgress: (file, number, fraction) =>
      out.progress(() => out.t('cli.reading', { number, count: entries.length, file, share: fraction })),
    ...(workerEntry && { workerEntry }),
  });
  out.progress(null);
}
