import { describe, expect, it } from 'vitest';
import { materials } from '../../../src-service/catalogue/catalogue.ts';
import { centsInMaterial } from '../../../src-service/pricing/price-in-material.ts';
import { type PriceGeometry, priceGeometrySchema } from '../../../src-shared/api/price.ts';
import { estimatePrice, type KnownPrice } from '../../../src-shared/estimate/estimate-price.ts';
import { fitNonNegative, normalEquations } from '../../../src-shared/estimate/non-negative-fit.ts';
import { sizeOfGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';

/** A repeatable number from 0 to 1. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A box of these edges, m, of which a share is material, with some more surface than a plain box. */
function part([x, y, z]: readonly [number, number, number], share = 1, surface = 1): PriceGeometry {
  return priceGeometrySchema.parse({
    volume: x * y * z * share,
    area: 2 * (x * y + y * z + z * x) * surface,
    xBoundMax: x,
    yBoundMax: y,
    zBoundMax: z,
  });
}

/** From 5 mm to 120 mm, from thin shells to solid blocks. */
function someParts(count: number, random: () => number): PriceGeometry[] {
  const edge = () => 0.005 * 24 ** random();
  return Array.from({ length: count }, () =>
    part([edge(), edge(), edge()], 0.03 * 33 ** random(), 0.6 + 3 * random()),
  );
}

/** As the local service prices it. */
const priceIn = (materialId: number, geometry: PriceGeometry): number => {
  const material = materials.get(materialId);
  if (!material) throw new Error('no such material');
  const [x, y, z] = sizeOfGeometry(geometry);
  return centsInMaterial(material, { ...geometry, size: [x, y, z] }) / 100;
};
const known = (price: (geometry: PriceGeometry) => number, parts: readonly PriceGeometry[]): KnownPrice[] =>
  parts.map((geometry, at) => ({ geometry, price: price(geometry), quotedAt: 1000 + at }));

const white = (geometry: PriceGeometry) => priceIn(6, geometry);
const cube = (edge: number) => part([edge, edge, edge]);

describe('estimate of a price', () => {
  it('There is no estimate without a price of another part.', () => {
    expect(estimatePrice(cube(0.02), [])).toBeNull();
    expect(estimatePrice(cube(0.02), [{ geometry: cube(0.01), price: 0, quotedAt: 1 }])).toBeNull();
  });

  it('There is no estimate for a part without volume.', () => {
    const flat = priceGeometrySchema.parse({ volume: 0, area: 1e-4, xBoundMax: 0.01, yBoundMax: 0.01 });
    expect(estimatePrice(flat, known(white, [cube(0.01)]))).toBeNull();
  });

  it('A part that was priced is estimated at its price.', () => {
    const parts = someParts(6, draws(3));
    const [first] = parts;
    if (!first) throw new Error('no part');
    const estimate = estimatePrice(first, known(white, parts));
    expect(estimate?.amount).toBeCloseTo(white(first), 1);
  });

  it('One price gives a band from "all is paid by the piece" to "all is paid by volume".', () => {
    const estimate = estimatePrice(
      cube(0.02),
      known(() => 10, [cube(0.01)]),
    );
    // Twice the edge is eight times the volume.
    expect(estimate?.low).toBeLessThanOrEqual(10);
    expect(estimate?.high).toBeGreaterThanOrEqual(80);
    expect(estimate?.high).toBeLessThan(130);
    expect(estimate).toMatchObject({ parts: 1, oldest: 1000, newest: 1000 });
  });

  it('More prices make the band narrower.', () => {
    const parts = someParts(15, draws(5));
    const wanted = part([0.03, 0.02, 0.04], 0.4);
    const width = (count: number) => {
      const estimate = estimatePrice(wanted, known(white, parts.slice(0, count)));
      return estimate ? estimate.high / estimate.low : Number.NaN;
    };
    expect(width(3)).toBeLessThan(width(1));
    expect(width(15)).toBeLessThan(width(3));
    expect(width(15)).toBeLessThan(1.1);
  });

  it('The band grows for parts outside the known sizes.', () => {
    const parts = someParts(15, draws(7)).filter(({ xBoundMax }) => xBoundMax < 0.05);
    const spread = (edge: number) => {
      const estimate = estimatePrice(cube(edge), known(white, parts));
      return estimate ? estimate.high / estimate.low : Number.NaN;
    };
    expect(spread(0.4)).toBeGreaterThan(2 * (spread(0.03) - 1) + 1);
  });

  it('One price that fits no other does not move the estimate, but widens the band.', () => {
    const parts = someParts(15, draws(9));
    const wanted = part([0.03, 0.02, 0.04], 0.4);
    const clean = known(white, parts);
    const odd = clean.map((one, at) => (at === 4 ? { ...one, price: one.price * 6 } : one));
    const [before, after] = [estimatePrice(wanted, clean), estimatePrice(wanted, odd)];
    if (!before || !after) throw new Error('no estimate');
    expect(after.amount / before.amount).toBeGreaterThan(0.8);
    expect(after.amount / before.amount).toBeLessThan(1.25);
    expect(after.high).toBeGreaterThan(before.high);
  });

  it('The newest price of a part counts, and times say how old prices are.', () => {
    const geometry = cube(0.01);
    const estimate = estimatePrice(geometry, [
      { geometry, price: 5, quotedAt: 10 },
      { geometry, price: 20, quotedAt: 30 },
      { geometry: cube(0.02), price: 160, quotedAt: 20 },
    ]);
    expect(estimate).toMatchObject({ parts: 2, oldest: 20, newest: 30 });
    expect(estimate?.low).toBeGreaterThan(10);
  });

  it.each([
    [1, 0.99],
    [3, 0.97],
    [8, 0.97],
    [20, 0.97],
  ])('From %d prices, the real price of every material lies in the band.', (count, share) => {
    const random = draws(11 + count);
    const outcomes = [...materials.values()].flatMap(({ materialId }) => {
      const price = (geometry: PriceGeometry) => priceIn(materialId, geometry);
      const [parts, others] = [someParts(count, random), someParts(8, random)];
      const prices = known(price, parts);
      return others.map((geometry) => {
        const estimate = estimatePrice(geometry, prices);
        const now = price(geometry);
        return estimate !== null && now >= estimate.low - 0.006 && now <= estimate.high + 0.006;
      });
    });
    expect(outcomes.length).toBe(materials.size * 8);
    expect(outcomes.filter(Boolean).length / outcomes.length).toBeGreaterThanOrEqual(share);
  });
});

describe('non-negative least squares', () => {
  it('A column that would have to be subtracted is left out.', () => {
    const rows = [
      [1, 1],
      [1, 2],
      [1, 3],
    ];
    const falling = fitNonNegative(normalEquations(rows, [3, 2, 1], [1, 1, 1]));
    expect(falling.coefficients[0]).toBeCloseTo(2);
    expect(falling.coefficients[1]).toBe(0);
    expect(falling.loss).toBeCloseTo(2);
  });

  it('Columns that say the same do not break the fit.', () => {
    const rows = [
      [1, 2],
      [2, 4],
    ];
    const { coefficients, loss } = fitNonNegative(normalEquations(rows, [3, 6], [1, 1]));
    expect(coefficients[0]! + 2 * coefficients[1]!).toBeCloseTo(3);
    expect(loss).toBeCloseTo(0);
  });
});
