/**
 * Checksums of small rows from which conclusions are drawn: SQLite does not notice a flipped bit
 * (reliability: R3).
 */
import { hash } from 'node:crypto';

/** Does not depend on the order of the columns. */
export function sumOf(row: object): string {
  const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(entries));
}

/** A row as it is stored. */
export type Summed<Row> = Row & { readonly row_sum: string | null };

export const withSum = <Row extends object>(row: Row): Summed<Row> => ({ ...row, row_sum: sumOf(row) });

/** Null for a row that is missing or damaged. */
export function intact<Row extends object>(found: Summed<Row> | undefined): Row | null {
  if (found === undefined) return null;
  const { row_sum, ...row } = found;
  return sumOf(row) === row_sum ? found : null;
}
