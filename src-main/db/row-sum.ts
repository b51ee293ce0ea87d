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
