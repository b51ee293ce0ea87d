import { describe, expect, it } from 'vitest';
import { materials, printerOf } from '../../../src-service/catalogue/catalogue.ts';
import {
  centsInMaterial,
  dollars,
  dollarsText,
  whyTooLargeOrSmall,
} from '../../../src-service/pricing/price-in-material.ts';

/**
 * POST /price/v1 of a solid 1 cm cube, recorded 2013-05-24 and typed off by hand (compatibility: Recorded
 * answers).
 */
const recorded: Record<number, number> = {
  6: 2.9,
  62: 3.5,
  25: 3.5,
  76: 3.75,
  77: 3.75,
  78: 3.75,
  75: 3.75,
  61: 8.49,
  60: 7.39,
  5: 5.49,
  7: 5.49,
  4: 5.49,
  26: 3.75,
  27: 3.75,
  70: 1.08,
  64: 1.08,
  63: 1.08,
  74: 1.08,
  73: 1.08,
  72: 1.08,
  81: 73,
  54: 55,
  53: 50,
  23: 14,
  31: 17,
  39: 17,
  37: 15.5,
  38: 15.5,
  28: 3.25,
  66: 3.5,
};

const material = (id: number) => {
  const found = materials.get(id);
  if (!found) throw new Error(`no material ${id}`);
  return found;
};
/** A solid box with sides in cm. */
const box = (x: number, y: number, z: number) => ({
  volume: x * y * z * 1e-6,
  area: 2 * (x * y + y * z + z * x) * 1e-4,
  size: [x / 100, y / 100, z / 100] as const,
});

describe('prices', () => {
  it('The catalogue has the 30 recorded materials.', () => {
    expect([...materials.keys()].sort((a, b) => a - b)).toEqual(
      Object.keys(recorded)
        .map(Number)
        .sort((a, b) => a - b),
    );
  });

  it.each(Object.entries(recorded))(
    'The price of material %s is the recorded one to the cent.',
    (id, price) => {
      expect(centsInMaterial(material(Number(id)), box(1, 1, 1))).toBe(Math.round(price * 100));
    },
  );

  it('Ceramics are priced by area: 240 cm2 cost 43.20.', () => {
    expect(centsInMaterial(material(63), { volume: 1e-5, area: 0.024, size: [0.05, 0.05, 0.05] })).toBe(4320);
  });

  it('Premium silver is priced in three tiers.', () => {
    const silver = (cm3: number) =>
      centsInMaterial(material(81), { volume: cm3 * 1e-6, area: 6e-4, size: [0.01, 0.01, 0.01] });
    expect(silver(1.6)).toBe(4500 + 2800 * 1.6);
    expect(silver(1.7)).toBe(7800 + 2800 * 1.7);
    expect(silver(3.4)).toBe(7500 * 3.4);
  });

  it('White nylon costs 0.28 per cm3 and 0.21 per cm3 of machine space.', () => {
    const hollow = { ...box(5, 5, 5), volume: 10e-6 };
    const solid = { ...box(5, 5, 5), volume: 11e-6 };
    expect(centsInMaterial(material(6), solid) - centsInMaterial(material(6), hollow)).toBe(28);
    const longer = { ...hollow, size: [0.05, 0.05, 0.06] as const };
    expect(centsInMaterial(material(6), longer) - centsInMaterial(material(6), hollow)).toBe(25 * 21);
  });

  it('A larger part is never cheaper.', () => {
    for (const entry of materials.values()) {
      let last = 0;
      for (const side of [0.5, 1, 1.5, 2, 3, 5, 8]) {
        const cents = centsInMaterial(entry, box(side, side, side));
        expect(cents, `${entry.title} at ${side} cm`).toBeGreaterThanOrEqual(last);
        last = cents;
      }
    }
  });
});

describe('printer fit', () => {
  it('Every material has a printer.', () => {
    for (const entry of materials.values()) expect(printerOf(entry).printerId).toBe(entry.printerId);
  });

  it('A part that fits when rotated is accepted.', () => {
    // Printer 5 takes 66 x 35 x 55 cm.
    expect(whyTooLargeOrSmall(material(6), [0.34, 0.65, 0.54])).toBeNull();
    expect(whyTooLargeOrSmall(material(6), [0.54, 0.34, 0.65])).toBeNull();
    expect(whyTooLargeOrSmall(material(6), [0.36, 0.65, 0.36])).toMatch(/up to/);
  });

  it('A part smaller than the printer can make is refused.', () => {
    expect(whyTooLargeOrSmall(material(6), [0.0005, 0.0005, 0.0005])).toMatch(/from 0\.07 cm/);
  });
});

describe('an amount as text', () => {
  it('An amount is written as JSON would write it.', () => {
    for (const from of [0, 123_400, 99_999_999_900, 10 ** 15])
      for (let cents = from; cents < from + 250; cents++)
        expect(dollarsText(cents)).toBe(JSON.stringify(dollars(cents)));
  });
});
