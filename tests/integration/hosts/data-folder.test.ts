/**
 * The real program as a separate process, on data folders given in every way in which a person may write
 * them.
 * @release
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';

const source = (path: string) => fileURLToPath(new URL(`../../../src-main/hosts/${path}`, import.meta.url));

interface Start {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Starts the browser host, waits until it is open, and closes it as a logout does. Returns its exit code. */
async function startAndClose({ cwd, args = [], env = {} }: Start): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [source('browser/main.ts'), '--no-open', '--json', '--port', '0', ...args],
    {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  child.kill('SIGTERM');
  const [code] = await exit;
  return code as number | null;
}

/** The files that must exist after an orderly close. */
const kept = ['fabdesk.db', 'sent.log', 'service', 'spool', 'keepsake.txt'];

function folderWithKeepsake(...names: string[]): { folder: string; data: string } {
  const folder = realpathSync(temporaryFolder());
  const data = join(folder, ...names);
  // The local service makes its own, but may not have begun before the close.
  mkdirSync(join(data, 'service'), { recursive: true });
  writeFileSync(join(data, 'keepsake.txt'), 'not of Fabdesk');
  return { folder, data };
}

const left = (data: string) => (existsSync(data) ? readdirSync(data) : []);

describe('an orderly close removes nothing of the data folder', () => {
  it.each<[string, (data: string, folder: string) => Omit<Start, 'cwd'>]>([
    ['FABDESK_DATA with a slash at its end', (data) => ({ env: { FABDESK_DATA: data + sep } })],
    ['--data with a slash at its end', (data) => ({ args: ['--data', data + sep] })],
    [
      'FABDESK_DATA with steps up and down',
      (data) => ({ env: { FABDESK_DATA: `${join(data, 'x')}${sep}..` } }),
    ],
    ['a relative --data', () => ({ args: ['--data', `.${sep}data`] })],
    ['a relative FABDESK_DATA', () => ({ env: { FABDESK_DATA: `data${sep}` } })],
    [
      '~ in --data',
      (_, folder) => ({ args: ['--data', '~/data/'], env: { HOME: folder, USERPROFILE: folder } }),
    ],
  ])('An orderly close keeps the data folder: %s', async (_, start) => {
    const { folder, data } = folderWithKeepsake('data');
    await startAndClose({ cwd: folder, ...start(data, folder) });
    expect(left(data)).toEqual(expect.arrayContaining(kept));
    expect(readFileSync(join(data, 'keepsake.txt'), 'utf8')).toBe('not of Fabdesk');
  });

  it('An orderly close keeps a linked data folder.', async () => {
    const { folder, data } = folderWithKeepsake('data');
    symlinkSync(data, join(folder, 'link'), 'junction');
    await startAndClose({ cwd: folder, args: ['--data', join(folder, 'link') + sep] });
    expect(left(data)).toEqual(expect.arrayContaining(kept));
  });

  it('An orderly close keeps a data folder with a path too long for a socket.', async () => {
    const { folder, data } = folderWithKeepsake('a'.repeat(60), 'b'.repeat(60));
    await startAndClose({ cwd: folder, args: ['--data', data + sep] });
    expect(left(data)).toEqual(expect.arrayContaining(kept));
  });
});
