/**
 * At which scales a part prints in a material, and what limits it at either end. The order gate assesses the
 * part at each scale (assess-part.ts): sizes, volume and walls follow from one measurement. What does not
 * depend on the scale, or was found for one size only (specks, trapped powder), stays as it was.
 */
import type { Measures } from '../geometry/geometry.ts';
import { priceGeometry } from '../geometry/measure/price-geometry.ts';
import type { MessageRef } from '../messages/message.ts';
import type { LengthUnit } from '../units/units.ts';
import { assessPart } from './assess-part.ts';
import type { Process } from './gate-material.ts';
import type { PartFacts } from './part-facts.ts';
import { isWorse, type Verdict, type VerdictLevel } from './verdict.ts';

export interface ScalablePart {
  readonly measures: Pick<Measures, 'bounds' | 'area' | 'volume'>;
  /** Unit and scale combined: scale 1 of the answer. */
  readonly metresPerUnit: number;
  readonly facts: PartFacts;
}

/** Scales relative to the part's size. */
export interface ScaleInterval {
  /** Null if no scale down to a thousandth is too small. */
  readonly smallest: number | null;
  /** Null if no scale up to a thousand is too large. */
  readonly largest: number | null;
  /** The problems just below and just above; null where there is no limit. */
  readonly below: MessageRef | null;
  readonly above: MessageRef | null;
}

export interface PrintableRange {
  /** The best verdict at any scale. */
  readonly level: VerdictLevel;
  /** The scales with that verdict. */
  readonly best: ScaleInterval;
  /** The scales at which the part is not refused. */
  readonly accepted: ScaleInterval;
}

const farthest = 1000;
const stepsPerDecade = 30;

/** The verdict at any scale, by the gate's rules. @param usualLimit minimum wall where none is known, m */
export function assessAtScale(
  part: ScalablePart,
  process: Process | null,
  usualLimit: number,
  shownIn: LengthUnit = 'mm',
): (scale: number) => Verdict {
  return (scale) =>
    assessPart(
      {
        geometry: priceGeometry(part.measures, part.metresPerUnit * scale),
        facts: factsAt(part.facts, scale),
      },
      process,
      shownIn,
      usualLimit,
    );
}

/** The last scale from good to bad at which `isGood` holds, and the first at which it does not. */
export function edgeBetween(
  good: number,
  bad: number,
  isGood: (scale: number) => boolean,
): { readonly inside: number; readonly outside: number } {
  let [inside, outside] = [good, bad];
  while (Math.abs(inside / outside - 1) > 1e-9) {
    const middle = Math.sqrt(inside * outside);
    if (isGood(middle)) inside = middle;
    else outside = middle;
  }
  return { inside, outside };
}

/** The scales at which a part is assessed before the ends between them are narrowed down. */
export const scalesToAssess: readonly number[] = (() => {
  const steps = Math.log10(farthest) * stepsPerDecade;
  return Array.from({ length: 2 * steps + 1 }, (_, at) => 10 ** ((at - steps) / stepsPerDecade));
})();

/** @param usualLimit minimum wall where none is known, m @returns null if no scale is accepted */
export function printableRange(
  part: ScalablePart,
  process: Process | null,
  usualLimit: number,
  shownIn: LengthUnit = 'mm',
): PrintableRange | null {
  const assess = assessAtScale(part, process, usualLimit, shownIn);
  const scales = scalesToAssess;
  const present = (scales.length - 1) / 2;
  const levels = scales.map((scale) => assess(scale).level);
  const level = levels.reduce((best, other) => (isWorse(best, other) ? other : best));
  if (level === 'refused') return null;
  const within = (worst: VerdictLevel): ScaleInterval => {
    const isGood = (one: VerdictLevel): boolean => !isWorse(one, worst);
    // The interval around the part as it is, or the one nearest to it.
    const near = levels
      .map((one, at) => ({ at, isGood: isGood(one) }))
      .filter((one) => one.isGood)
      .sort((a, b) => Math.abs(a.at - present) - Math.abs(b.at - present))[0]!.at;
    let first = near;
    let last = near;
    while (first > 0 && isGood(levels[first - 1]!)) first--;
    while (last < levels.length - 1 && isGood(levels[last + 1]!)) last++;
    const reason = (scale: number): MessageRef | null =>
      assess(scale).reasons.find((one) => isWorse(one.level, worst))?.text ?? null;
    const edge = (good: number, bad: number) => edgeBetween(good, bad, (one) => isGood(assess(one).level));
    const low = first === 0 ? null : edge(scales[first]!, scales[first - 1]!);
    const high = last === levels.length - 1 ? null : edge(scales[last]!, scales[last + 1]!);
    return {
      smallest: low?.inside ?? null,
      largest: high?.inside ?? null,
      below: low && reason(low.outside),
      above: high && reason(high.outside),
    };
  };
  return { level, best: within(level), accepted: within('at-risk') };
}

/** As the thorough check would find walls and pins at this scale. */
function factsAt(facts: PartFacts, scale: number): PartFacts {
  const { thorough } = facts;
  if (!thorough?.walls) return facts;
  const { thinShare, limit, ...lengths } = thorough.walls;
  const scaled = Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, length == null ? length : length * scale]),
  ) as typeof lengths;
  // The findings hold for one size.
  const findings =
    scale === 1 ? thorough.findings : thorough.findings.filter(({ kind }) => kind !== 'thin-walls');
  return { ...facts, thorough: { ...thorough, findings, walls: { thinShare, limit, ...scaled } } };
}
