/**
 * The complete list of code that can remove a folder with its contents, found in the sources. An orderly
 * close once removed the data folder, so the list may only contain removals of what this run of the program
 * created itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** By file: the line of source, and why it is safe. */
const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'build/launch/run-suite.mjs': {
    "process.on('exit', () => rmSync(results, { recursive: true, force: true }));":
      'made by mkdtemp in the same run, for the reports',
  },
  'build/launch/windows.mjs': {
    'rmSync(folder, { recursive: true, force: true });': 'made by mkdtemp in the same call, for a download',
  },
  'build/vite.main.ts': {
    'emptyOutDir: true,': 'dist/main, dist/electron and dist/service, which only builds write',
  },
  'build/vite.renderer.ts': { 'emptyOutDir: true,': 'dist/renderer, which only builds write' },
};

/** `recursive` beside anything but making and listing folders, and the other ways to empty one. */
const removes = /\brecursive\b|emptyOutDir: true|rimraf|emptyDir|\brm -|rmdir \/s|Remove-Item|trashItem/;
const harmless = /\b(mkdir|mkdirSync|readdir|readdirSync)\(/;
const isComment = /^\s*(\/\/|\/?\*)/;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|mts|cts|js|mjs|cjs|svelte)$/.test(entry.name) ? [path] : [];
  });
}

it('Only the listed code removes a folder with its contents.', () => {
  const found: Record<string, string[]> = {};
  for (const file of ['src-main', 'src-service', 'src-shared', 'src-renderer', 'build'].flatMap(sources)) {
    const lines = readFileSync(join(root, file), 'utf8')
      .split(/\r?\n/)
      .filter((line) => removes.test(line) && !harmless.test(line) && !isComment.test(line))
      .map((line) => line.trim());
    if (lines.length > 0) found[file.replaceAll(sep, '/')] = lines;
  }
  const expected = Object.fromEntries(
    Object.entries(allowed).map(([file, lines]) => [file, Object.keys(lines)]),
  );
  expect(found).toEqual(expected);
});
