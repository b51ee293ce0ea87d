/**
 * `sent.log`: one line before anything leaves that costs or creates something, one for its outcome, one for
 * what a person cancelled, and one for each step of the folder's stamp (folder-stamp/folder-stamp.ts). It is
 * beside the database, because a restored older database would otherwise send again what was sent or
 * cancelled after the backup (reliability: R6). Append-only, fsynced line by line. A line is JSON, a space
 * and its hash; the JSON contains the hash of the previous line.
 *
 * Called by the queue inside the database transaction of the same change. It knows nothing of requests or
 * secrets.
 */
import { hash as digest } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { renameFileSync } from '../file-system/rename-and-remove.ts';
import { parseStored } from '../parse-stored.ts';
import type { Meta } from './meta.ts';
import { ensurePrivateFile, ensurePrivateFolder, syncFolder } from './private-files.ts';

const sentEvents = [
  'committed',
  'done',
  'rejected',
  'unknown',
  'ask',
  'abandoned',
  'cancelled',
  'requeued',
] as const;

const entrySchema = z.object({
  /** Epoch ms. */
  at: z.int(),
  event: z.enum(sentEvents),
  jobId: z.string(),
  attempt: z.int(),
  kind: z.string(),
  accountId: z.string(),
  /** SHA-256 of the request without the token; on `committed`. */
  requestSha256: z.string().optional(),
  /** The model or order that was created; on `done`. */
  remoteId: z.int().optional(),
  /**
   * Epoch ms by the service's clock after which the token of the attempt has certainly expired; on
   * `committed`.
   */
  tokenEndsAt: z.int().optional(),
});
export type SentEntry = z.infer<typeof entrySchema>;

/** One step of the folder's stamp. */
const stampSchema = z.object({
  /** Epoch ms. */
  at: z.int(),
  event: z.literal('stamp'),
  step: z.int(),
  /** Random, so that the steps of two copies of one folder differ. */
  stamp: z.string(),
});
export type SentStamp = z.infer<typeof stampSchema>;

const place = { n: z.int(), prev: z.string() };
const lineSchema = z.union([
  z.object({ ...entrySchema.shape, ...place }),
  z.object({ ...stampSchema.shape, ...place }),
]);
const anySchema = z.union([entrySchema, stampSchema]);

export type SentLog = ReturnType<typeof openSentLog>;

/** Hash before the first line. */
const genesis = '0'.repeat(64);
const hashOf = (line: string) => digest('sha256', line);

/** `meta` records that there was a log, so that a missing one is noticed. */
export function openSentLog(path: string, meta: Meta, now: () => number = Date.now) {
  ensurePrivateFolder(dirname(path));
  const missing = meta.get('sent-log') !== null && !existsSync(path);
  const found = readLog(path);
  if (found.broken)
    renameFileSync(path, `${path}.damaged-${new Date(now()).toISOString().replaceAll(':', '-')}`);
  ensurePrivateFile(path);
  syncFolder(dirname(path));
  meta.set('sent-log', 'begun');
  // Written at a position: Windows does not truncate a file that was opened for appending.
  const handle = openSync(path, 'r+');
  const latest = new Map<string, SentEntry>();
  const unanswered = new Map<string, SentEntry[]>();
  const stamps = new Map<number, string>();
  let lastStamp: SentStamp | null = null;
  let head = { n: 0, hash: genesis };
  /** Bytes of whole, durable lines. */
  let length = 0;
  /** The file has more bytes than these. */
  let isRagged = false;

  const remember = (entry: SentEntry | SentStamp) => {
    if (entry.event === 'stamp') {
      stamps.set(entry.step, entry.stamp);
      lastStamp = entry;
      return;
    }
    const before = latest.get(entry.jobId);
    const tokenEndsAt =
      entry.tokenEndsAt ?? (before?.attempt === entry.attempt ? before.tokenEndsAt : undefined);
    const complete = { ...entry, ...(tokenEndsAt !== undefined && { tokenEndsAt }) };
    latest.set(entry.jobId, complete);
    if (entry.event === 'unknown')
      unanswered.set(entry.jobId, [...(unanswered.get(entry.jobId) ?? []), complete]);
  };
  const write = (entry: SentEntry | SentStamp) => {
    const body = JSON.stringify({ n: head.n + 1, ...entry, prev: head.hash });
    const hash = hashOf(body);
    const bytes = Buffer.from(`${body} ${hash}\n`);
    // Half a line in the middle would break the chain for everything after it.
    const cut = () => {
      if (isRagged) ftruncateSync(handle, length);
      isRagged = false;
    };
    cut();
    try {
      isRagged = true;
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(handle, bytes, written, bytes.length - written, length + written);
      }
      fsyncSync(handle);
      isRagged = false;
    } catch (thrown) {
      try {
        cut();
      } catch {
        // Reports a failing disk before the next line is written.
      }
      throw thrown;
    }
    length += bytes.length;
    head = { n: head.n + 1, hash };
    remember(entry);
  };

  if (found.broken) {
    // Every line that can still be read counts: it can only make the queue more careful.
    for (const entry of found.entries) write(entry);
  } else {
    for (const entry of found.entries) remember(entry);
    head = found.head;
    length = found.length;
    // The rest of a line that was being written when the power failed; what it announced was never sent.
    ftruncateSync(handle, length);
    fsyncSync(handle);
  }
  return {
    /** Durable when it returns. Throws if the disk refuses it; then nothing may be sent. */
    append: write,
    /** The newest line of a job, with the end of the token of its attempt. */
    last: (jobId: string): SentEntry | null => latest.get(jobId) ?? null,
    /** All lines of a job as they are in the file, the oldest first. */
    linesOf: (jobId: string): string[] =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.includes(JSON.stringify(jobId))),
    /**
     * The attempts of a job whose answer was lost at first, whatever was found out since, with the end of
     * their tokens.
     */
    unansweredAttempts: (jobId: string): readonly SentEntry[] => unanswered.get(jobId) ?? [],
    /** The newest line of every job that has one. */
    all: (): ReadonlyMap<string, SentEntry> => latest,
    /** The newest step of the folder's stamp. */
    lastStamp: (): SentStamp | null => lastStamp,
    /** Null: the log has no such step. */
    stampOf: (step: number): string | null => stamps.get(step) ?? null,
    /**
     * The chain was broken, or the file is missing although it existed: it cannot prove that something was
     * NOT sent.
     */
    damaged: found.broken || missing,
    close: (): void => closeSync(handle),
  };
}

interface Found {
  readonly entries: readonly (SentEntry | SentStamp)[];
  readonly head: { readonly n: number; readonly hash: string };
  readonly length: number;
  readonly broken: boolean;
}

function readLog(path: string): Found {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const entries: (SentEntry | SentStamp)[] = [];
  let head = { n: 0, hash: genesis };
  let length = 0;
  let broken = false;
  const lines = text.split('\n');
  // The rest after the last line break is empty, or a line that was never finished.
  for (const line of lines.slice(0, -1)) {
    const space = line.lastIndexOf(' ');
    const body = line.slice(0, Math.max(0, space));
    const hash = hashOf(body);
    const parsed = parseStored(body, lineSchema);
    const fits = hash === line.slice(space + 1) && parsed?.n === head.n + 1 && parsed.prev === head.hash;
    if (!fits) broken = true;
    if (parsed !== null) entries.push(anySchema.parse(parsed));
    head = { n: head.n + 1, hash };
    length += Buffer.byteLength(line) + 1;
  }
  return { entries, head, length, broken };
}
