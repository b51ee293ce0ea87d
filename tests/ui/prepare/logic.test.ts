import { describe, expect, it } from 'vitest';
import { placesOf } from '../../../src-renderer/features/prepare/checks/places.ts';
import { pathsIn } from '../../../src-renderer/features/prepare/files/pasted-paths.ts';
import { unitMemoryKey } from '../../../src-renderer/features/prepare/files/unit-memory.ts';
import {
  firstOffer,
  usualMaterial,
} from '../../../src-renderer/features/prepare/materials/first-material.ts';
import {
  findOffers,
  listOffers,
  type Offer,
  sortOffers,
  volumeFor,
} from '../../../src-renderer/features/prepare/materials/offers.ts';
import { arrange, type Footprint } from '../../../src-renderer/features/prepare/plate/arrange.ts';
import type { PriceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import type { Quote } from '../../../src-shared/ipc/quote.ts';
import type { VerdictLevel } from '../../../src-shared/order-gate/verdict.ts';
import { wideCatalog } from '../../support/wide-catalog.ts';

describe('the places of a finding', () => {
  // Two faces that share no corner.
  const drawing = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0, 10, 0, 0, 9, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
    origin: [0, 0, 0],
  } as const;
  const sphere = { centre: [5, 0.5, 0], radius: 6 } as const;
  const finding = { edges: [], faces: [0, 1], sphere };

  it('What is marked apart is stepped through one by one, the largest first.', () => {
    expect(placesOf({ ...finding, count: 2 }, drawing)).toHaveLength(2);
  });

  it('One cavity is one place, even if its marks do not touch.', () => {
    expect(placesOf({ ...finding, count: 1 }, drawing)).toEqual([sphere]);
  });
});

describe('pasted paths', () => {
  it.each([
    ['/home/ada/part.stl', ['/home/ada/part.stl']],
    ['  "C:\\parts\\a b.stl"  ', ['C:\\parts\\a b.stl']],
    ["'/tmp/with space.3mf'", ['/tmp/with space.3mf']],
    ['\\\\server\\share\\part.obj', ['\\\\server\\share\\part.obj']],
    ['file:///C:/parts/a%20b.stl', ['C:/parts/a b.stl']],
    ['file:///home/ada/%E2%82%AC.stl', ['/home/ada/€.stl']],
    ['~/part.ply', ['~/part.ply']],
    ['/a/one.stl\r\n\n/b/two.stl', ['/a/one.stl', '/b/two.stl']],
    ['file:///broken%E0', []],
    ['https://example.org/part.stl', []],
    ['// a comment', []],
    ['part.stl', []],
    ['', []],
  ])('Pasted text %j yields its paths.', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });
});

describe('arranging parts on the plate', () => {
  const part = (id: string, width: number, depth: number, isElsewhere = false): Footprint => ({
    id,
    width,
    depth,
    isElsewhere,
  });
  const plate = { width: 120, depth: 150 };
  const besideIn = (parts: readonly Footprint[], first: string | null = null) => {
    const places = arrange(parts, plate, first);
    expectApart(parts, places);
    return parts.filter(({ id }) => places.get(id)?.isBeside).map(({ id }) => id);
  };

  function expectApart(parts: readonly Footprint[], places: ReturnType<typeof arrange>): void {
    const boxes = parts.map(({ id, width, depth }) => {
      const { at, isBeside } = places.get(id)!;
      const [x, y] = at;
      const box = { left: x - width / 2, right: x + width / 2, front: y - depth / 2, back: y + depth / 2 };
      return { ...box, isBeside };
    });
    for (const [i, one] of boxes.entries()) {
      if (one.isBeside) expect(one.right).toBeLessThan(-plate.width / 2);
      for (const other of boxes.slice(i + 1)) {
        const apart =
          one.right <= other.left ||
          other.right <= one.left ||
          one.back <= other.front ||
          other.back <= one.front;
        expect(apart).toBe(true);
      }
    }
  }

  it('A single part is placed in the middle, even if it is too large.', () => {
    const place = arrange([part('a', 500, 500)], { width: 100, depth: 100 }).get('a');
    expect(place).toEqual({ at: [0, 0], isBeside: false });
  });

  it('No two parts overlap, and all that fit stay on the plate.', () => {
    const parts = [part('a', 60, 20), part('b', 50, 40), part('c', 100, 10), part('d', 10, 10)];
    expect(besideIn(parts)).toEqual([]);
    for (const { id, width, depth } of parts) {
      const [x, y] = arrange(parts, plate).get(id)!.at;
      expect(Math.abs(x) + width / 2).toBeLessThanOrEqual(plate.width / 2);
      expect(Math.abs(y) + depth / 2).toBeLessThanOrEqual(plate.depth / 2);
    }
    const copies = Array.from({ length: 40 }, (_, at) => part(`copy ${at}`, 18, 18));
    // Six rows of five.
    expect(besideIn(copies)).toHaveLength(10);
  });

  it('Parts without room stand beside the plate, and never the one that is selected.', () => {
    const parts = [part('a', 90, 90), part('b', 90, 90), part('c', 90, 50)];
    expect(besideIn(parts)).toEqual(['b']);
    expect(besideIn(parts, 'b')).toEqual(['a']);
    expect(besideIn([...parts, part('huge', 400, 400)], 'huge')).toEqual(['a', 'b', 'c']);
  });

  it('Parts wider than the plate stand beside it, too, behind the small ones.', () => {
    const parts = [part('on', 50, 50), part('huge', 5000, 2000), part('a', 130, 10), part('b', 20, 30, true)];
    expect(besideIn(parts, 'on')).toEqual(['huge', 'a', 'b']);
    const y = (id: string) => arrange(parts, plate, 'on').get(id)!.at[1];
    expect(y('huge')).toBeGreaterThan(Math.max(y('a'), y('b')) + 900);
  });

  it('Parts of another printer stand beside the plate.', () => {
    expect(besideIn([part('a', 10, 10), part('b', 10, 10, true), part('c', 10, 10)])).toEqual(['b']);
  });
});

describe('offers', () => {
  const quote = (prices: Record<number, number>): Quote => ({
    prices: Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, { price, currency: 'EUR' }])),
    quotedAt: 1,
    source: 'live',
  });
  const block = ([x, y, z]: Vector) =>
    ({
      volume: x * y * z,
      area: 2 * (x * y + y * z + z * x),
      xBoundMin: 0,
      xBoundMax: x,
      yBoundMin: 0,
      yBoundMax: y,
      zBoundMin: 0,
      zBoundMax: z,
    }) as PriceGeometry;
  const offersFor = (size: Vector, prices: Record<number, number>) =>
    listOffers(wideCatalog, { geometry: block(size), facts: null }, quote(prices), 'mm');
  const small: Vector = [0.02, 0.02, 0.02];

  it('A price of zero, below zero or missing is no price.', () => {
    const offers = offersFor(small, { 6: 0, 25: -1, 26: 4 });
    const priced = offers.filter((offer) => offer.price !== null);
    expect(priced.map((offer) => offer.material.materialId)).toEqual([26]);
  });

  it('Offers without a price come last in both directions.', () => {
    const offers = offersFor(small, { 6: 9, 25: 3 });
    for (const descending of [false, true]) {
      const sorted = sortOffers(offers, 'price', descending).map((offer) => offer.price);
      expect(sorted.slice(0, 2)).toEqual(descending ? [9, 3] : [3, 9]);
      expect(new Set(sorted.slice(2))).toEqual(new Set([null]));
    }
  });

  it('Offers that fit come before those that do not.', () => {
    const prices = Object.fromEntries(wideCatalog.materials.map(({ materialId }) => [materialId, 5]));
    const sorted = sortOffers(offersFor([0.2, 0.2, 0.2], prices), 'verdict');
    const levels = sorted.map(({ verdict }) => verdict.level);
    expect(levels).toContain('prints');
    expect(levels).toEqual(levels.toSorted());
  });

  it('The first offer is the cheapest one that fits, never one that does not.', () => {
    const offers = offersFor([0.12, 0.02, 0.02], { 81: 1, 6: 5, 25: 7 });
    expect(firstOffer(offers, null)?.material.materialId).toBe(6);
    expect(firstOffer(offersFor([9, 9, 9], { 6: 5 }), null)).toBeNull();
  });

  it('The first offer is the usual material before a cheaper one, and a plastic before a cheaper metal.', () => {
    const offers = offersFor(small, { 81: 1, 6: 5, 25: 7 });
    expect(firstOffer(offers, 25)?.material.materialId).toBe(25);
    expect(firstOffer(offers, null)?.material.materialId).toBe(6);
  });

  it('What the thorough check puts at risk or refuses is replaced by what prints, and never comes back.', () => {
    const offers = offersFor(small, { 6: 5, 25: 7, 26: 8 });
    const offerOf = (id: number, level: VerdictLevel = 'prints'): Offer => {
      const offer = offers.find(({ material }) => material.materialId === id)!;
      return { ...offer, level, verdict: { level, reasons: [] } };
    };
    const atRisk = offerOf(6, 'at-risk');
    const [first, second] = [offerOf(25), offerOf(26)];
    expect(firstOffer([atRisk, first, second], 6, atRisk)).toBe(first);
    const later = offerOf(25, 'refused');
    expect(firstOffer([offerOf(6), later, second], 6, later)).toBe(second);
    expect(firstOffer([offerOf(6), later], 6, later)).toBe(later);
    const worse = offerOf(26, 'refused');
    expect(firstOffer([atRisk, later, worse], 6, atRisk)).toBe(atRisk);
  });

  it('Without a choice, the usual material is the plastic of the largest printer; else the last choice by its title.', () => {
    const catalog = { ...wideCatalog, materials: [...wideCatalog.materials].reverse() };
    const titleOf = (last?: string) =>
      catalog.materials.find(({ materialId }) => materialId === usualMaterial(catalog, last))?.title;
    expect(titleOf()).toBe('White Strong & Flexible');
    expect(titleOf('Stainless Steel')).toBe('Stainless Steel');
    expect(titleOf('Of another service')).toBe('White Strong & Flexible');
    const metals = catalog.materials.filter(({ title }) => title === 'Stainless Steel');
    expect(usualMaterial({ ...catalog, materials: metals }, undefined)).toBeNull();
  });

  it('Offers are found by words of the material and its printer in any order.', () => {
    const titles = findOffers(offersFor(small, {}), 'SLS flexible white').map(
      (offer) => offer.material.title,
    );
    expect(titles).toEqual(['White Strong & Flexible']);
  });

  it('The printer’s volume is rotated for a part that fits only so, and the offer says it.', () => {
    const printer = wideCatalog.printers.find(({ printerId }) => printerId === 5)!;
    const upright = volumeFor([0.3, 0.5, 0.2], printer);
    expect(upright.isRotated).toBe(true);
    expect(upright.size[1]).toBeGreaterThanOrEqual(0.5);
    expect(volumeFor([0.5, 0.3, 0.2], printer)).toEqual({ size: [0.66, 0.35, 0.55], isRotated: false });
    const offer = offersFor([0.3, 0.5, 0.2], {}).find(({ material }) => material.printerId === 5);
    expect(offer?.verdict).toEqual({
      level: 'prints',
      reasons: [{ level: 'prints', text: { key: 'gate.fitsRotated' } }],
    });
  });
});

describe('the memory of units', () => {
  it('The last unit is remembered per folder, and per format for files without a folder.', () => {
    const at = (path: string | null) => ({ file: { path } });
    expect(unitMemoryKey(at('/home/ada/parts/a.stl'), 'stl')).toBe('/home/ada/parts');
    expect(unitMemoryKey(at('C:\\parts\\a.stl'), 'stl')).toBe('C:\\parts');
    expect(unitMemoryKey(at(null), 'obj')).toBe('.obj');
    expect(unitMemoryKey({ ...at(null), unitKey: '/home/ada/parts' }, 'stl')).toBe('/home/ada/parts');
  });
});
