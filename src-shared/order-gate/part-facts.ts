/**
 * Facts that checks found about a part, as small plain data for any material: made from the checks of a mesh
 * (facts-of-checks.ts), stored with a line of the cart, and assessed in every material (assess-part.ts).
 */
import { z } from 'zod';
import { mostDoubts } from '../geometry/doubts.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { lengthUnits } from '../units/units.ts';
import { mostCavities } from './most-cavities.ts';

const findingSchema = z.object({
  /** A FindingKind; a later version may have more. */
  kind: z.string().max(40),
  severity: z.enum(['fail', 'warn']),
  text: messageRefSchema,
});
export type FoundDefect = z.infer<typeof findingSchema>;

const wallSchema = z.object({
  /** The thinnest place that is on no pin, m; null if there is none. */
  thinnest: z.number().nonnegative().nullable(),
  /** Walls below this were counted as thin, m. */
  limit: z.number().positive(),
  /** Share of the surface with walls below the limit. */
  thinShare: z.number().min(0).max(1),
  /** The thinnest pin, wire or detail, m; null if there is none. */
  thinnestPin: z.number().nonnegative().nullable(),
  /** The thinnest pin or wire that decides about the part. */
  thinnestLongPin: z.number().nonnegative().nullable(),
  /** The least minimum at which a wall, and not only a tip, is thin, m; null if there is none. */
  wallFrom: z.number().nonnegative().nullable(),
});

/** A cavity that retains powder or resin if ways out must be wider than its own. */
const cavitySchema = z.object({
  /** m3. */
  volume: z.number().nonnegative(),
  /** The largest diameter that its widest way out can have, m; null if it is closed on all sides. */
  opening: z.number().nonnegative().nullable(),
});
export type CavityFact = z.infer<typeof cavitySchema>;

export const partFactsSchema = z.object({
  /** Exactly two faces meet in every edge. */
  watertight: z.boolean(),
  /** Number of separate parts. */
  shells: z.int().nonnegative(),
  findings: z.array(findingSchema).max(20),
  /** Null: not checked thoroughly. */
  thorough: z
    .object({
      findings: z.array(findingSchema).max(20),
      /** Every question was answered. */
      isComplete: z.boolean(),
      /** Null if walls could not be measured. */
      walls: wallSchema.nullable(),
      /** For every technology. Null: not searched. */
      cavities: z.array(cavitySchema).max(mostCavities).nullable(),
    })
    .nullable(),
  /** Whether the file contains colours; null if unknown. */
  hasColours: z.boolean().nullable(),
  /** All units that explain the file about equally well, the current first; empty if one is certain. */
  possibleUnits: z.array(z.enum(lengthUnits)).max(lengthUnits.length),
  /** The reader's doubts (geometry/doubts.ts). Missing: none. */
  doubts: z.array(messageRefSchema).max(mostDoubts).optional(),
  /** The name of another part, which is ordered too, of which this may be a new version. Missing: of none. */
  versionOf: z.string().max(300).optional(),
});
export type PartFacts = z.infer<typeof partFactsSchema>;
