/**
 * Every screen and every dialog by the rules of WCAG 2.2 AA that a machine can test, in every language, in
 * the dark and the light theme by turns. One window is walked through; each dialog is opened once. A dialog
 * that is not on the way fails the test.
 */
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { language, t } from '../../../src-renderer/ui/language.svelte.ts';
import type { Estimates } from '../../../src-shared/ipc/quote.ts';
import { languages } from '../../../src-shared/messages/languages.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { usAddress } from '../../support/address.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { componentOf, componentsWithDialog } from '../../support/open-dialog.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { someOf } from '../../support/rounds.ts';
import { cartLine, modelView, orderJob, orderView, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
beforeAll(() => {
  // Half-way between two themes there is no contrast.
  const still = document.createElement('style');
  still.textContent = '* { transition: none !important; animation: none !important; }';
  document.head.append(still);
});
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await language.choose('en');
});

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Each language in one theme; the last look is the one of `bridge`, dark English. */
const looks = someOf(
  languages.map((language, at) => ({
    theme: at % 2 === 0 ? ('dark' as const) : ('light' as const),
    language,
  })),
).toReversed();

const local = { ...sampleStatus().account, isLocal: true };
const studio = { ...local, id: 'studio', name: 'Studio', isLocal: false, consentAt: null };
const shop = {
  ...studio,
  id: 'shop',
  name: 'Old shop',
  userSignIn: 'ended' as const,
  secretStorage: 'missing' as const,
  protocol: 'oauth1' as const,
};
const model = { modelId: 7, modelVersion: 1, title: 'bracket' };
const jobs = [
  orderJob({ id: 'lost', state: 'ask', problem: { code: 'cut-off', message: 'It is not known.' } }),
  orderJob({
    id: 'dearer',
    wait: 'consent',
    problem: { code: 'price-rose', message: 'The price rose from $12.40 to $13.10.' },
    offer: {
      parts: 13.1,
      total: 13.76,
      currency: 'USD',
      unitPrices: [6.55],
      models: [],
      shippingPrice: null,
      quotedAt: Date.now(),
    },
  }),
  uploadJob({ id: 'terms', accountId: 'studio', wait: 'terms' }),
  uploadJob({ id: 'waits' }),
];
const estimate = { amount: 4, low: 3.2, high: 4.83, parts: 12, oldest: 1, newest: 2 };
const known: Estimates = { currency: 'USD', estimates: { '25': estimate, '6': estimate } };
const receipt = 'http://127.0.0.1:4000/checkout/receipt?orderId=1001';

const bridge = createPlateDouble({
  settings: { theme: 'dark', language: 'en' },
  workspace: { cart: [cartLine(), cartLine({ id: 'line-2', title: 'knob' })], address: usAddress },
  handlers: {
    'accounts.list': () => [local, studio, shop],
    'accounts.soap': () => ({ usualAddress: 'https://api.example.com/soap/v1', credentials: null }),
    'network.signIn': () => null,
    'accounts.signIn': () => ({
      attemptId: 'a1',
      authorizeUrl: 'https://www.example.com/login?oauth_token=t1',
      redirectUri: 'oob',
      opened: true,
    }),
    'accounts.finishSignIn': () => new Promise(() => undefined),
    'accounts.cancelSignIn': () => ({}),
    'library.list': () => ({ models: [model], hasMore: false }),
    'library.show': () => modelView(),
    'library.cart': () => [{ modelId: 7, materialId: 6, quantity: 3 }],
    'orders.list': () => ({
      orders: [orderView({ receipt }), orderView({ orderId: 1000, status: 'shipped' })],
      fetchedAt: Date.now(),
      source: 'live',
    }),
    'orders.openReceipt': () => ({ address: `${receipt}&ticket=once`, opened: false }),
    'queue.list': () => jobs,
    'queue.candidates': () => [{ remoteId: 1001, title: 'Order 1001', detail: '2 × bracket' }],
    'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }),
    'price.estimate': () => known,
  },
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const dialogs = () => [...document.querySelectorAll('dialog[open]')];
const walked = new Set<string>();
const patience = { timeout: 20_000 };

async function wear(look: (typeof looks)[number]): Promise<void> {
  await bridge.invoke('settings.set', look);
  await vi.waitFor(() => {
    expect(document.documentElement.lang).toMatch(look.language);
    expect(document.documentElement.dataset['theme']).toBe(look.theme);
  }, patience);
}

/** Runs in every look; the last one is the one with which it began. */
async function check(place: string, within = 'html'): Promise<void> {
  for (const look of looks) {
    await wear(look);
    const [dialog] = dialogs();
    // A dialog makes everything else inert.
    const { violations } = await axe.run(dialog ?? document.querySelector(within)!, {
      runOnly: rules,
      resultTypes: ['violations'],
    });
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
    expect.soft(found, `${place} in ${Object.values(look).join(' ')}`).toEqual([]);
  }
}

async function dialogBy(open: () => Promise<unknown>, further: () => Promise<void> = async () => {}) {
  await open();
  await vi.waitFor(() => expect(dialogs()).toHaveLength(1), patience);
  // Until it has what it asked for.
  await vi.waitFor(() => expect(dialogs()[0]!.querySelector('[aria-busy=true]')).toBeNull(), patience);
  const component = componentOf(dialogs()[0]!);
  walked.add(component);
  await check(component);
  await further();
  await leave();
}

async function leave(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(dialogs()).toEqual([]), patience);
}

async function go(screen: 'prepare' | 'library' | 'catalog' | 'cart' | 'orders' | 'queue' | 'settings') {
  location.hash = screen;
  const head = page.getByRole('heading', { level: 1, name: t(`shell.screen.${screen}`) });
  await expect.element(head).toBeInTheDocument();
  await vi.waitFor(() => expect(document.querySelector('main [role=status].quiet')).toBeNull(), patience);
  await check(screen);
}

const openForm = (name: string) => page.getByRole('dialog').getByText(name, { exact: true }).first().click();
const anywhere = async () => {
  await dialogBy(() => userEvent.keyboard('{Control>}k{/Control}'));
  await dialogBy(() => userEvent.keyboard('?'));
  await dialogBy(() => button(/^Messages/).click());
};

async function library(): Promise<void> {
  await go('library');
  await dialogBy(
    () => button(t('library.more')).click(),
    async () => {
      for (const form of ['prices', 'sharing', 'file', 'photo', 'cart', 'custom'] as const) {
        await openForm(t(`library.form.${form}`));
        await check(`library, ${form}`);
      }
    },
  );
  await dialogBy(() => button(t('library.remove', { title: 'bracket' })).click());
  await dialogBy(() => button(t('library.serviceCart')).click());
}

async function orders(): Promise<void> {
  await go('orders');
  await dialogBy(() => button(t('orders.cancelNumber', { id: '1001' })).click());
  const row = (at: number) => page.getByRole('listbox').getByRole('option').nth(at);
  await row(1).click();
  await check('orders, shipped');
  await dialogBy(() =>
    button(/^Reprint/)
      .first()
      .click(),
  );
  await row(0).click();
  await dialogBy(() => button(t('orders.receiptOf', { id: '1001' })).click());
}

async function queue(): Promise<void> {
  await go('queue');
  await dialogBy(() => button(/^Resolve/).click());
  await dialogBy(() => button(/^Confirm the price/).click());
  await dialogBy(() => button(/^Confirm rights and terms/).click());
  await dialogBy(() =>
    button(/^Cancel/)
      .first()
      .click(),
  );
}

async function settings(): Promise<void> {
  await go('settings');
  await dialogBy(() => button(t('settings.addAccount')).click());
  await dialogBy(() => button(t('diagnostics.command')).click());
  await dialogBy(() => button(t('settings.network.signIn')).click());
  await dialogBy(() => button('SOAP access: Studio').click());
  await dialogBy(() => button('Remove: Studio').click());
  const licence = { name: 'axe-core', version: '4', license: 'MPL-2.0', texts: ['MPL'] };
  vi.stubGlobal('fetch', async () => Response.json([licence]));
  await dialogBy(() => button(t('settings.licences')).click());
  vi.unstubAllGlobals();
  await button('Sign in again: Old shop').click();
  await dialogBy(() => button(/^Sign in with browser/).click());
}

async function cart(): Promise<void> {
  await go('cart');
  // The address is known, so the cart leads to the review past it.
  await button(t('cart.changeAddress')).click();
  await check('cart, at address');
  for (const step of ['address', 'shipping'] as const) {
    await button(t(`cart.next.${step}`)).click();
    await check(`cart, after ${step}`);
  }
  await button(/^Place order/).click();
  await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
  await check('cart, placed');
}

async function prepare(): Promise<void> {
  // Drawing the view again with every theme would cost more than the whole test.
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  location.hash = 'prepare';
  dropFiles(document.body, [
    fileOf('bracket.stl', boxStl(40, 20, 10)),
    fileOf('thin.stl', boxStl(40, 20, 0.3)),
  ]);
  for (const name of [/^bracket\.stl/, /^thin\.stl/]) await expect.element(button(name)).toBeVisible();
  // The last one is selected, and its unit is asked for.
  await expect.element(button('Use millimetres')).toBeVisible();
  await go('prepare');
  await dialogBy(() => button(t('prepare.upload.command')).click());
  await dialogBy(() => button(t('quote.save')).click());
  await dialogBy(() => userEvent.keyboard('{Control>}{Shift>}o{/Shift}{/Control}'));
  await dialogBy(async () =>
    dropFiles(document.body, [new File(['File;Quantity\r\ngone.stl;1'], 'parts.csv')]),
  );
  await button(t('prepare.filter')).click();
  await button(t('prepare.table')).click();
  await check('prepare, table and filters');
  await button(t('prepare.table')).click();
  bridge.answer({
    'price.quote': () => {
      throw new CodedError('network', 'The service cannot be reached.');
    },
  });
  bridge.setStatus({ connection: 'offline' });
  dropFiles(document.body, [fileOf('never priced.stl', boxStl(31, 20, 10))]);
  await dialogBy(() => button(/with a price limit/).click());
  getContext.mockRestore();
}

/** The section stays while another tool is on. */
async function tools(): Promise<void> {
  await button(t('ui.tryAgain')).first().click();
  await vi.waitFor(() => expect(document.querySelector('.gizmo svg')).not.toBeNull(), patience);
  for (const [keys, count] of [
    ['r', 1],
    ['cf', 2],
    ['u', 2],
  ] as const) {
    document.querySelector<HTMLElement>('.stage')!.focus();
    await userEvent.keyboard(keys);
    await vi.waitFor(() => expect(document.querySelectorAll('.panels > *')).toHaveLength(count), patience);
    await check(`tools ${keys}`, '.panels');
  }
}

it('No screen and no dialog breaks a rule of accessibility, in either theme or language.', async () => {
  shown = await openWindow(bridge, 'library');
  await library();
  await anywhere();
  await go('catalog');
  await orders();
  await queue();
  await settings();
  await cart();
  await prepare();
  await tools();
  expect([...walked].sort()).toEqual((await componentsWithDialog()).sort());
}, 240_000);
