import { z } from 'zod';

export const fileVersionSchema = z.object({
  version: z.int().nonnegative(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
  md5: z.string(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;
