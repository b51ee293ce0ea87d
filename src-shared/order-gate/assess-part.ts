/**
 * The order gate: one verdict on a part in a material, from everything known about both. The window and the
 * command line show it and act on it. Hosts, accounts and prices play no part here.
 */
import type { PriceGeometry } from '../geometry/measure/price-geometry.ts';
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import { defectReasons } from './defects.ts';
import { fitReasons } from './fit.ts';
import { minimumWallOf, type Process, technologyOf } from './gate-material.ts';
import type { PartFacts } from './part-facts.ts';
import { restrictionReasons } from './restrictions.ts';
import { concludeVerdict, type Reason, type Verdict } from './verdict.ts';
import { wallReasons } from './walls.ts';

export interface GatePart {
  /** m, m2 and m3; null if the part's size is unknown. */
  readonly geometry: PriceGeometry | null;
  /** Null if the part was not checked. */
  readonly facts: PartFacts | null;
}

/**
 * @param process null for the part alone, in any material @param shownIn the unit of lengths in the reasons
 * @param usualWall the minimum wall where the material has none, m; null: the limit of the thorough check
 */
export function assessPart(
  { geometry, facts }: GatePart,
  process: Process | null,
  shownIn: LengthUnit = 'mm',
  usualWall: number | null = null,
): Verdict {
  const own = process && minimumWallOf(process);
  const minimum = own ?? usualWall;
  const need = minimum ? { title: (own && process?.material.title) || null, minimum } : null;
  return concludeVerdict([
    ...(process && geometry ? fitReasons(geometry, process.printer, shownIn) : []),
    ...(facts ? defectReasons(facts, process && technologyOf(process), shownIn) : []),
    ...(facts && geometry ? volumeReasons(geometry, facts) : []),
    ...(process ? restrictionReasons(facts, process.material) : []),
    ...wallReasons(geometry, facts, need, shownIn),
    ...(facts ? unitReasons(facts) : []),
    ...(facts ? versionReasons(facts) : []),
    ...(facts && process ? colourReasons(facts, process) : []),
  ]);
}

/** An empty model has a finding of its own. */
const volumeReasons = ({ volume }: PriceGeometry, { shells }: PartFacts): Reason[] =>
  volume > 0 || shells === 0 ? [] : [{ level: 'refused', text: ref('gate.noVolume') }];

const unitReasons = ({ possibleUnits }: PartFacts): Reason[] =>
  possibleUnits.length === 0 ? [] : [{ level: 'at-risk', text: ref('gate.unit', { units: possibleUnits }) }];

const versionReasons = ({ versionOf: file }: PartFacts): Reason[] =>
  file === undefined ? [] : [{ level: 'at-risk', text: ref('gate.versionOf', { file }) }];

const colourReasons = ({ hasColours }: PartFacts, { material }: Process): Reason[] =>
  hasColours === true && !material.supportsColorFiles
    ? [{ level: 'at-risk', text: ref('gate.colourLost', { material: material.title }) }]
    : [];
