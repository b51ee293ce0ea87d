/**
 * Where the files of the service are, each content once, under its SHA-256: on the disk (`disk-files.ts`) or
 * in S3-compatible storage (`fleet/s3-files.ts`). `store/unused-files.ts` decides what is removed.
 */
import type { Readable } from 'node:stream';
import { Fault } from '../fault.ts';
import type { HashedContent } from './hashing.ts';

/** A complete file on this computer, with what was calculated while it arrived. */
export interface LocalFile extends HashedContent {
  readonly path: string;
}

/** The first and the last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenedFile {
  /** Bytes of the whole file. */
  readonly length: number;
  /** The bytes that were requested. Destroy it if it is not read to its end. */
  readonly stream: Readable;
}

export interface StoredFile {
  readonly sha256: string;
  readonly length: number;
  /** Epoch ms by the clock of whoever stores it; a repeated `put` need not change it. */
  readonly storedAt: number;
}

/** Each of these rejects with Fault 503 while the files cannot be reached, and may then be repeated. */
export interface FileStore {
  /** Makes the content durable before it resolves. May move the file away. May be done again. */
  put(file: LocalFile): Promise<void>;
  /** Null: there is no such content. An opened file stays readable if the content is removed. */
  open(sha256: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Bytes; null if there is no such content. */
  length(sha256: string): Promise<number | null>;
  /** Tries once. False: not removed. If this rejects, the content may be removed now or later. */
  remove(sha256: string): Promise<boolean>;
  /** All contents, by name. */
  list(): AsyncIterable<StoredFile>;
  /** Runs `use` on a path of the content, for code that must seek. @throws Fault 404 if it does not exist */
  withPath<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const isContentName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

export const goneFile = (): Fault => new Fault(404, 'gone', 'The model was deleted meanwhile.');

/** The answer to calls while the files cannot be reached. */
export const filesAway = (cause?: unknown): Fault =>
  new Fault(503, 'files-away', 'The service cannot reach its file storage. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
    cause,
  });
