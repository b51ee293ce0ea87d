/** Reads JSON that this application wrote, and that anything may have damaged since. */
import type { z } from 'zod';

/** The value of the text; null if there is no text, or if it is not JSON of this form. */
export function parseStored<S extends z.ZodType>(text: string | null, schema: S): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
