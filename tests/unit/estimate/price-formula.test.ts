import { describe, expect, it } from 'vitest';
import { materials } from '../../../src-service/catalogue/catalogue.ts';
import { centsInMaterial } from '../../../src-service/pricing/price-in-material.ts';
import type { PriceGeometry } from '../../../src-shared/api/price.ts';
import type { KnownPrice } from '../../../src-shared/estimate/estimate-price.ts';
import { largestCavity, mostHollowSaving } from '../../../src-shared/estimate/hollow-saving.ts';
import { probesOf, scalesToAsk, spanOf } from '../../../src-shared/estimate/price-curve.ts';
import { findFormula, mainCost, priceBy } from '../../../src-shared/estimate/price-formula.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import { priceGeometry, sizeOfGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { makeBox, makeIcosphere } from '../../fixtures/geometry/solids.ts';

/** File units are millimetres. */
const sized =
  (mesh: Mesh) =>
  (scale: number): PriceGeometry =>
    priceGeometry(measureMesh(mesh), 1e-3 * scale);

type Price = (geometry: PriceGeometry) => number;
const inMaterial =
  (materialId: number): Price =>
  (geometry) => {
    const [x, y, z] = sizeOfGeometry(geometry);
    return centsInMaterial(materials.get(materialId)!, { ...geometry, size: [x, y, z] }) / 100;
  };

/** What the window asks for, answered. */
function asked(at: (scale: number) => PriceGeometry, price: Price, withProbes = true): KnownPrice[] {
  const geometries = [
    ...scalesToAsk(spanOf(1, { smallest: 0.4, largest: 5 }), 1).map(at),
    ...(withProbes ? probesOf(at(1)) : []),
  ];
  return geometries.map((geometry) => ({ geometry, price: price(geometry), quotedAt: 0 }));
}

const ball = sized(makeIcosphere(15, 4));
const box = sized(makeBox([0, 0, 0], [40, 20, 10]));

describe('the formula behind asked prices', () => {
  it.each([6, 62, 61, 5, 26, 70, 53, 23, 31, 28, 66])(
    'The linear formula of material %i is found, and predicts other scales to two cents or a percent.',
    (materialId) => {
      const formula = findFormula(asked(ball, inMaterial(materialId)), 'USD')!;
      expect(formula.tellsSpace).toBe(true);
      for (const scale of [0.45, 0.77, 1.1, 2.3, 4.7]) {
        const real = inMaterial(materialId)(ball(scale));
        expect(Math.abs(priceBy(formula, ball(scale))! - real)).toBeLessThan(Math.max(0.02, 0.01 * real));
      }
    },
  );

  it('The costs of a material are those of its formula.', () => {
    const formula = findFormula(asked(ball, inMaterial(6)), 'USD')!;
    expect(formula.piece).toBeCloseTo(2.41, 1);
    expect(formula.volume).toBeCloseTo(0.28, 2);
    expect(formula.space).toBeCloseTo(0.21, 2);
    expect(formula.area).toBeCloseTo(0, 2);
    expect(formula.largestError).toBeLessThan(0.01);
  });

  it('Prices by steps of volume are not explained, and nothing is claimed.', () => {
    expect(findFormula(asked(ball, inMaterial(81)), 'USD')).toBeNull();
  });

  it('A price of its own kind, as by the square root of the volume, is not explained.', () => {
    const price: Price = ({ volume }) => Math.round(300 * Math.sqrt(volume * 1e6)) / 100;
    expect(findFormula(asked(ball, price), 'USD')).toBeNull();
  });

  it('A minimum price is found where several parts cost the same, and the rest follows its own formula.', () => {
    const price: Price = ({ volume }) => Math.max(12, Math.round(100 * (1 + 0.8 * volume * 1e6)) / 100);
    const formula = findFormula(asked(ball, price), 'USD')!;
    expect(formula.minimum).toBe(12);
    expect(priceBy(formula, ball(0.5))).toBe(12);
    expect(mainCost(formula, ball(0.5))).toEqual({ cost: 'minimum', share: 1 });
    expect(priceBy(formula, ball(3))).toBeCloseTo(price(ball(3)), 1);
  });

  it('One price that all others contradict by two percent ends the claim.', () => {
    const known = asked(ball, inMaterial(53));
    const odd = known.map((one, at) => (at === 3 ? { ...one, price: one.price * 1.05 } : one));
    expect(findFormula(known, 'USD')).not.toBeNull();
    expect(findFormula(odd, 'USD')).toBeNull();
  });

  it('With fewer prices than costs and two more, any formula would fit, and none is claimed.', () => {
    expect(findFormula(asked(ball, inMaterial(6)).slice(0, 3), 'USD')).toBeNull();
    expect(findFormula([], 'USD')).toBeNull();
  });

  it('Scales alone do not tell material from machine space, and neither is named as the main cost.', () => {
    const price: Price = (geometry) => Math.round(geometry.volume * 1e8) / 100;
    const formula = findFormula(asked(ball, price, false), 'USD')!;
    expect(formula.tellsSpace).toBe(false);
    expect(mainCost(formula, ball(3))).toBeNull();
    expect(mainCost(findFormula(asked(ball, price), 'USD')!, ball(3))).toMatchObject({ cost: 'volume' });
  });

  it('The main cost changes with the size of the part.', () => {
    const formula = findFormula(asked(ball, inMaterial(53)), 'USD')!;
    expect(mainCost(formula, ball(0.4))).toMatchObject({ cost: 'piece' });
    expect(mainCost(formula, ball(4))).toMatchObject({ cost: 'volume' });
    expect(mainCost(findFormula(asked(ball, inMaterial(70)), 'USD')!, ball(1))).toMatchObject({
      cost: 'area',
    });
  });
});

describe('what hollowing saves at most', () => {
  it('The cavity of a ball and of a box is as large as it can be, and no larger.', () => {
    const radius = 15e-3;
    const wall = 2e-3;
    expect(largestCavity(ball(1), wall)).toBeCloseTo((4 / 3) * Math.PI * (radius - wall) ** 3, 7);
    expect(largestCavity(box(1), wall)).toBeCloseTo(36e-3 * 16e-3 * 6e-3, 12);
    expect(largestCavity(box(0.4), wall)).toBe(0);
  });

  it('The saving follows the price of material, and surface that is added costs.', () => {
    const silver = findFormula(asked(box, inMaterial(53)), 'USD')!;
    const hollow = { ...box(1), volume: (box(1).volume - 36e-3 * 16e-3 * 6e-3) as PriceGeometry['volume'] };
    const real = 1 - inMaterial(53)(hollow) / inMaterial(53)(box(1));
    expect(mostHollowSaving(silver, box(1), 2e-3)).toBeCloseTo(real, 2);
    const ceramics = findFormula(asked(box, inMaterial(70)), 'USD')!;
    expect(mostHollowSaving(ceramics, box(1), 2e-3)).toBe(0);
  });
});
