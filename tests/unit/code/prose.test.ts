/**
 * What a machine can tell about comments and names: their beginnings, their width, and the words that they
 * use.
 */
import { describe, expect, it } from 'vitest';
import { readText, sourcesBelow } from '../docs/repository.ts';
import { allowedNames, bannedInComment, bannedInName } from './banned-words.ts';
import { sharedNames } from './shared-names.ts';
import { readSource } from './source.ts';

/**
 * Columns of a line that has a comment. The formatter wraps code at the same width, and leaves comments as
 * they are.
 */
const width = 110;

/** Comments that a tool reads must stay on one line. */
const isDirective = (line: string): boolean => /biome-ignore|svelte-ignore|@ts-|\bhttps?:\S{40}/.test(line);

/** A beginning without a subject: what it is about has to be guessed from the code below. */
const isHeadless = (comment: string): boolean => /^(?:Of|What of|Left out)\b/.test(comment);

const folders = ['src-main', 'src-renderer', 'src-service', 'src-shared', 'build', 'bench', 'tests'];
const sources = sourcesBelow(folders)
  // The fixtures have files of other programs, and the list of the words has them all.
  .filter((path) => !/^tests\/fixtures\/|^tests\/unit\/code\//.test(path))
  .map((path) => {
    const text = readText(path);
    return { path, lines: text.split('\n'), ...readSource(path, text) };
  });

/** Prints how many there are in each package, so that a run over all of them shows where to begin. */
function expectNone(what: string, places: readonly string[]): void {
  const counts = folders.map((folder) => [
    folder,
    places.filter((place) => place.startsWith(`${folder}/`)).length,
  ]);
  if (places.length > 0) console.info(`${what}: ${counts.map((count) => count.join(' ')).join(', ')}`);
  expect(places).toEqual([]);
}

describe('The prose of the code', () => {
  it('No comment begins without its subject.', () => {
    const places = sources.flatMap(({ path, comments }) =>
      comments
        .filter(({ text }) => isHeadless(text))
        .map(({ line, text }) => `${path}:${line} ${text.slice(0, 60)}`),
    );
    expectNone('headless comments', places);
  });

  it(`No line with a comment is wider than ${width} columns.`, () => {
    const places = sources.flatMap(({ path, lines, comments }) => {
      const numbers = new Set(comments.flatMap((comment) => comment.lines));
      const wide = [...numbers].filter((number) => {
        const line = lines[number - 1]!;
        return line.length > width && !isDirective(line);
      });
      return wide.map((number) => `${path}:${number} ${lines[number - 1]!.length} columns`);
    });
    expectNone('wide comment lines', places);
  });

  it('No comment uses a word that Fabdesk does not use.', () => {
    const places = sources.flatMap(({ path, comments }) =>
      comments.flatMap(({ line, text }) => bannedInComment(text).map((word) => `${path}:${line} ${word}`)),
    );
    expectNone('banned words in comments', places);
  });

  it('No name contains a word that Fabdesk does not use.', () => {
    // In names of tests they are English, such as a clock that settles.
    const production = sources.filter(({ path }) => !path.startsWith('tests/'));
    const places = production.flatMap(({ path, names }) =>
      names.flatMap(({ line, name }) =>
        bannedInName(name).map((word) => `${path}:${line} ${name} (${word})`),
      ),
    );
    expectNone('banned words in names', places);
  });

  it('Every name that may contain such a word is in use.', () => {
    const texts = sources.map(({ lines }) => lines.join('\n'));
    expect(Object.keys(allowedNames).filter((name) => !texts.some((text) => text.includes(name)))).toEqual(
      [],
    );
  });
});

describe('The names of exports', () => {
  // The core is compiled alone, and every language has the same areas.
  const isApart = (path: string) => /\/core\/assembly\/|\/messages\/\w+\//.test(path);
  const files = new Map<string, string[]>();
  for (const { path, exports } of sources)
    if (path.startsWith('src-') && !isApart(path))
      for (const name of new Set(exports)) files.set(name, [...(files.get(name) ?? []), path]);
  const repeated = [...files].filter(([, paths]) => paths.length > 1);

  it('No two files export a function, constant or class of one name without a reason.', () => {
    const places = repeated
      .filter(([name]) => !Object.hasOwn(sharedNames, name))
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
    expect(places.toSorted()).toEqual([]);
  });

  it('No reason is given for a name that only one file exports.', () => {
    const names = new Set(repeated.map(([name]) => name));
    expect(Object.keys(sharedNames).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('A source', () => {
  const comments = (path: string, text: string) =>
    readSource(path, text).comments.map((comment) => comment.text);

  it('has its comments, and no text that only looks like one.', () => {
    const text = [
      '/** One\n * comment. */',
      "const a = 'http://x'; // two",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is read
      'const b = `/* ${a /* three */} // no`;',
      'const c = /[/*]/;',
      '// four\n// goes on',
      'function f() {\n  // five\n}',
    ].join('\n');
    expect(comments('a.ts', text)).toEqual(['One comment.', 'two', 'three', 'four goes on', 'five']);
  });

  it('of Svelte has the comments of scripts, markup and styles, with their lines.', () => {
    const text =
      '<!-- one -->\n<script lang="ts">\n  // two\n  const a = "<!-- no -->";\n</script>\n<p>// no</p>\n<style>\n/* three */\n</style>\n';
    const lines = readSource('A.svelte', text).comments.map(({ line, text: said }) => `${line} ${said}`);
    expect(lines.toSorted()).toEqual(['1 one', '3 two', '8 three']);
  });

  it('has the names that it declares, not those of others.', () => {
    const text =
      "import { told as said, kept } from 'x';\nexport const { a, b: [c] } = other.wish(kept);\nexport function f(g: string) {}\nexport type T = 1;\nclass K { #room = 1 }\n";
    const { names, exports } = readSource('a.ts', text);
    expect(names.map(({ name }) => name)).toEqual(['said', 'a', 'c', 'f', 'g', 'T', 'K', '#room']);
    expect(exports.toSorted()).toEqual(['a', 'c', 'f']);
  });

  it('has banned words in names by their parts, and in comments as whole words.', () => {
    expect(bannedInName('isKept')).toEqual(['kept']);
    expect(bannedInName('bedroomLookup')).toEqual([]);
    expect(bannedInName('lookAt')).toEqual([]);
    expect(bannedInComment('Whatever was told. Looks like `kept`.')).toEqual(['told']);
  });
});
