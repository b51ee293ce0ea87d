/** Reads a file on disk in pieces, so that a big model is never in memory as a whole. */
import type { ByteSource } from './byte-source.ts';

/** The functions of `node:fs` that are used. Callers pass them in, since src-shared does not import Node. */
export interface FileCalls {
  openSync(path: string, flags: 'r'): number;
  fstatSync(descriptor: number): { readonly size: number };
  readSync(descriptor: number, target: Uint8Array, at: number, length: number, offset: number): number;
  closeSync(descriptor: number): void;
}

export type WithFileSource = <Result>(
  path: string,
  use: (source: ByteSource) => Promise<Result>,
) => Promise<Result>;

/** Opens a file, hands it to `use` and closes it. Reads synchronously: for worker threads and commands. */
export const fileSources =
  (fs: FileCalls): WithFileSource =>
  async (path, use) => {
    const descriptor = fs.openSync(path, 'r');
    try {
      const { size } = fs.fstatSync(descriptor);
      return await use({
        size,
        read: (target, offset) => fs.readSync(descriptor, target, 0, target.length, offset),
      });
    } finally {
      fs.closeSync(descriptor);
    }
  };
