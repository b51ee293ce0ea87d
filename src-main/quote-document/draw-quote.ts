/**
 * Draws a quote as PDF: whose prices, a row for each part with its picture, what it comes to, and what is not
 * certain about it. Tagged, so that screen readers find its table.
 */
import type { QuoteDocument, QuoteLine } from '../../src-shared/ipc/quote-document.ts';
import { harmless, shown } from '../../src-shared/messages/foreign-text.ts';
import type { Messages } from '../../src-shared/messages/messages.ts';
import { levelText, type VerdictLevel } from '../../src-shared/order-gate/verdict.ts';
import { lineSum, quoteSums } from '../../src-shared/quote-document/quote-sums.ts';
import {
  eachText,
  partChanges,
  partName,
  priceNote,
  pricesAsOf,
  sumText,
  totalLabel,
  totalNotes,
} from '../../src-shared/quote-document/quote-text.ts';
import { beyondFonts, readFonts } from './fonts.ts';
import { missingSign, type Place, Sheet, type TextStyle } from './sheet.ts';
import { findFonts } from './system-fonts.ts';

const [muted, faint, accent] = ['#56616c', '#dde2e7', '#0b6fa4'];
const verdictColours: Readonly<Record<VerdictLevel, string>> = {
  prints: '#086f4e',
  'at-risk': '#8a5a00',
  refused: '#b3261e',
};
const normal: TextStyle = { size: 9 };
const small: TextStyle = { size: 7.5, colour: muted };

/** Left edge from that of the text, and width. */
const columns = {
  picture: [0, 48],
  part: [58, 130],
  material: [196, 128],
  quantity: [328, 38],
  each: [372, 70],
  total: [447, 64],
} as const;
type Column = keyof typeof columns;
const textColumns = ['part', 'material', 'quantity', 'each', 'total'] as const satisfies Column[];
const atRight: ReadonlySet<Column> = new Set(['quantity', 'each', 'total']);

/** Text of several lines, each without signs that hide or reorder others. */
const inLines = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => shown(line, 2000))
    .join('\n');

/** A day as `YYYY-MM-DD` in local time, epoch ms. */
const noonOf = (day: string): number => new Date(`${day}T12:00`).getTime();

/** Countries where paper is Letter and not A4. */
const letterRegions = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']);

/** @param pictures PNG, one a line; null where there is none */
export async function drawQuote(
  document: QuoteDocument,
  pictures: readonly (Uint8Array | null)[],
  messages: Messages,
): Promise<Uint8Array> {
  const { t, format } = messages;
  const fonts = await readFonts();
  const region = new Intl.Locale(format.locale).maximize().region ?? '';
  const sheet = new Sheet({
    paper: letterRegions.has(region) ? 'LETTER' : 'A4',
    language: messages.language,
    title: t('quote.title'),
    madeAt: new Date(document.madeAt),
    fonts,
    otherFonts: await findFonts(beyondFonts(textsOf(document), fonts)),
  });
  return new QuoteWriter(sheet, document, messages).write(pictures);
}

/** All texts in a value, once each. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(textsOf))];
}

class QuoteWriter {
  #y = Sheet.top;
  readonly #sheet: Sheet;
  readonly #document: QuoteDocument;
  readonly #messages: Messages;

  constructor(sheet: Sheet, document: QuoteDocument, messages: Messages) {
    this.#sheet = sheet;
    this.#document = document;
    this.#messages = messages;
  }

  async write(pictures: readonly (Uint8Array | null)[]): Promise<Uint8Array> {
    this.#head();
    this.#table(pictures);
    this.#total();
    this.#notes();
    this.#footers();
    return this.#sheet.end();
  }

  #head(): void {
    const { t, format } = this.#messages;
    const { account, madeAt, offer } = this.#document;
    const place = this.#sheet.root;
    const beside = this.#sender();
    this.#y += this.#text('picture', t('quote.title'), { size: 22, bold: true }, place, 'H1', 240) + 8;
    const rows: [string, string][] = [];
    if (offer?.customer) rows.push([t('quote.customer'), inLines(offer.customer)]);
    if (offer?.reference) rows.push([t('quote.reference'), shown(offer.reference)]);
    rows.push([t('quote.date'), offer ? format.day(madeAt) : format.datedInZone(madeAt)]);
    if (offer?.validUntil) rows.push([t('quote.validUntil'), format.day(noonOf(offer.validUntil))]);
    if (!offer && account.name !== account.host) rows.push([t('quote.account'), shown(account.name)]);
    if (!offer && account.host !== null) rows.push([t('quote.service'), shown(account.host)]);
    const currencies = quoteSums(this.#document).map(({ currency }) => currency);
    if (currencies.length > 0) rows.push([t('quote.currency'), format.list(currencies)]);
    for (const [label, value] of rows) {
      const height = this.#text('picture', label, { ...normal, colour: muted }, place, 'P', 90);
      const width = this.#y < beside ? 200 : Sheet.width - 96;
      this.#y += Math.max(height, this.#at(96, value, { ...normal, lines: 10 }, place, width)) + 2;
    }
    this.#y = Math.max(this.#y, beside) + 8;
    if (account.host !== null) return;
    const text = t('quote.sandbox');
    const style = { ...normal, colour: verdictColours['at-risk'] };
    const height = this.#sheet.heightOf(text, Sheet.width - 20, style);
    this.#sheet.box(this.#y, height + 14, '#fff7e6');
    this.#y += 7;
    this.#at(10, text, style, place, Sheet.width - 20);
    this.#y += height + 15;
  }

  /** Logo and address of the sender, on the right. Returns where they end. */
  #sender(): number {
    const { sender } = this.#document;
    if (!sender) return 0;
    const [x, width] = [Sheet.width - 200, 200];
    const top = this.#y;
    const logo = { x: this.#sheet.left + x, y: top, width, height: 48 };
    const alt = shown(sender.name.split('\n')[0] || this.#messages.t('quote.sender.logo'));
    if (sender.logo && this.#sheet.picture(Buffer.from(sender.logo, 'base64'), logo, alt, this.#sheet.root))
      this.#y += logo.height + 6;
    const style: TextStyle = { ...normal, align: 'right', lines: 10 };
    if (sender.name) this.#y += this.#at(x, inLines(sender.name), style, this.#sheet.root, width);
    const end = this.#y;
    this.#y = top;
    return end;
  }

  #table(pictures: readonly (Uint8Array | null)[]): void {
    const table = this.#sheet.group('Table', this.#sheet.root);
    this.#tableHead(table);
    for (const [at, line] of this.#document.lines.entries()) this.#row(line, pictures[at] ?? null, table);
  }

  #tableHead(table: Place): void {
    const row = this.#sheet.group('TR', table);
    const style: TextStyle = { ...small, bold: true };
    let height = 0;
    for (const column of textColumns) {
      const title = this.#messages.t(`quote.column.${column}`);
      height = Math.max(height, this.#text(column, title, style, row, 'TH'));
    }
    this.#y += height + 4;
    this.#sheet.line(this.#y, accent);
    this.#y += 7;
  }

  #row(line: QuoteLine, picture: Uint8Array | null, table: Place): void {
    const cells = this.#cells(line);
    const heights = textColumns.map((column) =>
      cells[column].reduce((sum, [text, style]) => sum + this.#height(column, text, style), 0),
    );
    const [, side] = columns.picture;
    const height = Math.max(side, ...heights);
    if (this.#y + height > this.#sheet.bottom) {
      this.#newPage();
      this.#tableHead(table);
    }
    const row = this.#sheet.group('TR', table);
    const top = this.#y;
    for (const column of textColumns) {
      this.#y = top;
      const cell = this.#sheet.group('TD', row);
      const box = { x: this.#sheet.left, y: top, width: side, height: side };
      if (column === 'part' && picture !== null) this.#sheet.picture(picture, box, shown(line.name), cell);
      for (const [text, style] of cells[column]) this.#y += this.#text(column, text, style, cell);
    }
    this.#y = top + height + 7;
    this.#sheet.line(this.#y, faint);
    this.#y += 7;
  }

  /** The contents of each column, from top to bottom. */
  #cells(line: QuoteLine): Record<(typeof textColumns)[number], [string, TextStyle][]> {
    const { t, format, say } = this.#messages;
    const { size, volume, material, process, quantity, price, verdict } = line;
    const sum = lineSum(line);
    const sides = size?.map((metres) => format.length({ metres, unit: 'mm' }, false));
    const reason = verdict?.reason ? (say(verdict.reason) ?? verdict.reason.key) : null;
    const about = (text: string | null): [string, TextStyle][] => (text === null ? [] : [[text, small]]);
    return {
      part: [
        [shown(partName(line, this.#document)), { ...normal, bold: true, lines: 4 }],
        ...about(sides ? t('quote.size', { size: sides.join(' × ') }) : null),
        ...about(volume === null ? null : format.volume(volume, 'mm')),
        ...partChanges(line, this.#messages).flatMap(about),
      ],
      material: [
        [material === null ? t('quote.noMaterial') : shown(material), { ...normal, lines: 3 }],
        ...about(process === null ? null : shown(process)),
        ...(verdict
          ? [
              [
                t(levelText(verdict.level)),
                { size: 7.5, bold: true, colour: verdictColours[verdict.level] },
              ] as [string, TextStyle],
            ]
          : []),
        ...(reason === null ? [] : ([[harmless(reason), { ...small, lines: 8 }]] as [string, TextStyle][])),
      ],
      quantity: [[format.measured(quantity), normal]],
      each: [
        [price === null ? t('quote.notKnown') : eachText(price, this.#messages), normal],
        ...about(price && priceNote(price, this.#document.madeAt, this.#messages)),
      ],
      total: [[sum === null ? '–' : sumText(sum, this.#messages), { ...normal, bold: true }]],
    };
  }

  #total(): void {
    const { t, format } = this.#messages;
    const { shipping, fee } = this.#document;
    const rows: [string, string, boolean][] = [];
    const known = (key: 'shipping' | 'fee', cost: typeof shipping) => {
      if (cost !== null && cost.price > 0)
        rows.push([t(`quote.${key}`), format.money({ amount: cost.price, currency: cost.currency }), false]);
    };
    known('shipping', shipping);
    known('fee', fee);
    const label = totalLabel(this.#document, this.#messages);
    const sums = quoteSums(this.#document);
    for (const [at, sum] of sums.entries())
      rows.push([at === 0 ? label : '', sumText(sum, this.#messages), true]);
    this.#makeSpace(rows.length * 18 + 10);
    this.#y += 4;
    for (const [text, amount, isTotal] of rows) {
      const style: TextStyle = isTotal ? { size: 12, bold: true } : normal;
      const width = 120;
      const height = this.#at(
        0,
        text,
        { ...style, align: 'right' },
        this.#sheet.root,
        Sheet.width - width - 8,
      );
      this.#at(Sheet.width - width, amount, { ...style, align: 'right' }, this.#sheet.root, width);
      this.#y += height + 4;
    }
  }

  #notes(): void {
    const { t, format } = this.#messages;
    const since = pricesAsOf(this.#document);
    const notes = [
      ...totalNotes(this.#document, quoteSums(this.#document).length, this.#messages),
      ...(since === null ? [] : [t('quote.pricesAsOf', { time: format.dated(since) })]),
      ...(this.#document.offer ? [] : [t('quote.closing')]),
      ...(this.#sheet.hasMissing ? [t('quote.missingSigns', { sign: missingSign })] : []),
    ];
    this.#y += 8;
    // A line at a time, since a long note may need a new page.
    for (const line of inLines(this.#document.offer?.note ?? '').split('\n'))
      this.#paragraph(line, normal, 2);
    this.#y += 6;
    for (const note of notes) this.#paragraph(note, { ...normal, colour: muted }, 2);
  }

  #paragraph(text: string, style: TextStyle, gap: number): void {
    this.#makeSpace(this.#sheet.heightOf(text, Sheet.width, style));
    this.#y += this.#at(0, text, style, this.#sheet.root, Sheet.width) + gap;
  }

  #footers(): void {
    const { t } = this.#messages;
    const { pages } = this.#sheet;
    const { account, offer, sender } = this.#document;
    const name = shown(offer ? offer.reference || (sender?.name.split('\n')[0] ?? '') : account.name);
    for (let page = 0; page < pages; page++) {
      this.#sheet.footer(page, name ? `${t('quote.title')} · ${name}` : t('quote.title'), 'left');
      this.#sheet.footer(page, t('quote.page', { page: page + 1, pages }), 'right');
    }
  }

  #newPage(): void {
    this.#sheet.addPage();
    this.#y = Sheet.top;
  }

  #makeSpace(height: number): void {
    if (this.#y + height > this.#sheet.bottom) this.#newPage();
  }

  #height(column: Column, text: string, style: TextStyle): number {
    return this.#sheet.heightOf(text, columns[column][1], style);
  }

  #text(
    column: Column,
    text: string,
    style: TextStyle,
    place: Place,
    type = 'P',
    width: number = columns[column][1],
  ): number {
    const aligned: TextStyle = atRight.has(column) ? { ...style, align: 'right' } : style;
    return this.#at(columns[column][0], text, aligned, place, width, type);
  }

  /** Draws at the present height and returns that of the text. */
  #at(x: number, text: string, style: TextStyle, place: Place, width: number, type = 'P'): number {
    return this.#sheet.text(text, { x: this.#sheet.left + x, y: this.#y, width }, style, { place, type });
  }
}
