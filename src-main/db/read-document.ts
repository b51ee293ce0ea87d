/**
 * Reads a stored document. Every read is parsed, since an older version or a flipped bit may have left
 * something else. Invalid data is set aside, never overwritten silently.
 */
import type { z } from 'zod';
import type { Documents } from './documents.ts';
import { setAside } from './set-aside.ts';

export function readDocument<S extends z.ZodType>(
  documents: Documents,
  key: string,
  schema: S,
  fresh: z.output<S>,
): z.output<S> {
  const stored = documents.get(key);
  if (stored === null) return fresh;
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  setAside(documents, key, stored);
  return fresh;
}
