/**
 * Reads comma-separated values as spreadsheets write them (RFC 4180): cells in quotes with line breaks,
 * doubled quotes, CRLF, a byte order mark. Spreadsheets of other languages separate by semicolons, and tables
 * are pasted with tabs, so the separator is whichever the first line has most of.
 */

export interface CsvRow {
  /** Number of the line on which the row begins, from 1. */
  readonly line: number;
  /** Without the spaces around them. */
  readonly cells: readonly string[];
}

/** A quote that is never closed would make the rest of the file one cell. */
export class UnclosedQuote extends Error {
  /** Line of the quote, from 1. */
  readonly line: number;

  constructor(line: number) {
    super('unclosed-quote');
    this.line = line;
  }
}

/** Excel takes and writes a first line that names the separator. */
const statedSeparator = /^sep=([,;\t|])(?=\r|\n|$)/i;
const separators = [',', ';', '\t'] as const;

/** Empty lines are left out. @throws UnclosedQuote */
export function readCsv(text: string): CsvRow[] {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const stated = statedSeparator.exec(content)?.[1];
  const separator = stated ?? separatorOf(content);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let [line, begins, quotedAt, wasQuoted] = [1, 1, 0, false];
  const endCell = (): void => {
    cells.push(wasQuoted ? cell : cell.trim());
    [cell, wasQuoted] = ['', false];
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((value) => value !== '')) rows.push({ line: begins, cells });
    cells = [];
    begins = line + 1;
  };
  for (let at = stated === undefined ? 0 : 'sep='.length + 1; at < content.length; at++) {
    const letter = content[at]!;
    if (quotedAt > 0) {
      if (letter === '\n') line++;
      if (letter !== '"') cell += letter;
      else if (content[at + 1] === '"') cell += content[++at]!;
      else quotedAt = 0;
    } else if (letter === '"' && cell.trim() === '') {
      [cell, quotedAt, wasQuoted] = ['', line, true];
    } else if (letter === separator) endCell();
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && content[at + 1] === '\n') at++;
      endRow();
      line++;
    } else if (!wasQuoted || letter.trim() !== '') cell += letter;
  }
  if (quotedAt > 0) throw new UnclosedQuote(quotedAt);
  endRow();
  return rows;
}

function separatorOf(content: string): string {
  // Separators in quotes do not count.
  const first = (/^[^\r\n]*/.exec(content.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}
