/** What a person is asked about a link to a model on the web; read-link.ts makes it of the link. */
import { z } from 'zod';
import { longestAddress } from '../api/receipt.ts';

export const fileLinkSchema = z.object({
  address: z.string().min(1).max(longestAddress),
  /** With the port, as a browser writes it. */
  host: z.string(),
  name: z.string(),
  /** This computer, or one in the person's own network. */
  isNear: z.boolean(),
  /** Whether the server was asked for the size. */
  isSizeKnown: z.boolean(),
  /** Bytes; null: not known, or the server does not say. */
  size: z.number().nullable(),
});
export type FileLink = z.infer<typeof fileLinkSchema>;
