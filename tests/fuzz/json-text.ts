/**
 * JSON that `JSON.stringify` cannot write: numbers beyond doubles, repeated names, text that is no JSON at
 * all.
 */

/** Written as it is. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object whose names may repeat, and may be `__proto__`. */
export class Members {
  readonly pairs: readonly (readonly [string, unknown])[];

  constructor(pairs: readonly (readonly [string, unknown])[]) {
    this.pairs = pairs;
  }
}

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const pairs = membersOf(value);
  if (pairs === null) return JSON.stringify(value) ?? 'null';
  return `{${pairs.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}

/** The members of an object; null for anything else. */
export function membersOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (value instanceof Members) return value.pairs;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof RawJson)
    return null;
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
