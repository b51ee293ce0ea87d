/**
 * The envelope around every answer (spec: Resources > Response envelope). The spec does not show a failure;
 * `{result:"failure", reason}` is what such services send.
 */
import { z } from 'zod';

const suggestions = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish();

/** Adds the fields of the envelope to those of an answer. Fields that the spec does not name stay. */
export const success = <S extends z.ZodRawShape>(shape: S) =>
  z.looseObject({ result: z.literal('success'), nextActionSuggestions: suggestions, ...shape });

export const failureSchema = z.looseObject({ result: z.literal('failure'), reason: z.string() });

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
