/**
 * What the program of the stand-in distribution starts: the main script of the archive beside it, over the stand-in of the
 * `electron` package. Node cannot read archives, so it is unpacked first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whereIs } from './where-is.ts';

const [, , program = '', ...args] = process.argv;
const archive = join(dirname(realpathSync(program)), 'resources', 'app.asar');
const folder = mkdtempSync(join(tmpdir(), 'fabdesk-packed-'));
execFileSync(process.execPath, [
  whereIs('node_modules/@electron/asar/bin/asar.js'),
  'extract',
  archive,
  folder,
]);
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
const hook = whereIs('tests/support/electron/hook.mjs');

const child = spawn(process.execPath, ['--import', hook, join(folder, main), ...args], {
  stdio: 'inherit',
  env: { ELECTRON_STAND_IN: JSON.stringify({ isPackaged: true }), ...process.env },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
