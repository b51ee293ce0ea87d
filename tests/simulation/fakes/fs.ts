/** Stands in for `node:fs` in the application: the functions that it calls, on the simulated disk. */
import { Readable } from 'node:stream';
import { world } from '../world.ts';
import { type FileNode, fsError } from './disk.ts';

interface Handle {
  readonly path: string;
  /** Null: a folder. */
  readonly node: FileNode | null;
}

let nextHandle = 1000;
const handles = new Map<number, Handle>();

const handleOf = (fd: number): Handle => {
  const handle = handles.get(fd);
  if (!handle) throw fsError('EBADF', String(fd));
  return handle;
};

export const constants = { COPYFILE_FICLONE: 2, COPYFILE_EXCL: 1 };

export function chmodSync(_path: string, _mode: number): void {}
export const statSync = (_path: string) => ({ uid: process.getuid?.() });
export function mkdirSync(_path: string, _options: unknown): void {}

export function openSync(path: string, flags: string, _mode?: number): number {
  const { disk } = world();
  disk.touch(`open ${path}`);
  const fd = nextHandle++;
  const known = disk.names.get(path);
  const isFolder = flags === 'r' && !known;
  const isNew = flags === 'w' || !known;
  handles.set(fd, { path, node: isFolder ? null : isNew ? disk.create(path) : known });
  return fd;
}

export function closeSync(fd: number): void {
  handles.delete(fd);
}

/** Writes what fits; a full disk may take half a line before it reports the error. */
export function writeSync(
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
): number {
  const { disk } = world();
  const { node, path } = handleOf(fd);
  if (!node) throw fsError('EISDIR', path);
  if (position !== node.bytes.length) throw new Error(`${path} is written elsewhere than at its end.`);
  disk.touch('write');
  const part = bytes.subarray(offset, offset + length);
  disk.append(node, part);
  disk.touch('written');
  return part.length;
}

export function writeFileSync(fd: number, text: string): void {
  writeSync(fd, Buffer.from(text), 0, Buffer.byteLength(text), handleOf(fd).node?.bytes.length ?? 0);
}

export function fsyncSync(fd: number): void {
  const { disk } = world();
  const { node, path } = handleOf(fd);
  disk.touch('sync');
  if (node) disk.syncAsAsked(node);
  else disk.syncFolder(path);
  disk.touch('synced');
}

export function ftruncateSync(fd: number, length: number): void {
  const { node, path } = handleOf(fd);
  world().requireAlive();
  if (world().disk.fails()) throw fsError('EIO', path);
  if (node) node.bytes = Buffer.from(node.bytes.subarray(0, length));
}

export function existsSync(path: string): boolean {
  const { disk } = world();
  return disk.names.has(path) || disk.list(path).length > 0;
}

export function readFileSync(path: string, encoding: BufferEncoding): string {
  return world().disk.require(path).bytes.toString(encoding);
}

export function renameSync(from: string, to: string): void {
  const { disk } = world();
  disk.touch(`rename ${from}`);
  disk.rename(from, to);
}

export function copyFileSync(from: string, to: string): void {
  const { disk } = world();
  disk.touch(`copy ${from}`);
  const source = disk.require(from);
  disk.create(to).bytes = Buffer.from(disk.contentOf(source));
  disk.sync(disk.require(to));
  disk.syncFolder(to.slice(0, to.lastIndexOf('/')));
}

export function readdirSync(path: string): string[] {
  return world().disk.list(path);
}

export function rmSync(path: string, _options: unknown): void {
  world().requireAlive();
  world().disk.names.delete(path);
}

export function createReadStream(path: string): Readable {
  return Readable.from([Buffer.from(world().disk.require(path).bytes)]);
}
