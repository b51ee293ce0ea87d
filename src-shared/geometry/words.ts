/** Counts in sentences for people. */

/** "One edge is" or "1,234 edges are": `one` and `many` are what follows the number. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count.toLocaleString('en')} ${many}`;
