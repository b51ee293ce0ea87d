import { describe, expect, it } from 'vitest';
import { type AskedPrice, priceAt, scalesToAsk, spanOf } from '../../../src-shared/estimate/price-curve.ts';
import { findFormula } from '../../../src-shared/estimate/price-formula.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';

const measures = measureMesh(makeBox([0, 0, 0], [40, 20, 10]));
const at = (scale: number) => priceGeometry(measures, 1e-3 * scale);

describe('the scales that a curve shows', () => {
  it('Both ends of the printable range are in sight, and the present scale always.', () => {
    const span = spanOf(1, { smallest: 0.4, largest: 3 });
    expect(span.low).toBeLessThan(0.4);
    expect(span.high).toBeGreaterThan(3);
    expect(spanOf(2, null)).toEqual({ low: 0.5, high: 8 });
  });

  it('A range far from the present scale is in sight, one that ends nowhere near is cut.', () => {
    const tiny = spanOf(1, { smallest: 25, largest: 400 });
    expect(tiny.low).toBeLessThan(1);
    expect(tiny.high).toBeGreaterThan(25);
    const huge = spanOf(1, { smallest: null, largest: 0.02 });
    expect(huge.low).toBeLessThan(0.02);
    expect(huge.high).toBeGreaterThan(1);
    expect(spanOf(1, { smallest: 0.001, largest: 900 })).toEqual({ low: 0.1, high: 10 });
  });
});

describe('the scales that are asked for', () => {
  it.each([
    { low: 0.25, high: 4 },
    { low: 0.7, high: 1.5 },
    { low: 0.1, high: 10 },
    { low: 0.01, high: 40 },
  ])('At most eleven cover $low to $high, both ends first.', (span) => {
    const scales = scalesToAsk(span, 1);
    expect(scales.length).toBeGreaterThanOrEqual(3);
    expect(scales.length).toBeLessThanOrEqual(11);
    expect(Math.min(...scales)).toBe(scales[0]);
    expect(scales[0]).toBeLessThanOrEqual(span.low * (1 + 1e-6));
    expect(scales[1]).toBeGreaterThanOrEqual(span.high * (1 - 1e-6));
    expect(new Set(scales).size).toBe(scales.length);
  });

  it('A part whose scale changes asks for scales that are known already.', () => {
    const before = new Set(scalesToAsk(spanOf(1, { smallest: 0.3, largest: 6 }), 1));
    const after = scalesToAsk(spanOf(1.3, { smallest: 0.3, largest: 6 }), 1.3);
    expect(after.filter((scale) => !before.has(scale))).toEqual([]);
  });
});

describe('the price at a scale', () => {
  const price = (scale: number) => Math.round(100 * (2 + 4 * scale ** 3)) / 100;
  const asked: AskedPrice[] = [0.5, 1, 2, 4].map((scale) => ({ scale, price: price(scale) }));
  const formula = findFormula(
    [0.5, 0.7, 1, 1.4, 2, 4].map((scale) => ({ geometry: at(scale), price: price(scale), quotedAt: 0 })),
    'USD',
  );

  it('An asked price is itself, without doubt.', () => {
    expect(priceAt(2, asked, formula, at, 'USD')).toEqual({
      amount: price(2),
      low: price(2),
      high: price(2),
      from: 'asked',
    });
  });

  it('With a formula the real price lies within its band.', () => {
    for (const scale of [0.6, 1.3, 3.1]) {
      const found = priceAt(scale, asked, formula, at, 'USD')!;
      expect(found.from).toBe('formula');
      expect(found.low).toBeLessThanOrEqual(price(scale));
      expect(found.high).toBeGreaterThanOrEqual(price(scale));
    }
  });

  it('Without a formula only the two nearest asked prices limit it.', () => {
    const found = priceAt(1.3, asked, null, at, 'USD')!;
    expect(found).toMatchObject({ low: price(1), high: price(2), from: 'between' });
    expect(found.amount).toBeGreaterThan(price(1));
    expect(found.amount).toBeLessThan(price(2));
  });

  it('Beyond the asked scales nothing is said.', () => {
    expect(priceAt(0.4, asked, formula, at, 'USD')).toBeNull();
    expect(priceAt(5, asked, formula, at, 'USD')).toBeNull();
  });
});
