import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpenOptions, openDatabase } from '../../../src-main/db/database.ts';
import { migrations } from '../../../src-main/db/migrations.ts';
import { temporaryFolder } from '../../support/folder.ts';

const open = (path: string, options?: OpenOptions) => {
  const database = openDatabase(path, options);
  onTestFinished(() => database.close());
  return database;
};
const simple = (database: ReturnType<typeof open>, pragma: string) =>
  database.sqlite.pragma(pragma, { simple: true });

describe('openDatabase', () => {
  it('The database is fully durable on the first and on every later open.', () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    for (let round = 0; round < 3; round++) {
      const database = openDatabase(path);
      expect(simple(database, 'synchronous')).toBe(2);
      expect(simple(database, 'journal_mode')).toBe('wal');
      expect(simple(database, 'foreign_keys')).toBe(1);
      expect(simple(database, 'busy_timeout')).toBe(5000);
      database.close();
    }
  });

  it.skipIf(process.platform === 'win32')('Only this user can read the files.', () => {
    const folder = join(temporaryFolder(), 'data');
    const database = open(join(folder, 'fabdesk.db'));
    database.documents.set('a', 1);
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(folder)).toContain('fabdesk.db-wal');
  });

  it('Documents are stored, and an absent or damaged one is read as null.', () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    const first = openDatabase(path);
    first.documents.set('settings', { theme: 'dark', list: [1, 'ü'] });
    first.documents.set('gone', 1);
    first.documents.delete('gone');
    first.close();
    const second = open(path);
    expect(second.documents.get('settings')).toEqual({ theme: 'dark', list: [1, 'ü'] });
    expect(second.documents.get('gone')).toBeNull();
    second.sqlite.exec("UPDATE document SET value = '{\"theme' WHERE key = 'settings'");
    expect(second.documents.get('settings')).toBeNull();
  });

  it('A transaction that throws is rolled back.', () => {
    const database = open(join(temporaryFolder(), 'fabdesk.db'));
    const work = () =>
      database.transaction(() => {
        database.documents.set('a', 1);
        throw new Error('stop');
      });
    expect(work).toThrow('stop');
    expect(database.documents.get('a')).toBeNull();
  });
});

/** With a step that a later version may add. */
const grown = [...migrations, 'CREATE TABLE later (x INTEGER) STRICT; INSERT INTO later VALUES (7);'];

describe('migrations', () => {
  it('Migrations run once, with a backup of the earlier state.', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'fabdesk.db');
    const old = openDatabase(path, { steps: migrations });
    old.documents.set('a', 'cached');
    old.close();
    const grew = open(path, { steps: grown });
    expect(simple(grew, 'user_version')).toBe(grown.length);
    expect(grew.documents.get('a')).toBe('cached');
    const [backup] = readdirSync(join(folder, 'backups'));
    const copy = new Sqlite(join(folder, 'backups', backup as string), { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length);
    copy.close();
    const again = open(path, { steps: grown });
    expect(again.sqlite.prepare('SELECT count(*) FROM later').pluck().get()).toBe(1);
  });

  it('A failed migration leaves everything as it was.', () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    openDatabase(path).close();
    const broken = [...migrations, 'CREATE TABLE half (x INTEGER) STRICT; SELECT nonsense;'];
    expect(() => openDatabase(path, { steps: broken })).toThrow(/cannot use its database/);
    const sqlite = new Sqlite(path);
    expect(sqlite.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(sqlite.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0);
    sqlite.close();
  });

  it('The database of a newer Fabdesk is refused and stays unchanged.', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'fabdesk.db');
    openDatabase(path, { steps: grown }).close();
    expect(() => openDatabase(path)).toThrow(/newer version of Fabdesk/);
    expect(existsSync(join(folder, 'quarantine'))).toBe(false);
    openDatabase(path, { steps: grown }).close();
  });
});

describe('a damaged database', () => {
  const damage = (path: string) => {
    const size = statSync(path).size;
    const handle = openSync(path, 'r+');
    for (let at = 4096; at < size; at += 4096) writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, at);
  };
  const filled = (path: string) => {
    const database = openDatabase(path);
    database.documents.set('a', 'x'.repeat(50_000));
    return database;
  };

  it('A damaged database is put aside and replaced by the newest sound backup.', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'fabdesk.db');
    const database = filled(path);
    await database.backUp.now();
    database.documents.set('a', 'after the backup');
    database.close();
    damage(path);
    const restored = open(path);
    expect(restored.restored?.from).toBe('backup');
    expect(restored.documents.get('a')).toBe('x'.repeat(50_000));
    expect(readdirSync(restored.restored?.quarantine as string)).toContain('fabdesk.db');
  });

  it('A flipped bit in the version number does not look like a newer Fabdesk’s database.', async () => {
    for (const bit of [3, 20]) {
      const path = join(temporaryFolder(), 'fabdesk.db');
      const database = filled(path);
      await database.backUp.now();
      database.sqlite.pragma(`user_version = ${migrations.length ^ (1 << bit)}`);
      database.close();
      const restored = open(path);
      expect(restored.restored?.from).toBe('backup');
      expect(restored.documents.get('a')).toBe('x'.repeat(50_000));
    }
  });

  it('Every migration changes the schema, so the schema identifies the version.', () => {
    const schemas = grown.map((_, index) => {
      const { sqlite } = open(join(temporaryFolder(), 'fabdesk.db'), {
        steps: grown.slice(0, index + 1),
      });
      return JSON.stringify(sqlite.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all());
    });
    expect(new Set(schemas).size).toBe(grown.length);
  });

  it('A damaged database without a backup is put aside and replaced by an empty one.', () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    writeFileSync(path, 'this is no database at all, but long enough to look like one. '.repeat(100));
    const restored = open(path);
    expect(restored.restored?.from).toBe('nothing');
    restored.documents.set('a', 1);
    expect(restored.documents.get('a')).toBe(1);
  });

  it('An altered trigger is noticed, though SQLite finds nothing wrong.', async () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    const database = openDatabase(path);
    database.documents.set('a', 1);
    await database.backUp.now();
    database.sqlite.exec('DROP TRIGGER job_resend_needs_proof');
    database.close();
    const again = open(path);
    expect(again.restored).toMatchObject({ from: 'backup' });
    expect(again.documents.get('a')).toBe(1);
    const guards = again.sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all();
    expect(guards).toContain('job_resend_needs_proof');
  });

  it('A flipped bit that turns a rule of a table into a call of an unknown function counts as damage.', async () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    const database = filled(path);
    await database.backUp.now();
    const rule = 'state TEXT NOT NULL CHECK (state IN (';
    database.close();
    const bytes = readFileSync(path);
    // The file has older copies of the text too.
    for (let at = bytes.indexOf(rule); at >= 0; at = bytes.indexOf(rule, at + 1))
      bytes.write('$', at + rule.indexOf(' IN ('));
    writeFileSync(path, bytes);
    const restored = open(path);
    expect(restored.restored?.from).toBe('backup');
    expect(restored.documents.get('a')).toBe('x'.repeat(50_000));
  });

  it('A flipped format number in the header counts as damage and does not lock Fabdesk out.', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'fabdesk.db');
    openDatabase(path).close();
    const handle = openSync(path, 'r+');
    writeSync(handle, Buffer.from([0, 0, 0, 0x44]), 0, 4, 44);
    closeSync(handle);
    expect(open(path).restored).toMatchObject({ from: 'nothing' });
  });

  it('Damaged indexes are rebuilt if only they are damaged.', () => {
    const path = join(temporaryFolder(), 'fabdesk.db');
    const database = openDatabase(path);
    database.documents.set('a', 1);
    const rootOf = (name: string) =>
      database.sqlite
        .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
        .pluck()
        .get(name) as number;
    const page = rootOf('sqlite_autoindex_document_1');
    const size = database.sqlite.pragma('page_size', { simple: true }) as number;
    database.close();
    const handle = openSync(path, 'r+');
    // The key, in the last bytes of the index's only page.
    writeSync(handle, Buffer.from('b'), 0, 1, page * size - 2);
    closeSync(handle);
    const again = open(path);
    expect(again.restored).toBeNull();
    expect(again.documents.get('a')).toBe(1);
  });

  it('Only the newest backups are kept.', async () => {
    const folder = temporaryFolder();
    let now = Date.UTC(2026, 0, 1);
    const database = open(join(folder, 'fabdesk.db'), { now: () => now });
    for (let round = 0; round < 9; round++) {
      now += 3_600_000;
      await database.backUp.now();
    }
    const names = readdirSync(join(folder, 'backups'));
    expect(names).toHaveLength(7);
    expect(names.every((name) => name > '2026-01-01T02')).toBe(true);
  });

  it('Many backups in one hour do not displace those of earlier hours.', async () => {
    const folder = temporaryFolder();
    let now = Date.UTC(2026, 0, 1);
    const database = open(join(folder, 'fabdesk.db'), { now: () => now });
    for (let hour = 0; hour < 6; hour++) {
      now += 3_600_000;
      await database.backUp.now();
    }
    for (let minute = 0; minute < 20; minute++) {
      now += 60_000;
      await database.backUp.now();
    }
    const hours = readdirSync(join(folder, 'backups')).map((name) => name.slice(11, 16));
    expect(hours).toEqual(['02-00', '03-00', '04-00', '05-00', '06-18', '06-19', '06-20']);
  });

  it('The last backup is made only if something changed, and ends in time.', async () => {
    const folder = temporaryFolder();
    const database = open(join(folder, 'fabdesk.db'));
    const backups = () => readdirSync(join(folder, 'backups'));
    mkdirSync(join(folder, 'backups'));
    database.documents.set('a', 'before');
    await database.backUp.ifChanged(1000);
    database.backUp.begin();
    await database.backUp.ifChanged(1000);
    expect(backups()).toEqual([]);
    database.documents.set('a', 'x'.repeat(3_000_000));
    await database.backUp.ifChanged(-1);
    expect(backups().filter((name) => !name.endsWith('.part'))).toEqual([]);
    await database.backUp.ifChanged(10_000);
    expect(backups()).toHaveLength(1);
    await database.backUp.ifChanged(10_000);
    expect(backups()).toHaveLength(1);
    const copy = new Sqlite(join(folder, 'backups', backups()[0] as string), { readonly: true });
    expect(copy.prepare("SELECT length(value) FROM document WHERE key = 'a'").pluck().get()).toBe(3_000_002);
    copy.close();
  });

  it('What a killed process left of a backup is removed and never restored.', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'fabdesk.db');
    const database = open(path);
    await database.backUp.now();
    const [whole] = readdirSync(join(folder, 'backups')) as [string];
    writeFileSync(join(folder, 'backups', '2099-01-01T00-00-00.000Z-fabdesk.db.part'), 'half of it');
    await database.backUp.now();
    expect(readdirSync(join(folder, 'backups')).some((name) => name.endsWith('.part'))).toBe(false);
    expect(whole).toMatch(/-fabdesk\.db$/);
  });
});
