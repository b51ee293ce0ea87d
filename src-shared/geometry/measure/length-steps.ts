/**
 * How well lengths fit a unit: people draw in whole and half millimetres or in fractions of an inch, and
 * hardly ever in numbers that only another unit makes round.
 */
import { type LengthUnit, metresPerUnit } from '../../units/units.ts';
import type { DrawnLengths } from './drawn-lengths.ts';

/** The share of drawn lengths that have this step and no coarser one. */
type Steps = readonly (readonly [step: number, share: number])[];

const { mm, in: inch } = metresPerUnit;

const metric: Steps = [
  [10 * mm, 0.12],
  [5 * mm, 0.06],
  [1 * mm, 0.17],
  [0.5 * mm, 0.07],
  [0.25 * mm, 0.03],
  [0.1 * mm, 0.09],
  [0.05 * mm, 0.03],
  [0.01 * mm, 0.03],
  [0.001 * mm, 0.01],
];

const imperial: Steps = [
  [1 * inch, 0.1],
  [inch / 2, 0.06],
  [inch / 4, 0.07],
  [inch / 8, 0.09],
  [inch / 16, 0.08],
  [inch / 32, 0.03],
  [inch / 64, 0.02],
  [0.1 * inch, 0.04],
  [0.05 * inch, 0.03],
  [0.01 * inch, 0.03],
  [0.005 * inch, 0.03],
  [0.001 * inch, 0.03],
];

/** How often a file of that unit was drawn in fractions of an inch. */
const imperialShare: Readonly<Record<LengthUnit, number>> = {
  mm: 0.07,
  cm: 0.07,
  um: 0.07,
  m: 0.6,
  // Parts for circuit boards are in millimetres or in tenths of an inch.
  '0.1in': 0.3,
  in: 0.6,
  ft: 0.6,
};

export interface LengthFit {
  /** The logarithm of how likely the lengths are in this unit; only differences have a meaning. */
  readonly points: number;
  /** They are rounder in inches than in millimetres. */
  readonly isImperial: boolean;
}

export function fitOf(drawn: DrawnLengths, unit: LengthUnit): LengthFit {
  const share = imperialShare[unit];
  const inMillimetres = Math.log(1 - share) + logLikelihood(drawn, metric, metresPerUnit[unit]);
  const inInches = Math.log(share) + logLikelihood(drawn, imperial, metresPerUnit[unit]);
  const [more, less] = [Math.max(inMillimetres, inInches), Math.min(inMillimetres, inInches)];
  return { points: more + Math.log1p(Math.exp(less - more)), isImperial: inInches > inMillimetres };
}

function logLikelihood({ lengths, rounding }: DrawnLengths, steps: Steps, metresPerFileUnit: number): number {
  if (lengths.length === 0) return 0;
  // A step of the size of the rounding cannot be seen.
  const visible = steps
    .map(([step, share]) => [step / metresPerFileUnit, share] as const)
    .filter(([step]) => step > rounding * 8);
  const free = 1 - visible.reduce((sum, [, share]) => sum + share, 0);
  let sum = 0;
  for (const length of lengths) {
    let likelihood = free;
    for (const [step, share] of visible) {
      // The coarser the step, the less likely it is met by coincidence.
      const isMultiple = length > step / 2 && Math.abs(length - Math.round(length / step) * step) <= rounding;
      if (isMultiple) likelihood += (share * step) / (2 * rounding);
    }
    sum += Math.log(likelihood);
  }
  // The lengths of a part depend on each other: nine count as three.
  return sum / Math.sqrt(lengths.length);
}
