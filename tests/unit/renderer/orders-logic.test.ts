import { describe, expect, it } from 'vitest';
import { stepsDone } from '../../../src-renderer/features/orders/order-facts.ts';
import { ordersCsv } from '../../../src-renderer/features/orders/orders-csv.ts';
import { otherMaterial } from '../../../src-renderer/features/orders/other-material.ts';
import { carrierPage } from '../../../src-shared/api/carrier-page.ts';
import { orderJob, orderView } from '../../support/samples.ts';

describe('The other material for a rejected part', () => {
  const offer = (price: number | null, isPrintable: boolean | null = true) => ({
    title: '',
    basePrice: price,
    price,
    isPrintable,
    restrictions: [],
  });
  const catalog = [
    { materialId: 1, title: 'Steel', minimumWall: 0.001 },
    { materialId: 2, title: 'Nylon', minimumWall: 0.0007 },
    { materialId: 3, title: 'Detail', minimumWall: 0.0003 },
    { materialId: 4, title: 'Sandstone', minimumWall: 0.002 },
  ];
  const of = (materials: Record<string, ReturnType<typeof offer>>, affectedMaterials: string[] = []) =>
    otherMaterial({ materials, currency: 'USD' }, { materialId: 1, affectedMaterials }, catalog)?.title;

  it('is the cheapest with thinner walls that the service prints it in.', () => {
    const all = { 1: offer(1), 2: offer(5), 3: offer(9), 4: offer(2) };
    expect(of(all)).toBe('Nylon');
    expect(of(all, ['2'])).toBe('Detail');
    expect(of(all, ['Nylon', '3'])).toBeUndefined();
    expect(of({ ...all, 2: offer(5, false) })).toBe('Detail');
    expect(of({ ...all, 2: offer(null) })).toBe('Detail');
  });
});

it('A carrier that is known has a page, and nothing of the address comes from the service.', () => {
  expect(carrierPage('UPS Ground', '1Z 999')).toBe('https://www.ups.com/track?tracknum=1Z999');
  expect(carrierPage('DHL', '12345')).toMatch(/^https:\/\/www\.dhl\.com\/.*tracking-id=12345$/);
  expect(carrierPage('Upstream', '12345')).toBeNull();
  expect(carrierPage('UPS', '1Z"><script>')).toBeNull();
  expect(carrierPage('', '')).toBeNull();
});

describe('The steps of an order', () => {
  const [item] = orderView().items;
  const withStatus = (status: Partial<NonNullable<typeof item>['status']>, order = {}) =>
    orderView({
      items: [
        { ...item!, status: { processing: 0, in_production: 0, complete: 0, cancelled: 0, ...status } },
      ],
      ...order,
    });
  it.each([
    [1, withStatus({ processing: 2 })],
    [2, withStatus({ in_production: 2 }, { status: 'in_production' })],
    [2, withStatus({ in_production: 1, complete: 1 }, { status: 'in_production' })],
    [3, withStatus({ complete: 1, cancelled: 1 }, { status: 'in_production' })],
    [4, withStatus({}, { status: 'shipped' })],
    [0, withStatus({ cancelled: 2 }, { status: 'cancelled' })],
    [1, withStatus({}, { status: 'unknown' })],
  ])('are done up to %d.', (done, order) => expect(stepsDone(order)).toBe(done));
});

it('Orders are saved as a table with a row for each part, and nothing in it is a formula.', () => {
  const [item] = orderView().items;
  const order = orderView({ items: [item!, { ...item!, title: '=HYPERLINK("https://evil.example")' }] });
  const placed = orderJob({ state: 'done', result: { orderId: 1001, productionOrderIds: [] } });
  const [head, first, second, end] = ordersCsv([order], new Map([[1001, placed]])).split('\r\n');
  expect(head).toContain('order,status,placed_at_utc');
  expect(first).toMatch(/^1001,placed,2025-/);
  expect(first).toContain(placed.payload.address.lastName);
  expect(first!.split(',')).toHaveLength(head!.split(',').length);
  expect(second).toContain(`"'=HYPERLINK(`);
  expect(end).toBe('');
  expect(
    ordersCsv([orderView({ items: [] })], new Map())
      .split('\r\n')[1]!
      .split(','),
  ).toHaveLength(20);
});
