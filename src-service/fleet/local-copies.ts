/**
 * Local copies of files in a storage, in `<dataDir>/uploads/copies`, for code that needs a path: measuring
 * and customising. An uploaded file becomes the first copy, so it is not fetched again. Beyond the limit,
 * only copies in use stay. Copies may be lost at any time, and a start begins with none.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { LocalFile } from '../files/file-store.ts';
import { writeHashed } from '../files/hashing.ts';
import { removeFile, renameFile, sweepFileSync } from '../files/rename-and-remove.ts';

const usualLimit = 1024 * 1024 * 1024;

interface Copy {
  readonly path: string;
  readonly length: number;
  users: number;
}

export class LocalCopies {
  readonly #folder: string;
  readonly #limit: number;
  /** In the order of their last use. */
  readonly #copies = new Map<string, Copy>();
  readonly #fetching = new Map<string, Promise<void>>();
  #bytes = 0;

  constructor(dataDir: string, limit = usualLimit) {
    this.#folder = join(dataDir, 'uploads', 'copies');
    this.#limit = limit;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#folder)) sweepFileSync(join(this.#folder, name));
  }

  /** Takes the file over. */
  async adopt(file: LocalFile): Promise<void> {
    if (this.#copies.has(file.sha256)) return removeFile(file.path);
    const path = join(this.#folder, randomUUID());
    await renameFile(file.path, path);
    await this.#add(file.sha256, { path, length: file.length, users: 0 });
  }

  /** @param download is asked for the content if there is no copy */
  async use<T>(
    sha256: string,
    download: () => Promise<Readable>,
    use: (path: string) => Promise<T>,
  ): Promise<T> {
    const copy = this.#reserve(sha256) ?? (await this.#fetch(sha256, download));
    try {
      return await use(copy.path);
    } finally {
      copy.users -= 1;
      await this.#shrink();
    }
  }

  /** Counts one more user, so that the copy stays. */
  #reserve(sha256: string): Copy | null {
    const copy = this.#copies.get(sha256);
    if (!copy) return null;
    this.#copies.delete(sha256);
    this.#copies.set(sha256, copy);
    copy.users += 1;
    return copy;
  }

  async remove(sha256: string): Promise<void> {
    const copy = this.#copies.get(sha256);
    if (copy && copy.users === 0) await this.#drop(sha256, copy);
  }

  /** Fetches a content once for all who wait for it. @returns the copy, with one more user */
  async #fetch(sha256: string, download: () => Promise<Readable>): Promise<Copy> {
    const fetching =
      this.#fetching.get(sha256) ??
      this.#download(sha256, download).finally(() => this.#fetching.delete(sha256));
    this.#fetching.set(sha256, fetching);
    await fetching;
    return this.#reserve(sha256) ?? this.#fetch(sha256, download);
  }

  async #download(sha256: string, download: () => Promise<Readable>): Promise<void> {
    const path = join(this.#folder, randomUUID());
    try {
      const fetched = await writeHashed(await download(), path);
      if (fetched.sha256 !== sha256) throw new Error(`What was fetched is not ${sha256}.`);
      await this.#add(sha256, { path, length: fetched.length, users: 0 });
    } catch (error) {
      await removeFile(path);
      throw error;
    }
  }

  async #add(sha256: string, copy: Copy): Promise<void> {
    if (this.#copies.has(sha256)) return removeFile(copy.path);
    this.#copies.set(sha256, copy);
    this.#bytes += copy.length;
    // The new copy stays, since it is about to be used.
    await this.#shrink(copy);
  }

  async #shrink(except: Copy | null = null): Promise<void> {
    for (const [sha256, copy] of [...this.#copies]) {
      if (this.#bytes <= this.#limit) return;
      if (copy.users === 0 && copy !== except) await this.#drop(sha256, copy);
    }
  }

  async #drop(sha256: string, copy: Copy): Promise<void> {
    this.#copies.delete(sha256);
    this.#bytes -= copy.length;
    await removeFile(copy.path);
  }
}
