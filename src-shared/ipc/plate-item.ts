import { z } from 'zod';
import { mostDoubts } from '../geometry/doubts.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { lengthUnits } from '../units/units.ts';
import { id } from './ids.ts';
import { type PartChange, partChangeSchema } from './part-change.ts';
import { type SpooledFile, spooledFileSchema } from './spooled-file.ts';

const row = [z.number(), z.number(), z.number()] as const;

/**
 * A model on the plate. Only the window interprets it; the app stores it so that a crash loses nothing. New
 * fields, here and in `cartLineSchema`, have no default: it would overwrite in a partial change.
 */
export const plateItemSchema = z.object({
  id,
  file: spooledFileSchema,
  unit: z.enum(lengthUnits),
  /** In addition to the unit; 1 = as drawn. */
  scale: z.number().positive(),
  quantity: z.int().min(1).max(10_000),
  materialId: z.int().nullable(),
  /** The user has confirmed the unit; no other is offered. */
  unitConfirmed: z.boolean(),
  /** The part of which this may be a new version, until a person has said so. Missing: of none. */
  versionOf: id.nullable().optional(),
  /** The one who chose the material. Missing: nobody has chosen one that counts for other parts. */
  materialBy: z.enum(['person', 'fabdesk']).optional(),
  /** SHA-256 of a later version of the file that the person does not want. */
  ignoredVersion: spooledFileSchema.shape.sha256.optional(),
  /** Repaired and split files: under which key the unit of the original is remembered. */
  unitKey: z.string().max(4096).optional(),
  /**
   * A rotated or mirrored file: `orientation` of which original made it. Holds only while the file is the one
   * that was `made`; the next turn starts from the original again.
   */
  turned: z
    .object({
      of: spooledFileSchema,
      made: spooledFileSchema.shape.sha256,
      /** Three rows, as in geometry/placement/orientation.ts. */
      orientation: z.tuple([...row, ...row, ...row]),
    })
    .optional(),
  /** The changes to the file that the person added. Holds only as long as the file is `made`. */
  changes: z.object({ made: spooledFileSchema.shape.sha256, done: z.array(partChangeSchema) }).optional(),
  /**
   * The doubts (geometry/doubts.ts) in reading the file from which this one was made, and the
   * units that were still open for that one. Holds only while the file is the one that was `made`.
   */
  doubts: z
    .object({
      made: spooledFileSchema.shape.sha256,
      texts: z.array(messageRefSchema).max(mostDoubts),
      units: z.array(z.enum(lengthUnits)).max(lengthUnits.length).optional(),
    })
    .optional(),
});
export type PlateItem = z.infer<typeof plateItemSchema>;

/** The original of a turned file and its orientation; undefined for every other file. */
export const turnedFrom = ({ file, turned }: Pick<PlateItem, 'file' | 'turned'>): PlateItem['turned'] =>
  turned?.made === file.sha256 ? turned : undefined;

/** The file that the person added: that of the part, or the one it was turned from. */
export const originalOf = (item: Pick<PlateItem, 'file' | 'turned'>): SpooledFile =>
  turnedFrom(item)?.of ?? item.file;

/** The changes by which its original was made, without the turn. */
export const changesBefore = (item: Pick<PlateItem, 'file' | 'turned' | 'changes'>): readonly PartChange[] =>
  item.changes?.made === originalOf(item).sha256 ? item.changes.done : [];
