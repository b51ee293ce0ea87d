/**
 * Every button of every screen, pressed by keyboard: the focus stays in sight, and something says or shows
 * what came of it (WCAG 2.4.3, 4.1.3).
 * @release
 */
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { usAddress } from '../../support/address.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { cartLine, changeJob, modelView, orderJob, orderView, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  vi.restoreAllMocks();
});

const model = { modelId: 7, modelVersion: 1, title: 'bracket' };
const local = { ...sampleStatus().account, isLocal: true };
const studio = { ...local, id: 'studio', name: 'Studio', isLocal: false };

const bridgeOf = () =>
  createPlateDouble({
    workspace: { cart: [cartLine(), cartLine({ id: 'line-2', title: 'knob' })], address: usAddress },
    handlers: {
      'accounts.list': () => [local, studio],
      'library.list': () => ({ models: [model], hasMore: true }),
      'library.show': () => modelView(),
      'library.cart': () => [{ modelId: 7, materialId: 6, quantity: 3 }],
      'library.remove': () => changeJob(),
      'orders.list': () => ({
        orders: [orderView(), orderView({ orderId: 1000, status: 'shipped', reprintOf: 1001 })],
        fetchedAt: Date.now(),
        source: 'live',
      }),
      'orders.cancel': () => changeJob(),
      'orders.reprint': () => changeJob(),
      'queue.list': () => [
        orderJob({ id: 'lost', state: 'ask', problem: { code: 'cut-off', message: 'It is not known.' } }),
        uploadJob({ id: 'waits' }),
      ],
      'queue.candidates': () => [{ remoteId: 1001, title: 'Order 1001', detail: '2 × bracket' }],
      'queue.hold': () => ({}),
      'queue.retry': () => ({}),
      'queue.prioritize': () => ({}),
      'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }),
    },
  });

const frames = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = (button: Element) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim();

const live = '[role=status], [role=alert], [role=log], [aria-live]';
let isSpoken = false;
const listener = new MutationObserver((changes) => {
  isSpoken ||= changes.some(({ target, addedNodes }) =>
    [target, ...addedNodes].some((node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(live),
    ),
  );
});

/** What a person notices of a press besides what is spoken: where they are, and the button itself. */
const state = (button: Element) =>
  [
    location.hash,
    document.querySelectorAll('dialog[open]').length,
    document.activeElement === button ? 'here' : `at ${document.activeElement?.outerHTML.slice(0, 200)}`,
    button.closest('[aria-sort]')?.getAttribute('aria-sort'),
    ...[
      'aria-current',
      'aria-expanded',
      'aria-pressed',
      'aria-checked',
      'aria-busy',
      'aria-sort',
      'aria-disabled',
    ].map((name) => button.getAttribute(name)),
    button.isConnected ? nameOf(button) : 'gone',
  ].join('\n');

async function walk(screen: string): Promise<string[]> {
  listener.observe(document, { subtree: true, childList: true, characterData: true });
  const pressed = new Set<string>();
  const faults: string[] = [];
  for (;;) {
    if (location.hash !== `#${screen}`) location.hash = screen;
    await frames(50);
    const next = [...document.querySelectorAll('main button')].find(
      (one) => one.checkVisibility() && !one.hasAttribute('disabled') && !pressed.has(nameOf(one)),
    ) as HTMLElement | undefined;
    if (next === undefined) return faults;
    const name = nameOf(next);
    pressed.add(name);
    // These lead out of the page: "Open" to the system's dialog for files.
    const leadsOut = /window|download|receipt|^open$/i.test(name);
    if (next.getAttribute('aria-disabled') === 'true' || leadsOut) continue;
    next.focus();
    if (document.activeElement !== next) continue;
    const before = state(next);
    isSpoken = false;
    await userEvent.keyboard('{Enter}');
    await vi
      .waitFor(() => expect(isSpoken || state(next) !== before).toBe(true), { timeout: 700 })
      .catch(() => {});
    await frames(250);
    const after = state(next);
    if (document.querySelectorAll('dialog[open]').length > 0) {
      await userEvent.keyboard('{Escape}');
      await frames(150);
    }
    // Choosing what is chosen changes nothing.
    const isChosen = [next, next.closest('tr')].some((one) =>
      ['aria-pressed', 'aria-current', 'aria-selected'].some(
        (attribute) => one?.getAttribute(attribute) === 'true',
      ),
    );
    if (after === before && !isSpoken && !isChosen) faults.push(`${screen}: “${name}” says nothing`);
    if (document.activeElement === document.body || document.activeElement === null)
      faults.push(`${screen}: “${name}” leaves the focus nowhere`);
  }
}

it.each(['library', 'catalog', 'cart', 'orders', 'queue', 'settings'])(
  'No button of %s leaves the focus nowhere or says nothing.',
  async (screen) => {
    shown = await openWindow(bridgeOf(), screen);
    await frames(500);
    expect(await walk(screen)).toEqual([]);
  },
  180_000,
);

it('No button of Prepare leaves the focus nowhere or says nothing.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  shown = await openWindow(bridgeOf(), 'prepare');
  dropFiles(document.body, [
    fileOf('bracket.stl', boxStl(40, 20, 10)),
    fileOf('thin.stl', boxStl(40, 20, 0.3)),
  ]);
  await frames(2_000);
  expect(await walk('prepare')).toEqual([]);
}, 180_000);
