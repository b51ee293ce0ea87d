/** How the service of an account is reached, and the sign-in at a proxy. */
import { z } from 'zod';
import { appErrorSchema } from './result-schema.ts';

export const connectionReportSchema = z.object({
  /** The address of the account, without its path. */
  host: z.string(),
  /** `host:port` of the proxy; null: reached directly. */
  proxy: z.string().nullable(),
  /** The failure and what to do; null: the service answers and accepts the account. */
  problem: appErrorSchema.nullable(),
  /** The issuer of a certificate that this computer does not trust. */
  issuer: z.string().nullable(),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

/** The password is stored in the keychain and never leaves the main process again. */
export const proxySignInSchema = z.object({
  /** `host:port`: it is sent to no other proxy. */
  proxy: z.string().trim().min(1).max(300),
  username: z.string().min(1).max(300),
  password: z.string().max(300),
});
