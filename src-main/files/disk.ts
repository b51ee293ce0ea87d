/**
 * The disk operations of the spool, so that tests can run it on a disk that is full, slow or loses what was
 * not synced. `nodeDisk` is the real one.
 */
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, open, readdir, stat, statfs, utimes } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ensurePrivateFolder } from '../db/private-files.ts';
import { removeFile, renameFile } from '../file-system/rename-and-remove.ts';
import { type Fingerprint, hashFile } from './hash-file.ts';

export interface FileFacts {
  readonly isFile: boolean;
  readonly isFolder: boolean;
  readonly size: number;
  /** Epoch ms. */
  readonly modifiedAt: number;
  /** When the system last wrote to it, whatever time a program gave it; epoch ms. */
  readonly changedAt: number;
}

export interface DiskFile {
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Every method throws Node's own errors (ENOENT, EACCES, ENOSPC). */
export interface Disk {
  makeFolder(path: string): Promise<void>;
  facts(path: string): Promise<FileFacts>;
  list(folder: string): Promise<string[]>;
  /** A new file for this user only. */
  create(path: string): Promise<DiskFile>;
  /** Copies only the bytes: the copy is for this user only, and its time is now. Throws if `to` exists. */
  copy(from: string, to: string): Promise<void>;
  syncFile(path: string): Promise<void>;
  /** Waits a moment for programs that have the file open. */
  rename(from: string, to: string): Promise<void>;
  /** Gives the file the current time, like a new one. */
  touch(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Succeeds if the file does not exist; waits like `rename`. */
  remove(path: string): Promise<void>;
  /** Bytes that this user may still write. */
  free(folder: string): Promise<number>;
  hash(path: string, size: number): Promise<Fingerprint>;
  read(path: string): Readable;
}

async function create(path: string): Promise<DiskFile> {
  const handle = await open(path, 'wx', 0o600);
  return {
    async write(bytes) {
      for (let written = 0; written < bytes.length; ) {
        written += (await handle.write(bytes, written)).bytesWritten;
      }
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

const copySlice = 1024 * 1024;

/**
 * macOS and Windows copy a file's times and its lock too: the copy of a locked original could be neither used
 * nor removed.
 */
async function copyBytes(from: string, to: string): Promise<void> {
  await withOpen(open(from, 'r'), (source) =>
    withOpen(create(to), async (target) => {
      const slice = Buffer.allocUnsafe(copySlice);
      for (;;) {
        const { bytesRead } = await source.read(slice, 0, copySlice, null);
        if (bytesRead === 0) break;
        await target.write(slice.subarray(0, bytesRead));
      }
    }),
  );
}

async function withOpen<H extends { close(): Promise<void> }>(
  opened: Promise<H>,
  use: (handle: H) => Promise<void>,
): Promise<void> {
  const handle = await opened;
  try {
    await use(handle);
  } finally {
    await handle.close();
  }
}

export const nodeDisk: Disk = {
  makeFolder: async (path) => ensurePrivateFolder(path),
  async facts(path) {
    const found = await stat(path);
    return {
      isFile: found.isFile(),
      isFolder: found.isDirectory(),
      size: found.size,
      modifiedAt: found.mtimeMs,
      changedAt: found.ctimeMs,
    };
  },
  list: (folder) => readdir(folder),
  create,
  async copy(from, to) {
    if (process.platform !== 'linux') return copyBytes(from, to);
    // Shares blocks if the file system can, and copies only bytes and mode.
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(to, 0o600);
  },
  syncFile: (path) => withOpen(open(path, 'r+'), (handle) => handle.sync()),
  rename: renameFile,
  async touch(path) {
    const now = new Date();
    await utimes(path, now, now);
  },
  async syncFolder(path) {
    // Windows cannot open folders and journals renames.
    if (process.platform !== 'win32') await withOpen(open(path, 'r'), (handle) => handle.sync());
  },
  remove: removeFile,
  async free(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  hash: hashFile,
  read: (path) => createReadStream(path),
};
