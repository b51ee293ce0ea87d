type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether two values carry the same data, whatever the order of their keys. For plain data such as
 * JSON can hold. A field that is undefined counts as missing, since JSON drops it. NaN is the same as NaN.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && a.length !== b['length']) return false;
  for (const key of Object.keys(a)) if (!isSame(a[key], b[key])) return false;
  return Object.keys(b).every((key) => b[key] === undefined || a[key] !== undefined);
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
