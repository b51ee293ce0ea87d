/**
 * Facts that checks found about a part, as small plain data that does not depend on a material: made from the checks of
 * a mesh, stored with a line of the cart, and assessed in every material (assess-part.ts).
 */
import { z } from 'zod';
import type { DeepCheck } from '../geometry/checks/deep-check.ts';
import type { KeptCavity } from '../geometry/checks/trapped-check.ts';
import type { Checks, Finding } from '../geometry/geometry.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { type LengthUnit, lengthUnits } from '../units/units.ts';

const findingSchema = z.object({
  /** A FindingKind; a later version may have more. */
  kind: z.string().max(40),
  severity: z.enum(['fail', 'warn']),
  text: messageRefSchema,
});
export type FoundDefect = z.infer<typeof findingSchema>;

const wallSchema = z.object({
  /** m; null if no wall was met. */
  thinnest: z.number().nonnegative().nullable(),
  /** Walls below this were counted as thin, m. */
  limit: z.number().positive(),
  /** Share of the surface with walls below the limit. */
  thinShare: z.number().min(0).max(1),
  /** The thinnest pin, wire or detail below the limit, m; null if there is none. Facts of earlier versions lack it. */
  thinnestPin: z.number().nonnegative().nullable().optional(),
});

/** A cavity that keeps powder or resin back where ways out must be wider than its own. */
const cavitySchema = z.object({
  /** m3. */
  volume: z.number().nonnegative(),
  /** The largest diameter that its widest way out can have, m; null if it is closed on all sides. */
  opening: z.number().nonnegative().nullable(),
});
export type CavityFact = z.infer<typeof cavitySchema>;

/** The largest ones count. */
const mostCavities = 100;

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
      /** For every technology. Null if it was not searched; facts of earlier versions lack it. */
      cavities: z.array(cavitySchema).max(mostCavities).nullable().optional(),
    })
    .nullable(),
  /** Whether the file contains colours; null if unknown. */
  hasColours: z.boolean().nullable(),
  /** All units that explain the file about equally well, the current one first; empty if the unit is certain. */
  possibleUnits: z.array(z.enum(lengthUnits)).max(lengthUnits.length),
});
export type PartFacts = z.infer<typeof partFactsSchema>;

/** Walls as measured by the thorough check, in file units (a ThicknessMap is one). */
export interface MeasuredWalls {
  readonly thinnest: { readonly thickness: number } | null;
  readonly limit: number;
  readonly thinShare: number;
  readonly pins: readonly { readonly thinnest: number }[];
}

export interface CheckedPart {
  readonly checks: Checks;
  /** Null: not checked thoroughly. */
  readonly thorough: {
    readonly results: readonly DeepCheck[];
    readonly thickness: MeasuredWalls | null;
    /** File units. Absent while it is not known for this size. */
    readonly cavities?: readonly KeptCavity[] | null;
    /** Some questions are still open for this size. */
    readonly isPartial?: boolean;
  } | null;
  /** Unit and scale combined. */
  readonly metresPerUnit: number;
  readonly hasColours: boolean | null;
  readonly possibleUnits: readonly LengthUnit[];
}

export function partFacts({ checks, thorough, metresPerUnit, ...known }: CheckedPart): PartFacts {
  return {
    watertight: checks.watertight,
    shells: checks.shells,
    findings: checks.findings.map(defectOf),
    thorough: thorough && {
      findings: thorough.results.flatMap(({ finding }) => (finding ? [defectOf(finding)] : [])),
      isComplete:
        thorough.isPartial !== true && thorough.results.every(({ status }) => status !== 'not-checked'),
      walls: thorough.thickness && wallsOf(thorough.thickness, metresPerUnit),
      ...(thorough.cavities && { cavities: cavitiesOf(thorough.cavities, metresPerUnit) }),
    },
    hasColours: known.hasColours,
    possibleUnits: [...known.possibleUnits],
  };
}

const defectOf = ({ kind, severity, text }: Finding): FoundDefect => ({ kind, severity, text });

const wallsOf = ({ thinnest, limit, thinShare, pins }: MeasuredWalls, metresPerUnit: number) => ({
  thinnest: thinnest && thinnest.thickness * metresPerUnit,
  limit: limit * metresPerUnit,
  thinShare,
  thinnestPin: pins.length === 0 ? null : Math.min(...pins.map((pin) => pin.thinnest)) * metresPerUnit,
});

const cavitiesOf = (cavities: readonly KeptCavity[], metresPerUnit: number): CavityFact[] =>
  cavities.slice(0, mostCavities).map(({ volume, opening }) => ({
    volume: volume * metresPerUnit ** 3,
    opening: opening && opening.most * metresPerUnit,
  }));
