/**
 * Counts that a page states about the code, each with a comment behind it that says how to count:
 *
 *     about 1,300 lines<!-- lines: src-shared/geometry/readers/gltf -->
 *     all 89 mutants<!-- count: tests/simulation/mutants.ts ^ {4}name: -->
 *
 * `lines` are the lines of a file, or of the sources below a folder, as `npm run check` counts them. `about`
 * allows 15 percent. `count` is the number of lines that match the expression, exactly.
 */

export interface StatedCount {
  readonly kind: 'lines' | 'count';
  readonly stated: number;
  readonly isAbout: boolean;
  readonly path: string;
  /** What the lines of a `count` must match. */
  readonly pattern: string;
}

/** Counts of a page; null for a comment that has no number in front of it, or no path. */
export function statedCounts(page: string): (StatedCount | null)[] {
  // What stands between backticks explains the form.
  const markdown = page.replace(/`[^`\n]*`/g, '');
  const comments = [...markdown.matchAll(/<!-- (lines|count): (.*?) -->/gs)];
  return comments.map(({ 1: kind, 2: target = '', index }) => {
    const before = markdown.slice(0, index).replace(/\s+/g, ' ');
    const [, about, number] = /(about )?\b(\d[\d,]*)(?: [a-z]+)?$/i.exec(before) ?? [];
    const [, path, pattern = ''] = /^(\S+)(?: (.+))?$/.exec(target) ?? [];
    if (number === undefined || path === undefined || (kind === 'count' && pattern === '')) return null;
    return {
      kind: kind as StatedCount['kind'],
      stated: Number(number.replaceAll(',', '')),
      isAbout: about !== undefined,
      path,
      pattern,
    };
  });
}

/** What is wrong with a count, or null. `sources`: the texts of the files below its path. */
export function problemWithCount(count: StatedCount, sources: readonly string[]): string | null {
  const { kind, stated, isAbout, path, pattern } = count;
  if (sources.length === 0) return `there is no ${path}`;
  const matches = (text: string) => text.split('\n').filter((line) => new RegExp(pattern).test(line)).length;
  const counts = sources.map((text) => (kind === 'lines' ? text.split('\n').length - 1 : matches(text)));
  const counted = counts.reduce((sum, next) => sum + next, 0);
  const tolerance = isAbout ? 0.15 * counted : 0;
  return Math.abs(stated - counted) <= tolerance
    ? null
    : `${path}: ${stated} is stated, ${counted} are counted`;
}
