/**
 * A quote as a table for programs and spreadsheets: a row for each part, then shipping, fee and one total a
 * currency. Heads and codes are the same in every language, for scripts; only the reason of a verdict is in
 * the reader's language. Lengths in mm, volumes in cm³, times in UTC.
 */
import { type CsvCell, writeCsv } from '../csv/write-csv.ts';
import type { QuoteDocument, QuotedPrice, QuoteLine } from '../ipc/quote-document.ts';
import { harmless } from '../messages/foreign-text.ts';
import type { Messages } from '../messages/messages.ts';
import { roundMoney } from '../units/money.ts';
import { eachOf, isInTotal, lineSum, quoteSums } from './quote-sums.ts';

const columns = [
  'kind',
  'file',
  'unit',
  'scale',
  'changes',
  'size_x_mm',
  'size_y_mm',
  'size_z_mm',
  'volume_cm3',
  'material',
  'process',
  'quantity',
  'price_each',
  'price_total',
  'currency',
  'price_is',
  'price_at_utc',
  'estimate_low_each',
  'estimate_high_each',
  'verdict',
  'verdict_reason',
  'in_total',
  'account',
  'service',
  'quote_at_utc',
  'sha256',
] as const;
/** A quote for a customer has these instead of account and service. */
const offerColumns = ['customer', 'reference', 'valid_until', 'note'] as const;

type Column = (typeof columns)[number] | (typeof offerColumns)[number];
type Row = Partial<Record<Column, CsvCell>>;

export function quoteCsv(document: QuoteDocument, messages: Messages): string {
  const { account, madeAt, lines, offer } = document;
  const about: Row = {
    account: harmless(account.name),
    service: account.host === null ? 'fabdesk-sandbox' : harmless(account.host),
    quote_at_utc: instant(madeAt),
    ...(offer && {
      customer: harmless(offer.customer),
      reference: harmless(offer.reference),
      valid_until: offer.validUntil,
      note: harmless(offer.note, 2000),
    }),
  };
  const shown: readonly Column[] = offer
    ? [...columns.filter((column) => !isOwn(column, account.host)), ...offerColumns]
    : columns;
  const rows: Row[] = [...lines.map((line) => partRow(line, messages)), ...costRows(document)];
  return writeCsv([
    [...shown],
    ...rows.map((row) => {
      const cells: Row = { ...row, ...about };
      return shown.map((column) => cells[column] ?? null);
    }),
  ]);
}

/** Columns that a customer need not see. That prices come from a rehearsal is no secret. */
const isOwn = (column: Column, host: string | null): boolean =>
  column === 'account' || (column === 'service' && host !== null);

function costRows(document: QuoteDocument): Row[] {
  const { shipping, fee } = document;
  const known = Object.entries({ shipping, fee }).flatMap(([kind, cost]): Row[] =>
    cost === null ? [] : [{ kind, price_total: cost.price, currency: cost.currency, price_is: 'named' }],
  );
  const sums = quoteSums(document).map(
    ({ amount, currency, certainty }): Row => ({
      kind: 'total',
      price_total: amount,
      currency,
      price_is: certainty,
    }),
  );
  return [...known, ...sums];
}

function partRow(line: QuoteLine, { say }: Messages): Row {
  const { name, source, size, volume, material, process, quantity, price, verdict } = line;
  return {
    kind: 'part',
    file: harmless(source?.path ?? name),
    ...(source && {
      unit: source.unit,
      scale: source.scale,
      changes: (source.changes ?? []).map((change) => say(change) ?? change.key).join('; ') || null,
      sha256: source.sha256,
    }),
    ...(size && { size_x_mm: mm(size[0]), size_y_mm: mm(size[1]), size_z_mm: mm(size[2]) }),
    volume_cm3: volume === null ? null : significant(volume * 1e6),
    material: material === null ? null : harmless(material),
    process: process === null ? null : harmless(process),
    quantity,
    ...(price && { ...priceCells(price), price_total: lineSum(line)?.amount ?? null }),
    in_total: isInTotal(line) ? 'yes' : 'no',
    ...(verdict && {
      verdict: verdict.level,
      verdict_reason: verdict.reason && harmless(say(verdict.reason) ?? verdict.reason.key),
    }),
  };
}

function priceCells(price: QuotedPrice): Row {
  const { kind, currency } = price;
  const cells: Row = { price_each: eachOf(price), currency, price_is: kind };
  if (kind === 'named')
    return { ...cells, price_is: price.isLast ? 'last-known' : kind, price_at_utc: instant(price.quotedAt) };
  if (kind === 'limited') return cells;
  const { low, high } = price.estimate;
  return {
    ...cells,
    estimate_low_each: roundMoney(low, currency),
    estimate_high_each: roundMoney(high, currency),
  };
}

/** To the micron. */
const mm = (metres: number): number => Math.round(metres * 1e6) / 1e3;

const significant = (value: number): number => Number(value.toPrecision(6));

const instant = (moment: number): string => new Date(moment).toISOString();
