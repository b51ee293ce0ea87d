/** Files on the disk of this computer, as `<dataDir>/uploads/<first two>/<sha256>`. */
import { mkdirSync } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ByteRange,
  type FileStore,
  isContentName,
  type LocalFile,
  type OpenedFile,
  type StoredFile,
} from './file-store.ts';
import { removeFile, renameFile } from './rename-and-remove.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

export class DiskFiles implements FileStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  #pathOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }

  async put(file: LocalFile): Promise<void> {
    const target = this.#pathOf(file.sha256);
    if ((await this.length(file.sha256)) === file.length) return removeFile(file.path);
    const folder = join(this.#folder, file.sha256.slice(0, 2));
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await renameFile(file.path, target);
    await syncFolder(folder);
    if (made !== undefined) await syncFolder(this.#folder);
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenedFile | null> {
    const file = await open(this.#pathOf(sha256)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (file === null) return null;
    try {
      const { size } = await file.stat();
      const part = range ? { start: range.first, end: range.last } : {};
      return { length: size, stream: file.createReadStream({ ...part, highWaterMark: 256 * 1024 }) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async length(sha256: string): Promise<number | null> {
    return stat(this.#pathOf(sha256)).then(
      ({ size }) => size,
      (error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      },
    );
  }

  async remove(sha256: string): Promise<boolean> {
    await removeFile(this.#pathOf(sha256));
    return true;
  }

  async *list(): AsyncGenerator<StoredFile> {
    for (const shard of (await readdir(this.#folder)).sort()) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const sha256 of (await readdir(join(this.#folder, shard))).sort()) {
        if (!isContentName(sha256)) continue;
        const { size, mtimeMs } = await stat(this.#pathOf(sha256));
        yield { sha256, length: size, storedAt: mtimeMs };
      }
    }
  }

  /** Does not check that the content exists: opening the path does. */
  withPath<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T> {
    return use(this.#pathOf(sha256));
  }

  async close(): Promise<void> {}
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles for folders; there the rename itself is journalled.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
