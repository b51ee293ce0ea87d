/**
 * Expands `*` and `?` in the file names of the command line if the shell has not: cmd and PowerShell never
 * do. Only in the last part of a path, as in cmd. A suffix after the name (`*.stl:6:2`) is added to every
 * file.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { exists } from './on-disk.ts';
import { usageError } from './options.ts';

/**
 * A name that matches no file stays as it is, so that the code that opens it can report it. An empty one
 * comes from a variable that was not set; it would stand for the whole folder. Throws `usage`.
 */
export async function expandPatterns(texts: readonly string[], cwd: string): Promise<string[]> {
  if (texts.some((text) => text.trim() === '')) throw usageError(ref('cli.line.emptyName'));
  return (await Promise.all(texts.map((text) => expandPattern(text, cwd)))).flat();
}

async function expandPattern(text: string, cwd: string): Promise<string[]> {
  const [, pattern = '', rest = ''] = /^(.*[*?][^:]*)((?::[^:]*){0,2})$/s.exec(text) ?? [];
  // On Linux and macOS a name may contain these characters.
  if (pattern === '' || (await exists(resolve(cwd, pattern)))) return [text];
  const matches = matcherOf(basename(pattern));
  const names = await readdir(resolve(cwd, dirname(pattern))).catch(() => []);
  const found = names.filter((name) => !name.startsWith('.') && matches.test(name)).sort();
  return found.length === 0 ? [text] : found.map((name) => join(dirname(pattern), name) + rest);
}

function matcherOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, process.platform === 'linux' ? 's' : 'si');
}
