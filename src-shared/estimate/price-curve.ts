/**
 * The price of a part against its scale: which scales to ask a service for, and what is known between them.
 * Another scale only means other numbers for the price endpoint, so a curve needs no other file. Pure; the
 * window and `fabdesk quote --curve` use it.
 */
import type { PriceGeometry } from '../api/price.ts';
import { minorDigits } from '../units/money.ts';
import { type PriceFormula, priceBy, tolerance } from './price-formula.ts';

/** Scales against the file, as they are typed: 1 is its own size. */
export interface ScaleSpan {
  readonly low: number;
  readonly high: number;
}

/** Shown around the present scale where nothing ends the range, and at most. */
const [usualSpan, mostSpan] = [4, 10];
/** Shown beyond the ends of the printable range, so that they are seen as ends. */
const margin = 1.4;

/** @param printable where the part prints, on the same scale; null for an end without a limit, or unknown */
export function spanOf(
  scale: number,
  printable: { readonly smallest: number | null; readonly largest: number | null } | null,
): ScaleSpan {
  const { smallest = null, largest = null } = printable ?? {};
  const low = Math.max(scale / mostSpan, smallest === null ? scale / usualSpan : smallest / margin);
  const high = Math.min(scale * mostSpan, largest === null ? scale * usualSpan : largest * margin);
  return {
    low: Math.min(low, scale / margin, (largest ?? Infinity) / margin),
    high: Math.max(high, scale * margin, (smallest ?? 0) * margin),
  };
}

/** From one asked scale to the next, as a factor; the least that needs no more than `mostSteps`. */
const factors = [Math.SQRT2, 2, 4, 8, 16, 64] as const;
const mostSteps = 8;

/**
 * The scales to ask for, in a good order: both ends first, then inward from the present one. They are powers
 * of a root of 2, so that another material or a changed scale asks for the same ones again.
 */
export function scalesToAsk({ low, high }: ScaleSpan, scale: number): number[] {
  const factor = factors.find((one) => Math.log(high / low) / Math.log(one) <= mostSteps) ?? factors.at(-1)!;
  const step = Math.log(factor);
  const first = Math.floor(Math.log(low) / step + 1e-9);
  const last = Math.ceil(Math.log(high) / step - 1e-9);
  const scales = Array.from({ length: last - first + 1 }, (_, at) => factor ** (first + at));
  const inner = scales.slice(1, -1);
  const distance = (one: number) => Math.abs(Math.log(one / scale));
  return [scales[0]!, scales.at(-1)!, ...inner.sort((a, b) => distance(a) - distance(b))];
}

/**
 * Questions of the same box with less material and more surface. Along the scale, material and box grow
 * alike, so only these tell what each of them costs. Two of them, so that one tests the other.
 */
export const probesOf = (geometry: PriceGeometry): PriceGeometry[] =>
  [
    { volume: 0.5, area: 1 },
    { volume: 0.25, area: 1.5 },
  ].map(({ volume, area }) => ({
    ...geometry,
    volume: (geometry.volume * volume) as PriceGeometry['volume'],
    area: (geometry.area * area) as PriceGeometry['area'],
  }));

export interface AskedPrice {
  readonly scale: number;
  readonly price: number;
}

export interface CurvePrice {
  readonly amount: number;
  /** Equal to the amount if it was asked for. */
  readonly low: number;
  readonly high: number;
  /** `between`: no formula explains the prices, so only the two nearest asked ones limit it. */
  readonly from: 'asked' | 'formula' | 'between';
}

/** Factor below which a person cannot tell two scales apart. */
const same = 1e-6;

/**
 * The price at any scale between the smallest and the largest asked one; null elsewhere.
 *
 * @param asked in ascending order of scale
 */
export function priceAt(
  scale: number,
  asked: readonly AskedPrice[],
  formula: PriceFormula | null,
  geometryAt: (scale: number) => PriceGeometry,
  currency: string,
): CurvePrice | null {
  const exact = asked.find((one) => Math.abs(one.scale / scale - 1) < same);
  if (exact) return { amount: exact.price, low: exact.price, high: exact.price, from: 'asked' };
  const after = asked.findIndex((one) => one.scale > scale);
  const [below, above] = [asked[after - 1], asked[after]];
  if (!below || !above) return null;
  const explained = formula && priceBy(formula, geometryAt(scale));
  if (explained !== null) {
    const doubt = tolerance * explained + 10 ** -minorDigits(currency) / 2;
    return { amount: explained, low: explained - doubt, high: explained + doubt, from: 'formula' };
  }
  // A straight line on two logarithmic axes, as powers of the scale are.
  const share = Math.log(scale / below.scale) / Math.log(above.scale / below.scale);
  return {
    amount: below.price * (above.price / below.price) ** share,
    low: Math.min(below.price, above.price),
    high: Math.max(below.price, above.price),
    from: 'between',
  };
}
