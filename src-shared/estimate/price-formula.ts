/**
 * The formula by which a service seems to price a material, found from prices that it was asked for: costs
 * per piece, for material, surface and space in the machine, none negative, or a minimum price. It is claimed
 * only where it meets every one of these prices; otherwise callers show the prices alone. Pure.
 */
import type { PriceGeometry } from '../api/price.ts';
import { minorDigits } from '../units/money.ts';
import type { KnownPrice } from './estimate-price.ts';
import { type Fit, fitNonNegative, normalEquations, type Row } from './non-negative-fit.ts';
import { priceFeatures } from './price-features.ts';

export const costs = ['piece', 'volume', 'area', 'space'] as const;
export type Cost = (typeof costs)[number];

/** In the currency of the prices: a piece, per cm3, per cm2, and per cm3 of the box. */
export interface PriceFormula extends Readonly<Record<Cost, number>> {
  /** The least price of a piece; 0 if no price showed one. */
  readonly minimum: number;
  /** The largest difference from an asked price, as a share of it. */
  readonly largestError: number;
  /** Number of prices it was found from. */
  readonly points: number;
  /** Whether the parts filled their boxes differently. Otherwise material and space are indistinguishable. */
  readonly tellsSpace: boolean;
}

/** An asked price may differ from the formula by this share of it, besides half of the smallest coin. */
export const tolerance = 0.01;

/** Prices beyond the number of costs. With fewer, any formula would fit. */
const spare = 2;

/** Between the shares of the box that two parts fill, as a factor. */
const differently = 1.05;

/** Null if no such formula explains all prices, or if they are too few. `known`: of different parts. */
export function findFormula(known: readonly KnownPrice[], currency: string): PriceFormula | null {
  const half = 10 ** -minorDigits(currency) / 2;
  const points = known.flatMap(({ geometry, price }) => {
    const features = priceFeatures(geometry);
    return features && price > 0 ? [{ features, price, allowed: tolerance * price + half }] : [];
  });
  if (points.length === 0) return null;
  const lowest = Math.min(...points.map(({ price }) => price));
  const isLowest = ({ price }: { readonly price: number }) => price - lowest <= half;
  const above = points.filter((point) => !isLowest(point));
  // A formula with a minimum: several parts have the same, lowest price.
  const found =
    formulaOf(points, points, 0) ??
    (points.length - above.length >= spare ? formulaOf(above, points, lowest) : null);
  if (found === null) return null;
  const errors = points.map((point) => errorOf(found, point) / point.price);
  const [piece = 0, volume = 0, area = 0, space = 0] = found.coefficients;
  const filled = points.map(({ features }) => features[1]! / features[3]!);
  return {
    ...{ piece, volume, area, space },
    minimum: found.minimum,
    largestError: Math.max(...errors),
    points: points.length,
    tellsSpace: Math.max(...filled) > Math.min(...filled) * differently,
  };
}

interface Point {
  readonly features: Row;
  readonly price: number;
  readonly allowed: number;
}

interface Found {
  readonly coefficients: Row;
  readonly minimum: number;
}

/**
 * The formula with the fewest costs that meets all prices: rounding alone makes the others small but not
 * zero. `fitted`: the points above the minimum.
 */
function formulaOf(fitted: readonly Point[], all: readonly Point[], minimum: number): Found | null {
  for (let used = 1; used <= costs.length; used++) {
    if (fitted.length < used + spare) return null;
    const fits = sets
      .filter((set) => set.length === used)
      .map((set) => fitWith(set, fitted))
      .filter(({ coefficients }) =>
        all.every((point) => errorOf({ coefficients, minimum }, point) <= point.allowed),
      );
    const [first, ...others] = fits;
    if (first === undefined) continue;
    const { coefficients } = others.reduce((best, fit) => (fit.loss < best.loss ? fit : best), first);
    return { coefficients, minimum };
  }
  return null;
}

/** All sets of costs, as column numbers. */
const sets: readonly (readonly number[])[] = Array.from({ length: 2 ** costs.length - 1 }, (_, set) =>
  costs.map((_, at) => at).filter((at) => (set + 1) & (1 << at)),
);

function fitWith(set: readonly number[], points: readonly Point[]): Fit {
  // Divided by what is allowed, so that a cheap part counts as much as an expensive one.
  const rows = points.map(({ features, allowed }) => set.map((at) => features[at]! / allowed));
  const targets = points.map(({ price, allowed }) => price / allowed);
  const ones = targets.map(() => 1);
  const { coefficients, loss } = fitNonNegative(normalEquations(rows, targets, ones));
  return { coefficients: costs.map((_, at) => coefficients[set.indexOf(at)] ?? 0), loss };
}

const errorOf = ({ coefficients, minimum }: Found, { features, price }: Point): number =>
  Math.abs(Math.max(minimum, dot(coefficients, features)) - price);

/** The price of a piece by the formula; null for measures that no printer makes. */
export function priceBy(formula: PriceFormula, geometry: PriceGeometry): number | null {
  const parts = costsOf(formula, geometry);
  return parts && Math.max(formula.minimum, sumOf(parts));
}

/** The share of each cost in the price. */
export function costsOf(formula: PriceFormula, geometry: PriceGeometry): Record<Cost, number> | null {
  const features = priceFeatures(geometry);
  if (features === null) return null;
  const [one = 0, volume = 0, area = 0, space = 0] = features;
  return {
    piece: formula.piece * one,
    volume: formula.volume * volume,
    area: formula.area * area,
    space: formula.space * space,
  };
}

/** From this share of the price on, a cost is most of it. */
const most = 0.5;

export type MainCost =
  | { readonly cost: Cost; readonly share: number }
  | { readonly cost: 'minimum'; readonly share: 1 };

/** The cost that is most of the price; null if none is. */
export function mainCost(formula: PriceFormula, geometry: PriceGeometry): MainCost | null {
  const parts = costsOf(formula, geometry);
  if (parts === null) return null;
  const sum = sumOf(parts);
  if (formula.minimum > 0 && sum <= formula.minimum) return { cost: 'minimum', share: 1 };
  const cost = costs.reduce((a, b) => (parts[b] > parts[a] ? b : a));
  const share = parts[cost] / sum;
  const isKnown = formula.tellsSpace || (cost !== 'volume' && cost !== 'space');
  return share >= most && isKnown ? { cost, share } : null;
}

const sumOf = (parts: Readonly<Record<Cost, number>>): number =>
  costs.reduce((sum, cost) => sum + parts[cost], 0);

const dot = (a: Row, b: Row): number => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
