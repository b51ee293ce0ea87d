/**
 * Writes comma-separated values (RFC 4180) that spreadsheets and programs read alike: CRLF, quotes only where
 * they are needed, and a byte order mark, without which Excel takes UTF-8 for the letters of Windows. Numbers
 * have a point and no grouping in every language.
 */

/** A text, a number, or nothing. */
export type CsvCell = string | number | null;

/** Spreadsheets run such a cell as a formula, also in full-width letters. An apostrophe makes it text. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return plainNumber(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Without an exponent, which some programs take for text. */
const plainNumber = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
