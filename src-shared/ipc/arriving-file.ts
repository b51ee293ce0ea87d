import { z } from 'zod';
import { sha256Schema } from '../jobs/agreement-schema.ts';
import { lengthUnits } from '../units/units.ts';
import { cartLineFields } from './cart-line.ts';
import { id } from './ids.ts';
import { plateItemSchema } from './plate-item.ts';
import { spooledFileSchema } from './spooled-file.ts';

/** As many as a cart has lines. */
const mostOrdered = 1000;

/**
 * A file on its way to the plate of a window, stored from its drop to its part, so that a window that is
 * closed meanwhile loses nothing in silence: the next window takes it, or says that it cannot.
 */
export const arrivingFileSchema = z.object({
  id,
  name: z.string(),
  /** Where it can be read again. Null: only its window had it. */
  path: z.string().nullable(),
  /** Its complete copy. Missing: there is none yet. */
  file: spooledFileSchema.optional(),
  /** What a parts list says of its parts. Missing: it is in none. */
  wishes: z
    .array(
      plateItemSchema
        .pick({ materialId: true, quantity: true })
        .extend({ unit: z.enum(lengthUnits).optional() }),
    )
    .optional(),
  /** Its parts, which were on the plate of its window already. Missing: none. */
  parts: z.array(plateItemSchema.omit({ file: true, turned: true })).optional(),
  /**
   * What is ordered of it and goes into the cart with its copy, if that is of these bytes: what it costs was
   * asked for them. Missing: nothing.
   */
  ordered: z
    .object({
      sha256: sha256Schema,
      lines: z.array(cartLineFields.omit({ file: true, original: true })).max(mostOrdered),
    })
    .optional(),
  /** A window was closed while it worked on the file, and this one is the next. Missing: it is the first. */
  isAgain: z.boolean().optional(),
  /** Its window is gone. Missing: it still works on the file. */
  isLeft: z.boolean().optional(),
});
/** Files beyond these, which no plate holds, are not known to the next window. */
export const mostArriving = 1000;
export type ArrivingFile = z.infer<typeof arrivingFileSchema>;
export type LeftOrder = NonNullable<ArrivingFile['ordered']>;
export type LeftPart = NonNullable<ArrivingFile['parts']>[number];
