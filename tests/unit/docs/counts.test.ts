/** What pages state about the size of the code is counted. `counts.ts` defines the form. */
import { describe, expect, it } from 'vitest';
import { problemWithCount, statedCounts } from './counts.ts';
import { documents, filesBelow, pathExists, readText } from './repository.ts';

/** The texts of a file, or of the sources below a folder. */
function textsOf(path: string): string[] {
  if (!pathExists(path)) return [];
  if (/\.\w+$/.test(path)) return [readText(path)];
  return filesBelow(path)
    .filter((file) => /\.(ts|svelte|mjs|cjs)$/.test(file))
    .map(readText);
}

describe('A count on a page', () => {
  it('is what the code has.', () => {
    const problems = documents.flatMap((document) =>
      statedCounts(readText(document)).map((count) => {
        const problem =
          count === null ? 'no number or no path' : problemWithCount(count, textsOf(count.path));
        return problem && `${document}: ${problem}`;
      }),
    );
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(problems.length).toBeGreaterThan(1);
  });

  const three = ['const a = 1;\nconst b = 2;\n', 'const c = 3;\n'];

  it.each([
    ['3 lines<!-- lines: a -->', null],
    ['about 3 lines<!-- lines: a -->', null],
    ['about\n3 lines<!-- lines: a -->', null],
    ['4 lines<!-- lines: a -->', 'a: 4 is stated, 3 are counted'],
    ['about 4 lines<!-- lines: a -->', 'a: 4 is stated, 3 are counted'],
    ['3 constants<!-- count: a ^const -->', null],
    ['1,003 constants<!-- count: a ^const -->', 'a: 1003 is stated, 3 are counted'],
  ])('“%s”: %s', (text, problem) => {
    expect(problemWithCount(statedCounts(text)[0]!, three)).toBe(problem);
  });

  it('without a number, a path or an expression is not overlooked.', () => {
    expect(statedCounts('many lines<!-- lines: a --> 3<!-- lines:  --> 4<!-- count: a -->')).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of a path that does not exist is wrong.', () => {
    expect(problemWithCount(statedCounts('3<!-- lines: gone -->')[0]!, [])).toBe('there is no gone');
  });
});
