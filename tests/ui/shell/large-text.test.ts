/**
 * With text of 200 % (WCAG 1.4.4), and in a window of 720 × 450: nothing is cut off, covered or out of reach.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { language, t } from '../../../src-renderer/ui/language.svelte.ts';
import { orderSum } from '../../../src-shared/jobs/order-sum.ts';
import { languages } from '../../../src-shared/messages/languages.ts';
import { usAddress } from '../../support/address.ts';
import { outOfReach } from '../../support/in-reach.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { someOf } from '../../support/rounds.ts';
import { cartLine, orderJob, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  vi.restoreAllMocks();
  await shown?.close();
  shown = undefined;
  await language.choose('en');
});

const patience = { timeout: 20_000 };
const looks = languages.flatMap((chosen) => [
  { chosen, width: 1280, height: 720, text: '200%' },
  { chosen, width: 720, height: 450, text: '100%' },
]);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const money = /\d[\d.,]*\s?\$|\$\d/;

it.each(someOf(looks))(
  'At $width × $height with text of $text, every amount is whole and every control in reach ($chosen).',
  async ({ chosen, width, height, text }) => {
    // Without the picture, which is drawn anew with every change of size.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const offer = {
      parts: 13.1,
      total: 13.76,
      currency: 'USD',
      unitPrices: [6.55],
      models: [],
      shippingPrice: null,
      quotedAt: Date.now(),
    };
    const bridge = createPlateDouble({
      settings: { language: chosen },
      workspace: {
        cart: [cartLine(), cartLine({ id: 'line-2', title: 'knob', quantity: 10_000 })],
        address: usAddress,
      },
      handlers: {
        'queue.list': () => [
          orderJob({ wait: 'consent', problem: { code: 'price-rose', message: 'It rose.' }, offer }),
        ],
        'orders.list': () => ({
          orders: [orderView({ sum: orderSum({ amount: 62_012.4, currency: 'USD', isLimit: false }) })],
          fetchedAt: Date.now(),
          source: 'live',
        }),
      },
    });
    shown = await openWindow(bridge, 'prepare');
    await page.viewport(width, height);
    document.documentElement.style.fontSize = text;
    const main = document.querySelector('main')!;
    const check = async (place: string) => {
      await vi.waitFor(() => expect(main.textContent).toMatch(money), patience);
      const dialog = document.querySelector('dialog[open]');
      expect.soft(outOfReach(dialog ?? document.body), place).toEqual([]);
    };

    dropFiles(document.body, [
      fileOf('bracket.stl', boxStl(40.5, 20, 10)),
      fileOf('long name of a knob.stl', boxStl(30, 30, 12)),
    ]);
    await vi.waitFor(
      () => expect(document.querySelectorAll('aside .rows label').length).toBeGreaterThan(10),
      patience,
    );
    await vi.waitFor(
      () => expect(document.querySelector('aside footer')!.textContent).toMatch(money),
      patience,
    );
    const order = () => document.querySelector<HTMLElement>('aside footer .primary')!;
    // Without scrolling.
    const { top, bottom, right } = order().getBoundingClientRect();
    expect([top >= 0, bottom <= height, right <= width]).toEqual([true, true, true]);
    await check('prepare');
    await vi.waitFor(() => expect(order().hasAttribute('aria-disabled')).toBe(false), patience);
    order().click();
    await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(3), patience);
    await check('prepare, with a notice');
    // A low window folds the size with its unit.
    if (height > 450) {
      await button(t('prepare.confirmUnit', { unit: t('geometry.unit.mm') })).click();
      await expect.element(button(t('ui.change'))).toBeInTheDocument();
      await check('prepare, with its unit');
    }

    for (const screen of ['orders', 'queue', 'cart'] as const) {
      location.hash = screen;
      await expect
        .element(page.getByRole('heading', { level: 1, name: t(`shell.screen.${screen}`) }))
        .toBeVisible();
      await check(screen);
    }
    // The address is known, so the cart leads to the review past it.
    await button(t('cart.changeAddress')).click();
    await check('cart, at address');
    for (const step of ['address', 'shipping'] as const) {
      await button(t(`cart.next.${step}`)).click();
      await check(`cart, after ${step}`);
    }
    await button(t('quote.save')).click();
    await check('quote');
  },
);
