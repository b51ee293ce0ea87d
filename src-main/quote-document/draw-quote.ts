/**
 * Draws a quote as PDF: whose prices, a row for each part with its picture, what it comes to, and what is not
 * certain about it. Tagged, so that screen readers find its table.
 */
import { bandText, shareText } from '../../src-shared/estimate/landed-cost.ts';
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
import { missingSign, Sheet, type TextStyle } from './sheet.ts';
import {
  addressText,
  type Cell,
  doubtful,
  inLines,
  muted,
  newSheet,
  normal,
  refusedColour,
  SheetWriter,
  small,
} from './sheet-writer.ts';

const verdictColours: Readonly<Record<VerdictLevel, string>> = {
  prints: '#086f4e',
  'at-risk': doubtful,
  refused: refusedColour,
};

/** Left edge from that of the text, and width. */
const columns = {
  part: [58, 130],
  material: [196, 128],
  quantity: [328, 38, 'right'],
  each: [372, 70, 'right'],
  total: [447, 64, 'right'],
} as const;
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];
/** The side of a picture, which stands before the first column. */
const side = 48;

/** A day as `YYYY-MM-DD` in local time, epoch ms. */
const noonOf = (day: string): number => new Date(`${day}T12:00`).getTime();

/** @param pictures PNG, one a line; null where there is none */
export async function drawQuote(
  document: QuoteDocument,
  pictures: readonly (Uint8Array | null)[],
  messages: Messages,
): Promise<Uint8Array> {
  const sheet = await newSheet(messages.t('quote.title'), document, messages);
  return new QuoteWriter(sheet, document, messages).write(pictures);
}

class QuoteWriter extends SheetWriter {
  readonly #document: QuoteDocument;

  constructor(sheet: Sheet, document: QuoteDocument, messages: Messages) {
    super(sheet, messages);
    this.#document = document;
  }

  async write(pictures: readonly (Uint8Array | null)[]): Promise<Uint8Array> {
    this.#head();
    this.#table(pictures);
    this.#total();
    this.#notes();
    const { account, offer, sender } = this.#document;
    this.footers(shown(offer ? offer.reference || (sender?.name.split('\n')[0] ?? '') : account.name));
    return this.sheet.end();
  }

  #head(): void {
    const { t, format } = this.messages;
    const { account, madeAt, offer } = this.#document;
    const beside = this.#sender();
    this.heading(t('quote.title'), 240);
    const rows: [string, string][] = [];
    if (offer?.customer) rows.push([t('quote.customer'), addressText(offer.customer)]);
    if (offer?.reference) rows.push([t('quote.reference'), shown(offer.reference)]);
    rows.push([t('quote.date'), offer ? format.day(madeAt) : format.datedInZone(madeAt)]);
    if (offer?.validUntil) rows.push([t('quote.validUntil'), format.day(noonOf(offer.validUntil))]);
    if (!offer && account.name !== account.host) rows.push([t('quote.account'), shown(account.name)]);
    if (!offer && account.host !== null) rows.push([t('quote.service'), shown(account.host)]);
    const currencies = quoteSums(this.#document).map(({ currency }) => currency);
    if (currencies.length > 0) rows.push([t('quote.currency'), format.list(currencies)]);
    this.facts(rows, beside);
    this.y = Math.max(this.y, beside) + 8;
    if (account.host === null) this.sandbox();
  }

  /** Logo and address of the sender, on the right. Returns where they end. */
  #sender(): number {
    const { sender } = this.#document;
    if (!sender) return 0;
    const [x, width] = [Sheet.width - 200, 200];
    const top = this.y;
    const logo = { x: this.sheet.left + x, y: top, width, height: 48 };
    const alt = shown(sender.name.split('\n')[0] || this.messages.t('quote.sender.logo'));
    if (sender.logo && this.sheet.picture(Buffer.from(sender.logo, 'base64'), logo, alt, this.sheet.root))
      this.y += logo.height + 6;
    const style: TextStyle = { ...normal, align: 'right' };
    if (sender.name) this.y += this.at(x, addressText(sender.name), style, this.sheet.root, width);
    const end = this.y;
    this.y = top;
    return end;
  }

  #table(pictures: readonly (Uint8Array | null)[]): void {
    const { t } = this.messages;
    this.table(
      columnNames.map((name) => ({ at: columns[name], title: t(`quote.column.${name}`) })),
      this.#document.lines.map((line, at) => {
        const cells = this.#cells(line);
        const png = pictures[at] ?? null;
        return {
          cells: columnNames.map((name) => cells[name]),
          ...(png && { picture: { png, alt: shown(line.name) } }),
        };
      }),
      side,
    );
  }

  /** The contents of each column, from top to bottom. */
  #cells(line: QuoteLine): Record<Column, Cell> {
    const { t, format, say } = this.messages;
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
        ...partChanges(line, this.messages).flatMap(about),
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
        [price === null ? t('quote.notKnown') : eachText(price, this.messages), normal],
        ...about(price && priceNote(price, this.#document.madeAt, this.messages)),
      ],
      total: [[sum === null ? '–' : sumText(sum, this.messages), { ...normal, bold: true }]],
    };
  }

  #total(): void {
    const { t, format } = this.messages;
    const { shipping, fee } = this.#document;
    const rows: [string, string, boolean][] = [];
    const known = (key: 'shipping' | 'fee', cost: typeof shipping) => {
      if (cost !== null && cost.price > 0)
        rows.push([t(`quote.${key}`), format.money({ amount: cost.price, currency: cost.currency }), false]);
    };
    known('shipping', shipping);
    known('fee', fee);
    const label = totalLabel(this.#document, this.messages);
    const sums = quoteSums(this.#document);
    for (const [at, sum] of sums.entries())
      rows.push([at === 0 ? label : '', sumText(sum, this.messages), true]);
    const { landed } = this.#document;
    if (landed)
      rows.push([
        t('quote.landed'),
        bandText(landed.least, landed.most, landed.currency, this.messages),
        false,
      ]);
    this.amounts(rows);
  }

  #notes(): void {
    const { t, format } = this.messages;
    const since = pricesAsOf(this.#document);
    const notes = [
      ...totalNotes(this.#document, quoteSums(this.#document).length, this.messages),
      ...(this.#document.landed ? [shareText(this.#document.landed, this.messages)] : []),
      ...(since === null ? [] : [t('quote.pricesAsOf', { time: format.dated(since) })]),
      ...(this.#document.offer ? [] : [t('quote.closing')]),
      ...(this.sheet.hasMissing ? [t('quote.missingSigns', { sign: missingSign })] : []),
    ];
    this.y += 8;
    // A line at a time, since a long note may need a new page.
    for (const line of inLines(this.#document.offer?.note ?? '').split('\n')) this.paragraph(line, normal, 2);
    this.y += 6;
    for (const note of notes) this.paragraph(note, { ...normal, colour: muted }, 2);
  }
}
