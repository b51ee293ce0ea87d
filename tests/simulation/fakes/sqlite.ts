/**
 * Stands in for `better-sqlite3` in the application: the real library on in-memory databases that belong to
 * files of the simulated disk. Like the real package, it opens an existing database with `synchronous`
 * NORMAL, under which a power cut may take back any number of the last commits (reliability: R2).
 */
import Real from 'better-sqlite3';
import type { Random } from '../random.ts';
import { type Process, world } from '../world.ts';
import { FileNode, fsError } from './disk.ts';

/** The content of one database file. */
export class Image {
  real: Real.Database;
  /** The last value of `PRAGMA synchronous`: FULL, so that every commit is durable. */
  isSynced = true;
  /** Preparing costs more than running; the restarts of one world share statements. */
  #statements = new Map<string, Real.Statement>();
  /** States that a power cut may fall back to: the last durable one, then one for each commit after it. */
  #unsynced: Buffer[] = [];

  constructor(real: Real.Database) {
    this.real = real;
  }

  serialize(): Buffer {
    return this.real.serialize();
  }

  beforeCommit(): void {
    if (!this.isSynced && this.#unsynced.length === 0) this.#unsynced.push(this.serialize());
  }

  afterCommit(): void {
    if (this.isSynced) this.#unsynced = [];
    else this.#unsynced.push(this.serialize());
  }

  losePower(random: Random): void {
    if (this.#unsynced.length === 0) return;
    this.replace(random.pick(this.#unsynced));
  }

  replace(content: Buffer): void {
    this.#unsynced = [];
    this.#statements.clear();
    this.real.close();
    this.real = new Real(content);
  }

  statement(sql: string, plucked: boolean): Real.Statement {
    const key = plucked ? `${sql} -- plucked` : sql;
    const known = this.#statements.get(key);
    if (known) return known;
    const made = this.real.prepare(sql);
    if (plucked) made.pluck();
    this.#statements.set(key, made);
    return made;
  }
}

/** Creating a migrated, empty database takes a millisecond; all worlds of a process start from one copy. */
let template: Buffer | null = null;
export function keepTemplate(content: Buffer): void {
  template ??= content;
}

/** Without a disk. */
function memoryNode(): FileNode {
  const node = new FileNode();
  node.image = new Image(new Real(':memory:'));
  return node;
}

export default class Database {
  readonly #node: FileNode;
  readonly #process: Process | null;
  /** Nothing in it is durable, so no process dies here. */
  readonly #isInMemory: boolean;
  #open = true;

  constructor(path: string) {
    const { disk } = world();
    this.#process = world().process();
    this.#isInMemory = path === ':memory:';
    if (!this.#isInMemory) disk.touch(`open ${path}`);
    const node = this.#isInMemory ? memoryNode() : disk.names.get(path);
    if (!node) throw fsError('ENOENT', path);
    this.#node = node;
    if (!node.image) {
      if (node.bytes.length > 0) node.image = new Image(new Real(Buffer.from(node.bytes)));
      else node.image = new Image(template ? new Real(template) : new Real(':memory:'));
      node.bytes = Buffer.alloc(0);
    }
    // As the package does with every existing database.
    node.image.isSynced = false;
  }

  get #image(): Image {
    if (!this.#open) throw new TypeError('The database connection is not open');
    return this.#node.image as Image;
  }

  get open(): boolean {
    return this.#open;
  }

  get inTransaction(): boolean {
    return this.#image.real.inTransaction;
  }

  #live(): Image {
    if (this.#process?.alive === false) world().as(this.#process, () => world().requireAlive());
    return this.#image;
  }

  pragma(source: string, options?: Real.PragmaOptions): unknown {
    const image = this.#live();
    const level = /^synchronous = (\w+)$/.exec(source)?.[1];
    if (level === undefined) return image.real.pragma(source, options);
    image.isSynced = level === 'FULL' || level === 'EXTRA';
    return undefined;
  }

  exec(sql: string): void {
    this.#live().real.exec(sql);
  }

  serialize(): Buffer {
    return this.#live().serialize();
  }

  prepare(sql: string): Statement {
    return new Statement(() => this.#writing(sql), sql);
  }

  /** A write outside a transaction is a commit of its own. */
  #writing(sql: string): Image {
    const image = this.#live();
    if (/^\s*(INSERT|UPDATE|DELETE)/i.test(sql) && !this.#isInMemory) requireDisk();
    return image;
  }

  transaction<A extends unknown[], R>(work: (...args: A) => R) {
    const run = (...args: A): R => {
      const image = this.#live();
      if (image.real.inTransaction) return work(...args);
      if (this.#isInMemory) return image.real.transaction(work)(...args);
      world().point('db begin');
      image.beforeCommit();
      const value = image.real
        .transaction(() => {
          const inner = work(...args);
          requireDisk();
          world().point('db before commit');
          return inner;
        })
        .immediate();
      image.afterCommit();
      world().point('db after commit');
      return value;
    };
    return Object.assign(run, { immediate: run });
  }

  async backup(path: string): Promise<void> {
    const content = this.#live().serialize();
    const { disk } = world();
    const node = disk.names.get(path) ?? disk.create(path);
    node.bytes = content;
    disk.sync(node);
    disk.syncFolder(path.slice(0, path.lastIndexOf('/')));
  }

  close(): void {
    this.#open = false;
  }
}

/** Throws like SQLite if the disk refuses a write. */
function requireDisk(): void {
  const { disk } = world();
  if (disk.isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  if (disk.fails()) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
}

class Statement {
  readonly #live: () => Image;
  readonly #sql: string;
  #plucked = false;

  constructor(live: () => Image, sql: string) {
    this.#live = live;
    this.#sql = sql;
  }

  get #real(): Real.Statement {
    return this.#live().statement(this.#sql, this.#plucked);
  }

  pluck(): this {
    this.#plucked = true;
    return this;
  }

  run(...args: unknown[]): Real.RunResult {
    const image = this.#live();
    const isAlone = !image.real.inTransaction;
    if (isAlone) image.beforeCommit();
    const result = this.#real.run(...args);
    if (isAlone) image.afterCommit();
    const here = world();
    const process = here.process();
    if (
      process &&
      process.number < (here.owners.get(process.folder) ?? 0) &&
      result.changes > 0 &&
      / job SET | INTO job /.test(this.#sql)
    )
      here.writesOfOldEpochs += 1;
    return result;
  }

  get(...args: unknown[]): unknown {
    return this.#real.get(...args);
  }

  all(...args: unknown[]): unknown[] {
    return this.#real.all(...args);
  }

  iterate(...args: unknown[]): Iterable<unknown> {
    // A cached statement may not be entered twice.
    return this.#real.all(...args);
  }
}
