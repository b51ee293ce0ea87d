/** Documents name only files that exist, and docs/assumptions.md lists exactly what the code assumes. */
import { describe, expect, it } from 'vitest';
import { documents, pathExists, readText, sourcesBelow } from './repository.ts';

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist.', () => {
    const named = [...readText(document).matchAll(/`((?:src-\w+|tests|build|bench|docs)\/[^`\s*{}<>$:]*)`/g)];
    const paths = named.map(([, path = '']) => path.replace(/[/)]+$/, ''));
    expect(paths.filter((path) => !pathExists(path))).toEqual([]);
  });

  it('links only to files that exist.', () => {
    const folder = document.includes('/') ? document.replace(/[^/]*$/, '') : '';
    const links = [...readText(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
    const missing = links.filter((to) => !pathExists(to.startsWith('/') ? to : `${folder}${to}`));
    expect(missing).toEqual([]);
  });
});

describe('docs/assumptions.md', () => {
  const inCode = new Set(
    sourcesBelow(['src-main', 'src-renderer', 'src-service', 'src-shared']).flatMap((path) =>
      [...readText(path).matchAll(/\[Assumption: ([^\]]+)\]/g)].map(([, name]) => name),
    ),
  );
  const inTable = [...readText('docs/assumptions.md').matchAll(/^\| ([a-z0-9 -]+) \|/gm)].map(
    ([, name]) => name,
  );

  it('has one row for every assumption that the code names, and no other.', () => {
    expect(inTable.filter((name) => name !== 'name').sort()).toEqual([...inCode].sort());
  });
});
