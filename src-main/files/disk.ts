/**
 * What the spool needs of a disk, so that tests can run it on one that is full, slow or loses what was not
 * synced. `nodeDisk` is the real one.
 */
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Fingerprint, hashFile } from './hash-file.ts';

export interface FileFacts {
  readonly isFile: boolean;
  readonly isFolder: boolean;
  readonly size: number;
  /** Epoch ms. */
  readonly modifiedAt: number;
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
  /** Shares the blocks where the file system can. The copy is for this user only. */
  copy(from: string, to: string): Promise<void>;
  syncFile(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Bytes that this user may still write. */
  free(folder: string): Promise<number>;
  hash(path: string, size: number): Promise<Fingerprint>;
  read(path: string): Readable;
}

export const nodeDisk: Disk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
  },
  async facts(path) {
    const found = await stat(path);
    return {
      isFile: found.isFile(),
      isFolder: found.isDirectory(),
      size: found.size,
      modifiedAt: found.mtimeMs,
    };
  },
  list: (folder) => readdir(folder),
  async create(path) {
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
  },
  async copy(from, to) {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(to, 0o600);
  },
  async syncFile(path) {
    const handle = await open(path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  async syncFolder(path) {
    // Windows cannot open folders and keeps renames in its journal.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  remove: (path) => rm(path, { force: true }),
  async free(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  hash: hashFile,
  read: (path) => createReadStream(path),
};
