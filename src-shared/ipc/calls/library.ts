/** Calls about files and the models that the service stores. */
import { z } from 'zod';
import { modelDetailsSchema } from '../../api/model-details.ts';
import { modelListEntrySchema } from '../../api/models.ts';
import { jobSchema } from '../../jobs/job.ts';
import { fileVersionSchema } from '../file-version.ts';
import { accountId, hasKey, requestKey } from '../ids.ts';
import { modelViewSchema } from '../model-view.ts';
import { originalStateSchema } from '../original-state.ts';
import { spooledFileSchema } from '../spooled-file.ts';
import { always, call } from '../wire.ts';
import { nothing } from './empty.ts';

/** A model, and its title as it was shown. */
const modelNamed = { accountId, modelId: z.int().nonnegative(), title: z.string().max(255) };

export const libraryCalls = {
  /** Copies a model or picture of this machine into the spool; `file-not-importable` for other endings. */
  'files.importPath': call.write(z.object({ path: z.string().min(1).max(4096) }), spooledFileSchema, always),
  /** Whether imported files still have this content, in the same order. Ask again every few seconds. */
  'files.look': call.read(
    z.object({
      files: z
        .array(z.object({ path: z.string().min(1).max(4096), sha256: spooledFileSchema.shape.sha256 }))
        .max(500),
    }),
    z.array(originalStateSchema),
  ),
  /**
   * Where files are, and from which documents they were exported, in the same order: equal for one file,
   * through links and whatever the file system makes of case and accents.
   */
  'files.places': call.read(
    z.object({ files: z.array(spooledFileSchema.pick({ path: true, source: true })).max(500) }),
    z.array(z.object({ path: z.string().nullable(), source: z.string().nullable() })),
  ),
  /** The sample part of the first start, as a spooled file. */
  'files.importSample': call.write(nothing, spooledFileSchema, always),
  /** Models that the service stores, 36 per page. */
  'library.list': call.read(
    z.object({ accountId, page: z.int().min(1).default(1) }).prefault({}),
    z.object({
      models: z.array(modelListEntrySchema),
      hasMore: z.boolean(),
      /** Epoch ms: the service is away and had reported this then. Missing: the list is current. */
      cachedFrom: z.int().optional(),
    }),
  ),
  /** Queues the removal; `title` as it was shown. */
  'library.remove': call.write(
    z.object({ accountId, modelId: z.int().nonnegative(), title: z.string().max(255).default('') }),
    jobSchema,
  ),
  'library.show': call.read(z.object({ accountId, modelId: z.int().nonnegative() }), modelViewSchema),
  /** The newest 20 versions of a model's file, newest first. */
  'library.versions': call.read(
    z.object({ accountId, modelId: z.int().nonnegative() }),
    z.array(fileVersionSchema),
  ),
  /** Queues a change. `before` has the values that the person saw, for the same fields as `after`. */
  'library.edit': call.write(
    z.object({ ...modelNamed, before: modelDetailsSchema, after: modelDetailsSchema }),
    jobSchema,
  ),
  /** Queues a new version of a model's file. */
  'library.addFile': call.write(
    z.object({ ...modelNamed, file: spooledFileSchema, uploadScale: z.number().positive() }),
    jobSchema,
  ),
  /** Queues a photo of a model. */
  'library.addPhoto': call.write(
    z.object({
      ...modelNamed,
      file: spooledFileSchema,
      photoTitle: z.string().max(200).default(''),
      description: z.string().max(20_000).default(''),
      materialId: z.int().nonnegative().nullable().default(null),
    }),
    jobSchema,
  ),
  /** Queues an addition to the cart at the service. */
  'library.addToCart': call.write(
    z.object({
      ...modelNamed,
      materialId: z.int().nonnegative(),
      materialTitle: z.string().max(255),
      quantity: z.int().min(1).max(10_000).default(1),
      requestKey,
    }),
    jobSchema,
    hasKey,
  ),
  /** The cart at the service, which has nothing to do with the cart of the window. */
  'library.cart': call.read(
    z.object({ accountId }).prefault({}),
    z.array(z.object({ modelId: z.int(), materialId: z.int(), quantity: z.int() })),
  ),
  /** Queues a customised product, made from the one with this SPIN. */
  'library.customise': call.write(
    z.object({
      accountId,
      spin: z.string().trim().min(1).max(100),
      text: z.string().max(1000).default(''),
      picture: spooledFileSchema.nullable().default(null),
      requestKey,
    }),
    jobSchema,
    hasKey,
  ),
  /** Downloads a version of a model's file into the spool; the newest if none is named. */
  'library.download': call.write(
    z.object({ accountId, modelId: z.int().nonnegative(), version: z.int().nonnegative().optional() }),
    spooledFileSchema,
    always,
  ),
  /** Downloads the newest version and hands it to a window for its plate, as `app.takeOpened` does. */
  'library.prepare': call.write(z.object({ accountId, modelId: z.int().nonnegative() }), spooledFileSchema),
} as const;
