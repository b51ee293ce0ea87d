/** Fields that many calls share. */
import { z } from 'zod';

export const id = z.string().min(1).max(200);
/** The account whose service it is about; if missing, the selected one. See `takesAccount`. */
export const accountId = id.optional();
/** The caller's key for this request: a repeated call with the same key returns the job of the first. */
export const requestKey = z.string().min(1).max(100).optional();
/** For calls that take a `requestKey`. */
export const hasKey = ({ requestKey: key }: { readonly requestKey?: string | undefined }): boolean =>
  key !== undefined;
/** SHA-256 of what the caller asks for: another request with the same key fails with `key-used`. */
export const requestDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();
