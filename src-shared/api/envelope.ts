/**
 * The envelope around every answer, and how an answer is decoded (spec: Resources > Response envelope). The spec
 * does not show a failure; `{result:"failure", reason}` is what such services send.
 */
import { z } from 'zod';
import { CodedError } from '../result.ts';

const suggestions = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish();

/** Adds the fields of the envelope to those of an answer. Fields that the spec does not name are kept. */
export const success = <S extends z.ZodRawShape>(shape: S) =>
  z.looseObject({ result: z.literal('success'), nextActionSuggestions: suggestions, ...shape });

export const failureSchema = z.looseObject({ result: z.literal('failure'), reason: z.string() });

/** Decodes an answer. Throws `bad-answer`, which names the first field that does not fit. */
export function decode<S extends z.ZodType>(schema: S, body: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new CodedError(
    'bad-answer',
    `The service answered ${what} in a form that Fabdesk does not understand${where}.`,
    { cause: parsed.error },
  );
}

/** Reads property names with a capital first letter as if it were lower case (spec: Resources > Material). */
export const lowerFirst = (names: readonly string[]) => (raw: unknown) => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const object: Record<string, unknown> = { ...raw };
  for (const name of names) {
    const capital = name[0]?.toUpperCase() + name.slice(1);
    if (!(name in object) && capital in object) object[name] = object[capital];
  }
  return object;
};
