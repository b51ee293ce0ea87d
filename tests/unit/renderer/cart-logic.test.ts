import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import { countriesIn, countryName, usStateChoices } from '../../../src-renderer/features/cart/countries.ts';
import { findIdenticalOrder } from '../../../src-renderer/features/cart/identical-order.ts';
import { lineVerdict } from '../../../src-renderer/features/cart/line-verdict.ts';
import { ChosenExtras } from '../../../src-renderer/features/cart/order-extras.svelte.ts';
import {
  accept,
  applyCheck,
  checkLine,
  checkModelLine,
  groupByGeometry,
  groupByModel,
} from '../../../src-renderer/features/cart/requote.ts';
import { cartCurrency, cartTotal, lineCost } from '../../../src-renderer/features/cart/totals.ts';
import { language } from '../../../src-renderer/ui/language.svelte.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import type { Quote } from '../../../src-shared/ipc/quote.ts';
import { cubicMetres } from '../../../src-shared/units/units.ts';
import { cube } from '../../support/jobs.ts';
import { cartLine, modelView, orderJob } from '../../support/samples.ts';

const quote = (price: number, changes: Partial<Quote> = {}): Quote => ({
  prices: { '6': { price, currency: 'USD' } },
  quotedAt: 5,
  source: 'live',
  ...changes,
});

describe('totals', () => {
  it('Money is added in cents, so that the button never shows a stray fraction.', () => {
    expect(lineCost(cartLine({ unitPrice: 2.9, quantity: 3 })).amount).toBe(8.7);
    expect(lineCost(cartLine({ unitPrice: 1.005, quantity: 1 })).amount).toBe(1.01);
    const lines = [0.1, 0.2, 0.3].map((unitPrice) => cartLine({ unitPrice, quantity: 1 }));
    expect(cartTotal(lines)).toBe(0.6);
  });

  it('A currency without cents is rounded to whole units.', () => {
    expect(lineCost(cartLine({ unitPrice: 120.4, quantity: 2, currency: 'JPY' })).amount).toBe(241);
  });

  it('Two currencies cannot be paid in one order.', () => {
    expect(cartCurrency([cartLine(), cartLine({ currency: 'EUR' })])).toBeNull();
    expect(cartCurrency([cartLine(), cartLine()])).toBe('USD');
  });
});

describe('a refused incentive code', () => {
  it('Only the code that the service names is marked, not one that is a part of it.', () => {
    const problem = {
      code: 'refused' as const,
      message: 'Field <incentives> names the code SPRING-10, which this service does not know.',
    };
    const incentives = ['SPRING', '10', 'SPRING-10'];
    const workspace = { extras: { incentives, metadata: [] }, returned: [{ problem }] };
    const extras = new ChosenExtras(workspace as unknown as ConstructorParameters<typeof ChosenExtras>[0]);
    expect(extras.refusedIncentives).toEqual(['SPRING-10']);
  });
});

describe('asking prices again', () => {
  it('A higher price is left to the user, and a lower one is applied at once.', () => {
    const line = cartLine({ unitPrice: 6.2 });
    const rose = checkLine(line, quote(6.5));
    expect(rose).toMatchObject({ kind: 'rose', from: 6.2, now: { unitPrice: 6.5 } });
    expect(applyCheck(line, rose).unitPrice).toBe(6.2);
    if (rose.kind === 'rose') expect(accept(line, rose)).toMatchObject({ unitPrice: 6.5, quotedAt: 5 });

    const fell = checkLine(line, quote(6));
    expect(fell).toMatchObject({ kind: 'fell', from: 6.2 });
    expect(applyCheck(line, fell)).toMatchObject({ unitPrice: 6, quotedAt: 5 });
  });

  it('A price within the limit of an open line is taken, and one above it is asked about.', () => {
    const estimate = { amount: 4, low: 3, high: 5, parts: 2, oldest: 1, newest: 1 };
    const open = cartLine({ unitPrice: null, limit: 6, estimate, quantity: 2 });
    expect(lineCost(open)).toEqual({ amount: 12, currency: 'USD', isLimit: true });
    for (const price of [4, 6]) {
      const found = checkLine(open, quote(price));
      expect(found).toMatchObject({ kind: 'found', limit: 6 });
      const line = applyCheck(open, found);
      expect(line).toMatchObject({ unitPrice: price, limit: null, estimate: null, quotedAt: 5 });
      expect(lineCost(line)).toEqual({ amount: price * 2, currency: 'USD', isLimit: false });
    }
    const above = checkLine(open, quote(6.01));
    expect(above).toMatchObject({ kind: 'rose', from: 6 });
    expect(applyCheck(open, above)).toEqual(open);
    if (above.kind === 'rose') expect(accept(open, above)).toMatchObject({ unitPrice: 6.01, limit: null });
    const inEuros = checkLine(open, quote(4, { prices: { '6': { price: 4, currency: 'EUR' } } }));
    expect(inEuros.kind).toBe('rose');
    expect(checkLine(open, quote(4, { source: 'cached' })).kind).toBe('not-checked');
  });

  it('A missing price never counts as free, nor a cached price as current.', () => {
    const line = cartLine();
    expect(checkLine(line, quote(0)).kind).toBe('unavailable');
    expect(checkLine(line, quote(1, { prices: {} })).kind).toBe('unavailable');
    expect(checkLine(line, quote(9, { source: 'cached' })).kind).toBe('not-checked');
  });

  it('A change of currency asks first.', () => {
    const check = checkLine(cartLine(), quote(1, { prices: { '6': { price: 1, currency: 'EUR' } } }));
    expect(check).toMatchObject({ kind: 'rose', now: { currency: 'EUR' } });
  });

  it('The price of the same part in two materials is requested once.', () => {
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

describe('a model of the service in the cart', () => {
  const line = cartLine({
    file: null,
    uploadScale: null,
    geometry: null,
    unitPrice: 11,
    source: { modelId: 7, version: 1 },
  });
  const priced = (price: number | null, markup = 0) => {
    const view = modelView();
    const material = { ...view.materials['6']!, price };
    const setting = { '6': { markup, isActive: true } };
    return {
      ...view,
      materials: { '6': material },
      details: { ...view.details, materials: setting },
    };
  };

  it('The price of a model is its own, with markup: a rise is asked about and a fall taken.', () => {
    expect(checkModelLine(line, priced(11), 5).kind).toBe('same');
    const rose = checkModelLine(line, priced(14, 3), 5);
    expect(rose).toMatchObject({ kind: 'rose', from: 11, now: { unitPrice: 14, markup: 3, quotedAt: 5 } });
    const fell = checkModelLine(line, priced(9), 5);
    expect(applyCheck(line, fell)).toMatchObject({ unitPrice: 9, source: line.source });
    expect(checkModelLine(line, priced(null), 5).kind).toBe('unavailable');
  });

  it('Another file of a model is asked about, also at a lower price.', () => {
    const check = checkModelLine(line, { ...priced(9), modelVersion: 2 }, 5);
    expect(check).toMatchObject({ kind: 'replaced', version: 2 });
    expect(applyCheck(line, check)).toEqual(line);
    if (check.kind === 'replaced') {
      expect(accept(line, check)).toMatchObject({ unitPrice: 9, source: { modelId: 7, version: 2 } });
    }
  });

  it('A material that is withheld or unprintable blocks the line and refuses it.', () => {
    const view = modelView();
    const withheld = {
      ...view,
      details: { ...view.details, materials: { '6': { markup: 0, isActive: false } } },
    };
    const unprintable = {
      ...view,
      materials: { '6': { ...view.materials['6']!, isPrintable: false } },
    };
    const verdict = (model: ModelView | null) =>
      lineVerdict(line, { catalog: null, shownIn: 'mm', model: { model, readAt: 0 } });
    expect(checkModelLine(line, withheld, 5).kind).toBe('blocked');
    expect(verdict(withheld)).toMatchObject({
      level: 'refused',
      reasons: [{ text: { key: 'gate.modelWithheld' } }],
    });
    expect(checkModelLine(line, unprintable, 5).kind).toBe('blocked');
    expect(verdict(unprintable)?.level).toBe('refused');
    expect(checkModelLine(line, { ...view, materials: {} }, 5).kind).toBe('blocked');
    expect(verdict({ ...view, materials: {} })?.level).toBe('refused');
    expect(verdict(null)?.reasons).toMatchObject([{ text: { key: 'gate.modelGone' } }]);
    expect(verdict(view)?.level).toBe('prints');
  });

  it('A model is read once for all its materials, and once for each account.', () => {
    const groups = groupByModel([
      { ...line, id: 'a' },
      { ...line, id: 'b', materialId: 25 },
      { ...line, id: 'c', accountId: 'studio' },
      cartLine({ id: 'file' }),
    ]);
    expect(groups.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
  });
});

describe('an order with the same parts', () => {
  it('An order with the same parts is found by parts, material, quantity and price.', () => {
    const job = orderJob();
    expect(findIdenticalOrder([cartLine()], [job], () => true)?.id).toBe(job.id);
    expect(findIdenticalOrder([cartLine({ quantity: 3 })], [job], () => true)).toBeNull();
    expect(findIdenticalOrder([], [job], () => true)).toBeNull();
  });

  it('An order that bought nothing is no reason to warn.', () => {
    const jobs = (['cancelled', 'rejected', 'abandoned', 'poison'] as const).map((state) =>
      orderJob({ state }),
    );
    expect(findIdenticalOrder([cartLine()], jobs, () => true)).toBeNull();
    expect(findIdenticalOrder([cartLine()], [orderJob({ state: 'unknown' })], () => true)).not.toBeNull();
  });
});

it('Every country and every US state that the service accepts has a name in the chosen language.', () => {
  const countries = countriesIn('en-US');
  expect(countries.length).toBe(249);
  expect(countries.filter(({ value, label }) => value === label)).toEqual([]);
  const german = countriesIn('de-DE').map(({ label }) => label);
  expect(german).toContain('Vereinigte Staaten');
  // Umlauts sort with their vowels: Österreich comes before Pakistan.
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Pakistan'));
  expect([countryName('DE', 'de-DE'), countryName('Deutschland', 'de-DE')]).toEqual([
    'Deutschland',
    'Deutschland',
  ]);
  expect(
    usStateChoices(language.messages).filter(({ value, label }) => label === `${value} (${value})`),
  ).toEqual([]);
});
