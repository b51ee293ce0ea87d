/**
 * Text that others wrote (titles, names and reasons of a service, names of files) as people may see it: on
 * one line, of bounded length, and without characters that control a terminal, stay invisible or reorder what
 * stands around them. It is for display only; data is stored, sent and compared as it came.
 */

/** UTF-16 units of a name or title, and of a text inside a sentence of ours. */
export const longestName = 200;
export const longestPart = 1000;

/** Printable text of Latin, Greek and Cyrillic, which needs nothing. */
const plain = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f]*$/;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, overrides and embeddings of direction, half characters: each shown as a sign. */
const dangerous = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
/** Characters that show nothing: marks of direction, spaces without width, fillers and tags. */
const invisible =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;
/** Joiners belong between letters of some scripts and inside emoji. */
const looseJoiners =
  /(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![\p{Lo}\p{Extended_Pictographic}])/gu;
/** Marks above and below a letter; a pile of them covers the lines around it. */
const piledMarks = /(\p{M}{6})\p{M}+/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** The marks of `shown`: FIRST STRONG ISOLATE, which works in attributes and terminals too, and its end. */
const isolated = /\u2068([^\u2066-\u2069]*)\u2069/;

/** The text with nothing in it that acts; at most `most` UTF-16 units, and then with `…` at its end. */
export function harmless(text: string, most = longestPart): string {
  const read = text.length > most ? text.slice(0, most - 1) : text;
  const ending = text.length > most ? '…' : '';
  if (plain.test(read)) return read + ending;
  const parts = read
    .split(isolated)
    .map((part, at) => (at % 2 === 0 ? clean(part) : `\u2068${clean(part)}\u2069`));
  return parts.join('') + ending;
}

const clean = (text: string): string =>
  text
    .replace(breaks, ' ')
    .replace(dangerous, '\ufffd')
    .replace(invisible, '')
    .replace(looseJoiners, '')
    .replace(piledMarks, '$1');

/** As `harmless`. A text written from right to left does not change the order of what follows it. */
export function shown(text: string, most = longestName): string {
  const safe = harmless(text, most);
  const reorders = safe.split(isolated).some((part, at) => at % 2 === 0 && rightToLeft.test(part));
  return reorders ? `\u2068${safe}\u2069` : safe;
}

/** As `harmless`, without spaces at its ends or in a row; an empty text says nothing. */
export const onOneLine = (text: string, most: number): string =>
  harmless(text, most * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
