/**
 * Tells whether files that were imported by their path still have the content they had: a CAD program may
 * have exported them again, by overwriting or by renaming a new file into place, or be writing them at this
 * moment. Stateless for its callers: they ask again every few seconds. Asking is better here than the
 * system's change events, which network drives and many ways to save do not send.
 *
 * [Assumption: complete-file] A file whose size and times are the same in two checks is complete. A program
 * that pauses for longer while it writes shows a version that the next check replaces.
 */
import { dirname } from 'node:path';
import type { OriginalState } from '../../src-shared/ipc/original-state.ts';
import { largestFile } from '../largest-file.ts';
import { baseName } from './base-name.ts';
import { type Disk, type FileFacts, nodeDisk } from './disk.ts';
import { requireImportable } from './importable.ts';

export interface OriginalQuestion {
  readonly path: string;
  /** SHA-256 of the imported content. */
  readonly sha256: string;
}

/** `cp -p` and `rsync -t` give another content the old time; the system's own time says so. */
type Facts = Pick<FileFacts, 'size' | 'modifiedAt' | 'changedAt'>;

interface ReadFile extends Facts {
  /** Null until the content was read. */
  readonly sha256: string | null;
}

type Content = { readonly sha256: string } | 'missing' | 'unsettled';

/** More than two windows with full plates and carts can ask about. */
const mostRemembered = 1000;

export class Originals {
  readonly #disk: Pick<Disk, 'facts' | 'hash'>;
  readonly #most: number;
  /** Files by path; the one checked last is at the end. */
  readonly #known = new Map<string, ReadFile>();
  /** One file at a time is read, so that asking never competes for the disk. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(disk: Pick<Disk, 'facts' | 'hash'> = nodeDisk, most = mostRemembered) {
    this.#disk = disk;
    this.#most = most;
  }

  /**
   * Answers in the order of the questions. Throws `file-not-importable` for paths that could not have been
   * imported.
   */
  async compare(questions: readonly OriginalQuestion[]): Promise<OriginalState[]> {
    for (const { path } of questions) requireImportable(baseName(path));
    const contents = new Map<string, Promise<Content>>();
    for (const { path } of questions) {
      if (!contents.has(path)) contents.set(path, this.contentOf(path));
    }
    return Promise.all(
      questions.map(async ({ path, sha256 }) => {
        const content = (await contents.get(path))!;
        if (typeof content === 'string') return content;
        return content.sha256 === sha256 ? 'same' : 'changed';
      }),
    );
  }

  /** The file is read now, so what was known of it before may be old. */
  forget(path: string): void {
    this.#known.delete(path);
  }

  /** Known from the second check of a file that has come to rest. */
  async contentOf(path: string): Promise<Content> {
    const now = await this.#facts(path);
    if (typeof now === 'string') {
      this.#known.delete(path);
      return now;
    }
    const before = this.#known.get(path);
    if (before === undefined || !isSame(before, now)) {
      this.#remember(path, { ...now, sha256: null });
      return 'unsettled';
    }
    const { sha256 } = before;
    if (sha256 === null) return (await this.#read(path, now)) ?? 'unsettled';
    this.#remember(path, before);
    return { sha256 };
  }

  /** Null if it changed while it was read. */
  async #read(path: string, facts: Facts): Promise<{ readonly sha256: string } | null> {
    const reading = this.#reading.then(async () => {
      // Nothing reads it, so its size may stand for its content.
      const isReadable = facts.size <= largestFile;
      const { sha256 } = isReadable ? await this.#disk.hash(path, facts.size) : { sha256: `${facts.size}` };
      const after = await this.#facts(path);
      if (typeof after === 'string' || !isSame(facts, after)) return null;
      return { ...facts, sha256 };
    });
    this.#reading = reading.catch(() => {});
    const read = await reading.catch(() => null);
    if (read !== null) this.#remember(path, read);
    return read;
  }

  async #facts(path: string): Promise<Facts | 'missing' | 'unsettled'> {
    let facts: FileFacts;
    try {
      facts = await this.#disk.facts(path);
    } catch {
      return (await this.#isFolderThere(path)) ? 'missing' : 'unsettled';
    }
    // Programs that truncate a file before they write leave it empty for a moment.
    if (!facts.isFile || facts.size === 0) return 'unsettled';
    return { size: facts.size, modifiedAt: facts.modifiedAt, changedAt: facts.changedAt };
  }

  /** A drive that is not connected says nothing about its files. */
  async #isFolderThere(path: string): Promise<boolean> {
    return this.#disk.facts(dirname(path)).then(
      ({ isFolder }) => isFolder,
      () => false,
    );
  }

  #remember(path: string, read: ReadFile): void {
    this.#known.delete(path);
    this.#known.set(path, read);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
  }
}

const isSame = (a: Facts, b: Facts): boolean =>
  a.size === b.size && a.modifiedAt === b.modifiedAt && a.changedAt === b.changedAt;
