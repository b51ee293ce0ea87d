/** Turns measures into the numbers that POST /price/v1 takes (spec: Endpoints > Price). */
import {
  type CubicMetres,
  cubicMetres,
  type Metres,
  metres,
  type SquareMetres,
  squareMetres,
} from '../../units/units.ts';
import type { Measures } from '../geometry.ts';
import type { Vector } from '../mesh/mesh.ts';

export interface PriceGeometry {
  readonly volume: CubicMetres;
  readonly area: SquareMetres;
  readonly xBoundMin: Metres;
  readonly xBoundMax: Metres;
  readonly yBoundMin: Metres;
  readonly yBoundMax: Metres;
  readonly zBoundMin: Metres;
  readonly zBoundMax: Metres;
}

/**
 * @param scale metres per file unit, times the user's scale
 *
 * [Assumption: volume-sign] The price endpoint knows neither inside-out nor open parts: the volume sent is
 * the absolute one, and for an open mesh its estimate.
 */
export function priceGeometry(
  measures: Pick<Measures, 'bounds' | 'area' | 'volume'>,
  scale: number,
): PriceGeometry {
  const { min, max } = measures.bounds ?? { min: [0, 0, 0] as const, max: [0, 0, 0] as const };
  return {
    volume: cubicMetres(Math.abs(measures.volume) * scale ** 3),
    area: squareMetres(measures.area * scale ** 2),
    xBoundMin: metres(min[0] * scale),
    xBoundMax: metres(max[0] * scale),
    yBoundMin: metres(min[1] * scale),
    yBoundMax: metres(max[1] * scale),
    zBoundMin: metres(min[2] * scale),
    zBoundMax: metres(max[2] * scale),
  };
}

/** Sides of the bounding box, m. */
export const sizeOfGeometry = (geometry: PriceGeometry): Vector => [
  geometry.xBoundMax - geometry.xBoundMin,
  geometry.yBoundMax - geometry.yBoundMin,
  geometry.zBoundMax - geometry.zBoundMin,
];
