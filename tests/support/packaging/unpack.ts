/**
 * Unpacks the archive beside the stand-in's program, since Node cannot read archives, and prints the path of
 * its main script. The folder is below the system's temporary one; whoever starts the program removes it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whereIs } from './where-is.ts';

const [, , program = ''] = process.argv;
const archive = join(dirname(realpathSync(program)), 'resources', 'app.asar');
const folder = mkdtempSync(join(tmpdir(), 'fabdesk-packed-'));
execFileSync(process.execPath, [
  whereIs('node_modules/@electron/asar/bin/asar.js'),
  'extract',
  archive,
  folder,
]);
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
console.log(join(folder, main));
