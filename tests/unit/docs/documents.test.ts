/** Documents name only files that exist, and docs/assumptions.md lists exactly what the code assumes. */
import { describe, expect, it } from 'vitest';
import { documents, pathExists, readText, sourcesBelow } from './repository.ts';

describe.each(documents)('%s', (document) => {
  it('The page names only files and folders that exist.', () => {
    const named = [...readText(document).matchAll(/`((?:src-\w+|tests|build|bench|docs)\/[^`\s*{}<>$:]*)`/g)];
    const paths = named.map(([, path = '']) => path.replace(/[/)]+$/, ''));
    expect(paths.filter((path) => !pathExists(path))).toEqual([]);
  });

  it('The page links only to files that exist.', () => {
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

  it('Every assumption in the code has one row, and nothing else has one.', () => {
    expect(inTable.filter((name) => name !== 'name').sort()).toEqual([...inCode].sort());
  });
});

describe('docs/spec-map.md', () => {
  const map = readText('docs/spec-map.md');

  it('The page names only tests that exist.', () => {
    const named = [...map.matchAll(/(?<=[ ,|])((?:unit|integration|ui)\/[\w./-]*\w)/g)].map(
      ([, path]) => `tests/${path}`,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !pathExists(path))).toEqual([]);
  });

  it('Every open point of a row is explained, once.', () => {
    const [rows = '', open = ''] = map.split('## What is open');
    const explained = [...open.matchAll(/^\| ([a-z0-9-]+) \|/gm)].map(([, name = '']) => name);
    const referred = [...rows.matchAll(/\*([a-z0-9-]+)\*/g)].map(([, name = '']) => name);
    expect(referred.filter((name) => !explained.includes(name))).toEqual([]);
    expect(explained.filter((name, at) => explained.indexOf(name) !== at)).toEqual([]);
  });
});

describe('docs/compatibility.md', () => {
  it('The page names only tests that exist.', () => {
    const named = [...readText('docs/compatibility.md').matchAll(/`([a-z0-9-]+\.test\.ts)`/g)].map(
      ([, name]) => name,
    );
    const missing = named.filter((name) => !pathExists(`tests/integration/service/${name}`));
    expect(missing).toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  const rows = [...readText('docs/glossary.md').matchAll(/^\| ([^|]+) \| [^|]+ \| `([^`]+)` \|$/gm)];
  const terms = rows.map(([, term = '']) => term);

  it('At least forty terms have a place in the code.', () => {
    expect(terms.length).toBeGreaterThanOrEqual(40);
    expect(rows.map(([, , path = '']) => path).filter((path) => !pathExists(path))).toEqual([]);
  });

  it('The terms are in alphabetical order, each once.', () => {
    const sorted = [...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en'));
    expect(terms).toEqual(sorted);
  });
});
