/** Calls about the application itself: its state, settings, workspace, and the local print service. */
import { z } from 'zod';
import { operatorActionSchema, operatorStateSchema } from '../../api/operator.ts';
import { longestAddress } from '../../api/receipt.ts';
import { sha256Schema } from '../../jobs/agreement-schema.ts';
import { languages } from '../../messages/languages.ts';
import { lengthUnits } from '../../units/units.ts';
import { appInfoSchema, statusSchema } from '../app-status.ts';
import { fileLinkSchema } from '../file-link.ts';
import { id } from '../ids.ts';
import { newsItemSchema } from '../news.ts';
import { openedFileSchema } from '../opened-file.ts';
import { mostPictures, pictureSchema, picturesSchema } from '../part-picture.ts';
import { settingsSchema } from '../settings.ts';
import { spooledFileSchema } from '../spooled-file.ts';
import { always, call } from '../wire.ts';
import { workspaceSchema } from '../workspace.ts';
import { windowOpSchema } from '../workspace-ops.ts';
import { done, nothing } from './empty.ts';

export const appCalls = {
  'app.info': call.read(nothing, appInfoSchema),
  'app.status': call.read(nothing, statusSchema),
  /**
   * A second start and other programs ask this of the running application: import these files, keep them for
   * the window as in `app.takeOpened`, and come to the front. With `unit` they go onto the plate at once.
   * With `replace` or a `source`, the part of which they are new versions gets the new content, and nothing
   * comes to the front (src-main/open-files.ts).
   */
  'app.open': call.write(
    z
      .object({
        paths: z.array(z.string().min(1).max(4096)).max(200).default([]),
        unit: z.enum(lengthUnits).optional(),
        replace: z.boolean().optional(),
        source: z.string().min(1).max(4096).optional(),
        /** Links to files on the web, about which the window asks. */
        links: z.array(z.string().min(1).max(longestAddress)).max(20).default([]),
      })
      .prefault({}),
    z.object({
      files: z.array(spooledFileSchema),
      /** Paths whose parts on the plate have the new content. */
      replaced: z.array(z.string()).default([]),
      /** Paths of what may be a new version of a part: the window asks. */
      asked: z.array(z.string()).default([]),
      /** Paths that could not be imported, and why. */
      failed: z.array(z.object({ path: z.string(), message: z.string() })),
      /** Address at which the browser host shows the app; null if the host has a window of its own. */
      address: z.string().nullable(),
    }),
  ),
  /** Files that were opened from outside and wait for a window. Each is handed over once. */
  'app.takeOpened': call.write(nothing, z.array(openedFileSchema)),
  /** Links that wait for a window, which asks about each. */
  'app.takeLinks': call.write(nothing, z.array(z.string())),
  /**
   * Fetches a file from the web and opens it, after a person has agreed to `link`. With `ask`, nothing was
   * stored, and the person is asked about that first (src-main/files/fetch-link.ts).
   */
  'app.fetchLink': call.write(
    z.object({ link: fileLinkSchema, unit: z.enum(lengthUnits).optional() }),
    z.object({ file: spooledFileSchema.nullable(), ask: fileLinkSchema.nullable() }),
  ),
  /** Notifications that the caller shows now, if they are not on its screen. Each is handed over once. */
  'app.takeNews': call.write(z.object({ language: z.enum(languages) }), z.array(newsItemSchema)),
  /** Opens the page of the newer version in the browser; `opened` is false where the window must show it. */
  'app.openUpdate': call.write(nothing, z.object({ opened: z.boolean() })),
  /** Stops or resumes everything that leaves this machine. */
  'app.setPaused': call.write(z.object({ paused: z.boolean() }), done),
  /** A ZIP file for support. Nothing is sent; `language` is that of its readme. */
  'app.diagnostics': call.read(
    z.object({ language: z.enum(languages) }),
    z.object({ fileName: z.string(), zip: z.base64() }),
  ),
  /** A person has read what the status says about the data folder. */
  'app.dismissFolderNotice': call.write(nothing, done),
  'settings.get': call.read(nothing, settingsSchema),
  'settings.set': call.write(settingsSchema.partial(), settingsSchema),
  'workspace.get': call.read(nothing, workspaceSchema),
  /**
   * Applies the changes of a window in their order, and answers when they are durable, with the revision that
   * has them. `windowId` names the window for as long as it is loaded, `sequence` counts its changes: one
   * that was applied before is skipped, so a window may send again whatever was not answered.
   */
  'workspace.apply': call.write(
    z.object({
      windowId: id,
      changes: z
        .array(z.object({ sequence: z.int().positive(), op: windowOpSchema }))
        .min(1)
        .max(1000),
    }),
    z.object({ revision: z.int() }),
    always,
  ),
  /** Stores the picture of the part for lists; does nothing if it is no PNG or cannot be written. */
  'pictures.keep': call.write(z.object({ sha256: sha256Schema, picture: pictureSchema }), done, always),
  /** The pictures of these files, as far as they are known. */
  'pictures.get': call.read(z.object({ files: z.array(sha256Schema).max(mostPictures) }), picturesSchema),
  /**
   * Operates the local print service, for rehearsals. Never reaches another service. Fails with
   * `service-stopped` if the local service is not running.
   */
  'service.operate': call.write(operatorActionSchema, operatorStateSchema, ({ act }) => act === 'look'),
} as const;
