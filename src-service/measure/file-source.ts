/** Gives geometry access to stored files, and to files that are still arriving. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { fileSources } from '../../src-shared/geometry/readers/file-source.ts';
import type { Arrival } from './arrival.ts';

/** @throws the errors of `node:fs` */
export const withFileSource = fileSources({ closeSync, fstatSync, openSync, readSync });

/** How long a thread waits for the next bytes before it gives up the file. */
const patienceMs = 300;

/** A file still arriving, of `size` bytes at its end. @throws AbandonedFile if its bytes do not come */
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
