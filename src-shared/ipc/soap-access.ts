import { z } from 'zod';

/** The SOAP access of an account, without its password. */
export const soapAccessSchema = z.object({
  /** The address that follows from the account's own. */
  usualAddress: z.string(),
  /** Null: none. An empty `address` means the usual one. */
  credentials: z.object({ address: z.string(), username: z.string(), applicationId: z.string() }).nullable(),
});
export type SoapAccess = z.infer<typeof soapAccessSchema>;

/** As somebody types them in. */
export const newSoapCredentialsSchema = z.object({
  address: z.string().trim().max(2000).default(''),
  username: z.string().trim().min(1).max(200),
  /** Missing: the stored one, which only holds for the same address and user name. */
  password: z.string().min(1).optional(),
  applicationId: z.string().trim().max(200).default(''),
});
