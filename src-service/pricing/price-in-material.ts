/**
 * Prices a part in a material, and checks whether the material's printer takes it. Called by POST /price/v1,
 * the models' material entries, orders and SOAP getModelPrice. Models and accounts play no part here.
 */
import { fitsPrinter } from '../../src-shared/geometry/measure/printer-fit.ts';
import { type CatalogueMaterial, printerOf } from '../catalogue/catalogue.ts';

/** In the units of POST /price/v1: m3, m2, m. */
export interface PartMeasures {
  readonly volume: number;
  readonly area: number;
  /** Extent of the bounding box along x, y, z. */
  readonly size: readonly [number, number, number];
}

export const currency = 'USD';

/** Slightly above 1: restores what binary fractions lose of decimals (1.005 * 100 is 100.4999...). */
const nudge = 1 + 2 ** -44;

/** Whole cents, so that sums of prices are exact. */
export function centsInMaterial(material: CatalogueMaterial, part: PartMeasures): number {
  // Makes 1.7e-6 m3 exactly 1.7 cm3, not the 1.6999999999999997 of binary fractions.
  const volume = part.volume * 1e6 * nudge;
  const area = part.area * 1e4;
  const space = part.size[0] * part.size[1] * part.size[2] * 1e6;
  const formula = material.formula;
  if ('tiers' in formula) {
    const tier = formula.tiers.find((row) => row.below === null || volume < row.below);
    return tier ? toCents(tier.startup + tier.cm3 * volume) : 0;
  }
  return toCents(
    formula.startup + formula.perCm3 * volume + formula.perCm3Space * space + formula.perCm2 * area,
  );
}

/** Rounds half up. */
const toCents = (dollars: number): number => Math.floor(dollars * 100 * nudge + 0.5);

export const dollars = (cents: number): number => cents / 100;

const decimals = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));

/** `JSON.stringify(dollars(cents))` for whole cents from 0 on, ten times as fast. */
export const dollarsText = (cents: number): string =>
  `${Math.trunc(cents / 100)}${decimals[cents % 100] ?? ''}`;

/**
 * Why the printer of a material cannot take a part of this size, as a sentence; null if it can. The same rule
 * as the app's, which allows a part to be rotated.
 */
export function whyTooLargeOrSmall(material: CatalogueMaterial, size: PartMeasures['size']): string | null {
  const { fits, reason, axis, limit } = fitsPrinter(size, printerOf(material));
  if (fits || axis === null || limit === null) return null;
  const side = size[{ x: 0, y: 1, z: 2 }[axis]] ?? 0;
  return (
    `The model measures ${centimetres(side)} cm along ${axis}, and ${material.title} is printed ` +
    `${reason === 'too-large' ? 'up to' : 'from'} ${centimetres(limit)} cm there.`
  );
}

const centimetres = (metres: number): number => Number((metres * 100).toPrecision(4));
