/**
 * A parts list: a table with a file, a material, a finish, a quantity and a unit a row, as people keep it in
 * a spreadsheet. Its first row names the columns, in English or German and in any order; columns with other
 * names are ignored.
 */
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';
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
} as const;

const mostPieces = 10_000;

export const isPartsList = (name: string): boolean => /\.(csv|tsv)$/i.test(name);

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
  const columnOf = (kind: keyof typeof names): number =>
    head.cells.findIndex((cell) => (names[kind] as readonly string[]).includes(cell.toLowerCase()));
  const columns = {
    file: columnOf('file'),
    material: columnOf('material'),
    finish: columnOf('finish'),
    unit: columnOf('unit'),
    quantity: columnOf('quantity'),
  };
  if (columns.file < 0) return whole(ref('errors.list.noFileColumn', { columns: head.cells.join(', ') }));
  if (body.length === 0) return whole(ref('errors.list.empty'));
  if (body.length > mostParts)
    return whole(ref('errors.list.tooLong', { rows: body.length, most: mostParts }));
  const parts: ListedPart[] = [];
  const faults: ListFault[] = [];
  const kind = kindColumn(head.cells);
  for (const { line, cells } of body) {
    const at = (column: number): string => (column < 0 ? '' : (cells[column] ?? ''));
    if (kind >= 0 && at(kind) !== 'part') continue;
    const file = at(columns.file);
    const quantity = quantityOf(at(columns.quantity));
    const unit = at(columns.unit) === '' ? null : readUnit(at(columns.unit));
    if (file === '') faults.push({ line, text: ref('errors.list.noFile') });
    else if (quantity === undefined)
      faults.push({
        line,
        text: ref('errors.list.badQuantity', { text: at(columns.quantity), most: mostPieces }),
      });
    else if (unit === null && at(columns.unit) !== '')
      faults.push({ line, text: ref('errors.list.badUnit', { text: at(columns.unit) }) });
    else {
      const material = [at(columns.material), at(columns.finish)].filter((name) => name !== '').join(' ');
      parts.push({ line, file, material: material || null, quantity, unit });
    }
  }
  return { parts, faults };
}

/**
 * A quote that Fabdesk saved can be ordered as a list; its rows of costs and totals are no parts. -1: not
 * such a quote.
 */
const kindColumn = (heads: readonly string[]): number =>
  heads.includes('price_is') ? heads.indexOf('kind') : -1;

const whole = (text: MessageRef): PartsList => ({ parts: [], faults: [{ line: 0, text }] });

/**
 * Null for an empty cell, undefined for anything but a whole number of pieces. Spreadsheets may write 2.0 for
 * 2.
 */
function quantityOf(text: string): number | null | undefined {
  if (text === '') return null;
  const quantity = /^\d+([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  return quantity >= 1 && quantity <= mostPieces ? quantity : undefined;
}
