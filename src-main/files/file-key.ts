/**
 * Paths compared as files: through symbolic links, and without regard to case and to the composition of
 * accents where the file system has none. Everything that asks whether two paths are one file calls this.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';

/**
 * Equal for paths of one file. A file that is not there counts by its folder. Never throws.
 * @param path absolute, or relative to the working directory
 */
export async function fileKey(path: string): Promise<string> {
  const absolute = resolve(path);
  const found = await realpath(absolute).catch(() => null);
  if (found === null) {
    const folder = dirname(absolute);
    if (folder === absolute) return absolute;
    const key = await fileKey(folder);
    return join(key, await asNamed(basename(absolute), folder));
  }
  return asNamed(found, found);
}

/** @param place what is there, which shows whether case matters */
const asNamed = async (name: string, place: string): Promise<string> =>
  (await ignoresCase(place)) ? name.normalize('NFC').toLowerCase() : name.normalize('NFC');

async function ignoresCase(path: string): Promise<boolean> {
  const other = join(dirname(path), swapCase(basename(path)));
  if (other === path) return process.platform === 'win32' || process.platform === 'darwin';
  const [one, two] = await Promise.all(
    [path, other].map((each) => stat(each, { bigint: true }).catch(() => null)),
  );
  return one != null && two != null && one.ino === two.ino && one.dev === two.dev;
}

const swapCase = (name: string): string =>
  [...name]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** Where a file is and from which document it was exported, in a form in which equal files are equal. */
export async function originOf({
  path,
  source,
}: Pick<SpooledFile, 'path' | 'source'>): Promise<{ path: string | null; source: string | null }> {
  const at = source?.indexOf('#') ?? -1;
  const document = at < 0 ? source : source?.slice(0, at);
  return {
    path: path === null ? null : await fileKey(path),
    source: document === undefined ? null : (await fileKey(document)) + (at < 0 ? '' : source!.slice(at)),
  };
}
