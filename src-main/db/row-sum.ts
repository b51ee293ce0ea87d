/** Checksums of small rows from which conclusions are drawn: SQLite does not notice a flipped bit (reliability: R3). */
import { hash } from 'node:crypto';

/** The same for the same columns in any order. */
export function sumOf(row: object): string {
  const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(entries));
}
