/** The measures that prices depend on, in the units in which people know prices. */
import type { PriceGeometry } from '../api/price.ts';
import { sizeOfGeometry } from '../geometry/measure/price-geometry.ts';
import type { Row } from './non-negative-fit.ts';

/** Per piece, cm3 of material, cm2 of surface, cm3 of the box. Null for measures that no printer makes. */
export function priceFeatures(geometry: PriceGeometry): Row | null {
  const [x, y, z] = sizeOfGeometry(geometry);
  const features = [1, geometry.volume * 1e6, geometry.area * 1e4, x * y * z * 1e6];
  return features.every((feature) => Number.isFinite(feature) && feature > 0) ? features : null;
}
