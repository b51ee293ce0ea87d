import '../../support/english.ts';
import { describe, expect, it, vi } from 'vitest';
import { Plate } from '../../../src-renderer/features/prepare/plate/plate.svelte.ts';
import { mostArriving } from '../../../src-shared/ipc/arriving-file.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';
import { Windows } from '../../support/two-windows.ts';

const sha256 = 'ab'.repeat(32);
const file = { sha256, size: 84, name: 'bracket.stl', path: '/parts/bracket.stl' };
const arriving = { id: 'arrival', name: 'bracket.stl', path: null };
const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const step = (key: string) => ({ key });

async function open(windows: Windows) {
  const { store } = await windows.open();
  const plate = new Plate(store);
  store.onLoss((lost) => plate.history.forget(lost));
  return { store, plate };
}

/** Two windows; the first one has a part on its plate whose file is being copied. */
async function copying() {
  const windows = new Windows();
  const [here, there] = [await open(windows), await open(windows)];
  here.store.arriving({ ...arriving, sha256 });
  here.plate.add({ ...plateItem('part'), file }, true);
  await windows.settle();
  return { windows, here, there };
}

describe('a part whose file is being copied', () => {
  it('It is on the plate of all windows, and each waits for the copy.', async () => {
    const { windows, here, there } = await copying();
    const ready = vi.fn();
    for (const { store } of [here, there]) {
      expect(store.plate).toMatchObject([{ id: 'part', file }]);
      expect(store.isCopying(sha256)).toBe(true);
      void store.copied(sha256).then(ready);
    }
    here.plate.change('part', { quantity: 5 }, step('quantity'));
    await windows.settle();
    expect(ready).not.toHaveBeenCalled();
    here.store.arrived('arrival');
    await windows.settle();
    expect(ready).toHaveBeenCalledTimes(2);
    expect(there.store.isCopying(sha256)).toBe(false);
    expect(there.store.plate).toMatchObject([{ id: 'part', file, quantity: 5 }]);
  });

  it('A file whose copy is complete before its part is stored is waited for by nobody.', async () => {
    const { here, there, windows } = await copying();
    here.store.arriving({ ...arriving, file, sha256 });
    await windows.settle();
    expect([here, there].map(({ store }) => store.isCopying(sha256))).toEqual([false, false]);
  });

  it('If it cannot be copied, it leaves plate and cart of all windows, and undo does not bring it back.', async () => {
    const { windows, here, there } = await copying();
    here.plate.add(plateItem('other'), true);
    here.plate.change('part', { quantity: 5 }, step('quantity'));
    here.plate.addBehind(new Map([['part', { ...plateItem('second'), file }]]), step('copy'));
    here.store.addLine(cartLine({ id: 'bracket', file }));
    here.store.addLine(cartLine({ id: 'gear', title: 'gear' }));
    await windows.settle();
    there.plate.remove('second');
    await windows.settle();
    here.store.lose('arrival', sha256);
    await windows.settle();
    for (const { store, plate } of [here, there]) {
      while (plate.undo());
      await windows.settle();
      while (plate.redo());
      await windows.settle();
      expect(store.plate.map(({ id }) => id)).toEqual(['other']);
      expect(store.cart.map(({ id }) => id)).toEqual(['gear']);
      expect(store.isCopying(sha256)).toBe(false);
    }
  });

  it('A part that was turned meanwhile has bytes of its own and stays, but cannot be turned back.', async () => {
    const { windows, here, there } = await copying();
    const own = { ...file, sha256: '12'.repeat(32), name: 'bracket turned.stl' };
    const turned = { of: file, made: own.sha256, orientation: [...upright] as never };
    here.plate.change('part', { file: own, turned }, step('turn'));
    here.store.lose('arrival', sha256);
    await windows.settle();
    expect(there.store.plate).toEqual([{ ...plateItem('part'), file: own }]);
  });

  it('An equal file that another window still copies keeps the parts.', async () => {
    const { windows, here, there } = await copying();
    there.store.arriving({ ...arriving, id: 'equal', sha256 });
    await windows.settle();
    here.store.lose('arrival', sha256);
    await windows.settle();
    expect(there.store.plate).toMatchObject([{ id: 'part' }]);
    there.store.lose('equal', sha256);
    await windows.settle();
    expect(here.store.plate).toEqual([]);
  });
});

describe('a window that is closed while it works on files', () => {
  it('The next one gets them, the application keeps their bytes, and parts and cart lines stay.', async () => {
    const { windows, here } = await copying();
    here.store.addLine(cartLine({ id: 'bracket', file }));
    expect(here.store.left).toEqual([]);
    here.store.close();
    // The window that closes does not take its own file.
    expect(here.store.left).toEqual([]);
    await windows.settle();
    const next = await windows.open();
    expect(next.store.left).toEqual([{ ...arriving, sha256, isLeft: true }]);
    expect(next.store.isCopying(sha256)).toBe(true);
    expect(next.store.plate).toMatchObject([{ id: 'part', file }]);
    expect(next.store.cart).toMatchObject([{ id: 'bracket', file }]);
    expect(windows.workspace.referencedFiles()).toEqual(new Set([sha256]));
    next.store.arrived('arrival');
    await windows.settle();
    expect((await windows.open()).store.left).toEqual([]);
  });

  it('What arrived before is not left.', async () => {
    const { windows, here } = await copying();
    here.store.arrived('arrival');
    here.store.close();
    await windows.settle();
    const next = await windows.open();
    expect(next.store.left).toEqual([]);
    expect(next.store.plate).toMatchObject([{ id: 'part', file }]);
  });

  it('More files than anybody reads at once do no harm to the rest.', async () => {
    const windows = new Windows();
    const here = await open(windows);
    for (let i = 0; i <= mostArriving; i += 1) here.store.arriving({ ...arriving, id: `${i}` });
    here.plate.add(plateItem('part'), true);
    for (let i = 0; i < 4; i += 1) await windows.settle();
    expect(windows.workspace.read().plate).toHaveLength(1);
    expect(windows.workspace.read().arriving).toHaveLength(mostArriving);
  });

  it('Files of a window that was ended are left once the application starts again; those of an open one are not.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    here.store.arriving({ ...arriving, path: '/parts/bracket.stl' });
    await windows.settle();
    expect((await windows.open()).store.left).toEqual([]);
    windows.restart();
    const next = await windows.open();
    expect(next.store.left).toMatchObject([{ name: 'bracket.stl', path: '/parts/bracket.stl' }]);
  });
});
