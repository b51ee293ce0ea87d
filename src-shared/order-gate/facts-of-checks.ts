/** Makes a part's facts from its checks. Loads no schema, which takes longer than `fabdesk check`. */
import type { DeepCheck } from '../geometry/checks/deep-check.ts';
import type { RetainingCavity } from '../geometry/checks/trapped-check.ts';
import { mostDoubts } from '../geometry/doubts.ts';
import type { Checks, Finding } from '../geometry/geometry.ts';
import type { MessageRef } from '../messages/message.ts';
import type { LengthUnit } from '../units/units.ts';
import { mostCavities } from './most-cavities.ts';
import type { CavityFact, FoundDefect, PartFacts } from './part-facts.ts';

/** Walls as measured by the thorough check, in file units (a ThicknessMap is one). */
export interface MeasuredWalls {
  readonly thinnestApart: number | null;
  readonly wallFrom: number | null;
  readonly limit: number;
  readonly thinShare: number;
  readonly allPins: readonly { readonly thinnest: number; readonly isLong: boolean }[];
}

export interface CheckedPart {
  readonly checks: Checks;
  /** Null: not checked thoroughly. */
  readonly thorough: {
    readonly results: readonly DeepCheck[];
    readonly thickness: MeasuredWalls | null;
    /** File units. Absent while not known for this size. */
    readonly cavities?: readonly RetainingCavity[] | null;
    /** Some questions are still open for this size. */
    readonly isPartial?: boolean;
  } | null;
  /** Unit and scale combined. */
  readonly metresPerUnit: number;
  readonly hasColours: boolean | null;
  readonly possibleUnits: readonly LengthUnit[];
  /** The reader's doubts; no verdict depends on it. */
  readonly doubts?: readonly MessageRef[];
  readonly versionOf?: string | undefined;
}

export function partFacts(part: CheckedPart): PartFacts {
  const { checks, thorough, metresPerUnit, doubts = [], ...known } = part;
  return {
    watertight: checks.watertight,
    shells: checks.shells,
    findings: checks.findings.map(defectOf),
    thorough: thorough && {
      findings: thorough.results.flatMap(({ finding }) => (finding ? [defectOf(finding)] : [])),
      isComplete:
        thorough.isPartial !== true && thorough.results.every(({ status }) => status !== 'not-checked'),
      walls: thorough.thickness && wallsOf(thorough.thickness, metresPerUnit),
      cavities: thorough.cavities ? cavitiesOf(thorough.cavities, metresPerUnit) : null,
    },
    hasColours: known.hasColours,
    possibleUnits: [...known.possibleUnits],
    ...(doubts.length > 0 && { doubts: doubts.slice(0, mostDoubts) }),
    ...(known.versionOf !== undefined && { versionOf: known.versionOf }),
  };
}

const defectOf = ({ kind, severity, text }: Finding): FoundDefect => ({ kind, severity, text });

function wallsOf(walls: MeasuredWalls, metresPerUnit: number) {
  const metres = (length: number | null) => (length === null ? null : length * metresPerUnit);
  const least = (pins: MeasuredWalls['allPins']) =>
    metres(pins.reduce<number | null>((most, { thinnest }) => Math.min(thinnest, most ?? thinnest), null));
  return {
    thinnest: metres(walls.thinnestApart),
    limit: walls.limit * metresPerUnit,
    thinShare: walls.thinShare,
    wallFrom: metres(walls.wallFrom),
    thinnestPin: least(walls.allPins),
    thinnestLongPin: least(walls.allPins.filter(({ isLong }) => isLong)),
  };
}

const cavitiesOf = (cavities: readonly RetainingCavity[], metresPerUnit: number): CavityFact[] =>
  cavities.slice(0, mostCavities).map(({ volume, opening }) => ({
    volume: volume * metresPerUnit ** 3,
    opening: opening && opening.most * metresPerUnit,
  }));
