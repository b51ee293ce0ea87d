/** Writes a document from top to bottom, on as many pages as it needs: facts, tables and footers. */
import { shown } from '../../src-shared/messages/foreign-text.ts';
import type { Messages } from '../../src-shared/messages/messages.ts';
import { beyondFonts, readFonts } from './fonts.ts';
import { type Place, Sheet, type TextStyle } from './sheet.ts';
import { findFonts } from './system-fonts.ts';

export const [muted, doubtful, refusedColour] = ['#56616c', '#8a5a00', '#b3261e'];
const [faint, accent] = ['#dde2e7', '#0b6fa4'];
export const normal: TextStyle = { size: 9 };
export const small: TextStyle = { size: 7.5, colour: muted };

/** Text of several lines, each without signs that hide or reorder others. */
export const inLines = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => shown(line, 2000))
    .join('\n');

/** An address has no more lines; those of a longer text stand behind each other. */
const mostLines = 10;

export function addressText(text: string): string {
  const lines = inLines(text).split('\n');
  if (lines.length <= mostLines) return lines.join('\n');
  const rest = lines.slice(mostLines - 1).filter((line) => line.trim() !== '');
  return [...lines.slice(0, mostLines - 1), rest.join(', ')].join('\n');
}

/** Countries where paper is Letter and not A4. */
const letterRegions = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']);

/** A sheet with the fonts that the texts of `document` need. */
export async function newSheet(
  title: string,
  document: { readonly madeAt: number },
  { format, language }: Messages,
): Promise<Sheet> {
  const fonts = await readFonts();
  const region = new Intl.Locale(format.locale).maximize().region ?? '';
  return new Sheet({
    paper: letterRegions.has(region) ? 'LETTER' : 'A4',
    language,
    title,
    madeAt: new Date(document.madeAt),
    fonts,
    otherFonts: await findFonts(beyondFonts(textsOf(document), fonts)),
  });
}

/** All texts in a value, once each. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(textsOf))];
}

/** Texts from top to bottom. */
export type Cell = readonly (readonly [string, TextStyle])[];

interface TableColumn {
  readonly title: string;
  /** Left edge from that of the text, and width. */
  readonly at: readonly [x: number, width: number, align?: 'right'];
}

interface TableRow {
  readonly cells: readonly Cell[];
  readonly picture?: { readonly png: Uint8Array; readonly alt: string };
}

export class SheetWriter {
  protected y = Sheet.top;
  protected readonly sheet: Sheet;
  protected readonly messages: Messages;

  constructor(sheet: Sheet, messages: Messages) {
    this.sheet = sheet;
    this.messages = messages;
  }

  protected heading(text: string, width: number): void {
    this.y += this.at(0, text, { size: 22, bold: true }, this.sheet.root, width, 'H1') + 8;
  }

  /** Rows of a label and its value. @param beside how far down something stands at their right */
  protected facts(rows: readonly (readonly [string, string])[], beside = 0): void {
    const { root } = this.sheet;
    for (const [label, value] of rows) {
      const width = this.y < beside ? 200 : Sheet.width - 96;
      this.makeSpace(this.sheet.heightOf(value, width, normal));
      const height = this.at(0, label, { ...normal, colour: muted }, root, 90);
      this.y += Math.max(height, this.at(96, value, normal, root, width)) + 2;
    }
  }

  /** Says that nothing of this is real. */
  protected sandbox(): void {
    const text = this.messages.t('quote.sandbox');
    const style = { ...normal, colour: doubtful };
    const height = this.sheet.heightOf(text, Sheet.width - 20, style);
    this.sheet.box(this.y, height + 14, '#fff7e6');
    this.y += 7;
    this.at(10, text, style, this.sheet.root, Sheet.width - 20);
    this.y += height + 15;
  }

  /** A row never breaks; each page repeats the head. @param least height of a row, and side of its picture */
  protected table(columns: readonly TableColumn[], rows: readonly TableRow[], least = 0): void {
    const table = this.sheet.group('Table', this.sheet.root);
    const head = () => {
      const row = this.sheet.group('TR', table);
      const style: TextStyle = { ...small, bold: true };
      this.y +=
        Math.max(...columns.map((column) => this.#inColumn(column, column.title, style, row, 'TH'))) + 4;
      this.sheet.line(this.y, accent);
      this.y += 7;
    };
    head();
    for (const { cells, picture } of rows) {
      const heights = columns.map(({ at: [, width] }, at) =>
        cells[at]!.reduce((sum, [text, style]) => sum + this.sheet.heightOf(text, width, style), 0),
      );
      const height = Math.max(least, ...heights);
      if (this.y + height > this.sheet.bottom) {
        this.newPage();
        head();
      }
      const row = this.sheet.group('TR', table);
      const top = this.y;
      for (const [at, column] of columns.entries()) {
        this.y = top;
        const cell = this.sheet.group('TD', row);
        const box = { x: this.sheet.left, y: top, width: least, height: least };
        if (at === 0 && picture) this.sheet.picture(picture.png, box, picture.alt, cell);
        for (const [text, style] of cells[at]!) this.y += this.#inColumn(column, text, style, cell);
      }
      this.y = top + height + 7;
      this.sheet.line(this.y, faint);
      this.y += 7;
    }
  }

  #inColumn(
    { at: [x, width, align] }: TableColumn,
    text: string,
    style: TextStyle,
    place: Place,
    type = 'P',
  ) {
    return this.at(x, text, align ? { ...style, align } : style, place, width, type);
  }

  /** Amounts at the right edge, each with its label before it. */
  protected amounts(rows: readonly (readonly [label: string, amount: string, isTotal: boolean])[]): void {
    this.makeSpace(rows.length * 18 + 10);
    this.y += 4;
    const width = 120;
    for (const [text, amount, isTotal] of rows) {
      const style: TextStyle = { ...(isTotal ? { size: 12, bold: true } : normal), align: 'right' };
      const height = this.at(0, text, style, this.sheet.root, Sheet.width - width - 8);
      this.at(Sheet.width - width, amount, style, this.sheet.root, width);
      this.y += height + 4;
    }
  }

  protected paragraph(text: string, style: TextStyle, gap: number): void {
    this.makeSpace(this.sheet.heightOf(text, Sheet.width, style));
    this.y += this.at(0, text, style, this.sheet.root, Sheet.width) + gap;
  }

  protected footers(name: string): void {
    const { t } = this.messages;
    const { pages, title } = this.sheet;
    for (let page = 0; page < pages; page++) {
      this.sheet.footer(page, name ? `${title} · ${name}` : title, 'left');
      this.sheet.footer(page, t('quote.page', { page: page + 1, pages }), 'right');
    }
  }

  protected newPage(): void {
    this.sheet.addPage();
    this.y = Sheet.top;
  }

  protected makeSpace(height: number): void {
    if (this.y + height > this.sheet.bottom) this.newPage();
  }

  /** Draws at the present height and returns that of the text. */
  protected at(x: number, text: string, style: TextStyle, place: Place, width: number, type = 'P'): number {
    return this.sheet.text(text, { x: this.sheet.left + x, y: this.y, width }, style, { place, type });
  }
}
