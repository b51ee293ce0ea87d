/**
 * The most that hollowing can save, without making the hollow part. Shown before anybody starts hollowing,
 * which then gives the real numbers (geometry/hollow). Pure.
 */
import type { PriceGeometry } from '../api/price.ts';
import { sizeOfGeometry } from '../geometry/measure/price-geometry.ts';
import { type PriceFormula, priceBy } from './price-formula.ts';

/** Thick enough for most materials; what the window proposes, m. */
export const usualShell = 2e-3;

/**
 * The largest cavity that fits into any solid of this volume in this box, m3. Every point of the
 * cavity has a ball of the wall around it within the part, so cavity and ball added point by point
 * (Minkowski) are no larger than the part: by the inequality of Brunn and Minkowski, the cube root of its
 * volume is at least the sum of both cube roots. A ball meets this bound, and a box meets the other one, that
 * the cavity lies a wall inside the box.
 */
export function largestCavity(geometry: PriceGeometry, wall: number): number {
  const ball = wall * Math.cbrt((4 / 3) * Math.PI);
  const byVolume = Math.max(0, Math.cbrt(geometry.volume) - ball) ** 3;
  const byBox = sizeOfGeometry(geometry).reduce((volume, side) => volume * Math.max(0, side - 2 * wall), 1);
  return Math.min(byVolume, byBox);
}

/**
 * The largest share of the price that a wall of this thickness (m) can save; 0 if it saves nothing. A cavity
 * adds at least the surface of a ball, which materials that are priced by surface charge for.
 */
export function mostHollowSaving(formula: PriceFormula, geometry: PriceGeometry, wall: number): number {
  const cavity = largestCavity(geometry, wall);
  const surface = Math.cbrt(36 * Math.PI * cavity ** 2);
  const before = priceBy(formula, geometry);
  const after = priceBy(formula, {
    ...geometry,
    volume: (geometry.volume - cavity) as PriceGeometry['volume'],
    area: (geometry.area + surface) as PriceGeometry['area'],
  });
  // Costs of a cavity fall with its volume and rise with its surface, so one between none and the largest
  // saves no more.
  return before === null || after === null ? 0 : Math.max(0, 1 - after / before);
}
