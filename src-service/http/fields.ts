/** Validates fields of a request and says what is wrong, in sentences that clients of this interface know. */
import type { z } from 'zod';
import { badField, Fault, missingField } from '../fault.ts';

/** @throws Fault 400 `Field <modelId> is required, but missing.` or `Field <x> ...` for the first problem */
export function readFields<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const body = raw ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new Fault(400, 'bad-body', 'The body must be a JSON object.');
  }
  refuseExcess(body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const adapted = adaptOldValues(body, parsed.error.issues);
  const second = schema.safeParse(adapted);
  if (second.success) return second.data;
  const issue = second.error.issues[0];
  const path = issue?.path ?? [];
  const name = path.map(String).join('.');
  if ((valueAt(adapted, path) ?? null) === null) throw missingField(name);
  throw badField(name, `has a value that cannot be used: expected ${explain(issue)}.`);
}

/** Entries of a list or an object. */
const mostEntries = 500;
/** Values of a body, at all levels. */
const mostValues = 20_000;
/** UTF-16 units; pictures are longer. */
const longestText = 100_000;
const pictures = new Set(['customParams.picture', 'customParam.picture']);

/** Checked before the schema is applied, for which each wrong entry costs much more than its bytes. */
function refuseExcess(body: object): void {
  const open: [name: string, value: unknown][] = [['', body]];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, value] = next;
    if (typeof value === 'string' && value.length > longestText && !pictures.has(name))
      throw badField(name, `is longer than ${longestText} characters.`);
    if (typeof value !== 'object' || value === null) continue;
    const keys = Object.keys(value);
    if (keys.length > mostEntries)
      throw name === ''
        ? new Fault(400, 'bad-body', `The body has more than ${mostEntries} fields.`)
        : badField(name, `has more than ${mostEntries} entries.`);
    values += keys.length;
    if (values > mostValues) throw new Fault(400, 'bad-body', `The body has more than ${mostValues} values.`);
    for (const key of keys)
      open.push([name === '' ? key : `${name}.${key}`, (value as Record<string, unknown>)[key]]);
  }
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], body);

/**
 * Interprets values of old clients that do not fit. Null (Java, .NET) and an empty text (forms) mean "not
 * set"; a text or number in place of a list is its only entry; `[]` for an object is PHP's empty object.
 */
function adaptOldValues(body: object, issues: readonly z.core.$ZodIssue[]): object {
  const copy = structuredClone(body);
  for (const issue of issues) {
    const key = issue.path.at(-1);
    const holder = valueAt(copy, issue.path.slice(0, -1)) as Record<PropertyKey, unknown> | undefined;
    if (typeof key !== 'string' || holder === undefined) continue;
    const value = holder[key];
    const wanted = issue.code === 'invalid_type' ? issue.expected : null;
    if (value === null || value === '') delete holder[key];
    else if (wanted === 'array' && (typeof value === 'string' || typeof value === 'number'))
      holder[key] = [value];
    else if (wanted === 'object' && Array.isArray(value) && value.length === 0) holder[key] = {};
  }
  return copy;
}

const typeNames: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: '0 or 1',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The expected value, as the rest of a sentence that begins with "expected ". */
function explain(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return issue.values.map((value) => `"${String(value)}"`).join(' or ');
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'invalid_union':
      return explain(issue.errors[0]?.[0]);
    default:
      return 'another type';
  }
}

/** A path or query value that must be a whole number. Anything else names nothing, so the answer is 404. */
export function readId(text: string | undefined, what: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new Fault(404, 'not-found', `${what} ${String(text).slice(0, 40)} does not exist.`);
  }
  return Number(text);
}
