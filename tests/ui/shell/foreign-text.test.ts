/**
 * Titles, names and reasons of a hostile service in every list of the window: in its text and in its
 * attributes.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createBridgeDouble, sampleCatalog } from '../../support/bridge-double.ts';
import { actingCharacters, hostileTitle } from '../../support/hostile-text.ts';
import { changeJob, modelView, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** Every text and every attribute of the page that acts. Fields show what is edited, exactly as it is. */
function actingParts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const texts =
      node instanceof Element
        ? [...node.attributes].map(({ name, value }) => `${name}=${value}`)
        : [(node.nodeValue ?? '').replace(/\n\s*/g, ' ')];
    const isField = (node instanceof Element ? node : node.parentElement)?.closest('textarea, style');
    if (!isField) found.push(...texts.filter((text) => actingCharacters.test(text)));
  }
  return found;
}

const order = orderView({
  refNumber: hostileTitle,
  shipments: [{ shipmentId: 1, shipDate: hostileTitle, carrier: hostileTitle, trackingNumber: hostileTitle }],
});
const [item] = order.items;
const orders = [
  {
    ...order,
    items: [
      {
        ...item!,
        title: hostileTitle,
        description: hostileTitle,
        models: item!.models.map((model) => ({
          ...model,
          title: hostileTitle,
          rejectionReasons: [hostileTitle],
          affectedMaterials: [hostileTitle],
        })),
      },
    ],
  },
];
const catalog = {
  ...sampleCatalog,
  materials: sampleCatalog.materials.map((material) => ({
    ...material,
    title: hostileTitle,
    technology: hostileTitle,
    description: hostileTitle,
  })),
  printers: sampleCatalog.printers.map((printer) => ({
    ...printer,
    title: hostileTitle,
    technology: hostileTitle,
  })),
  categories: { 1: { title: hostileTitle, parentId: 0 } },
};
const view = modelView();
const hostileModel = {
  ...view,
  printable: hostileTitle,
  spin: hostileTitle,
  secretKey: hostileTitle,
  claimKey: hostileTitle,
  details: { ...view.details, title: hostileTitle },
};

const bridgeOf = () =>
  createBridgeDouble({
    'catalog.get': () => catalog,
    'orders.list': () => ({ orders, fetchedAt: 0, source: 'live' }),
    'library.list': () => ({
      models: [
        { modelId: 7, modelVersion: 1, title: hostileTitle },
        { modelId: 8, modelVersion: 0, title: 'גרטל' },
        { modelId: 9, modelVersion: 0, title: 'x'.repeat(100_000) },
      ],
      hasMore: false,
    }),
    'library.show': () => hostileModel,
    'queue.list': () => [
      changeJob({
        payload: { op: 'delete-model', modelId: 7, modelTitle: 'invoice\u202egpj.stl' },
        state: 'unknown',
        problem: { code: 'refused', message: hostileTitle },
      }),
    ],
  });

describe('text of a hostile service in the window', () => {
  it.each(['library', 'orders', 'catalog', 'queue', 'prepare'])(
    'No title and no reason acts on the screen %s, nor on what a screen reader says.',
    async (screen) => {
      shown = await openWindow(bridgeOf(), screen);
      const text = screen === 'queue' ? /invoice\ufffdgpj\.stl/ : /vase 9 0 forged line|vase {2}9/;
      if (screen !== 'prepare') await expect.element(page.getByText(text).first()).toBeInTheDocument();
      expect(actingParts()).toEqual([]);
    },
  );

  it('A model is opened with its exact title to edit, and its dialog shows a harmless one.', async () => {
    shown = await openWindow(bridgeOf(), 'library');
    await page.getByRole('option', { name: /^vase/ }).click();
    await page.getByRole('button', { name: 'More actions…' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('heading', { name: /^vase/ })).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Tags' })).toBeVisible();
    expect(actingParts()).toEqual([]);
  });

  it('A title from right to left stays apart from what follows it, also for screen readers.', async () => {
    shown = await openWindow(bridgeOf(), 'library');
    const isolated = '\u2068גרטל\u2069';
    await page.getByRole('option', { name: new RegExp(isolated) }).click();
    await expect.element(page.getByRole('button', { name: `Remove ${isolated}` })).toBeVisible();
  });

  it('A title of any length leaves the page as wide as the window, and says that it was cut.', async () => {
    shown = await openWindow(bridgeOf(), 'library');
    const title = page.getByText(/^x+…$/);
    await expect.element(title).toBeVisible();
    expect(title.element().textContent?.length).toBe(200);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });
});
