/** In which order the table of the plate shows its parts. */
import { lineTotal } from '../../../../src-shared/units/money.ts';
import type { BatchRow } from '../batch/batch.svelte.ts';

export const tableColumns = [
  'name',
  'size',
  'volume',
  'verdict',
  'material',
  'quantity',
  'price',
  'total',
] as const;
export type TableColumn = (typeof tableColumns)[number];

export interface TableOrder {
  /** Null: as on the plate. */
  readonly by: TableColumn | null;
  readonly descending: boolean;
}

/** The names of the rows, and the ranks of their verdicts. */
export interface RowTexts {
  readonly nameOf: (row: BatchRow) => string;
  /** Lower is better. */
  readonly rankOf: (row: BatchRow) => number;
}

/** Null for what is not known, which comes last in either direction. */
function sortValue(row: BatchRow, by: TableColumn, texts: RowTexts): string | number | null {
  const { item, ready, offer, line } = row;
  switch (by) {
    case 'name':
      return texts.nameOf(row);
    case 'size':
      return ready && Math.max(...ready.size);
    case 'volume':
      return ready?.geometry.volume ?? null;
    case 'verdict':
      return texts.rankOf(row);
    case 'material':
      return offer?.material.title ?? null;
    case 'quantity':
      return item.quantity;
    case 'price':
      return line?.unitPrice ?? null;
    case 'total':
      return line && lineTotal(line);
  }
}

/** Equal rows stay as they are on the plate. */
export function sortRows(
  rows: readonly BatchRow[],
  { by, descending }: TableOrder,
  texts: RowTexts,
): readonly BatchRow[] {
  if (by === null) return rows;
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(row, by, texts) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === 'string' && typeof b.value === 'string')
        return sign * a.value.localeCompare(b.value, undefined, { numeric: true });
      return sign * (Number(a.value) - Number(b.value));
    })
    .map(({ row }) => row);
}
