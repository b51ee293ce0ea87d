/**
 * How single values are sent. Ids, numbers and flags arrive as JSON numbers, as strings or as 0/1, so the
 * schemas of this folder read every value through these decoders, which return one clean type
 * (spec: Resources > Conventions).
 */
import { z } from 'zod';

/** Every digit has one place in it, so that a text that does not fit is refused in linear time. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Characters: the largest double has 309 digits when it is written out. */
const longestNumber = 400;

const numeric = z.union([
  z.number(),
  z
    .string()
    .max(longestNumber, { abort: true })
    .trim()
    .regex(decimal)
    .transform((text) => Number(text)),
]);

/** A finite number, sent as a number or as a string. */
export const number = numeric.pipe(z.number());

/** A whole number, sent as a number or as a string. */
export const integer = numeric.pipe(z.int());

/** A positive whole number that names something. */
export const id = numeric.pipe(z.int().nonnegative());

/** A boolean, sent as true/false, 0/1 or the same in quotes. */
export const flag = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((value) => value === 1),
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['0', '1', 'true', 'false', '']))
    .transform((text) => text === '1' || text === 'true'),
]);

/** A text. Numbers are read as texts too: some services send numeric titles and codes without quotes. */
export const text = z.union([z.string(), z.number().transform(String)]);

/** A text; null or missing means empty. */
export const optionalText = text.nullish().transform((value) => value ?? '');

/** An entry that does not fit costs much more than its bytes, so longer lists are refused unread. */
const mostEntries = 20_000;

/** A list or an object with at most so many entries; any other value is left to the next schema. */
function bounded(raw: unknown, context: z.RefinementCtx): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const length = Array.isArray(raw) ? raw.length : Object.keys(raw).length;
  if (length <= mostEntries) return raw;
  context.addIssue({ code: 'too_big', origin: 'array', maximum: mostEntries, input: raw });
  return z.NEVER;
}

/** An object keyed by an id. PHP services send `[]` for an empty object and null for none: both empty. */
export const keyed = <S extends z.ZodType>(value: S) =>
  z.preprocess(
    (raw, context) =>
      raw === null || raw === undefined || (Array.isArray(raw) && raw.length === 0)
        ? {}
        : bounded(raw, context),
    z.record(z.string(), value),
  );

/** A list; null or missing means empty. */
export const list = <S extends z.ZodType>(value: S) =>
  z.preprocess(
    (raw, context) => (raw === null || raw === undefined ? [] : bounded(raw, context)),
    z.array(value),
  );
