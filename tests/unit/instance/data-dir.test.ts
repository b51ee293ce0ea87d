import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataDir } from '../../../src-main/data-dir.ts';
import { stepFileIn } from '../../../src-main/folder-stamp/step-file.ts';
import { acquireInstanceLock } from '../../../src-main/instance/lock.ts';
import { stateDir } from '../../../src-main/state-dir.ts';
import { thrownCode } from '../../support/error-code.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('the data folder', () => {
  it('The data folder has one spelling, however it was written.', () => {
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

  it('The person’s choice of the data folder precedes the environment’s.', () => {
    const folder = realpathSync(temporaryFolder());
    expect(dataDir('a', { cwd: folder, env: { FABDESK_DATA: 'b' } })).toBe(join(folder, 'a'));
    expect(dataDir(undefined, { cwd: folder, env: { FABDESK_DATA: 'b' } })).toBe(join(folder, 'b'));
  });

  it('The data folder may be given below ~, but not below another user’s home folder.', () => {
    const inHome = join(realpathSync(homedir()), 'fabdesk-that-is-not-there');
    expect(dataDir('~/fabdesk-that-is-not-there', { env: {} })).toBe(inHome);
    expect(thrownCode(() => dataDir('~root/fabdesk', { env: {} }))).toBe('bad-path');
  });

  it('The data folder is not the root, the home folder, the temporary folder or empty.', () => {
    for (const path of [parse(process.cwd()).root, homedir(), '~', '~/', tmpdir(), '', ' ', 'a\0b']) {
      expect(
        thrownCode(() => dataDir(path, { env: {} })),
        JSON.stringify(path),
      ).toBe('bad-path');
    }
  });

  it('The data folder on Windows has a path that SQLite accepts.', () => {
    const env = {};
    const long = join(realpathSync(tmpdir()), 'x'.repeat(200));
    expect(thrownCode(() => dataDir(long, { env, platform: 'win32' }))).toBe('bad-path');
    expect(dataDir(long, { env, platform: 'linux' })).toBe(long);
  });

  it('The data folder is the system’s usual place by default; an empty FABDESK_DATA counts as unset.', () => {
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

  it('A data folder that is a file, or below one, is refused with what to do.', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(() => acquireInstanceLock(path)).toThrow(/cannot use the data folder .*--data or FABDESK_DATA/);
    }
  });
});

describe('the state folder', () => {
  it('The state folder is beside the data folder on every system, never in it.', () => {
    const base = realpathSync(temporaryFolder());
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const env = { XDG_DATA_HOME: base, XDG_STATE_HOME: join(base, 'state'), LOCALAPPDATA: base };
      const [data, state] = [dataDir(undefined, { env, platform }), stateDir(env, platform)];
      expect(stepFileIn(state, data), platform).not.toBeNull();
      expect(stepFileIn(data, data), platform).toBeNull();
      expect(stepFileIn(join(data, 'state'), data), platform).toBeNull();
    }
    expect(stateDir({ XDG_STATE_HOME: 'relative' }, 'linux')).toBe(
      join(homedir(), '.local', 'state', 'fabdesk'),
    );
    expect(stateDir({ FABDESK_STATE: base })).toBe(base);
  });
});
