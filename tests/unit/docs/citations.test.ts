/**
 * Every citation in the code leads to a heading or row of a document, an assumption, a note, or a known RFC.
 * `citations.ts` defines the form of a citation; docs/contributing.md explains it.
 */
import { describe, expect, it } from 'vitest';
import { type Citation, citationsIn, notesExplainedIn } from './citations.ts';
import { readPage } from './page.ts';
import { documents, readText, sourcesBelow } from './repository.ts';

const sources = sourcesBelow([
  'src-main',
  'src-renderer',
  'src-service',
  'src-shared',
  'tests',
  'build',
  'bench',
])
  .filter((path) => !path.startsWith('tests/unit/docs/'))
  .map((path) => ({ path, text: readText(path) }));

const pages = new Map(documents.map((path) => [path, readPage(readText(path))]));
const explained = sources.flatMap(({ text }) => notesExplainedIn(text));

/** The number of its last chapter, by RFC. */
const rfcs = new Map(
  [...readText('docs/glossary.md').matchAll(/^\| (\d+) \| [^|]+ \| (\d+) \|$/gm)].map(([, rfc, last]) => [
    Number(rfc),
    Number(last),
  ]),
);

/** What is wrong with a citation, or null. */
function problemWith(citation: Citation): string | null {
  switch (citation.kind) {
    case 'page':
      if (!pages.has(citation.page)) return `there is no ${citation.page}`;
      if (citation.path === '' || pages.get(citation.page)?.has(citation.path)) return null;
      return `${citation.page} has no “${citation.path}”`;
    case 'assumption':
      return pages.get('docs/assumptions.md')?.has(citation.name)
        ? null
        : `docs/assumptions.md has no row “${citation.name}”`;
    case 'note':
      return explained.includes(citation.name)
        ? null
        : `no file explains [Note: ${citation.name}] with a sentence`;
    case 'rfc': {
      const last = rfcs.get(citation.number);
      if (last === undefined) return `docs/glossary.md does not list RFC ${citation.number}`;
      const wrong = citation.sections.find((section) => Number.parseInt(section, 10) > last);
      return wrong === undefined ? null : `RFC ${citation.number} has no section ${wrong}`;
    }
    case 'outside':
      return `“${citation.text}” is not in this repository`;
  }
}

describe('The code cites only what exists', () => {
  const all = sources.flatMap(({ path, text }) =>
    citationsIn(text).map((citation) => ({ path, citation, problem: problemWith(citation) })),
  );

  it('Every citation resolves to a heading, a row, a note or a known RFC.', () => {
    const counts = new Map<string, number>();
    for (const { citation } of all) {
      const kind = citation.kind === 'page' ? citation.page : citation.kind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    console.info(
      `${all.length} citations: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    );
    const dangling = all.filter(({ problem }) => problem !== null);
    expect(dangling.map(({ path, problem }) => `${path}: ${problem}`)).toEqual([]);
    expect(all.length).toBeGreaterThan(250);
  });

  it('No note is explained in two places.', () => {
    expect(explained.filter((name, at) => explained.indexOf(name) !== at)).toEqual([]);
  });
});

describe('A citation', () => {
  const page = readPage(
    '# Page\n## Endpoints\n### Price: of a part\n| field | type |\n|---|---|\n| `low`, high | int |\n## Limits\n',
  );

  it.each(['Endpoints', 'Endpoints > Price', 'Price', 'Price > low', 'Endpoints > high', 'Price: of a part'])(
    'leads to “%s”, since the page has it.',
    (path) => expect(page.has(path)).toBe(true),
  );

  it.each(['Prices', 'Limits > Price', 'Price > type', 'Endpoints > Price > middle', 'Price of a part'])(
    'does not lead to “%s”, since the page lacks it.',
    (path) => expect(page.has(path)).toBe(false),
  );

  it('is found across the lines of a comment, with several in one bracket.', () => {
    const source =
      '/**\n * Prices (spec: Endpoints >\n * Price; Limits; RFC 6749 4.1 and 5; reliability: R4).\n */';
    expect(citationsIn(source)).toEqual([
      { kind: 'page', page: 'docs/interface.md', path: 'Endpoints > Price' },
      { kind: 'page', page: 'docs/interface.md', path: 'Limits' },
      { kind: 'page', page: 'docs/reliability.md', path: 'R4' },
      { kind: 'rfc', number: 6749, sections: ['4.1', '5'] },
    ]);
  });

  it('may name a page of docs and a heading on it.', () => {
    expect(citationsIn('/** Denied (docs/security.md > Checklist). */')).toEqual([
      { kind: 'page', page: 'docs/security.md', path: 'Checklist' },
    ]);
  });

  it('to a document outside the repository is found.', () => {
    expect(citationsIn('// see DESIGN.md section 3 and facts/recorded/a.json, reliability.md 2.3')).toEqual([
      { kind: 'outside', text: 'DESIGN.md' },
      { kind: 'outside', text: 'facts/recorded/a.json' },
      { kind: 'outside', text: 'reliability.md' },
    ]);
  });
});
