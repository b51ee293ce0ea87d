/** Validates what a request brings against its schema and says what is wrong in the words of such services. */
import type { z } from 'zod';
import { badField, Fault, missingField } from '../fault.ts';

/** @throws Fault 400 `Field <modelId> is required, but missing.` or `Field <x> ...` for the first problem */
export function readFields<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const body = raw ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new Fault(400, 'bad-body', 'The body must be a JSON object.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const name = path.map(String).join('.');
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], body);
  if (value === undefined || value === null || value === '') throw missingField(name);
  throw badField(name, `has a value that cannot be used: ${explain(issue)}.`);
}

function explain(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return `expected ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    case 'invalid_type':
      return `expected ${issue.expected}`;
    default:
      return 'expected another type';
  }
}

/** A path or query value that must be a whole number. Anything else names nothing, so it is a 404. */
export function readId(text: string | undefined, what: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new Fault(404, 'not-found', `${what} ${String(text).slice(0, 40)} does not exist.`);
  }
  return Number(text);
}
