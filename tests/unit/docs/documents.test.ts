/** The documents tell the truth where a machine can tell: named files exist, assumptions stand in both places. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const documents = ['README.md', 'CHANGELOG.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))];

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist', () => {
    const named = [...read(document).matchAll(/`((?:src-\w+|tests|build|bench|docs)\/[^`\s*{}<>$:]*)`/g)].map(
      ([, path]) => path ?? '',
    );
    const missing = named.filter((path) => !existsSync(join(root, path.replace(/[/)]+$/, ''))));
    expect(missing).toEqual([]);
  });
});

describe('docs/assumptions.md', () => {
  const sources = ['src-main', 'src-renderer', 'src-service', 'src-shared']
    .flatMap(filesBelow)
    .filter((path) => /\.(ts|svelte)$/.test(path));
  const inCode = new Set(
    sources.flatMap((path) => [...read(path).matchAll(/\[Assumption: ([^\]]+)\]/g)].map(([, name]) => name)),
  );
  const inTable = [...read('docs/assumptions.md').matchAll(/^\| ([a-z0-9 -]+) \|/gm)].map(([, name]) => name);

  it('has a row for every assumption that the code names, and no other', () => {
    expect(inTable.filter((name) => name !== 'name').sort()).toEqual([...inCode].sort());
  });
});
