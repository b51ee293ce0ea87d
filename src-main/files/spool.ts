/**
 * The spool: copies of files under the hash of their content, never changed, so that the original may move,
 * change or vanish after it was added. Owns `spool/` in the data folder. The contract and the browser host
 * import files into it, the queue reads from it; it knows neither jobs nor models.
 *
 * A file appears under its final name only when it is complete and durable: copy, hash, fsync, rename, fsync
 * the folder. Files left by a crash have a temporary name and are removed at the next start.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { largestFile } from '../largest-file.ts';
import { mainError } from '../main-error.ts';
import { baseName } from './base-name.ts';
import { untilComplete } from './complete-file.ts';
import { type Disk, type DiskFile, type FileFacts, nodeDisk } from './disk.ts';
import { explainDiskFailure, explainSourceFailure } from './file-errors.ts';
import { type Fingerprint, Hasher } from './hash-file.ts';
import { requireImportable } from './importable.ts';

/** Space that stays free beside twice the file: the database and its log must always be able to write. */
export const spareSpace = 64 * 1024 * 1024;
/** Unused files younger than this stay: their job may not be written yet. */
const unusedFor = 24 * 3_600_000;
/** How often a stream of unknown length checks the free space. */
const checkEvery = 16 * 1024 * 1024;

const shaName = /^[0-9a-f]{64}$/;
const temporaryEnding = '.part';

/** With the fingerprint of its bytes. */
export type ImportedFile = SpooledFile & Fingerprint;

export type Spool = ReturnType<typeof createSpool>;

export interface SpoolOptions {
  readonly folder: string;
  readonly disk?: Disk;
  /** Epoch ms. */
  readonly now?: () => number;
}

export function createSpool({ folder, disk = nodeDisk, now = Date.now }: SpoolOptions) {
  /**
   * The path of the bytes. The file exists only after an import. Throws `bad-file-name` if the argument is no
   * hash.
   */
  const pathOf = (sha256: string) => {
    if (!shaName.test(sha256)) throw mainError('bad-file-name', ref('errors.file.badName'));
    return join(folder, sha256);
  };
  const md5s = new Map<string, string>();
  const temporary = () => join(folder, `${randomUUID()}${temporaryEnding}`);

  const requireSpace = async (size: number) => {
    if ((await disk.free(folder)) < 2 * size + spareSpace) throw explainDiskFailure({ code: 'ENOSPC' });
  };

  const factsOf = async (sha256: string): Promise<FileFacts> => {
    const path = pathOf(sha256);
    try {
      return await disk.facts(path);
    } catch (thrown) {
      throw explainSourceFailure(thrown, null);
    }
  };

  /** Gives a complete, durable temporary file its final name. */
  const publish = async (path: string, { sha256, md5, size }: Fingerprint) => {
    const target = pathOf(sha256);
    try {
      await disk.rename(path, target);
    } catch (thrown) {
      // Windows does not replace a file that is open; that one has the same content.
      const present = await disk.facts(target).catch(() => null);
      if (present?.size !== size) throw thrown;
      // It was imported again: `collect` must not take it for an old one.
      await disk.touch(target);
      await disk.remove(path).catch(() => {});
    }
    await disk.syncFolder(folder);
    md5s.set(sha256, md5);
  };

  /**
   * Reads the whole file again. Throws `file-not-found`, and `file-changed` if the bytes do not match the
   * name.
   */
  const rehash = async (sha256: string): Promise<Fingerprint> => {
    const { size } = await factsOf(sha256);
    const found = await disk.hash(pathOf(sha256), size);
    if (found.sha256 !== sha256) throw mainError('file-changed', ref('errors.file.copyDamaged'));
    md5s.set(sha256, found.md5);
    return found;
  };

  const importing = async (work: (path: string) => Promise<ImportedFile>): Promise<ImportedFile> => {
    const path = temporary();
    try {
      return await work(path);
    } catch (thrown) {
      await disk.remove(path).catch(() => {});
      throw explainDiskFailure(thrown);
    }
  };

  return {
    pathOf,
    /**
     * Throws `file-not-found`, `file-is-folder`, `file-unreadable`, `file-empty`, `file-too-large`,
     * `disk-full`.
     */
    importPath: (source: string): Promise<ImportedFile> =>
      importing(async (path) => {
        const name = baseName(source);
        const facts = await disk.facts(source).catch((thrown: unknown) => {
          throw explainSourceFailure(thrown, name);
        });
        requireUsable(facts, name);
        requireImportable(name);
        await untilComplete(source);
        await requireSpace(facts.size);
        await disk.copy(source, path).catch((thrown: unknown) => {
          throw explainSourceFailure(thrown, name);
        });
        // Hashes the copy, not the original, which a CAD program may be writing at this moment.
        const found = await disk.hash(path, facts.size);
        requireSize(found.size, name);
        await disk.syncFile(path);
        await publish(path, found);
        return { ...found, name, path: source };
      }),

    /** Imports bytes that come as a stream; the name may be anything and is reduced to a base name. */
    importStream: (bytes: AsyncIterable<Uint8Array>, givenName: string): Promise<ImportedFile> =>
      importing(async (path) => {
        const name = baseName(givenName);
        await requireSpace(0);
        const hasher = new Hasher();
        const file = await disk.create(path);
        const page = new Page(file);
        try {
          let checked = 0;
          for await (const slice of bytes) {
            hasher.update(slice);
            if (hasher.size > largestFile) requireSize(hasher.size, name);
            await page.add(slice);
            if (hasher.size - checked < checkEvery) continue;
            checked = hasher.size;
            await requireSpace(0);
          }
          requireSize(hasher.size, name);
          await page.end();
          await file.sync();
        } finally {
          await file.close();
        }
        const found = hasher.finish();
        await publish(path, found);
        return { ...found, name, path: null };
      }),

    /** Throws `file-not-found`. */
    async open(sha256: string): Promise<{ readonly stream: Readable; readonly size: number }> {
      const { size } = await factsOf(sha256);
      return { stream: disk.read(pathOf(sha256)), size };
    },

    /** Size in bytes, or null if the spool has no such file. */
    async sizeOf(sha256: string): Promise<number | null> {
      const facts = await disk.facts(pathOf(sha256)).catch(() => null);
      return facts?.isFile ? facts.size : null;
    },

    rehash,

    /**
     * The MD5 of the bytes; reads the whole file unless it was imported since the start. Throws like
     * `rehash`.
     */
    async md5Of(sha256: string): Promise<string> {
      return md5s.get(sha256) ?? (await rehash(sha256)).md5;
    },

    /** Creates the folder and removes what a crash left. Call once before anything else. */
    async start(): Promise<void> {
      await disk.makeFolder(folder);
      for (const name of await disk.list(folder)) {
        // A file that cannot be removed (locked, opened by another program) does no harm.
        if (name.endsWith(temporaryEnding)) await disk.remove(join(folder, name)).catch(() => {});
      }
    },

    /**
     * Removes files that nothing refers to (`referenced`: hashes) and that are at least a day old; returns
     * them.
     */
    async collect(referenced: ReadonlySet<string>): Promise<string[]> {
      const removed: string[] = [];
      for (const name of await disk.list(folder)) {
        if (!shaName.test(name) || referenced.has(name)) continue;
        const facts = await disk.facts(join(folder, name)).catch(() => null);
        if (facts === null || now() - facts.modifiedAt < unusedFor) continue;
        const isRemoved = await disk.remove(join(folder, name)).then(
          () => true,
          () => false,
        );
        if (isRemoved) removed.push(name);
      }
      return removed;
    },
  };
}

function requireUsable(facts: FileFacts, name: string): void {
  if (facts.isFolder) throw mainError('file-is-folder', ref('errors.file.isFolder', { name }));
  if (!facts.isFile) throw mainError('file-unreadable', ref('errors.file.notRegular', { name }));
  requireSize(facts.size, name);
}

function requireSize(size: number, name: string): void {
  if (size === 0) throw mainError('file-empty', ref('errors.file.empty', { name }));
  if (size > largestFile) throw mainError('file-too-large', ref('errors.file.tooLarge', { name }));
}

const pageSize = 1024 * 1024;

/**
 * Gathers small pieces of a file before they are written: each write is handed to another thread and waited
 * for.
 */
class Page {
  readonly #file: DiskFile;
  #bytes: Buffer | null = null;
  #filled = 0;

  constructor(file: DiskFile) {
    this.#file = file;
  }

  /** Copies the piece. */
  async add(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      this.#bytes ??= Buffer.allocUnsafeSlow(pageSize);
      const some = piece.subarray(at, at + pageSize - this.#filled);
      this.#bytes.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === pageSize) await this.end();
    }
  }

  /** Writes what has been gathered. */
  async end(): Promise<void> {
    if (this.#bytes === null || this.#filled === 0) return;
    const filled = this.#filled;
    this.#filled = 0;
    await this.#file.write(this.#bytes.subarray(0, filled));
  }
}
