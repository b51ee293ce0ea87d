import { z } from 'zod';

/**
 * A file by its content, which the spool stores under the SHA-256 and the window reads at `/spool/<sha256>`.
 * While a dropped file is being copied, the workspace lists it as arriving (arriving-file.ts).
 */
export const spooledFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** Name without folders. */
  name: z.string(),
  /** Where the file came from, if known; lets the user reload a file that CAD has exported again. */
  path: z.string().nullable(),
  /** The document from which a CAD program exported it; behind `#` which part of it. Missing: unknown. */
  source: z.string().max(4096).optional(),
});
export type SpooledFile = z.infer<typeof spooledFileSchema>;
