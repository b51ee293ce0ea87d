import { z } from 'zod';
import { lengthUnits } from '../units/units.ts';
import { id } from './ids.ts';
import { plateItemSchema } from './plate-item.ts';
import { spooledFileSchema } from './spooled-file.ts';

/**
 * A file on its way to the plate of a window, stored from its drop until it is copied, so that a window that
 * is closed meanwhile loses nothing in silence: the next window takes it, or says that it cannot.
 */
export const arrivingFileSchema = z.object({
  id,
  name: z.string(),
  /** Where it can be read again. Null: only its window had it. */
  path: z.string().nullable(),
  /** Its complete copy. Missing: there is none yet. */
  file: spooledFileSchema.optional(),
  /** The words of a parts list about its parts. Missing: it is in none. */
  listed: z
    .array(
      plateItemSchema.pick({ materialId: true, quantity: true }).extend({
        unit: z.enum(lengthUnits).optional(),
        scale: z.number().positive().optional(),
        uploadScale: z.number().positive().optional(),
      }),
    )
    .optional(),
  /**
   * Its parts, with these bytes, are on the plate, although the bytes are not copied yet. Nothing reads,
   * orders or uploads them until then. Missing: it has no parts yet.
   */
  sha256: spooledFileSchema.shape.sha256.optional(),
  /** A window was closed while it worked on the file, and this one is the next. Missing: it is the first. */
  isAgain: z.boolean().optional(),
  /** Its window is gone. Missing: it still works on the file. */
  isLeft: z.boolean().optional(),
});
/** Files beyond these, which no plate holds, are not known to the next window. */
export const mostArriving = 1000;
export type ArrivingFile = z.infer<typeof arrivingFileSchema>;
