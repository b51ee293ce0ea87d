/**
 * The model files that appear or change below some folders, each once it has come to rest. A file that comes
 * back as it was is no news.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { nodeDisk } from '../../../files/disk.ts';
import { Originals } from '../../../files/originals.ts';
import { findModelFiles, isFailure, type ModelFile } from './model-files.ts';

export interface ChangedFile extends ModelFile {
  /** It was reported before, with other content. */
  readonly isAgain: boolean;
}

export interface WatchRules {
  readonly signal: AbortSignal;
  /** Files that are there at the start count only once they change. */
  readonly fromNow: boolean;
  /** Called when it is known what is there: every change counts from now on. */
  readonly onReady: () => void;
  /** How often the folders are read, ms. */
  readonly every?: number;
  /** How long to wait before a file that could not be reported is reported again, ms. */
  readonly again?: number;
}

/** Files below the folders. Beyond these, the oldest are forgotten. */
const mostFiles = 200_000;

/** `onChange`: false if the file is to be reported again later. Ends when `signal` is aborted. */
export async function watchFiles(
  names: readonly string[],
  cwd: string,
  { signal, fromNow, onReady, every = 1000, again = 30_000 }: WatchRules,
  onChange: (file: ChangedFile) => Promise<boolean>,
): Promise<void> {
  const originals = new Originals(nodeDisk, mostFiles);
  /** By path: SHA-256 of what was reported. */
  const known = new Map<string, string>();
  /** By path: when to report it again. */
  const later = new Map<string, number>();
  const find = async () =>
    (await findModelFiles(names, cwd)).flatMap((found) => (isFailure(found) ? [] : [found]));
  /** There from the start, and not read yet. */
  const early = new Set(fromNow ? (await find()).map(({ path }) => path) : []);
  onReady();
  while (!signal.aborted) {
    const roundEnds = performance.now() + every;
    const files = await find();
    // What was there before is read beside what is new, which must not wait for thousands of files.
    const isEarly = ({ path }: ModelFile) => early.has(path);
    for (const file of [...files.filter((one) => !isEarly(one)), ...files.filter(isEarly)]) {
      const { path } = file;
      if (early.has(path) && performance.now() > roundEnds) break;
      const content = await originals.contentOf(path);
      const before = known.get(path);
      if (typeof content === 'string' || before === content.sha256 || (later.get(path) ?? 0) > Date.now()) {
        continue;
      }
      later.delete(path);
      if (early.delete(path) || (await onChange({ ...file, isAgain: before !== undefined }))) {
        known.set(path, content.sha256);
      } else later.set(path, Date.now() + again);
      if (signal.aborted) return;
    }
    await wait(every, undefined, { signal }).catch(() => {});
  }
}
