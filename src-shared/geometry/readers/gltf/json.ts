/** Reads JSON of unknown content: a value of the wrong type counts as missing. */

export type Json = Readonly<Record<string, unknown>>;

export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const hasKey = (value: unknown, key: string): boolean => Object.hasOwn(objectIn(value), key);

/** An integer from 0 to 2^53, or null. */
export const indexIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Exactly `length` finite numbers, or null. */
export function numbersIn(value: unknown, length: number): readonly number[] | null {
  const list = listIn(value);
  return list.length === length && list.every((item) => typeof item === 'number' && Number.isFinite(item))
    ? (list as number[])
    : null;
}
