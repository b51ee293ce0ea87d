/**
 * Everything that Fabdesk writes to a terminal for people passes through `terminalLine`. Only Fabdesk's own
 * colours act; whatever else would control the terminal or forge a line is shown as a sign.
 */
import { harmless, shown } from '../../src-shared/messages/foreign-text.ts';

export type Paint = (text: string) => string;

/**
 * Colours are marked with a secret until they are written, so that no title can contain one. Null as long as
 * nothing is painted: most output goes to programs, and loading Node's cryptography takes as long as checking
 * a small part.
 */
let secret: string | null = null;
let marks = /(?!)/g;
function mark(code: number): string {
  if (secret === null) {
    secret = process.getBuiltinModule('node:crypto').randomUUID();
    marks = new RegExp(`\ue000${secret}:(\\d+)\ue001`, 'g');
  }
  return `\ue000${secret}:${code}\ue001`;
}
const isPainted = (text: string): boolean => secret !== null && text.includes(secret);
const withoutColours = (text: string): string => (isPainted(text) ? text.replace(marks, '') : text);

/** Paints with two codes of "Select Graphic Rendition". */
export const paint =
  (start: number, end: number): Paint =>
  (text) =>
    mark(start) + text + mark(end);

/** One line for the terminal, without its end. */
export const terminalLine = (text: string): string =>
  harmless(text, Number.POSITIVE_INFINITY).replace(marks, (_, code: string) => `\u001b[${code}m`);

/** A text that stands beside others on a line, such as the cell of a table. */
export const besideOthers = (text: string, most?: number): string =>
  isPainted(text) ? text : shown(text, most);

const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const withoutWidth = /^[\p{M}\p{Cf}]+$/u;
let segmenter: Intl.Segmenter | null = null;
/** Made on first use: most programs print ASCII alone, and loading its rules takes milliseconds. */
const graphemesOf = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
};

const columnsOfOne = (grapheme: string): number =>
  withoutWidth.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1;

/**
 * Columns of a terminal that a text takes: East Asian characters and emoji take two, combining marks none.
 */
export function columnsOf(text: string): number {
  const bare = withoutColours(text);
  if (/^[ -~]*$/.test(bare)) return bare.length;
  let columns = 0;
  for (const { segment } of graphemesOf(bare)) columns += columnsOfOne(segment);
  return columns;
}

/** As much of a text as fits into so many columns. */
export function fitInto(columns: number, text: string): string {
  let fitting = '';
  let taken = 0;
  for (const { segment } of graphemesOf(harmless(text))) {
    taken += columnsOfOne(segment);
    if (taken > columns) break;
    fitting += segment;
  }
  return fitting;
}

/** Characters that a terminal may act on although JSON does not escape them. */
const unescaped =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** Exact JSON in which every invisible character is written as an escape. */
export const terminalJson = (json: string): string =>
  json.replace(unescaped, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
