/**
 * Shows that each rule for Windows refuses, so that code which passes this layer is known to respect them.
 */
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { thrownCode } from '../support/error-code.ts';
import { temporaryFolder } from '../support/folder.ts';
import * as fs from '../support/strict-fs/fs.ts';
import * as promises from '../support/strict-fs/fs-promises.ts';
import { createServer } from '../support/strict-fs/net.ts';
import StrictSqlite from '../support/strict-fs/sqlite.ts';

/** A file that no scanner has open any more. */
const setUp = (name = 'a') => {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, 'old');
  return { folder, path };
};

describe('Windows', () => {
  it('Windows truncates neither an appending nor a reading handle.', async () => {
    const { path } = setUp();
    for (const flags of ['a', 'a+', 'r']) {
      const fd = fs.openSync(path, flags);
      expect(
        thrownCode(() => fs.ftruncateSync(fd, 0)),
        flags,
      ).toBe('EPERM');
      fs.closeSync(fd);
    }
    const handle = await promises.open(path, 'a');
    await expect(handle.truncate(0)).rejects.toMatchObject({ code: 'EPERM' });
    await handle.close();
    const fd = fs.openSync(path, 'r+');
    expect(thrownCode(() => fs.ftruncateSync(fd, 0))).toBe('no error');
    fs.closeSync(fd);
  });

  it('Windows flushes only writing handles, and so no folders.', async () => {
    const { folder, path } = setUp();
    for (const name of [path, folder]) {
      const fd = fs.openSync(name, 'r');
      expect(thrownCode(() => fs.fsyncSync(fd))).toBe('EPERM');
      fs.closeSync(fd);
      const handle = await promises.open(name, 'r');
      await expect(handle.sync()).rejects.toMatchObject({ code: 'EPERM' });
      await handle.close();
    }
    expect(thrownCode(() => fs.openSync(folder, 'r+'))).toBe('EISDIR');
  });

  it('Windows replaces no open file and moves no folder with one in it, but renames an open file.', () => {
    const { folder, path } = setUp();
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'b'), '');
    const fd = fs.openSync(join(folder, 'inner', 'b'), 'r');
    expect(thrownCode(() => fs.renameSync(path, join(folder, 'inner', 'b')))).toBe('EPERM');
    expect(thrownCode(() => fs.renameSync(join(folder, 'inner'), join(folder, 'moved')))).toBe('EPERM');
    expect(thrownCode(() => fs.renameSync(join(folder, 'inner', 'b'), join(folder, 'b')))).toBe('no error');
    fs.closeSync(fd);
    expect(thrownCode(() => fs.renameSync(path, join(folder, 'b')))).toBe('no error');
  });

  it('Windows keeps the name of a removed file while it is open.', () => {
    const { folder, path } = setUp();
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'b'), '');
    const handles = [fs.openSync(path, 'r'), fs.openSync(join(folder, 'inner', 'b'), 'r')];
    fs.rmSync(path);
    fs.rmSync(join(folder, 'inner', 'b'));
    expect(thrownCode(() => fs.openSync(path, 'wx'))).toBe('EPERM');
    expect(thrownCode(() => fs.rmdirSync(join(folder, 'inner')))).toBe('ENOTEMPTY');
    for (const fd of handles) fs.closeSync(fd);
    expect(thrownCode(() => fs.closeSync(fs.openSync(path, 'wx')))).toBe('no error');
    expect(thrownCode(() => fs.rmdirSync(join(folder, 'inner')))).toBe('no error');
  });

  it('Windows neither removes nor renames what SQLite has open.', () => {
    const { folder } = setUp();
    const path = join(folder, 'x.db');
    const database = new StrictSqlite(path);
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE t (a)');
    for (const name of [path, `${path}-wal`]) {
      expect(thrownCode(() => fs.rmSync(name))).toBe('EBUSY');
      expect(thrownCode(() => fs.renameSync(name, join(folder, 'y')))).toBe('EBUSY');
    }
    database.close();
    expect(new Sqlite(path).close().open).toBe(false);
  });

  it('SQLite on Windows refuses a path of 260 characters.', () => {
    const long = join(temporaryFolder(), 'x'.repeat(120), 'y'.repeat(120));
    mkdirSync(long, { recursive: true });
    expect(thrownCode(() => new StrictSqlite(join(long, 'x.db')))).toBe('SQLITE_CANTOPEN');
  });

  it('Nobody can rename or remove a file on Windows in the first moments.', () => {
    const { folder } = setUp();
    for (const work of [
      (path: string) => fs.renameSync(path, `${path}2`),
      (path: string) => fs.rmSync(path),
    ]) {
      const path = join(folder, 'new');
      fs.writeFileSync(path, '');
      expect(thrownCode(() => work(path))).toMatch(/^(EPERM|EACCES|EBUSY)$/);
      expect(thrownCode(() => work(path))).toMatch(/^(EPERM|EACCES|EBUSY)$/);
      expect(thrownCode(() => work(path))).toBe('no error');
    }
  });

  it('Windows has read-only files and no other modes.', () => {
    const { folder, path } = setUp();
    fs.chmodSync(path, 0o600);
    expect(statSync(path).mode & 0o777).toBe(0o666);
    fs.chmodSync(path, 0o400);
    expect(thrownCode(() => fs.openSync(path, 'r+'))).toBe('EPERM');
    writeFileSync(join(folder, 'b'), '');
    expect(thrownCode(() => fs.renameSync(join(folder, 'b'), path))).toBe('EPERM');
  });

  it('Windows copies a file with its time and its read-only attribute.', () => {
    const { folder, path } = setUp();
    utimesSync(path, 1, 1);
    fs.chmodSync(path, 0o400);
    fs.copyFileSync(path, join(folder, 'b'));
    expect(statSync(join(folder, 'b')).mtimeMs).toBe(1000);
    expect(thrownCode(() => fs.openSync(join(folder, 'b'), 'r+'))).toBe('EPERM');
  });

  it.each(['a:b.stl', 'CON.stl', 'nul', 'com1.txt', 'a.', 'a ', 'a?.stl', 'a"b', 'a\tb', 'x'.repeat(256)])(
    'Windows does not accept the name %j.',
    (name) => {
      const { folder } = setUp();
      expect(thrownCode(() => fs.writeFileSync(join(folder, name), ''))).toBe('ENOENT');
    },
  );

  it('Windows ignores the case of names.', () => {
    const { folder } = setUp('Name');
    expect(fs.existsSync(join(folder, 'nAME'))).toBe(true);
    expect(thrownCode(() => fs.openSync(join(folder, 'NAME'), 'wx'))).toBe('EEXIST');
  });

  it('Windows finds nothing below a file, and listens only at named pipes.', () => {
    const { folder, path } = setUp();
    expect(thrownCode(() => fs.statSync(join(path, 'b')))).toBe('ENOENT');
    expect(thrownCode(() => createServer().listen(join(folder, 'x.sock')))).toBe('EACCES');
  });
});
