import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataDir } from '../../../src-main/data-dir.ts';
import { acquireInstanceLock } from '../../../src-main/instance/lock.ts';
import { temporaryFolder } from '../../support/folder.ts';

const code = (work: () => unknown) => {
  try {
    work();
    return 'no error';
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

describe('the data folder', () => {
  it('has one spelling, however it was written', () => {
    const folder = realpathSync(temporaryFolder());
    const data = join(folder, 'data');
    const from = (chosen: string | undefined, FABDESK_DATA?: string) =>
      dataDir(chosen, { cwd: folder, env: { FABDESK_DATA } });
    const spellings = [data, data + sep, `data${sep}`, `.${sep}data`, `${join(data, 'x')}${sep}..`];
    for (const spelling of spellings) {
      expect(from(spelling), spelling).toBe(data);
      expect(from(undefined, spelling), spelling).toBe(data);
    }
    mkdirSync(data);
    symlinkSync(data, join(folder, 'link'), 'junction');
    expect(from('link')).toBe(data);
    expect(from(join('link', 'not', 'there', 'yet'))).toBe(join(data, 'not', 'there', 'yet'));
  });

  it('is what the person named before what the environment names', () => {
    const folder = realpathSync(temporaryFolder());
    expect(dataDir('a', { cwd: folder, env: { FABDESK_DATA: 'b' } })).toBe(join(folder, 'a'));
    expect(dataDir(undefined, { cwd: folder, env: { FABDESK_DATA: 'b' } })).toBe(join(folder, 'b'));
  });

  it('may be below the home folder as ~, and not below that of somebody else', () => {
    const inHome = join(realpathSync(homedir()), 'fabdesk-that-is-not-there');
    expect(dataDir('~/fabdesk-that-is-not-there', { env: {} })).toBe(inHome);
    expect(code(() => dataDir('~root/fabdesk', { env: {} }))).toBe('bad-path');
  });

  it('is a folder of its own: not the root, not the home folder, not the temporary one, not nothing', () => {
    for (const path of [parse(process.cwd()).root, homedir(), '~', '~/', tmpdir(), '', ' ', 'a\0b']) {
      expect(
        code(() => dataDir(path, { env: {} })),
        JSON.stringify(path),
      ).toBe('bad-path');
    }
  });

  it('has a path on Windows that SQLite can still take', () => {
    const env = {};
    const long = join(realpathSync(tmpdir()), 'x'.repeat(200));
    expect(code(() => dataDir(long, { env, platform: 'win32' }))).toBe('bad-path');
    expect(dataDir(long, { env, platform: 'linux' })).toBe(long);
  });

  it('is where the system keeps data when nobody says otherwise; an empty FABDESK_DATA says nothing', () => {
    const home = realpathSync(homedir());
    expect(dataDir(undefined, { env: { FABDESK_DATA: '' }, platform: 'darwin' })).toBe(
      join(home, 'Library', 'Application Support', 'Fabdesk'),
    );
    const base = realpathSync(temporaryFolder());
    expect(dataDir(undefined, { env: { LOCALAPPDATA: base }, platform: 'win32' })).toBe(
      join(base, 'Fabdesk'),
    );
    expect(dataDir(undefined, { env: { XDG_DATA_HOME: base }, platform: 'linux' })).toBe(
      join(base, 'fabdesk'),
    );
  });

  it('that is a file, or below one, is refused with what to do', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(() => acquireInstanceLock(path)).toThrow(/cannot use the data folder .*--data or FABDESK_DATA/);
    }
  });
});
