/** A stored file as geometry reads it: in pieces, so that a big model is never in memory whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import type { Arrival } from './arrival.ts';

/** Reads synchronously: for worker threads. @throws the errors of `node:fs` */
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

/** Longer without a byte, and the thread has better things to do. */
const patienceMs = 300;

/** A file that still arrives and will have `size` bytes. @throws AbandonedFile when it does not come */
export function withArrivingFile<Result>(
  path: string,
  size: number,
  arrival: Arrival,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  return withFileSource(path, (source) =>
    use({
      size,
      read(target, offset) {
        arrival.awaitBytes(Math.min(size, offset + target.length), patienceMs);
        return source.read(target, offset);
      },
    }),
  );
}
