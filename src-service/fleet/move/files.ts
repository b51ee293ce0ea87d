/**
 * Moves the files that something refers to. Each stored file is read back and compared with its row in the
 * database, also if an earlier try stored it. The old files stay.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { FileStore, LocalFile } from '../../files/file-store.ts';
import { type HashedContent, Hashing, writeHashed } from '../../files/hashing.ts';
import { removeFile } from '../../files/rename-and-remove.ts';
import type { Content } from './source.ts';

const atOnce = 6;
const mostNamed = 20;

export interface MovedFiles {
  readonly count: number;
  readonly bytes: number;
  /** Sentences about files that are missing or damaged in the old folder. */
  readonly faults: readonly string[];
  /** The number of such files, including those that are not named. */
  readonly faulty: number;
}

const fits = (found: HashedContent | null, content: Content): found is HashedContent =>
  found?.sha256 === content.sha256 &&
  (content.md5 === null || content.md5 === found.md5) &&
  (content.length === null || content.length === found.length);

/** Rejects with Fault 503 while the files cannot be reached. */
export async function moveFiles(
  contents: Iterable<Content>,
  from: string,
  to: FileStore,
  dataDir: string,
): Promise<MovedFiles> {
  const incoming = join(dataDir, 'uploads', 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const moved = { count: 0, bytes: 0, faults: [] as string[], faulty: 0 };
  await eachOf(contents, async (content) => {
    const there = await readBack(to, content.sha256);
    const length = fits(there, content)
      ? there.length
      : await moveFile(content, from, to, incoming).catch((error: unknown) => {
          if (!(error instanceof FaultyFile)) throw error;
          moved.faulty += 1;
          if (moved.faults.length < mostNamed) moved.faults.push(error.message);
          return null;
        });
    if (length === null) return;
    moved.count += 1;
    moved.bytes += length;
  });
  return moved;
}

/** A file of the old folder differs from its row in the database. */
class FaultyFile extends Error {}

/** @returns its length */
async function moveFile(content: Content, from: string, to: FileStore, incoming: string): Promise<number> {
  const { sha256 } = content;
  const local = await copyIntact(content, join(from, 'uploads', sha256.slice(0, 2), sha256), incoming);
  try {
    // The target has other bytes under this name, or none.
    await to.remove(sha256);
    await to.put(local);
  } finally {
    await removeFile(local.path);
  }
  if (fits(await readBack(to, sha256), content)) return local.length;
  throw new Error(
    `The file ${sha256} of ${content.by} was stored and cannot be read back as it was. Check the storage, then run the same command again.`,
  );
}

/** A copy for the storage to take over. @throws FaultyFile */
async function copyIntact(content: Content, path: string, incoming: string): Promise<LocalFile> {
  const copy = join(incoming, randomUUID());
  try {
    const found = await copyAndHash(path, copy);
    if (!fits(found, content)) throw new FaultyFile(`The file ${path} of ${content.by} is damaged.`);
    return { path: copy, ...found };
  } catch (error) {
    await removeFile(copy);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new FaultyFile(`The file ${path} of ${content.by} is missing.`);
    throw error;
  }
}

async function copyAndHash(path: string, copy: string): Promise<HashedContent> {
  const hashed = await writeHashed(createReadStream(path, { highWaterMark: 256 * 1024 }), copy);
  const handle = await open(copy, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hashed;
}

/** Null: there is no such content, or it cannot be read. @throws Fault 503 */
async function readBack(files: FileStore, sha256: string): Promise<HashedContent | null> {
  try {
    const opened = await files.open(sha256);
    if (opened === null) return null;
    const hashing = new Hashing();
    for await (const piece of opened.stream as AsyncIterable<Buffer>) hashing.take(piece);
    return hashing.result();
  } catch (error) {
    if (error instanceof Fault && error.status === 503) throw error;
    return null;
  }
}

/** Works on several items at once. After a failure, no further item begins. */
async function eachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const all = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async () => {
    for (let next = all.next(); !next.done && !hasFailed; next = all.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  all.return?.();
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}
