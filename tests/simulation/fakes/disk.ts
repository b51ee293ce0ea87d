/**
 * A disk that loses what was not synced when the power goes, fills up, and can be damaged. Files are bytes
 * with a durable copy; names are durable only once their folder was synced. SQLite databases are files whose
 * content lives in an in-memory database (fakes/sqlite.ts). The `node:fs` fakes are thin over it.
 */
import { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { Image } from './sqlite.ts';

export class FileNode {
  bytes: Buffer = Buffer.alloc(0);
  durable: Buffer = Buffer.alloc(0);
  modifiedAt = 0;
  image: Image | null = null;
}

export function fsError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

export class Disk {
  readonly #world: World;
  names = new Map<string, FileNode>();
  #durableNames = new Map<string, FileNode>();
  /** Nothing more can be written. */
  isFull = false;
  /** Every other write or sync ends with an input/output error. */
  isFailing = false;
  readonly #luck: Random;

  constructor(world: World) {
    this.#world = world;
    this.#luck = new Random(world.seed, 7);
  }

  /** Whether this write or sync is one that fails. */
  fails(): boolean {
    return this.isFailing && this.#luck.chance(0.5);
  }

  /** Called at every access by a process: a moment at which it can die. */
  touch(label: string): void {
    this.#world.point(label);
  }

  require(path: string): FileNode {
    const node = this.names.get(path);
    if (!node) throw fsError('ENOENT', path);
    return node;
  }

  create(path: string): FileNode {
    if (this.isFull) throw fsError('ENOSPC', path);
    if (this.fails()) throw fsError('EIO', path);
    const node = new FileNode();
    node.modifiedAt = this.#world.time + this.#world.skew;
    this.names.set(path, node);
    return node;
  }

  append(node: FileNode, bytes: Uint8Array): void {
    if (this.isFull) throw fsError('ENOSPC', 'append');
    if (this.fails()) throw fsError('EIO', 'append');
    node.bytes = Buffer.concat([node.bytes, bytes]);
    node.modifiedAt = this.#world.time + this.#world.skew;
  }

  /** For the application; `sync` itself never fails. */
  syncAsAsked(node: FileNode): void {
    if (this.fails()) throw fsError('EIO', 'fsync');
    this.sync(node);
  }

  sync(node: FileNode): void {
    node.durable = Buffer.from(node.bytes);
  }

  syncFolder(path: string): void {
    for (const name of [...this.#durableNames.keys()]) {
      if (folderOf(name) === path && !this.names.has(name)) this.#durableNames.delete(name);
    }
    for (const [name, node] of this.names) if (folderOf(name) === path) this.#durableNames.set(name, node);
  }

  rename(from: string, to: string): void {
    const node = this.require(from);
    this.names.delete(from);
    this.names.set(to, node);
  }

  list(folder: string): string[] {
    return [...this.names.keys()]
      .filter((name) => folderOf(name) === folder)
      .map((name) => name.slice(folder.length + 1));
  }

  contentOf(node: FileNode): Buffer {
    return node.image ? node.image.serialize() : node.bytes;
  }

  /** The power fails. What was not synced is gone, is there, or is there in part, as on a real disk. */
  loseUnsynced(): void {
    const { random } = this.#world;
    const after = new Map(this.#durableNames);
    for (const [name, node] of this.names)
      if (!after.has(name) && (node.image || random.chance(0.3))) after.set(name, node);
    for (const node of after.values()) {
      if (node.image) node.image.losePower(random);
      else if (!node.bytes.equals(node.durable)) {
        const grew = node.bytes.length > node.durable.length;
        const kept = grew ? random.int(node.durable.length, node.bytes.length) : node.durable.length;
        // Any part of appended bytes may arrive; a rewrite that was not synced did not happen.
        node.bytes = Buffer.from(grew ? node.bytes.subarray(0, kept) : node.durable);
      }
      node.durable = Buffer.from(node.bytes);
    }
    this.names = after;
    this.#durableNames = new Map(after);
  }
}
