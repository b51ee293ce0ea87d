/** The words for a person when the data folder turns out to be an older copy, or a copy of another folder. */
import { z } from 'zod';

export const folderNoticeSchema = z.object({
  /** `older`: more has happened than this folder knows. `copy`: the original has gone on elsewhere. */
  kind: z.enum(['older', 'copy']),
  /** Epoch ms of the last thing that the folder knows; null if that is not known. */
  dataFrom: z.int().nullable(),
  /** Epoch ms. */
  noticedAt: z.int(),
  /** By account, the newest order that the folder knew. Later ones were placed elsewhere or since. */
  newestOrders: z.record(z.string(), z.int()),
});
export type FolderNotice = z.infer<typeof folderNoticeSchema>;
