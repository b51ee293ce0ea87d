/**
 * A parts list: a table with a file, a material, a finish, a quantity, a unit and a scale a row, as people
 * keep it in a spreadsheet. Its first row names the columns, in English or German and in any order; columns
 * with other names are ignored. A quote that Fabdesk saved is a list, too, and says what exactly was quoted.
 */
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';
import { isAmbiguous, parseNumber } from '../units/parse-number.ts';
import { readUnit } from '../units/unit-words.ts';
import type { LengthUnit } from '../units/units.ts';
import { readCsv, UnclosedQuote } from './read-csv.ts';

export interface ListedPart {
  /** Line of the file, from 1. */
  readonly line: number;
  /** As written, relative to the list. */
  readonly file: string;
  /** Name, with that of its finish if the row has one, or id; null if the row names none. */
  readonly material: string | null;
  /** Null if the row gives none. */
  readonly quantity: number | null;
  /** Unit of the lengths in the file; null if the row gives none. */
  readonly unit: LengthUnit | null;
  /** In addition to the unit; null if the row gives none. */
  readonly scale: number | null;
  /** Null in a list that is no quote. */
  readonly quoted: QuotedPart | null;
}

/** What a quote says of a part: only exactly that may be ordered by it. */
export interface QuotedPart {
  /** The digest of the file's content. */
  readonly sha256: string;
  /** m3; null if it was not known. */
  readonly volume: number | null;
  /** What a piece was quoted to cost at most; null if that was not known. */
  readonly most: { readonly amount: number; readonly currency: string } | null;
  /** What was done to the file of that name, in words; empty: nothing. */
  readonly changes: string;
}

/** What is wrong with a row, or with the list as a whole (line 0). */
export interface ListFault {
  readonly line: number;
  readonly text: MessageRef;
}

export interface PartsList {
  readonly parts: readonly ListedPart[];
  readonly faults: readonly ListFault[];
}

/** A longer table is not a parts list: neither plate nor cart could hold it. */
export const mostParts = 1000;
export const mostListBytes = 1024 * 1024;

const names = {
  file: ['file', 'filename', 'part', 'model', 'datei', 'dateiname', 'teil', 'modell'],
  material: ['material', 'werkstoff'],
  finish: ['finish', 'surface', 'surface finish', 'oberfläche', 'oberflaeche', 'ausführung', 'ausfuehrung'],
  unit: ['unit', 'units', 'einheit', 'maßeinheit', 'masseinheit'],
  quantity: ['quantity', 'qty', 'count', 'pieces', 'menge', 'anzahl', 'stück', 'stueck'],
  scale: ['scale', 'maßstab', 'massstab', 'skalierung'],
  sha256: ['sha256'],
  volume: ['volume_cm3'],
  price: ['price_each'],
  high: ['estimate_high_each'],
  currency: ['currency'],
  changes: ['changes'],
  kind: ['kind'],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof names;

const mostPieces = 10_000;

export function readPartsList(text: string): PartsList {
  let rows: ReturnType<typeof readCsv>;
  try {
    rows = readCsv(text);
  } catch (thrown) {
    if (!(thrown instanceof UnclosedQuote)) throw thrown;
    return { parts: [], faults: [{ line: thrown.line, text: ref('errors.list.unclosedQuote') }] };
  }
  const [head, ...body] = rows;
  if (head === undefined) return whole(ref('errors.list.empty'));
  const columns = Object.fromEntries(
    Object.entries(names).map(([column, words]) => [
      column,
      // The plainest name first: `part` may be a number beside `file`.
      words.flatMap((word) => head.cells.flatMap((cell, at) => (cell.toLowerCase() === word ? [at] : []))),
    ]),
  ) as Record<Column, number[]>;
  if (columns.file.length === 0)
    return whole(ref('errors.list.noFileColumn', { columns: head.cells.join(', ') }));
  if (body.length === 0) return whole(ref('errors.list.empty'));
  if (body.length > mostParts)
    return whole(ref('errors.list.tooLong', { rows: body.length, most: mostParts }));
  const parts: ListedPart[] = [];
  const faults: ListFault[] = [];
  // The digest counts also where somebody has removed the prices.
  const isQuote = head.cells.includes('price_is') || columns.sha256.length > 0;
  const isForCustomer = head.cells.includes('valid_until');
  for (const { line, cells } of body) {
    const filled = (column: Column): number[] => columns[column].filter((at) => (cells[at] ?? '') !== '');
    const at = (column: Column): string => cells[filled(column)[0] ?? -1] ?? '';
    // Rows of costs and totals are no parts.
    if (isQuote && columns.kind.length > 0 && at('kind') !== 'part') continue;
    const file = isQuote ? at('file').replace(asText, '') : at('file');
    const read = {
      quantity: quantityOf(at('quantity')),
      unit: unitOf(at('unit')),
      scale: scaleOf(at, isQuote),
    };
    const quoted = isQuote ? quotedOf(at, isForCustomer) : null;
    const contradicting = lonely.find(
      (column) => new Set(filled(column).map((cell) => cells[cell])).size > 1,
    );
    const contradiction =
      contradicting &&
      ref('errors.list.twoColumns', {
        columns: filled(contradicting).map((cell) => head.cells[cell]!),
        values: filled(contradicting).map((cell) => cells[cell]!),
      });
    const fault =
      (file === '' ? ref('errors.list.noFile') : contradiction) ??
      Object.values(read).find(isRef) ??
      (quoted === undefined ? ref('errors.list.noContent') : null);
    if (fault !== null) {
      faults.push({ line, text: fault });
      continue;
    }
    const material = [at('material'), at('finish')].filter((name) => name !== '').join(' ');
    parts.push({
      line,
      file,
      material: material || null,
      ...(read as Pick<ListedPart, keyof typeof read>),
      quoted: quoted ?? null,
    });
  }
  return { parts, faults };
}

/** A list with two of the same kind contradicts itself. */
const lonely = ['material', 'finish', 'unit', 'quantity', 'scale'] as const;

/** The apostrophe with which a quote keeps a name from becoming a formula (write-csv.ts). */
const asText = /^'(?=\s*[=+\-@＝＋－＠])/u;

const isRef = (value: unknown): value is MessageRef => typeof value === 'object' && value !== null;

const whole = (text: MessageRef): PartsList => ({ parts: [], faults: [{ line: 0, text }] });

type Cells = (column: Column) => string;

/**
 * Null for an empty cell, a fault for anything but a whole number of pieces. Spreadsheets may write 2.0 or
 * 2.00 for 2.
 */
function quantityOf(text: string): number | null | MessageRef {
  if (text === '') return null;
  if (isAmbiguous(text)) return ref('errors.number.ambiguous', { text });
  const quantity = /^\d+([.,]00?)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (quantity >= 1 && quantity <= mostPieces) return quantity;
  return ref('errors.list.badQuantity', { text, most: mostPieces });
}

function unitOf(text: string): LengthUnit | null | MessageRef {
  if (text === '') return null;
  return readUnit(text) ?? ref('errors.list.badUnit', { text });
}

/** `2`, `0,5`, `1/12` or `200 %`. Quotes write a point, and as many digits as there are. */
function scaleOf(at: Cells, isQuote: boolean): number | null | MessageRef {
  const text = at('scale');
  if (text === '') return null;
  if (!isQuote && isAmbiguous(text)) return ref('errors.number.ambiguous', { text });
  const isPercent = text.endsWith('%');
  const number = isPercent ? text.slice(0, -1).trim() : text;
  const scale = (parseNumber(number) ?? 0) / (isPercent ? 100 : 1);
  return scale > 0 ? scale : ref('errors.list.badScale', { text });
}

/**
 * Undefined if it does not say which content was quoted. What a customer pays is no limit of what the service
 * may charge.
 */
function quotedOf(at: Cells, isForCustomer: boolean): QuotedPart | undefined {
  const sha256 = at('sha256').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  const volume = parseNumber(at('volume'));
  const amount = isForCustomer ? null : (parseNumber(at('high')) ?? parseNumber(at('price')));
  return {
    sha256,
    volume: volume === null ? null : volume / 1e6,
    most: amount === null ? null : { amount, currency: at('currency') },
    changes: at('changes'),
  };
}
