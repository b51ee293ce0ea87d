import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { freshWorkspace } from '../../../src-shared/ipc/apply-ops.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { cartLine, changeJob, modelView, orderView, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

it('A model is removed only after confirmation, and the page is read again when it is gone.', async () => {
  let models = [
    { modelId: 7, modelVersion: 0, title: 'bracket' },
    { modelId: 6, modelVersion: 0, title: 'knob' },
  ];
  const removal = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': () => ({ models, hasMore: false }),
    'library.remove': () => removal,
  });
  shown = await openWindow(bridge, 'library');
  await page.getByRole('button', { name: 'Remove bracket' }).click();
  expect(bridge.callsOf('library.remove')).toEqual([]);
  await page.getByRole('button', { name: 'Remove model', exact: true }).click();
  expect(bridge.callsOf('library.remove')).toEqual([{ accountId: 'local', modelId: 7, title: 'bracket' }]);
  bridge.emit('job', { ...removal, wait: 'network' });
  await expect.element(page.getByText('Remove “bracket” (model 7): Waiting')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove bracket' })).not.toBeInTheDocument();
  models = models.filter((model) => model.modelId !== 7);
  bridge.emit('job', { ...removal, state: 'done', result: { remoteId: 7 } });
  await expect.element(row('bracket')).not.toBeInTheDocument();
  await expect.element(row('knob')).toBeVisible();
});

const view = modelView();
const listed = () => ({ models: [{ modelId: 7, modelVersion: 1, title: 'bracket' }], hasMore: false });
const dialog = page.getByRole('dialog');

async function openModel(bridge: ReturnType<typeof createBridgeDouble>): Promise<void> {
  shown = await openWindow(bridge, 'library');
  await page.getByRole('button', { name: 'More actions…' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('bracket');
}

const row = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

it('Only changed details of a model are sent, with their earlier values, and limits are enforced.', async () => {
  const job = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': () => view,
    'library.edit': () => job,
  });
  await openModel(bridge);
  const save = dialog.getByRole('button', { name: 'Save details' });
  await save.click({ force: true });
  await dialog.getByLabelText('Others may claim it with its claim key').click();
  await dialog.getByLabelText('Public').click();
  await save.click({ force: true });
  expect(bridge.callsOf('library.edit')).toEqual([]);
  await dialog.getByLabelText('Others may claim it with its claim key').click();
  await dialog.getByLabelText('Tags').fill('shelf, wall ,shelf');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('library.edit')).toEqual([
    {
      accountId: 'local',
      modelId: 7,
      title: 'bracket',
      before: { tags: ['shelf'], isPublic: false },
      after: { tags: ['shelf', 'wall'], isPublic: true },
    },
  ]);
});

it('Files dropped beside a form keep it open, and a file field takes its own drop.', async () => {
  const bridge = createPlateDouble();
  bridge.answer({ 'library.list': listed, 'library.show': () => view });
  await openModel(bridge);
  await dialog.getByLabelText('Tags').fill('half typed');
  dropFiles(document.querySelector('dialog')!, [fileOf('part.stl', boxStl(10, 10, 10))]);
  await expect
    .element(page.getByText('Added to the plate in Prepare: part.stl.').first())
    .toBeInTheDocument();
  await expect.element(dialog.getByLabelText('Tags')).toHaveValue('half typed');
  await expect.poll(() => bridge.workspace.plate.map(({ file }) => file.name)).toEqual(['part.stl']);
  await dialog.getByText('Files', { exact: true }).click();
  const field = dialog.getByLabelText(/^File/).element();
  const over = new DragEvent('dragover', {
    bubbles: true,
    cancelable: true,
    dataTransfer: new DataTransfer(),
  });
  over.dataTransfer?.items.add(fileOf('second.stl', boxStl(1, 1, 1)));
  field.dispatchEvent(over);
  expect(over.defaultPrevented).toBe(false);
});

it('A new file version is queued only with a unit.', async () => {
  const job = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': () => view,
    'library.addFile': () => job,
  });
  const file = { sha256: 'a'.repeat(64), md5: 'b'.repeat(32), size: 12, name: 'second.stl', path: null };
  await openModel({ ...bridge, importFile: async () => ({ ok: true, value: file }) });
  await dialog.getByText('Files', { exact: true }).click();
  const input = dialog.getByLabelText(/^File/);
  await input.upload(new File(['solid second'], 'second.stl'));
  const send = dialog.getByRole('button', { name: 'Upload as new version' });
  await send.click({ force: true });
  expect(bridge.callsOf('library.addFile')).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Unit of the file' }).selectOptions('millimetres');
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('library.addFile')).toMatchObject([
    { modelId: 7, uploadScale: 0.001, file: { name: 'second.stl' } },
  ]);
});

it('A new file version says how large it is in the chosen unit.', async () => {
  const bridge = createBridgeDouble({ 'library.list': listed, 'library.show': () => view });
  const bytes = boxStl(40, 20, 10);
  const file = { sha256: 'a'.repeat(64), size: bytes.length, name: 'second.stl', path: null };
  await openModel({
    ...bridge,
    importFile: async () => ({ ok: true, value: file }),
    readSpooled: async () => bytes.slice(),
  });
  await dialog.getByText('Files', { exact: true }).click();
  await dialog.getByLabelText(/^File/).upload(new File([bytes], 'second.stl'));
  const unit = dialog.getByRole('combobox', { name: 'Unit of the file' });
  await unit.selectOptions('millimetres');
  await expect.element(dialog).toMatchTextContent(/The new version will measure 40 × 20 × 10 mm\./);
  await unit.selectOptions('centimetres');
  await expect.element(dialog).toMatchTextContent(/The new version will measure 400 × 200 × 100 mm\./);
});

it('A model is added to the service’s cart once, and one custom product is made of it.', async () => {
  const job = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': () => view,
    'library.cart': () => [{ modelId: 7, materialId: 6, quantity: 3 }],
    'library.addToCart': () => job,
    'library.customise': () => job,
  });
  await openModel(bridge);
  await dialog.getByText('Cart at the service', { exact: true }).click();
  await expect.element(dialog.getByText(/3 pieces of this model/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to service cart' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('library.addToCart')).toMatchObject([{ modelId: 7, materialId: 6, quantity: 1 }]);
  await page.getByRole('button', { name: 'More actions…' }).click();
  await dialog.getByText('Customise', { exact: true }).click();
  await dialog.getByLabelText('Text on it').fill('Ada');
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('library.customise')).toMatchObject([{ spin: '9XK2P', text: 'Ada', picture: null }]);
});

it('While the service is away, the list is marked as the last known one and removing still works.', async () => {
  const job = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const bridge = createBridgeDouble({
    'library.list': () => ({ ...listed(), cachedFrom: new Date().setHours(10, 32) }),
    'library.remove': () => job,
  });
  shown = await openWindow(bridge, 'library');
  await expect.element(page.getByText(/^Last known, from .*10:32/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove bracket' }).click();
  await page.getByRole('button', { name: 'Remove model', exact: true }).click();
  expect(bridge.callsOf('library.remove')).toEqual([{ accountId: 'local', modelId: 7, title: 'bracket' }]);
});

/**
 * Every call to the service updates the status with the remaining rate. Requesting again on that would never
 * end.
 */
it.each([
  ['library', 'library.list', 'Library'],
  ['orders', 'orders.list', 'Orders'],
  ['cart', 'price.quote', 'Cart'],
] as const)('The service is not asked again when only the rate changed: %s', async (screen, name, title) => {
  let remaining = 600;
  const bridge = createBridgeDouble({
    'workspace.get': () => ({ ...freshWorkspace, cart: [cartLine()] }),
    'orders.list': () => ({ orders: [orderView()], fetchedAt: Date.now(), source: 'live' }),
    'price.quote': () => ({
      prices: { '6': { price: 6.2, currency: 'USD' } },
      quotedAt: Date.now(),
      source: 'live',
    }),
  });
  shown = await openWindow(bridge, screen);
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await vi.waitFor(() => expect(bridge.callsOf(name).length).toBeGreaterThan(0));
  const { rate } = sampleStatus();
  const tick = () => {
    remaining -= 1;
    bridge.emit('status', sampleStatus({ rate: rate && { ...rate, remaining } }));
    return new Promise((resolve) => requestAnimationFrame(resolve));
  };
  // The first event may still bring the window online; afterwards only the rate changes.
  await tick();
  const before = bridge.callsOf(name).length;
  for (let count = 0; count < 5; count++) await tick();
  expect(bridge.callsOf(name)).toHaveLength(before);
});

it('Keys and pages of a model are shown with their purpose, a claim page only if there is one.', async () => {
  const claimed = {
    ...view,
    claimKey: 'c1',
    claimPage: 'https://prints.example/model/claim/7?key=c1',
  };
  const bridge = createBridgeDouble({ 'library.list': listed, 'library.show': () => view });
  await openModel(bridge);
  await dialog.getByText('Sharing').click();
  await expect.element(dialog.getByText('https://prints.example/model/7?key=s3')).toBeVisible();
  await expect.element(dialog.getByText(/allow claiming under Details/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy: Claim page' })).not.toBeInTheDocument();
  await shown?.close();
  bridge.answer({ 'library.show': () => claimed });
  await openModel(bridge);
  await dialog.getByText('Sharing').click();
  await expect.element(dialog.getByText('https://prints.example/model/claim/7?key=c1')).toBeVisible();
  await expect.element(dialog.getByText(/takes the model over/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy: Claim page' })).toBeVisible();
});

it('A model of the local print service has keys but no page to share.', async () => {
  const local = { ...view, isLocal: true, secretPage: null, claimKey: 'c1' };
  const bridge = createBridgeDouble({ 'library.list': listed, 'library.show': () => local });
  await openModel(bridge);
  await dialog.getByText('Sharing').click();
  await expect.element(dialog.getByText(/Only this Fabdesk reaches the local print service/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy: Claim key' })).toBeVisible();
  await expect.element(dialog.getByText(/key=/)).not.toBeInTheDocument();
});

it('A price sets the markup of its material, and only changed materials are sent.', async () => {
  const job = changeJob({ payload: { op: 'delete-model', modelId: 7, modelTitle: 'bracket' } });
  const materials = { '6': { markup: 1, isActive: true }, '25': { markup: 0, isActive: true } };
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': () => ({ ...view, details: { ...view.details, materials } }),
    'library.edit': () => job,
  });
  await openModel(bridge);
  await dialog.getByText('Prices').click();
  const row = dialog.getByRole('row', { name: /White Strong/ });
  await expect.element(row.getByText('$10.00')).toBeVisible();
  await expect
    .element(dialog.getByText('Not printable · The model must be one connected part'))
    .toBeVisible();
  const price = row.getByRole('textbox', { name: 'Price in White Strong & Flexible' });
  await expect.element(price).toHaveValue('11');
  await price.fill('13.5');
  await dialog.getByRole('checkbox', { name: 'Offered in White Strong & Flexible' }).click();
  await expect.element(row.getByRole('textbox', { name: /^Markup/ })).toHaveValue('3.5');
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  expect(bridge.callsOf('library.edit')).toEqual([
    {
      accountId: 'local',
      modelId: 7,
      title: 'bracket',
      before: { materials: { '6': { markup: 1, isActive: true } } },
      after: { materials: { '6': { markup: 3.5, isActive: false } } },
    },
  ]);
});

it('Every version of a file can be downloaded, and compared with the newest.', async () => {
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': () => view,
    'library.versions': () => [
      { version: 1, fileName: 'bracket.stl', size: 684, md5: 'a' },
      { version: 0, fileName: 'first.stl', size: 584, md5: 'b' },
    ],
    'library.download': ({ version }) => ({
      sha256: String(version).repeat(64),
      size: 684,
      name: 'bracket.stl',
      path: null,
    }),
  });
  const bytes = (sha256: string) => boxStl(sha256.startsWith('0') ? 40 : 42, 20, 10);
  shown = await openWindow({ ...bridge, readSpooled: async (sha256) => bytes(sha256).slice() }, 'library');
  await expect.element(page.getByText(/Version 0: first.stl/)).toBeVisible();
  await page.getByRole('button', { name: 'Compare version 0 with the newest' }).click();
  const size = page.getByRole('row', { name: /Size in file units/ });
  await expect.element(size).toMatchTextContent(/40 × 20 × 10.*42 × 20 × 10/);
  await page.getByRole('button', { name: 'Download version 0' }).click();
  await expect.poll(() => bridge.callsOf('library.download').at(-1)).toEqual({ modelId: 7, version: 0 });
});

it('A model is ordered at its own price, and a reason is shown if it cannot be ordered.', async () => {
  const bridge = createBridgeDouble({ 'library.list': listed, 'library.show': () => view });
  shown = await openWindow(bridge, 'library');
  const material = page.getByLabelText(/^Material/);
  await material.selectOptions('Black Strong & Flexible');
  await expect
    .element(page.getByText('This model cannot be printed in Black Strong & Flexible.'))
    .toBeVisible();
  await material.selectOptions('White Strong & Flexible, $11.00');
  await page.getByRole('button', { name: 'Add to order' }).click();
  await vi.waitFor(() =>
    expect(bridge.workspace.cart).toMatchObject([
      {
        title: 'bracket',
        file: null,
        geometry: null,
        materialId: 6,
        quantity: 1,
        unitPrice: 11,
        currency: 'USD',
        accountId: 'local',
        source: { modelId: 7, version: 1 },
      },
    ]),
  );
});

describe('the list of models', () => {
  const titles = ['bracket', 'knob', 'washer', 'vase'];
  const models = titles.map((title, at) => ({ modelId: 7 - at, modelVersion: 0, title }));
  const known = uploadJob({ state: 'done', result: { modelId: 6, modelVersion: 0, printable: 'yes' } });
  const ordered = orderView({
    items: [
      {
        ...orderView().items[0]!,
        models: [{ modelId: 6, materialId: 26, rejectionReasons: [], affectedMaterials: [] }],
      },
    ],
  });
  const withModels = () =>
    createBridgeDouble({
      'library.list': () => ({ models, hasMore: false }),
      'library.show': ({ modelId }) => ({ ...view, modelId }),
      'library.versions': () => [],
      'library.remove': () => changeJob(),
      'queue.list': () => [known],
      'orders.list': () => ({ orders: [ordered], fetchedAt: Date.now(), source: 'live' }),
    });

  it('names the material in which each was ordered last, and finds by it.', async () => {
    shown = await openWindow(withModels(), 'library');
    await expect.element(row('knob')).toMatchTextContent('Full Color Sandstone');
    await page.getByRole('searchbox').fill('sandstone');
    await expect.element(row('bracket')).not.toBeInTheDocument();
    await expect.element(page.getByText(/Last ordered in Full Color Sandstone/)).toBeVisible();
    await page.getByRole('button', { name: 'Order 1001' }).click();
    await expect.poll(() => location.hash).toBe('#orders');
  });

  it('puts a model on the plate with Enter and a double click, as it was ordered.', async () => {
    const bridge = withModels();
    shown = await openWindow({ ...bridge, readSpooled: async () => new Uint8Array() }, 'library');
    await expect.element(row('knob')).toMatchTextContent('Full Color Sandstone');
    await row('knob').dblClick();
    await expect.poll(() => location.hash).toBe('#prepare');
    await expect
      .poll(() => bridge.workspace.plate)
      .toMatchObject([{ file: { sha256: known.payload.file }, unit: 'mm', scale: 1, materialId: 26 }]);
  });

  it('takes several at once by keys and boxes, and removes them with one question.', async () => {
    const bridge = withModels();
    shown = await openWindow(bridge, 'library');
    await row('bracket').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByRole('heading', { name: '2 models chosen' })).toBeVisible();
    (row('vase').element().querySelector('[data-toggles]') as HTMLElement).click();
    await expect.element(page.getByRole('heading', { name: '3 models chosen' })).toBeVisible();
    await expect.element(row('washer')).toHaveAttribute('aria-selected', 'false');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove 3 models' }).click();
    await expect
      .poll(() => bridge.callsOf('library.remove'))
      .toMatchObject([{ modelId: 7 }, { modelId: 6 }, { modelId: 4 }]);
    await row('knob').click();
    await expect.element(page.getByRole('heading', { name: 'knob' })).toBeVisible();
  });
});

it('The service’s cart is shown as a list, and its orderable models can be added to the order.', async () => {
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': ({ modelId }) => {
      if (modelId === 7) return view;
      throw new CodedError('not-found', 'There is no model 9.');
    },
    'library.cart': () => [
      { modelId: 7, materialId: 6, quantity: 2 },
      { modelId: 9, materialId: 6, quantity: 1 },
      { modelId: 7, materialId: 25, quantity: 1 },
    ],
  });
  shown = await openWindow(bridge, 'library');
  await page.getByRole('button', { name: 'Cart at the service' }).click();
  await expect.element(dialog.getByText('$11.00 each')).toBeVisible();
  await expect
    .element(dialog.getByText('Total $23.10 with fee, before shipping, tax and duty.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/no longer exists at the service/)).toBeVisible();
  await expect
    .element(dialog.getByText('This model cannot be printed in Black Strong & Flexible.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 part to order' }).click();
  await vi.waitFor(() =>
    expect(bridge.workspace.cart).toMatchObject([{ quantity: 2, source: { modelId: 7 } }]),
  );
});

it('A model that is on no list can be opened by its number.', async () => {
  const bridge = createBridgeDouble({
    'library.list': listed,
    'library.show': ({ modelId }) => ({ ...view, modelId }),
  });
  shown = await openWindow(bridge, 'library');
  await page.getByRole('searchbox').fill('71');
  await page.getByRole('button', { name: 'Open model 71' }).click();
  await vi.waitFor(() => expect(bridge.callsOf('library.show').at(-1)).toEqual({ modelId: 71 }));
  await expect.element(page.getByText(/Model 71, version 1/)).toBeVisible();
});
