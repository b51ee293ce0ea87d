/** Shows that each rule for macOS refuses, and how the spool handles files that Finder has locked. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpool } from '../../src-main/files/spool.ts';
import { thrownCode } from '../support/error-code.ts';
import { temporaryFolder } from '../support/folder.ts';
import * as fs from '../support/strict-fs/fs.ts';
import { lockFile, unlockAll } from '../support/strict-fs/macos.ts';
import { createServer } from '../support/strict-fs/net.ts';

afterEach(unlockAll);

const setUp = (name = 'part.stl') => {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, 'solid');
  return { folder, path };
};

describe('macOS', () => {
  it('macOS copies a file with its time, its mode and its lock.', () => {
    const { folder, path } = setUp();
    utimesSync(path, 1, 1);
    lockFile(path);
    const copy = join(folder, 'copy');
    fs.copyFileSync(path, copy);
    expect(statSync(copy).mtimeMs).toBe(1000);
    expect(thrownCode(() => fs.rmSync(copy))).toBe('EPERM');
  });

  it('macOS reads a locked file and refuses everything else.', () => {
    const { folder, path } = setUp();
    lockFile(path);
    expect(fs.readFileSync(path, 'utf8')).toBe('solid');
    const works = {
      open: () => fs.openSync(path, 'r+'),
      chmod: () => fs.chmodSync(path, 0o600),
      utimes: () => fs.utimesSync(path, 1, 1),
      rename: () => fs.renameSync(path, join(folder, 'b')),
      replace: () => {
        writeFileSync(join(folder, 'c'), '');
        fs.renameSync(join(folder, 'c'), path);
      },
      remove: () => fs.rmSync(path),
    };
    for (const [name, work] of Object.entries(works)) expect(thrownCode(work), name).toBe('EPERM');
    unlockAll();
    expect(thrownCode(works.remove)).toBe('no error');
  });

  it('macOS takes every case and normal form for one name, and lists it decomposed.', () => {
    const { folder } = setUp('Größe.stl'.normalize('NFC'));
    expect(fs.readdirSync(folder)).toEqual(['Größe.stl'.normalize('NFD')]);
    expect(fs.existsSync(join(folder, 'GRÖßE.STL'.normalize('NFD')))).toBe(true);
  });

  it('macOS has socket paths of at most 103 bytes and no O_DIRECT.', () => {
    expect(thrownCode(() => createServer().listen(`/tmp/${'x'.repeat(99)}`))).toBe('EINVAL');
    expect('O_DIRECT' in fs.constants).toBe(false);
  });
});

describe('the spool on macOS', () => {
  const open = async (folder: string) => {
    const spool = createSpool({ folder: join(folder, 'spool') });
    await spool.start();
    return spool;
  };

  it('The spool on macOS imports a locked file, uses its copy, and can remove it.', async () => {
    const { folder, path } = setUp();
    lockFile(path);
    const spool = await open(folder);
    const { sha256 } = await spool.importPath(path);
    expect(sha256).toBe(createHash('sha256').update('solid').digest('hex'));
    expect(readFileSync(spool.pathOf(sha256), 'utf8')).toBe('solid');
    utimesSync(spool.pathOf(sha256), 1, 1);
    expect(await spool.collect(new Set())).toEqual([sha256]);
    expect(existsSync(spool.pathOf(sha256))).toBe(false);
  });

  it('The spool on macOS starts despite a locked leftover of an earlier version.', async () => {
    const { folder } = setUp();
    mkdirSync(join(folder, 'spool'));
    const leftover = join(folder, 'spool', '0b5c.part');
    writeFileSync(leftover, 'half');
    lockFile(leftover);
    const spool = await open(folder);
    expect(existsSync(leftover)).toBe(true);
    expect(await spool.collect(new Set())).toEqual([]);
  });
});
