/**
 * Reads the repository's own files, for tests that compare documents with code. Paths are relative to its
 * root.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
export const pathExists = (path: string): boolean => existsSync(join(root, path));

export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** All source files below these folders. */
export const sourcesBelow = (folders: readonly string[]): string[] =>
  folders.flatMap(filesBelow).filter((path) => /\.(ts|svelte|mjs|cjs|css)$/.test(path));

/** Every document: the pages at the root and those of docs. */
export const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
];
