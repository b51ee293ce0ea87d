import { z } from 'zod';

/**
 * A file in the spool. It is stored by content, never changes, and the window reads it at `/spool/<sha256>`.
 */
export const spooledFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** Name without folders. */
  name: z.string(),
  /** Where the file came from, if known; lets the user reload a file that CAD has exported again. */
  path: z.string().nullable(),
});
export type SpooledFile = z.infer<typeof spooledFileSchema>;
