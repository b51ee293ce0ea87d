/**
 * Estimates what a part without a price may cost in a material, from prices of other parts in the same
 * material. Pure; the catalogue calls it if the service cannot be reached.
 *
 * A price is a sum of costs that are never negative: per piece, for material, for surface, and for space in
 * the machine. So the fit has these four coefficients, none negative. The band is the range of prices for
 * which some such fit still agrees with the known prices (a profile likelihood). With one known price it is
 * as wide as the four costs can differ, with many it is narrow, and it widens automatically outside the known
 * range. `docs/reliability.md` says how often the real price lies in it.
 */

import type { PriceGeometry } from '../api/price.ts';
import type { PriceEstimate } from '../jobs/agreement-schema.ts';
import { fitNonNegative, type NormalEquations, normalEquations, type Row } from './non-negative-fit.ts';
import { priceFeatures } from './price-features.ts';

/** A price that the service gave. */
export interface KnownPrice {
  readonly geometry: PriceGeometry;
  readonly price: number;
  /** Epoch ms. */
  readonly quotedAt: number;
}

/** The band extends this many standard deviations to each side. */
const deviations = 2;
/** Prices are rounded, and formulas are not quite linear: no fit counts as more accurate than this. */
const leastDeviation = 0.01;
/** Added for each coefficient that no remaining price can check. */
const uncheckedDeviation = 0.02;
/** Added each time that a measure doubles beyond the known ones. */
const outsideDeviation = 0.03;
/** Below this value, any price of the band is an equally good guess, so the middle is used. */
const fewestFitted = 3;
/** Weight of a trial price: a thousand times that of a known one. */
const held = 1e6;

/** Per piece, in the currency of the known prices, not rounded. Null if no known price helps. */
export function estimatePrice(geometry: PriceGeometry, known: readonly KnownPrice[]): PriceEstimate | null {
  const wanted = priceFeatures(geometry);
  const usable = onePerPart(known).flatMap(({ geometry: other, price, quotedAt }) => {
    const features = priceFeatures(other);
    return features !== null && price > 0 ? [{ features, price, quotedAt }] : [];
  });
  if (wanted === null || usable.length === 0) return null;
  // Divided by the price, so that a cheap part counts as much as an expensive one.
  const rows = usable.map(({ features, price }) => features.map((feature) => feature / price));
  const { equations, amount: fitted, deviation, spread } = robustFit(rows, wanted);
  const beyond = Math.log2(
    outside(
      wanted,
      usable.map(({ features }) => features),
    ),
  );
  const allowed = (deviations * (deviation + outsideDeviation * beyond)) ** 2;
  const loss = (price: number) => lossAt(equations, wanted, price);
  const best = loss(fitted);
  const fits = (price: number) => loss(price) - best <= allowed;
  const times = usable.map(({ quotedAt }) => quotedAt);
  // Even if the fit is right, this part may deviate from it as others do.
  const scatter = 1 + deviations * spread;
  const low = limitOf(fits, fitted, 1 / widest) / scatter;
  const high = limitOf(fits, fitted, widest) * scatter;
  return {
    amount: usable.length < fewestFitted ? Math.sqrt(low * high) : fitted,
    low,
    high,
    parts: usable.length,
    oldest: Math.min(...times),
    newest: Math.max(...times),
  };
}

/** The newest price of each geometry. */
function onePerPart(known: readonly KnownPrice[]): KnownPrice[] {
  const newest = new Map<string, KnownPrice>();
  for (const one of known) {
    const key = JSON.stringify(priceFeatures(one.geometry));
    if ((newest.get(key)?.quotedAt ?? Number.NEGATIVE_INFINITY) < one.quotedAt) newest.set(key, one);
  }
  return [...newest.values()];
}

/** Prices that do not fit the others count less; the deviation includes them. */
function robustFit(rows: readonly Row[], wanted: Row) {
  const ones = rows.map(() => 1);
  let weights = ones;
  let equations = normalEquations(rows, ones, weights);
  let { coefficients } = fitNonNegative(equations);
  const residuals = () => rows.map((row) => Math.abs(dot(row, coefficients) - 1));
  for (let round = 0; round < 5; round++) {
    const scale = Math.max(leastDeviation, 1.5 * median(residuals()));
    weights = residuals().map((residual) => (residual <= scale ? 1 : scale / residual));
    equations = normalEquations(rows, ones, weights);
    ({ coefficients } = fitNonNegative(equations));
  }
  const used = coefficients.filter((one) => one > 0).length;
  const spread = Math.sqrt(
    residuals().reduce((sum, residual) => sum + residual ** 2, 0) / Math.max(1, rows.length - used),
  );
  const unchecked = Math.max(0, wanted.length + 1 - rows.length);
  return {
    equations,
    amount: dot(wanted, coefficients),
    deviation: leastDeviation + spread + uncheckedDeviation * unchecked,
    spread,
  };
}

/** How badly the known prices fit if the part in question costs exactly this. */
function lossAt({ gram, moment, energy }: NormalEquations, wanted: Row, price: number): number {
  const row = wanted.map((feature) => feature / price);
  return fitNonNegative({
    gram: gram.map((line, i) => line.map((sum, j) => sum + held * row[i]! * row[j]!)),
    moment: moment.map((sum, i) => sum + held * row[i]!),
    energy: energy + held,
  }).loss;
}

/** Largest extent of the band, as a factor. */
const widest = 1e4;

/** The price furthest in the direction of `factor` that still fits; the loss only grows with the distance. */
function limitOf(fits: (price: number) => boolean, amount: number, factor: number): number {
  let inside = 0;
  let outer = Math.log(factor);
  for (let step = 0; step < 20; step++) {
    const middle = (inside + outer) / 2;
    if (fits(amount * Math.exp(middle))) inside = middle;
    else outer = middle;
  }
  return amount * Math.exp(inside);
}

/** The factor by which a measure lies outside the known ones; 1 if all lie inside. */
function outside(wanted: Row, known: readonly Row[]): number {
  return Math.max(
    1,
    ...wanted.map((feature, at) => {
      const others = known.map((row) => row[at] ?? feature);
      return Math.max(feature / Math.max(...others), Math.min(...others) / feature);
    }),
  );
}

const dot = (a: Row, b: Row): number => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
