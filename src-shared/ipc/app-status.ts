/** The status of the application. */
import { z } from 'zod';
import { messageRefSchema } from '../messages/schema.ts';
import { accountSchema } from './account.ts';
import { folderNoticeSchema } from './folder-notice.ts';
import { updateSchema } from './update.ts';

export const statusSchema = z.object({
  /** `offline`: the service cannot be reached. `refused`: it refuses the credentials of this account. */
  connection: z.enum(['connecting', 'online', 'offline', 'refused']),
  /** The advice when not online: in English, and as `text` in any language. */
  detail: z.string().nullable(),
  text: messageRefSchema.optional(),
  /** The user chose to work offline: nothing is sent until this is switched off. */
  paused: z.boolean(),
  account: accountSchema,
  /** Calls left in the service's rate window; null until known. */
  rate: z
    .object({ limit: z.int(), remaining: z.int(), windowInSeconds: z.int(), retryAt: z.int().nullable() })
    .nullable(),
  queue: z.object({ waiting: z.int(), running: z.int(), needsYou: z.int() }),
  /** A newer version of Fabdesk. Missing: none is known. */
  update: updateSchema.optional(),
  /** Missing: nothing is known of the data folder yet. */
  folder: z
    .object({
      /** A notice about the data folder, until a person has read it. */
      notice: folderNoticeSchema.nullable(),
      /**
       * How Fabdesk notices that an older copy of the whole folder was put back. `answers`: by the keychain.
       * `file`: by a file outside the folder, without a keychain that answers. Otherwise it cannot: `none` if
       * this computer has no keychain, `silent` if the keychain does not answer.
       */
      keychain: z.enum(['answers', 'file', 'none', 'silent']),
    })
    .optional(),
});
export type Status = z.infer<typeof statusSchema>;

/** The entries of a person; everything else that is stored can be read from the service again. */
export const ownDocuments = ['workspace', 'settings', 'accounts'] as const;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  platform: z.string(),
  /** Whether passwords survive a restart. `detail`: where they are, or why not and what to do; so `text`. */
  keyring: z.object({
    kind: z.enum(['keychain', 'session']),
    detail: z.string(),
    text: messageRefSchema.optional(),
  }),
  dataFolder: z.string(),
  /** Where Fabdesk looks for newer versions. Missing: it does not look. */
  updateHost: z.string().optional(),
  /** The documents that could not be read since the start, were set aside and began anew. Missing: none. */
  setAside: z.array(z.enum(ownDocuments)).optional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** Whether a closed window may leave the program in the tray, which neither macOS nor browsers have. */
export const canStayInTray = (info: Pick<AppInfo, 'host' | 'platform'> | null): boolean =>
  info?.host === 'electron' && info.platform !== 'darwin';
