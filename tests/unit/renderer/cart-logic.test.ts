import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import { countriesIn, countryName, usStateChoices } from '../../../src-renderer/features/cart/countries.ts';
import { findIdenticalOrder } from '../../../src-renderer/features/cart/identical-order.ts';
import {
  acceptRise,
  applyCheck,
  checkLine,
  groupByGeometry,
} from '../../../src-renderer/features/cart/requote.ts';
import { cartCurrency, cartTotal, lineTotal } from '../../../src-renderer/features/cart/totals.ts';
import { t } from '../../../src-renderer/ui/language.svelte.ts';
import type { Quote } from '../../../src-shared/ipc/contract.ts';
import { cubicMetres } from '../../../src-shared/units/units.ts';
import { cube } from '../../support/jobs.ts';
import { cartLine, orderJob } from '../../support/samples.ts';

const quote = (price: number, changes: Partial<Quote> = {}): Quote => ({
  prices: { '6': { price, currency: 'USD' } },
  quotedAt: 5,
  source: 'live',
  ...changes,
});

describe('totals', () => {
  it('adds money in cents, so that the button never shows a stray fraction', () => {
    expect(lineTotal(cartLine({ unitPrice: 2.9, quantity: 3 }))).toBe(8.7);
    expect(lineTotal(cartLine({ unitPrice: 1.005, quantity: 1 }))).toBe(1.01);
    const lines = [0.1, 0.2, 0.3].map((unitPrice) => cartLine({ unitPrice, quantity: 1 }));
    expect(cartTotal(lines)).toBe(0.6);
  });

  it('rounds a currency without cents to whole units', () => {
    expect(lineTotal(cartLine({ unitPrice: 120.4, quantity: 2, currency: 'JPY' }))).toBe(241);
  });

  it('knows when one order cannot pay two currencies', () => {
    expect(cartCurrency([cartLine(), cartLine({ currency: 'EUR' })])).toBeNull();
    expect(cartCurrency([cartLine(), cartLine()])).toBe('USD');
  });
});

describe('asking prices again', () => {
  it('leaves a rise to the user and takes a fall at once', () => {
    const line = cartLine({ unitPrice: 6.2 });
    const rose = checkLine(line, quote(6.5));
    expect(rose).toMatchObject({ kind: 'rose', from: 6.2, to: 6.5 });
    expect(applyCheck(line, rose, { quotedAt: 5 }).unitPrice).toBe(6.2);
    if (rose.kind === 'rose') expect(acceptRise(line, rose)).toMatchObject({ unitPrice: 6.5, quotedAt: 5 });

    const fell = checkLine(line, quote(6));
    expect(fell).toMatchObject({ kind: 'fell', from: 6.2, to: 6 });
    expect(applyCheck(line, fell, { quotedAt: 5 }).unitPrice).toBe(6);
  });

  it('never reads a missing price as free, nor a kept price as today’s', () => {
    const line = cartLine();
    expect(checkLine(line, quote(0)).kind).toBe('unavailable');
    expect(checkLine(line, quote(1, { prices: {} })).kind).toBe('unavailable');
    expect(checkLine(line, quote(9, { source: 'cached' })).kind).toBe('not-checked');
  });

  it('asks before another currency replaces the one that was seen', () => {
    const check = checkLine(cartLine(), quote(1, { prices: { '6': { price: 1, currency: 'EUR' } } }));
    expect(check).toMatchObject({ kind: 'rose', currency: 'EUR' });
  });

  it('asks once for the same part in two materials', () => {
    const other = cartLine({
      id: 'c',
      geometry: { ...cube, volume: cubicMetres(3e-6) },
    });
    const model = cartLine({
      id: 'm',
      file: null,
      uploadScale: null,
      geometry: null,
      source: { modelId: 3 },
    });
    const all = [cartLine({ id: 'a' }), cartLine({ id: 'b', materialId: 25 }), model, other];
    const groups = groupByGeometry(all);
    expect(groups.map(({ lines }) => lines.map((line) => line.id))).toEqual([['a', 'b'], ['c']]);
  });
});

describe('an order with the same parts', () => {
  it('is found by parts, material, quantity and price', () => {
    const job = orderJob();
    expect(findIdenticalOrder([cartLine()], [job], () => true)?.id).toBe(job.id);
    expect(findIdenticalOrder([cartLine({ quantity: 3 })], [job], () => true)).toBeNull();
    expect(findIdenticalOrder([], [job], () => true)).toBeNull();
  });

  it('is no reason to warn when it bought nothing', () => {
    const jobs = (['cancelled', 'rejected', 'abandoned', 'poison'] as const).map((state) =>
      orderJob({ state }),
    );
    expect(findIdenticalOrder([cartLine()], jobs, () => true)).toBeNull();
    expect(findIdenticalOrder([cartLine()], [orderJob({ state: 'unknown' })], () => true)).not.toBeNull();
  });
});

it('names every country and every US state that the service accepts, in the chosen language.', () => {
  const countries = countriesIn('en-US');
  expect(countries.length).toBe(249);
  expect(countries.filter(({ value, label }) => value === label)).toEqual([]);
  const german = countriesIn('de-DE').map(({ label }) => label);
  expect(german).toContain('Vereinigte Staaten');
  // Umlauts sort with their vowels: Österreich stands before Pakistan.
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Pakistan'));
  expect([countryName('DE', 'de-DE'), countryName('Deutschland', 'de-DE')]).toEqual([
    'Deutschland',
    'Deutschland',
  ]);
  expect(usStateChoices(t).filter(({ value, label }) => label === `${value} - ${value}`)).toEqual([]);
});
