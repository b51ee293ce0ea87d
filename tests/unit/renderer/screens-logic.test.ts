import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import {
  bestLevel,
  familiesOf,
  rangeOf,
  sortFamilies,
} from '../../../src-renderer/features/catalog/catalog-view.ts';
import { canCancel, progressText } from '../../../src-renderer/features/orders/order-text.ts';
import { bundleJobs, passes } from '../../../src-renderer/features/queue/bundles.ts';
import { readAddress, travelsReadable } from '../../../src-renderer/features/settings/account-form.ts';
import { shade, styleOf } from '../../../src-renderer/ui/swatch.ts';
import { orderStatuses } from '../../../src-shared/api/orders.ts';
import { serviceDay } from '../../../src-shared/api/service-day.ts';
import { sampleCatalog } from '../../support/bridge-double.ts';
import { orderJob, orderView, uploadJob } from '../../support/samples.ts';

describe('the queue', () => {
  it('An order and its uploads stay together, and what needs the user is on top.', () => {
    const jobs = [
      uploadJob({ id: 'u1', state: 'done' }),
      uploadJob({ id: 'u2', state: 'ask' }),
      uploadJob({ id: 'alone', createdAt: 3e12 }),
      orderJob({ id: 'o1', wait: 'dependency', dependsOn: ['u1', 'u2'] }),
    ];
    const bundles = bundleJobs(jobs);
    expect(bundles.map(({ job, uploads, group }) => [job.id, uploads.length, group])).toEqual([
      ['o1', 2, 'needs-you'],
      ['alone', 0, 'active'],
    ]);
    // What needs the user must be among the active jobs.
    expect(bundles.every((bundle) => passes(bundle, 'active'))).toBe(true);
    expect(bundles.filter((bundle) => passes(bundle, 'done'))).toEqual([]);
  });
});

describe('what is active in the queue', () => {
  it('Active jobs are sorted: running ones first, then by priority and age.', () => {
    const jobs = [
      uploadJob({ id: 'old', createdAt: 1, priority: 40 }),
      uploadJob({ id: 'moved', createdAt: 5, priority: 39 }),
      uploadJob({ id: 'runs', createdAt: 9, priority: 40, state: 'armed' }),
      uploadJob({ id: 'new', createdAt: 7, priority: 40 }),
      uploadJob({ id: 'lost', createdAt: 8, priority: 40, state: 'unknown' }),
      uploadJob({ id: 'part', createdAt: 3, priority: 38 }),
      orderJob({ id: 'order', createdAt: 4, priority: 30, wait: 'dependency', dependsOn: ['part'] }),
    ];
    const ids = bundleJobs(jobs).map(({ job }) => job.id);
    expect(ids).toEqual(['lost', 'runs', 'order', 'moved', 'old', 'new']);
  });
});

describe('orders', () => {
  it('Orders can be cancelled only before production.', () => {
    expect(orderStatuses.filter((status) => canCancel(orderView({ status })))).toEqual(['placed', 'unknown']);
  });

  it('Progress is shown as text, and unknown dates as unknown.', () => {
    const status = { processing: 1, in_production: 0, complete: 2, cancelled: 0 };
    expect(progressText({ status })).toBe('2 complete, 1 waiting for production');
    expect(progressText({ status: { ...status, processing: 0, complete: 0 } })).toBe(
      'No progress reported yet',
    );
    expect(serviceDay('2026-12-01 23:30:00')).toEqual(new Date(2026, 11, 1));
    expect([serviceDay(''), serviceDay('0000-00-00 00:00:00'), serviceDay('soon')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the catalogue', () => {
  const { materials, printers } = sampleCatalog;

  const found = (search: string, all = materials) =>
    familiesOf(all, printers, [], search).flatMap((family) => family.materials.map(({ title }) => title));

  it('The catalogue is searched by every word, in names and printers.', () => {
    expect(found('')).toHaveLength(materials.length);
    expect(found('flexible black')).toEqual(['Black Strong & Flexible']);
    expect(found('zprinter')).toEqual(['Full Color Sandstone']);
    expect(found('unobtainium')).toEqual([]);
    const described = materials.map((material) =>
      material.title === 'Full Color Sandstone' ? { ...material, description: 'Gypsum, glued.' } : material,
    );
    expect(found('gypsum', described)).toEqual(['Full Color Sandstone']);
  });

  it('Colours of one material are a family, with its best verdict, sorted by what is known first.', () => {
    const offer = (materialId: number, price: number | null, level: 'prints' | 'at-risk' | 'refused') => ({
      material: { materialId },
      price,
      currency: 'USD',
      verdict: { level, reasons: [] },
      level,
    });
    const offers = [offer(25, 3, 'refused'), offer(6, 5, 'at-risk'), offer(54, 2, 'prints')];
    const walls: Readonly<Record<number, number>> = { 6: 0.0007, 54: 0.001 };
    const withWalls = materials.map((one) => {
      const minimumWall = walls[one.materialId];
      return minimumWall === undefined ? one : { ...one, minimumWall };
    });
    const families = familiesOf(withWalls, printers, offers, '');
    const nylon = families.find(({ name }) => name === 'Strong & Flexible')!;
    expect(nylon.materials.map(({ materialId }) => materialId)).toEqual([25, 6]);
    expect(nylon.offers.map(({ price }) => price)).toEqual([5, 3]);
    expect(nylon.wall).toBe(0.0007);
    expect(nylon.largest).toEqual([0.66, 0.35, 0.55]);
    expect(bestLevel(nylon)).toBe('at-risk');
    const names = (order: Parameters<typeof sortFamilies>[1]) =>
      sortFamilies(families, order).map(({ name }) => name);
    expect(names('wall')).toEqual(['Strong & Flexible', 'Silver', 'Sandstone']);
    expect(names('largest')[0]).toBe('Strong & Flexible');
    expect(names('price')).toEqual(['Silver', 'Strong & Flexible', 'Sandstone']);
  });

  it('Printer bounds are read in centimetres.', () => {
    const silver = printers.find((printer) => printer.printerId === 9);
    expect(silver && rangeOf(silver).max).toEqual([0.15, 0.15, 0.03]);
  });

  it('The look of a material follows from its title.', () => {
    expect(styleOf('Royal Blue Strong & Flexible Polished')).toEqual({ base: '#2b4fae', finish: 'satin' });
    expect(styleOf('Antique Bronze Glossy').finish).toBe('metal');
    expect(styleOf('Gold Plated Matte').finish).toBe('satin');
    expect(styleOf('Satin Black Ceramics').finish).toBe('satin');
    expect(styleOf('Something new').base).toMatch(/^#[0-9a-f]{6}$/);
    expect([shade('#808080', 1), shade('#808080', -1)]).toEqual(['#ffffff', '#000000']);
  });
});

describe('a new account', () => {
  it('An address is accepted as people type it, and anything else is refused.', () => {
    expect(readAddress(' api.example.com/v1/ ')).toBe('https://api.example.com/v1');
    expect(readAddress('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000');
    for (const bad of ['', 'ftp://x.example', 'https://user:pw@x.example', 'http://']) {
      expect(readAddress(bad)).toBeNull();
    }
  });

  it('The form warns if a secret would cross a network unencrypted.', () => {
    expect(travelsReadable('http://api.example.com')).toBe(true);
    expect(travelsReadable('http://127.0.0.1:4000')).toBe(false);
    expect(travelsReadable('https://api.example.com')).toBe(false);
  });
});
