/**
 * Stands in for `node:fs/promises` in the application: the functions that it calls, on the simulated disk.
 */
import { world } from '../world.ts';
import { fsError } from './disk.ts';

export async function chmod(): Promise<void> {}
export async function mkdir(): Promise<void> {}
export async function utimes(): Promise<void> {}

export async function copyFile(from: string, to: string): Promise<void> {
  const { disk } = world();
  disk.touch('copy');
  const source = disk.require(from);
  const node = disk.create(to);
  disk.append(node, source.bytes);
  disk.touch('copied');
}

export async function open(path: string, flags = 'r') {
  const { disk } = world();
  disk.touch(`open ${path}`);
  const isFolder = flags === 'r' && !disk.names.has(path) && disk.list(path).length > 0;
  const node = isFolder ? null : flags === 'wx' ? disk.create(path) : disk.require(path);
  let read = 0;
  return {
    async write(bytes: Uint8Array, offset = 0) {
      if (!node) throw fsError('EISDIR', path);
      disk.append(node, bytes.subarray(offset));
      disk.touch('written');
      return { bytesWritten: bytes.length - offset };
    },
    async read(target: Uint8Array, offset: number, length: number, _position?: null) {
      if (!node) throw fsError('EISDIR', path);
      const part = node.bytes.subarray(read, read + length);
      target.set(part, offset);
      read += part.length;
      return { bytesRead: part.length };
    },
    async stat() {
      // Long ago, so that nobody is taken to be writing it.
      return { size: node?.bytes.length ?? 0, mtimeMs: 0 };
    },
    async sync() {
      disk.touch('sync');
      if (node) disk.syncAsAsked(node);
      else disk.syncFolder(path);
      disk.touch('synced');
    },
    async close() {},
  };
}

export async function readdir(path: string): Promise<string[]> {
  return world().disk.list(path);
}

export async function rename(from: string, to: string): Promise<void> {
  const { disk } = world();
  disk.touch('rename');
  disk.rename(from, to);
  disk.touch('renamed');
}

export async function rm(path: string): Promise<void> {
  world().requireAlive();
  world().disk.names.delete(path);
}

export async function stat(path: string) {
  const { disk } = world();
  const node = disk.names.get(path);
  if (!node && disk.list(path).length === 0) throw fsError('ENOENT', path);
  return {
    isFile: () => node !== undefined,
    isDirectory: () => node === undefined,
    size: node?.bytes.length ?? 0,
    mtimeMs: node?.modifiedAt ?? 0,
    ctimeMs: node?.modifiedAt ?? 0,
  };
}

export async function statfs(_path: string) {
  return { bavail: world().disk.isFull ? 0 : 1e12, bsize: 1 };
}
