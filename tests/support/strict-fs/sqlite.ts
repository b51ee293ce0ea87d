/** Stands in for `better-sqlite3`: tells the rules for Windows which databases are open. */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';
import { rules } from './face.ts';
import { at } from './fs.ts';
import { refusal } from './rules.ts';
import { closeDatabase, longestForSqlite, openDatabase } from './windows.ts';

// By `require`, since an import of this name leads here.
const Real = createRequire(import.meta.url)('better-sqlite3') as typeof SqliteDatabase;

export default class StrictSqlite extends Real {
  readonly #path: string | null;

  constructor(filename?: string | Buffer, options?: SqliteDatabase.Options) {
    const isFile = typeof filename === 'string' && filename !== '' && filename !== ':memory:';
    const path = isFile ? at(filename, 'open') : null;
    if (path !== null && rules.platform === 'win32' && `${path}-journal`.length > longestForSqlite) {
      throw Object.assign(refusal('SQLITE_CANTOPEN', 'open', path, 'the path is too long for SQLite'));
    }
    super(path ?? filename, options);
    this.#path = path;
    if (path !== null) openDatabase(path);
  }

  override close(): this {
    const wasOpen = this.open;
    super.close();
    if (this.#path !== null && wasOpen) {
      closeDatabase(this.#path);
      rules.written(this.#path);
    }
    return this;
  }
}
