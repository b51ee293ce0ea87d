import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { PlateItem } from '../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { boxStl, dropFiles, dropLinks, fileOf, openBoxStl, pasteText } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';
import { wideCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const open = async (bridge: PlateDouble, screen = 'prepare') => {
  shown = await openWindow(bridge, screen);
};
const drop = (...files: File[]) => dropFiles(document.body, files);
const row = (name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
const orderButton = () => page.getByRole('button', { name: /^Add \d+ to order/ });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
/** The text below the order button. */
const note = () => document.querySelector('#order-note')?.textContent?.replace(/\s+/g, ' ') ?? '';
const geometryAsked = (bridge: PlateDouble) =>
  bridge.callsOf('price.quote').map((input) => (input as { geometry: { volume: number } }).geometry);

it('A start fee that SOAP tells explains the price of the chosen material.', {
  tags: 'release',
}, async () => {
  const materials = wideCatalog.materials.map((material) => ({ ...material, startupCost: 1.5 }));
  const bridge = createPlateDouble({ handlers: { 'catalog.get': () => ({ ...wideCatalog, materials }) } });
  await open(bridge);
  drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
  await expect.element(page.getByText('includes a start fee of $1.50')).toBeVisible();
});

describe('a dropped file', () => {
  it('A dropped file stays selected when an earlier one finishes later.', async () => {
    const bridge = createPlateDouble();
    const { importing } = bridge;
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    bridge.importing = async (file) => {
      if (file.name === 'slow.stl') await slow;
      return importing(file);
    };
    await open(bridge);
    drop(fileOf('slow.stl', boxStl(40, 20, 10)));
    drop(fileOf('quick.stl', boxStl(7, 8, 9)));
    await expect.element(page.getByLabelText('About this part')).toMatchTextContent('7 × 8 × 9 mm');
    goOn();
    await expect.element(row('slow.stl')).toMatchTextContent('40 × 20 × 10 mm');
    await expect.element(page.getByLabelText('About this part')).toMatchTextContent('7 × 8 × 9 mm');
    drop(fileOf('last.stl', boxStl(3, 4, 5)));
    await expect.element(page.getByLabelText('About this part')).toMatchTextContent('3 × 4 × 5 mm');
    // They are in the order in which they were dropped.
    const names = [...document.querySelectorAll('li[data-part] .short')].map((name) => name.textContent);
    expect(names).toEqual(['slow.stl', 'quick.stl', 'last.stl']);
  });

  it('A file is read only once.', async () => {
    const bridge = createPlateDouble();
    const again = vi.spyOn(bridge, 'readSpooled');
    await open(bridge);
    drop(fileOf('one.stl', boxStl(7, 8, 9)), fileOf('two.stl', boxStl(9, 8, 7)));
    await expect.element(row('one.stl')).toMatchTextContent('7 × 8 × 9 mm');
    await expect.element(row('two.stl')).toMatchTextContent('9 × 8 × 7 mm');
    expect(again).not.toHaveBeenCalled();
  });

  it('A dropped file shows its size, checks and price, and goes into the cart at that price.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    const bytes = boxStl(40, 20, 10);
    drop(fileOf('bracket.stl', bytes));

    await expect.element(row('bracket.stl')).toMatchTextContent('40 × 20 × 10 mm');
    await expect.element(page.getByText('Watertight, 1 shell. Nothing to repair.')).toBeVisible();
    await expect.element(page.getByText(/^8 cm³/)).toBeVisible();
    await expect.element(orderButton()).toMatchTextContent(/Add 1 to order – \$\d/);

    await page.getByRole('button', { name: 'One more' }).click();
    await expect.element(orderButton()).toMatchTextContent('Add 2 to order – $26.67');
    // The button follows the field before the click that leaves it.
    const quantity = page.getByRole('textbox', { name: 'Quantity' });
    await quantity.fill('3');
    await expect.element(orderButton()).toMatchTextContent('Add 3 to order – $40.01');
    await userEvent.keyboard('{Escape}');
    await expect.element(orderButton()).toMatchTextContent('Add 2 to order – $26.67');
    await quantity.fill('2');
    await orderButton().click();
    await expect.element(page.getByRole('button', { name: 'Go to cart (2)' })).toBeVisible();
    await expect
      .element(page.getByText(/Added to the order: 2 × bracket in .*, \$26\.67/).first())
      .toBeInTheDocument();

    // The status bar has reported it; the cart shows it.
    const goToCart = page
      .getByRole('contentinfo')
      .getByRole('button', { name: 'Go to cart', exact: true })
      .last();
    await expect.element(goToCart).toBeVisible();
    await goToCart.click();
    await expect.element(goToCart).not.toBeInTheDocument();

    await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1));
    const line = bridge.workspace.cart[0] as CartLine;
    expect(line).toMatchObject({
      title: 'bracket',
      quantity: 2,
      unitPrice: 12.7,
      currency: 'USD',
      source: null,
    });
    expect(line.uploadScale).toBeCloseTo(0.001, 12);
    expect(line.geometry?.volume).toBeCloseTo(8e-6, 12);
    expect(line.geometry?.xBoundMax).toBeCloseTo(0.04, 9);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    expect(line.file?.sha256).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  });

  it('A part joins the cart line of the same part, size and material.', { tags: 'release' }, async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(orderButton()).toMatchTextContent(/\$/);
    await orderButton().click();
    const toCart = page.getByRole('button', { name: 'Go to cart (1)' });
    await expect.element(toCart).toHaveFocus();
    // To add it once more is a button of its own, which says how many there are now.
    await page.getByRole('button', { name: 'Add again' }).click();
    await expect.element(page.getByText(/: 2 in the cart now, \$.* with fee/).first()).toBeInTheDocument();
    await vi.waitFor(() => expect(bridge.workspace.cart.map((line) => line.quantity)).toEqual([2]));
  });

  it('Files can be dropped on every screen.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'orders');
    await expect.element(page.getByRole('link', { name: /^Orders/ })).toHaveAttribute('aria-current', 'page');
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl')).toBeVisible();
  });

  it('A file that cannot be read shows the reason in its row and does not affect others.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(
      fileOf('drawing.stl', new TextEncoder().encode('%PDF-1.7 not a model')),
      fileOf('good.stl', boxStl(9, 9, 9)),
    );
    await expect.element(row('drawing.stl').getByRole('alert')).toBeVisible();
    await expect.element(row('good.stl')).toMatchTextContent('9 × 9 × 9 mm');
    await page.getByRole('button', { name: 'Remove drawing.stl from the list' }).click();
    await expect.element(row('drawing.stl')).not.toBeInTheDocument();
  });

  it('Adding a file can be stopped while it is copied, and the part is then not on the plate.', async () => {
    const bridge = createPlateDouble();
    let finish: (file: SpooledFile) => void = () => undefined;
    bridge.importing = () => new Promise((resolve) => (finish = resolve));
    await open(bridge);
    const bytes = boxStl(9, 9, 9);
    drop(fileOf('slow.stl', bytes));
    await expect.element(page.getByText('Copying: 0%')).toBeVisible();
    await page.getByRole('button', { name: 'Stop adding slow.stl' }).click();
    await expect.element(row('slow.stl')).not.toBeInTheDocument();
    finish(await bridge.spool('slow.stl', bytes));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.body.textContent).not.toContain('slow.stl');
    expect(bridge.workspace.plate).toEqual([]);
  });

  it('A part has its prices before it is copied, and can be ordered then.', { tags: 'release' }, async () => {
    const bridge = createPlateDouble();
    const copy = bridge.holdCopies();
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl').first()).toMatchTextContent('40 × 20 × 10 mm');
    await expect.element(orderButton()).toMatchTextContent(/\$\d/);
    await orderButton().click();
    const copied = await bridge.spool('bracket.stl', boxStl(40, 20, 10));
    await vi.waitFor(() => expect(bridge.workspace.plate).toMatchObject([{ file: copied }]));
    await vi.waitFor(() => expect(bridge.workspace.cart).toMatchObject([{ file: copied }]));
    // Other windows must not read the file yet, and the next one must copy it if this one ends now.
    expect(bridge.workspace.arriving).toMatchObject([{ sha256: copied.sha256 }]);
    copy();
    await vi.waitFor(() => expect(bridge.workspace.arriving).toEqual([]));
  });

  it('A part can be removed while its file is copied, and comes back whole.', async () => {
    const bridge = createPlateDouble();
    const copy = bridge.holdCopies();
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await page.getByRole('button', { name: 'Remove bracket.stl' }).click();
    copy();
    const copied = await bridge.spool('bracket.stl', boxStl(40, 20, 10));
    await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click();
    await vi.waitFor(() => expect(bridge.workspace.plate).toMatchObject([{ file: copied }]));
  });

  it('Equal files that are dropped together are each on the plate.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('one.stl', boxStl(4, 2, 1)), fileOf('two.stl', boxStl(4, 2, 1)));
    const names = () => bridge.workspace.plate.map(({ file }) => file.name).sort();
    await expect.poll(names).toEqual(['one.stl', 'two.stl']);
  });

  it('If an equal file that is dropped later cannot be copied, only its own part leaves the plate.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('one.stl', boxStl(4, 2, 1)));
    await expect.poll(() => bridge.workspace.plate.length).toBe(1);
    await expect.poll(() => bridge.workspace.arriving).toEqual([]);
    bridge.importing = async () => {
      throw new CodedError('disk-full', 'The disk is full.');
    };
    drop(fileOf('two.stl', boxStl(4, 2, 1)));
    await expect.element(row('two.stl')).toMatchTextContent('The disk is full.');
    await expect.poll(() => bridge.workspace.plate.map(({ file }) => file.name)).toEqual(['one.stl']);
  });

  it('A part that another window still copies is read once the copy is there.', async () => {
    const file = await createPlateDouble().spool('bracket.stl', boxStl(40, 20, 10));
    const bridge = createPlateDouble({
      workspace: {
        plate: [plateItem('part', { file })],
        arriving: [{ id: 'arrival', name: 'bracket.stl', path: null, sha256: file.sha256 }],
      },
    });
    await open(bridge);
    await expect.element(row('bracket.stl')).toBeVisible();
    await bridge.spool('bracket.stl', boxStl(40, 20, 10));
    await bridge.invoke('workspace.apply', {
      windowId: 'other',
      changes: [{ sequence: 1, op: { op: 'arrived', id: 'arrival' } }],
    });
    await expect.element(row('bracket.stl')).toMatchTextContent('40 × 20 × 10 mm');
  });

  it('A file that changed between the two readings is read again from the copy.', async () => {
    const bridge = createPlateDouble();
    bridge.importing = () => bridge.spool('bracket.stl', boxStl(30, 30, 30));
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl')).toMatchTextContent('30 × 30 × 30 mm');
    await vi.waitFor(() => expect(geometryAsked(bridge).at(-1)?.volume).toBeCloseTo(2.7e-5, 10));
  });

  it('A file is not put on the plate if the application could not store a copy.', async () => {
    const bridge = createPlateDouble();
    bridge.importing = async () => {
      throw new CodedError('disk-full', 'The disk is full. Make room and drop the file again.');
    };
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl')).toMatchTextContent('The disk is full.');
    await expect.element(orderButton()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(bridge.workspace.plate).toEqual([]);
  });
});

describe('other ways in', () => {
  it('The sample part is on the plate at the first start only.', async () => {
    const bridge = createPlateDouble({ settings: { sampleShown: false } });
    await open(bridge);
    await expect.element(row('Spur gear')).toMatchTextContent('52 × 52 × 18 mm');
    await expect.element(orderButton()).toMatchTextContent(/\$\d/);
    // Its unit is known.
    await expect.element(page.getByText('Drawn in millimetres.')).toBeVisible();
    expect(bridge.callsOf('settings.set')).toContainEqual({ sampleShown: true });
    await shown?.close();

    const later = createPlateDouble();
    await open(later);
    await expect.element(page.getByText('Drop a model here')).toBeVisible();
    expect(later.callsOf('files.importSample')).toHaveLength(0);
  });

  it('The sample counts as shown only once the plate with it is stored.', async () => {
    const stored = Promise.withResolvers<void>();
    const bridge = createPlateDouble({
      settings: { sampleShown: false },
      handlers: {
        'files.importSample': async () => {
          await stored.promise;
          return bridge.spool('Spur gear.stl', boxStl(20, 20, 20));
        },
      },
    });
    await open(bridge);
    await expect.poll(() => bridge.callsOf('files.importSample')).toHaveLength(1);
    expect(bridge.callsOf('settings.set')).toEqual([]);
    stored.resolve();
    await expect.poll(() => bridge.callsOf('settings.set')).toContainEqual({ sampleShown: true });
    expect(JSON.stringify(bridge.callsOf('workspace.apply'))).toContain('Spur gear.stl');
  });

  it('A pasted path opens its file, and a wrong path is explained.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    await expect.element(page.getByText('Drop a model here')).toBeVisible();
    pasteText(document.body, '"/home/ada/parts/gear.stl"\nfile:///home/ada/gone%20away.txt');
    await expect.element(row('gear.stl')).toMatchTextContent('52 × 52 × 18 mm');
    await expect
      .element(row('gone away.txt'))
      .toMatchTextContent('There is no file /home/ada/gone away.txt.');
    expect(bridge.callsOf('files.importPath')).toEqual([
      { path: '/home/ada/parts/gear.stl' },
      { path: '/home/ada/gone away.txt' },
    ]);
  });

  it('A path that is dragged from a browser opens its file.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    await expect.element(page.getByText('Drop a model here')).toBeVisible();
    dropLinks(document.body, 'file:///home/ada/parts/gear.stl');
    await expect.element(row('gear.stl')).toMatchTextContent('52 × 52 × 18 mm');
  });

  it('Files opened from outside appear, also those opened before the window existed.', async () => {
    let opened: SpooledFile[] = [];
    const bridge = createPlateDouble({
      settings: { sampleShown: false },
      handlers: { 'app.takeOpened': () => opened.splice(0) },
    });
    opened = [await bridge.spool('early.stl', boxStl(12, 12, 12))];
    await open(bridge, 'orders');
    await expect.element(row('early.stl')).toMatchTextContent('12 × 12 × 12 mm');
    expect(bridge.callsOf('files.importSample')).toHaveLength(0);
    opened = [await bridge.spool('late.stl', boxStl(13, 13, 13))];
    bridge.emit('opened', { failed: [] });
    await expect.element(row('late.stl')).toMatchTextContent('13 × 13 × 13 mm');
    // A CAD program has no terminal that would show it.
    bridge.emit('opened', {
      failed: [{ code: 'file-not-found', message: 'There is no file /tmp/gone.stl.' }],
    });
    await expect.element(page.getByText('There is no file /tmp/gone.stl.').first()).toBeVisible();
  });

  it('Files of a window that was closed meanwhile come onto the plate as they were, or are named as missing.', async () => {
    const left = { isLeft: true, path: null } as const;
    const spooled = createPlateDouble();
    const file = await spooled.spool('copied.stl', boxStl(1, 2, 3));
    const part: PlateItem = {
      id: 'part',
      file,
      unit: 'cm',
      scale: 2,
      quantity: 5,
      materialId: 6,
      unitConfirmed: true,
    };
    const line = cartLine({ quantity: 5, file });
    const lost = { ...file, sha256: '1'.repeat(64), name: 'lost.stl' };
    const bridge = createPlateDouble({
      settings: { sampleShown: false },
      workspace: {
        plate: [part, { ...part, id: 'lost', file: lost }],
        cart: [line],
        arriving: [
          { ...left, id: '1', name: 'copied.stl', file, sha256: file.sha256 },
          { ...left, id: '6', name: 'lost.stl', sha256: lost.sha256 },
          // Its part was removed before the window was closed.
          { ...left, id: '7', name: 'removed.stl', sha256: '2'.repeat(64) },
          {
            ...left,
            id: '2',
            name: 'gear.stl',
            path: '/home/ada/parts/gear.stl',
            listed: [{ materialId: 6, quantity: 3 }],
          },
          { ...left, id: '3', name: 'gone.stl' },
          // It may be the file that ended both windows.
          { ...left, id: '5', name: 'twice.stl', path: '/home/ada/parts/twice.stl', isAgain: true },
          { id: '4', name: 'elsewhere.stl', path: null },
        ],
      },
    });
    await bridge.spool('copied.stl', boxStl(1, 2, 3));
    await open(bridge);
    await expect.element(row('copied.stl')).toMatchTextContent('20 × 40 × 60 mm');
    await expect.element(row('gear.stl')).toMatchTextContent('52 × 52 × 18 mm');
    await expect
      .element(page.getByRole('region', { name: 'Messages' }))
      .toMatchTextContent('The window was closed before “gone.stl” was copied, so it is not on the plate.');
    await expect
      .element(page.getByRole('region', { name: 'Messages' }))
      .toMatchTextContent('The window closed twice while it worked on “twice.stl”');
    expect(document.body.textContent).not.toContain('removed.stl');
    await expect.poll(() => bridge.workspace.cart).toEqual([line]);
    await expect
      .poll(() => bridge.workspace.arriving)
      .toEqual([{ id: '4', name: 'elsewhere.stl', path: null }]);
    expect(bridge.workspace.plate[0]).toEqual(part);
    expect(bridge.workspace.plate).toMatchObject([{}, { id: '2-0', quantity: 3, materialId: 6 }]);
    expect(bridge.callsOf('files.importPath')).toEqual([{ path: '/home/ada/parts/gear.stl' }]);
    expect(bridge.callsOf('files.importSample')).toEqual([]);
  });

  it('What was ordered of a file that is gone or changed is not in the cart, and the window says so.', async () => {
    const gone = { sha256: '0'.repeat(64), size: 684, name: 'bought.stl', path: null };
    const path = '/home/ada/parts/gear.stl';
    const changed = { ...gone, sha256: '1'.repeat(64), name: 'gear.stl', path };
    const left = { isLeft: true, path: null } as const;
    const bridge = createPlateDouble({
      settings: { sampleShown: false },
      workspace: {
        plate: [plateItem('gear', { file: changed })],
        cart: [cartLine({ id: 'bought', file: gone }), cartLine({ id: 'gear', file: changed })],
        arriving: [
          { ...left, id: '1', name: 'bought.stl', sha256: gone.sha256 },
          { ...left, id: '2', name: 'gear.stl', path, sha256: changed.sha256 },
        ],
      },
    });
    await open(bridge);
    await expect.element(row('gear.stl')).toMatchTextContent('52 × 52 × 18 mm');
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect
      .element(messages)
      .toMatchTextContent('before “bought.stl” was copied, so it is neither on the plate nor in the cart.');
    await expect
      .element(messages)
      .toMatchTextContent(
        '“gear.stl” has changed since you added it to the order. It is on the plate as it is now,',
      );
    await expect.poll(() => bridge.workspace.arriving).toEqual([]);
    expect(bridge.workspace.cart).toEqual([]);
  });

  it('The plate comes back from the stored copies after a restart.', async () => {
    const before = createPlateDouble();
    const file = await before.spool('kept.stl', boxStl(15, 15, 15));
    const item: PlateItem = {
      id: 'a',
      file,
      unit: 'mm',
      scale: 2,
      quantity: 3,
      materialId: 6,
      unitConfirmed: true,
    };
    const lost = { ...item, id: 'b', file: { ...file, name: 'lost.stl', sha256: 'f'.repeat(64) } };
    const bridge = createPlateDouble({ workspace: { plate: [item, lost], selected: 'a' } });
    await bridge.spool('kept.stl', boxStl(15, 15, 15));
    await open(bridge);
    await expect.element(row('kept.stl')).toMatchTextContent('30 × 30 × 30 mm');
    await expect.element(orderButton()).toMatchTextContent(/^\s*Add 3 to order – \$/);
    await expect.element(row('lost.stl')).toMatchTextContent('The kept copy of the file is gone.');
  });
});

describe('size', () => {
  it('A doubtful unit stays open, and prices follow the chosen unit.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('plate.stl', boxStl(4, 2, 1)));
    await expect.element(page.getByText('Which unit? The longest side would be')).toBeVisible();
    await page.getByRole('radio', { name: /^inches/ }).click({ force: true });
    await page.getByRole('button', { name: 'Use inches' }).click();
    await expect.element(field('X')).toHaveValue('101.6');
    await vi.waitFor(() => expect(geometryAsked(bridge).at(-1)?.volume).toBeCloseTo(8 * 0.0254 ** 3, 10));
    await expect.element(page.getByText('Drawn in inches.')).toBeVisible();
    expect(bridge.callsOf('settings.set')).toContainEqual({ unitMemory: { '.stl': 'in' } });
  });

  it('A question about the unit says what speaks for the other units.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('cover inch.stl', boxStl(18.3, 11.1, 6.7)));
    await expect.element(page.getByRole('button', { name: 'Use millimetres' })).toBeVisible();
    await expect.element(page.getByText(/For inches: The file name mentions inches\./)).toBeVisible();
  });

  it('Sizes are accepted as people write them, others are refused, and undo names its step.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(field('X')).toHaveValue('40');

    await field('X').fill('2in');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('X')).toHaveValue('50.8');
    await expect.element(field('Y')).toHaveValue('25.4');
    await expect.element(page.getByRole('textbox', { name: 'Scale' })).toHaveValue('127');

    await field('Y').fill('two');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Y')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/^Enter a length/)).toBeVisible();
    await expect.element(field('X')).toHaveValue('50.8');
    await userEvent.keyboard('{Escape}');
    await expect.element(field('Y')).toHaveValue('25.4');

    await page.getByRole('button', { name: 'Undo: Scale bracket.stl to 127%' }).click();
    await expect.element(field('X')).toHaveValue('40');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect.element(field('X')).toHaveValue('50.8');
  });

  it('A part that is too large names the side and is sold only after a second confirmation.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('long.stl', boxStl(300, 20, 10)));
    await expect.element(orderButton()).toMatchTextContent(/\$/);
    await page.getByText('Premium Silver').click();
    await expect.element(page.getByText('Too large: X may be at most 100 mm.').last()).toBeInTheDocument();
    await page.getByRole('button', { name: 'Add anyway…' }).click();
    await expect.element(page.getByRole('region', { name: 'This will be refused' })).toBeVisible();
    expect(bridge.workspace.cart).toHaveLength(0);
  });
});

describe('checks', () => {
  it('An opening is named, and its place is marked.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('open.stl', openBoxStl(40, 20, 10)));
    await expect.element(page.getByText('Not watertight, 1 shell.')).toBeVisible();
    await expect.element(page.getByText(/4 open edges/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect
      .element(page.getByRole('button', { name: 'Hide', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });
});

describe('prices', () => {
  it('An unknown price is shown as text, never as zero.', async () => {
    const prices = { '6': { price: 0, currency: 'USD' }, '25': { price: -1, currency: 'USD' } };
    const bridge = createPlateDouble({
      handlers: { 'price.quote': () => ({ prices, quotedAt: Date.now(), source: 'live' }) },
    });
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(page.getByText('no price yet').first()).toBeVisible();
    expect(document.body.textContent).not.toMatch(/\$0/);
    await page.getByRole('radio', { name: /^White Strong & Flexible/ }).click({ force: true });
    await expect.element(page.getByText('No price for this material.')).toBeVisible();
    await expect.element(orderButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('Prices are requested again when the service is back.', { tags: 'release' }, async () => {
    let reachable = false;
    const bridge = createPlateDouble({
      status: { connection: 'offline', detail: 'The service cannot be reached.' },
      handlers: {
        'price.quote': () => {
          if (!reachable) throw new CodedError('network', 'The service cannot be reached.');
          return { prices: { '6': { price: 7.5, currency: 'USD' } }, quotedAt: Date.now(), source: 'live' };
        },
      },
    });
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl')).toMatchTextContent('40 × 20 × 10 mm');
    await expect.poll(note).toContain('No price is known');
    bridge.setStatus({ connection: 'online', detail: null });
    await vi.waitFor(() => expect(geometryAsked(bridge)).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(geometryAsked(bridge)).toHaveLength(2);
    bridge.setStatus({ connection: 'offline', detail: 'Gone again.' });
    reachable = true;
    bridge.setStatus({ connection: 'online', detail: null });
    await expect.element(orderButton()).toMatchTextContent('Add 1 to order – $7.88');
  });

  it('The price on the screen belongs to the size on the screen, whichever answer comes last.', async () => {
    const waiting: ((price: number) => void)[] = [];
    const bridge = createPlateDouble({
      handlers: {
        'price.quote': () =>
          new Promise((resolve) => {
            waiting.push((price) =>
              resolve({
                prices: { '6': { price, currency: 'USD' } },
                quotedAt: Date.now(),
                source: 'live',
              }),
            );
          }),
      },
    });
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(row('bracket.stl')).toMatchTextContent('40 × 20 × 10 mm');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await field('X').fill('80');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(22);
    await expect.element(orderButton()).toMatchTextContent('Add 1 to order – $23.10');
    waiting[0]?.(11);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect.element(orderButton()).toMatchTextContent('Add 1 to order – $23.10');
  });

  it('Materials can be searched and sorted.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('bracket.stl', boxStl(40, 20, 10)));
    await expect.element(orderButton()).toMatchTextContent(/\$/);
    const materials = page.getByRole('group', { name: 'Material', exact: true });
    const titles = () =>
      [...materials.element().querySelectorAll('label .title')].map((title) => title.textContent);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await vi.waitFor(() => expect(titles()).toEqual(titles().toSorted((a, b) => a.localeCompare(b))));
    await page.getByRole('searchbox', { name: 'Search materials' }).fill('flex strong');
    await vi.waitFor(() => expect(titles().length).toBeGreaterThan(1));
    await vi.waitFor(() => expect(titles().every((title) => /Strong & Flexible/.test(title))).toBe(true));
  });
});

describe('the plate', () => {
  it('Equal names are distinguished, and a removed part can be restored.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    drop(fileOf('part.stl', boxStl(10, 10, 10)), fileOf('part.stl', boxStl(20, 20, 20)));
    await expect.element(row('part.stl (2)')).toBeVisible();
    await page.getByRole('button', { name: 'Remove part.stl (2)' }).click();
    await expect.element(row('part.stl (2)')).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(row('part.stl (2)')).toBeVisible();
    await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(2));
  });

  it('A message restores the part that it is about, whatever was done since.', async () => {
    await open(createPlateDouble());
    drop(fileOf('first.stl', boxStl(10, 10, 10)));
    await page.getByRole('button', { name: 'Remove first.stl' }).click();
    drop(fileOf('second.stl', boxStl(20, 20, 20)));
    await expect.element(row('second.stl')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click();
    await expect.element(row('first.stl')).toBeVisible();
    await expect.element(row('second.stl')).toBeVisible();
  });
});

it('Files beyond the size of the plate are named once, before they are read.', async () => {
  const plate = Array.from({ length: 198 }, (_, at) => plateItem(`part-${at}`));
  await open(createPlateDouble({ workspace: { plate } }));
  await expect.element(page.getByText('part-0.stl').first()).toBeInTheDocument();
  drop(...Array.from({ length: 300 }, (_, at) => fileOf(`new-${at}.stl`, boxStl(10, 10, at + 1))));
  await expect.element(page.getByText('The plate holds 200 models. 298 files were not read.')).toBeVisible();
  expect(document.body.textContent).not.toContain('new-2.stl');
});
