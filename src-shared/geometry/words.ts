/** Counts in sentences for people. */

/** 1,234,567: as `toLocaleString('en')`, which takes 15 ms at its first call. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** "One edge is" or "1,234 edges are": `one` and `many` are what follows the number. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${grouped(count)} ${many}`;
