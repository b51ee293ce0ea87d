/** A file on disk as geometry reads it: in pieces, so that a big model is never in memory whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';

/** Reads synchronously: for worker threads and commands. @throws the errors of `node:fs` */
export async function withFileSource<Result>(
  path: string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    return await use({
      size,
      read: (target, offset) => readSync(descriptor, target, 0, target.length, offset),
    });
  } finally {
    closeSync(descriptor);
  }
}
