/**
 * Disk space reserved for a full disk: a file of 16 MiB beside the database. A full disk stops even an UPDATE
 * (reliability: R4), but the outcome of what was sent must still be recorded. So the ballast is deleted for
 * that, and nothing new is sent until it exists again. Called by the queue.
 */
import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { removeFileSync } from '../file-system/rename-and-remove.ts';
import { isDiskFull } from './database.ts';
import { ensurePrivateFile } from './private-files.ts';

/** Bytes. */
export const ballastSize = 16 * 1024 * 1024;
const sliceBytes = 1024 * 1024;

export interface Ballast {
  /** True while the space is reserved. */
  readonly stands: boolean;
  /** Frees the space for what has to be written now. */
  release(): void;
  /** Reserves the space again; false if the disk is still too full. */
  restore(): boolean;
}

export function openBallast(path: string): Ballast {
  let stands = false;
  const ballast: Ballast = {
    get stands() {
      return stands;
    },
    release() {
      stands = false;
      removeFileSync(path);
    },
    restore() {
      if (stands) return true;
      try {
        fill(path);
        stands = true;
      } catch (thrown) {
        removeFileSync(path);
        if (!isDiskFull(thrown)) throw thrown;
      }
      return stands;
    },
  };
  ballast.restore();
  return ballast;
}

/** Bytes that no file system can skip or compress. */
function fill(path: string): void {
  if (existsSync(path) && statSync(path).size === ballastSize) return;
  ensurePrivateFile(path);
  const handle = openSync(path, 'w', 0o600);
  try {
    const slice = Buffer.alloc(sliceBytes);
    for (let written = 0; written < ballastSize; ) {
      randomFillSync(slice);
      for (let at = 0; at < slice.length; ) at += writeSync(handle, slice, at, slice.length - at);
      written += slice.length;
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
