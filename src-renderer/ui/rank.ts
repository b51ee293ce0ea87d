/** How well what someone types fits a name. Pure; the palette orders its entries by it. */
import { editDistance } from '../../src-shared/text/suggest.ts';

export interface Ranked {
  readonly title: string;
  /** Weaker matches than the title: a heading, synonyms. */
  readonly more: string;
}

const points = { whole: 12, start: 10, word: 9, wordStart: 8, initials: 6, inside: 5, typo: 4 };
/** Shorter words have too many neighbours. */
const shortestTypo = 4;

/** Without case and accents; ß is ss. */
export const plain = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);

/**
 * Every typed word must be found in the title or in `more`: at the start of a word, as initials, inside of a
 * word, or with one typing error. Null: it does not fit. Higher is better.
 */
export function rank(search: string, { title, more }: Ranked): number | null {
  const typed = wordsOf(search);
  const [titles, others] = [wordsOf(title), wordsOf(more)];
  if (typed.length > 0 && typed.join(' ') === titles.join(' ')) return points.whole * typed.length;
  const name = titles.join(' ');
  let sum = name.startsWith(typed.join(' ')) ? points.start : 0;
  for (const word of typed) {
    const best = Math.max(pointsIn(word, titles), pointsIn(word, others) - 3);
    if (best <= 0) return null;
    sum += best;
  }
  return sum;
}

/** 0 if the word is not in there. */
function pointsIn(word: string, words: readonly string[]): number {
  if (words.includes(word)) return points.word;
  if (words.some((one) => one.startsWith(word))) return points.wordStart;
  const initials = words.map((one) => one[0]).join('');
  if (word.length > 1 && initials.includes(word)) return points.initials;
  if (word.length > 2 && words.some((one) => one.includes(word))) return points.inside;
  if (word.length >= shortestTypo && words.some((one) => isNear(word, one))) return points.typo;
  return 0;
}

/**
 * One letter too many, too few, another or two exchanged, against the word or its beginning; people rarely
 * mistype the first.
 */
const isNear = (typed: string, word: string): boolean =>
  [typed.length - 1, typed.length, typed.length + 1].some((length) => {
    const start = word.slice(0, length);
    return (
      start.length >= shortestTypo - 1 &&
      ((typed[0] === start[0] && editDistance(typed, start) <= 1) || isExchanged(typed, start))
    );
  });

function isExchanged(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    one.length === other.length &&
    at >= 0 &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
