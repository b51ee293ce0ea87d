/** The download of Electron's program, by a package whose install script the test controls. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronBinary, ensureElectron, whyNotHere } from '../../../build/launch/electron.mjs';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-launch-'));
  mkdirSync(join(folder, 'electron'));
  writeFileSync(join(folder, 'electron', 'package.json'), '{ "version": "45.0.0" }');
  said = [];
});
afterEach(() => removeFolder(folder));

const works = `const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync(__dirname + '/dist'); writeFileSync(__dirname + '/dist/electron', '');
writeFileSync(__dirname + '/path.txt', 'electron');`;
const fails = `console.error(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } }));
process.exit(1);`;

const ensure = (script: string, isAsked = false): Promise<boolean> => {
  writeFileSync(join(folder, 'electron', 'install.js'), script);
  return ensureElectron({
    folder: join(folder, 'electron'),
    mark: join(folder, 'mark'),
    node: process.execPath,
    env: process.env,
    isAsked,
    say: (sentence) => void said.push(sentence),
  });
};

describe('Electron’s program', () => {
  it('Electron’s program is downloaded once, with a message.', async () => {
    expect(await ensure(works)).toBe(true);
    expect(said).toEqual(['Downloading Electron 45.0.0 from github.com, about 120 MB. This happens once.']);
    expect(electronBinary(join(folder, 'electron'))).toBe(join(folder, 'electron', 'dist', 'electron'));
    expect(await ensure(fails)).toBe(true);
    expect(said).toHaveLength(1);
  });

  it('A failed download is reported with the reason and what to do.', async () => {
    expect(await ensure(fails)).toBe(false);
    expect(said[1]).toBe('Electron could not be downloaded (fetch failed, ENOTFOUND).');
    expect(said[2]).toContain('npm start -- --electron');
    expect(said[2]).toContain('ELECTRON_MIRROR');
  });

  it('A failed download is not repeated automatically for a day, but at once on request.', async () => {
    await ensure(fails);
    said = [];
    expect(await ensure(works)).toBe(false);
    expect(said).toEqual([
      'Electron could not be downloaded lately. "npm start -- --electron" tries it again now.',
    ]);
    expect(await ensure(works, true)).toBe(true);
    expect(existsSync(join(folder, 'mark'))).toBe(false);
  });

  it('Electron’s program does not run on a Linux without display or as root.', () => {
    const linux = (env: Record<string, string>, uid: number) =>
      whyNotHere({ platform: 'linux', env, getuid: () => uid });
    expect(linux({}, 1000)).toContain('display');
    expect(linux({ DISPLAY: ':0' }, 0)).toContain('root');
    expect(linux({ WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
    expect(whyNotHere({ platform: 'win32', env: {} })).toBeNull();
  });
});
