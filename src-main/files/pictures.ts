/**
 * Pictures of parts for lists, stored under the hash of the file that they show. The window makes them;
 * losing them loses nothing but the picture, so failures are silent, and the oldest are removed beyond a
 * number.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { largestPicture } from '../../src-shared/ipc/part-picture.ts';
import { ensurePrivateFolder } from '../db/private-files.ts';
import { removeFile, renameFile } from '../file-system/rename-and-remove.ts';

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const isPicture = (bytes: Uint8Array) =>
  bytes.length <= largestPicture && pngStart.equals(bytes.subarray(0, pngStart.length));

/** @param most number of pictures that stay */
export function createPictures({ folder, most = 4000 }: { folder: string; most?: number }) {
  const pathOf = (sha256: string) => join(folder, `${sha256}.png`);
  let sinceTidy = most;

  /** Reads the folder only after many new pictures. */
  async function tidy(): Promise<void> {
    sinceTidy++;
    if (sinceTidy <= most / 10) return;
    sinceTidy = 0;
    const names = await readdir(folder);
    if (names.length <= most) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return {
          path,
          at: await stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        };
      }),
    );
    files.sort((a, b) => a.at - b.at);
    for (const { path } of files.slice(0, names.length - most)) await removeFile(path);
  }

  return {
    /** @param sha256 of the file. Other pictures of the same file are replaced. */
    async keep(sha256: string, png: Uint8Array): Promise<void> {
      if (!isPicture(png)) return;
      const path = join(folder, `${randomUUID()}.part`);
      try {
        ensurePrivateFolder(folder);
        await writeFile(path, png, { mode: 0o600, flag: 'wx' });
        await renameFile(path, pathOf(sha256));
        await tidy();
      } catch {
        await removeFile(path).catch(() => undefined);
      }
    },
    /** Those that are known, as PNG. */
    async read(sha256s: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
      const found = new Map<string, Uint8Array>();
      for (const sha256 of sha256s) {
        const bytes = await readFile(pathOf(sha256)).catch(() => null);
        // A power cut can leave a file without its content.
        if (bytes !== null && isPicture(bytes)) found.set(sha256, bytes);
      }
      return found;
    },
  };
}
