import '../../support/english.ts';
import { describe, expect, it, vi } from 'vitest';
import { Plate } from '../../../src-renderer/features/prepare/plate/plate.svelte.ts';
import { plateItem } from '../../support/plate-items.ts';
import { type TestWindow, Windows } from '../../support/two-windows.ts';

const step = (key: string) => ({ key });
const ids = ({ store }: TestWindow) => store.plate.map(({ id }) => id);

async function plates() {
  const windows = new Windows();
  const [a, b] = [await windows.open(), await windows.open()];
  return { windows, a, b, plate: new Plate(a.store), other: new Plate(b.store) };
}

describe('undo and redo', () => {
  it('Undo and redo go through named steps, and a new step ends redo.', async () => {
    const { a, plate } = await plates();
    plate.add(plateItem('one'), true);
    plate.change('one', { scale: 2 }, step('scale'));
    expect(plate.undo()).toEqual(step('scale'));
    expect(plate.undo()?.key).toBe('prepare.step.add');
    expect(plate.undo()).toBeNull();
    expect(ids(a)).toEqual([]);
    plate.redo();
    expect(a.store.plate).toEqual([plateItem('one')]);
    expect(plate.redo()).toEqual(step('scale'));
    expect(a.store.plate[0]?.scale).toBe(2);
    plate.undo();
    plate.change('one', { quantity: 3 }, step('quantity'));
    expect(plate.history.redoName).toBeNull();
    expect(plate.history.undoName).toEqual(step('quantity'));
  });

  it('Quick changes of one value are one step.', async () => {
    const { a, plate } = await plates();
    plate.add(plateItem('one'), true);
    for (const scale of [1.1, 1.2, 1.3]) plate.change('one', { scale }, step('scale'), 'scale');
    plate.change('one', { quantity: 2 }, step('quantity'), 'quantity');
    plate.undo();
    expect(plate.undo()).toEqual(step('scale'));
    expect(a.store.plate[0]?.scale).toBe(1);
    plate.redo();
    expect(a.store.plate[0]?.scale).toBe(1.3);
  });

  it('Removed and replaced items return to their places.', async () => {
    const { a, plate } = await plates();
    for (const id of ['a', 'b', 'c', 'd']) plate.add(plateItem(id), true);
    plate.remove('b');
    plate.remove('c');
    plate.undo();
    plate.undo();
    expect(ids(a)).toEqual(['a', 'b', 'c', 'd']);
    plate.replace('b', [plateItem('b1'), plateItem('b2')], step('split'));
    expect(ids(a)).toEqual(['a', 'b1', 'b2', 'c', 'd']);
    plate.undo();
    expect(ids(a)).toEqual(['a', 'b', 'c', 'd']);
    plate.redo();
    expect(ids(a)).toEqual(['a', 'b1', 'b2', 'c', 'd']);
  });

  it('Undo restores a value that was absent before.', async () => {
    const { a, plate } = await plates();
    plate.add({ ...plateItem('one'), extra: undefined } as never, true);
    plate.change('one', { extra: 'new' } as never, step('extra'));
    plate.undo();
    expect(a.store.plate[0]).not.toHaveProperty('extra', 'new');
  });
});

describe('undo beside another window', () => {
  it('Undo reverses only its own steps, and keeps the other window’s parts and values.', async () => {
    const { windows, a, b, plate, other } = await plates();
    plate.add(plateItem('mine'), true);
    plate.change('mine', { scale: 2 }, step('scale'));
    await windows.settle();
    other.add(plateItem('theirs'), true);
    other.change('mine', { quantity: 7 }, step('quantity'));
    await windows.settle();
    plate.undo();
    await windows.settle();
    for (const { store } of [a, b]) {
      expect(store.plate).toEqual([plateItem('mine', { scale: 1, quantity: 7 }), plateItem('theirs')]);
    }
    plate.undo();
    plate.redo();
    await windows.settle();
    expect(b.store.plate).toContainEqual(plateItem('mine', { scale: 1, quantity: 7 }));
  });

  it('Undo skips a step whose value the other window changed, or whose part it removed.', async () => {
    const { windows, a, plate, other } = await plates();
    plate.add(plateItem('one'), true);
    plate.add(plateItem('two'), true);
    plate.change('one', { scale: 2 }, step('scale one'));
    plate.change('two', { scale: 2 }, step('scale two'));
    await windows.settle();
    other.change('one', { scale: 5 }, step('theirs'));
    other.remove('two');
    await windows.settle();
    expect(plate.history.undoName?.key).toBe('prepare.step.add');
    expect(plate.undo()?.params).toEqual({ file: 'one.stl' });
    expect(ids(a)).toEqual([]);
  });
});

it('Undo and redo survive a reload of the window.', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  try {
    const { windows, plate } = await plates();
    plate.add(plateItem('one'), true);
    plate.change('one', { scale: 2 }, step('scale'));
    plate.change('one', { quantity: 2 }, step('quantity'));
    plate.undo();
    await windows.settle();
    const again = await windows.open();
    const after = new Plate(again.store);
    expect(after.undo()).toEqual(step('scale'));
    expect(after.redo()).toEqual(step('scale'));
    expect(after.redo()).toEqual(step('quantity'));
    expect(again.store.plate).toEqual([plateItem('one', { scale: 2, quantity: 2 })]);
    stored.set('fabdesk-history', '{"past":[{"edits":[{"before":{"id":1}}]}]}');
    expect(new Plate(again.store).history.undoName).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
});
