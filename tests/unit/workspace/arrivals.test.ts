import '../../support/english.ts';
import { describe, expect, it, vi } from 'vitest';
import { Plate } from '../../../src-renderer/features/prepare/plate/plate.svelte.ts';
import { mostArriving } from '../../../src-shared/ipc/arriving-file.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';
import { Windows } from '../../support/two-windows.ts';

const sha256 = 'ab'.repeat(32);
const copy = { sha256, md5: 'cd'.repeat(16), size: 84, name: 'bracket.stl', path: '/parts/bracket.stl' };
const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const step = (key: string) => ({ key });

/** Two windows; the first one has a part on its plate whose file is being copied. */
async function arriving() {
  const windows = new Windows();
  const [here, there] = [await windows.open(), await windows.open()];
  const plate = new Plate(here.store);
  here.arrivals.onEnd(() => plate.history.rewrite((edit) => here.arrivals.completed(edit)));
  const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
  plate.add({ ...plateItem('part'), file }, true);
  await windows.settle();
  return { windows, here, there, plate };
}

describe('a part whose file is being copied', () => {
  it('It is on the plate of its window, and of others once the copy is complete.', async () => {
    const { windows, here, there } = await arriving();
    expect(here.store.plate).toHaveLength(1);
    expect([there.store.plate, windows.workspace.read().plate]).toEqual([[], []]);
    here.arrivals.end(sha256, copy);
    await windows.settle();
    for (const { store } of [here, there]) expect(store.plate).toMatchObject([{ id: 'part', file: copy }]);
    expect(windows.workspace.read().plate).toMatchObject([{ id: 'part', file: copy }]);
  });

  it('What is changed meanwhile holds, also what is made from it.', async () => {
    const { windows, here, there, plate } = await arriving();
    plate.change('part', { quantity: 5 }, step('quantity'));
    const [item] = here.store.plate;
    plate.addBehind(new Map([['part', { ...item!, id: 'second', scale: 2 }]]), step('copy'));
    await windows.settle();
    here.arrivals.end(sha256, copy);
    // Work that began before the copy was complete ends after it.
    plate.change('second', { file: item!.file, quantity: 3 }, step('late'));
    await windows.settle();
    expect(there.store.plate).toMatchObject([
      { id: 'part', file: copy, quantity: 5 },
      { id: 'second', file: copy, scale: 2, quantity: 3 },
    ]);
  });

  it('Other changes do not wait for the copy, each is made once, and the part keeps its place.', async () => {
    const { windows, here, there, plate } = await arriving();
    plate.add(plateItem('other'), true);
    here.store.setAddress({ city: 'Delft' });
    await windows.settle();
    expect(there.store.plate.map(({ id }) => id)).toEqual(['other']);
    expect(there.store.address.city).toBe('Delft');
    plate.change('other', { quantity: 2 }, step('quantity'));
    here.arrivals.end(sha256, copy);
    await windows.settle();
    expect(there.store.plate).toMatchObject([{ id: 'part' }, { id: 'other', quantity: 2 }]);
    expect(here.store.plate.map(({ id }) => id)).toEqual(['part', 'other']);
  });

  it('It leaves the plate if the file cannot be copied, and undo does not bring it back.', async () => {
    const { windows, here, there, plate } = await arriving();
    plate.add(plateItem('other'), true);
    plate.change('part', { quantity: 5 }, step('quantity'));
    plate.remove('part');
    here.arrivals.end(sha256, null);
    await windows.settle();
    while (plate.undo());
    await windows.settle();
    expect([here.store.plate, there.store.plate]).toEqual([[], []]);
    while (plate.redo());
    await windows.settle();
    expect(there.store.plate.map(({ id }) => id)).toEqual(['other']);
  });

  it('Its removal can be undone by the message about it, before and after the copy is complete.', async () => {
    const { windows, here, there, plate } = await arriving();
    plate.remove('part');
    const removal = plate.history.newest!;
    here.arrivals.end(sha256, copy);
    await windows.settle();
    expect(there.store.plate).toEqual([]);
    plate.undoOnly(removal);
    await windows.settle();
    expect(there.store.plate).toMatchObject([{ id: 'part', file: copy }]);
  });

  it('It is sent again if the answer about it was lost.', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { windows, here, there } = await arriving();
    here.line = 'answers-lost';
    here.arrivals.end(sha256, copy);
    await windows.settle();
    here.line = 'up';
    await vi.advanceTimersByTimeAsync(5000);
    await windows.settle();
    vi.useRealTimers();
    await here.store.load();
    for (const { store } of [here, there]) expect(store.plate).toMatchObject([{ id: 'part', file: copy }]);
  });
});

it('Work with several files goes on once all are copied, and stops if one is lost.', async () => {
  const { here } = await arriving();
  const lost = here.arrivals.begin({ ...copy, sha256: 'ef'.repeat(32) });
  const [item] = here.store.plate;
  const both = here.arrivals.whole([item, { file: lost }]);
  const one = here.arrivals.whole(item);
  here.arrivals.end(sha256, copy);
  expect(await one).toMatchObject({ id: 'part', file: copy });
  here.arrivals.end(lost.sha256, null);
  expect(await both).toBeNull();
});

it.each([['is copied'], ['cannot be copied']])(
  'Of two equal files, each keeps its name and path if the second %s.',
  async (what) => {
    const { here, plate, windows } = await arriving();
    const [item] = here.store.plate;
    const line = here.arrivals.whole({ file: item!.file });
    here.arrivals.end(sha256, copy);
    const again = { ...copy, name: 'copy of bracket.stl', path: '/parts/copy of bracket.stl' };
    const file = here.arrivals.begin(again);
    plate.add({ ...plateItem('again'), file }, true);
    // Work that began with the first file ends after the second one.
    plate.change('part', { file: item!.file, quantity: 3 }, step('late'));
    here.arrivals.end(sha256, what === 'is copied' ? again : null);
    await windows.settle();
    expect(await line).toEqual({ file: copy });
    const parts = [
      { id: 'part', file: copy, quantity: 3 },
      { id: 'again', file: again },
    ];
    expect(here.store.plate).toMatchObject(what === 'is copied' ? parts : parts.slice(0, 1));
  },
);

describe('a window that is closed while it works on files', () => {
  const arriving = { id: 'arrival', name: 'bracket.stl', path: null };

  it('The next one gets them with the parts that they had, and the application keeps their copies.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const plate = new Plate(here.store);
    here.store.arriving({ ...arriving, file: copy }, sha256);
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    plate.add({ ...plateItem('part'), file }, true);
    plate.change('part', { quantity: 5 }, step('quantity'));
    expect(here.store.left).toEqual([]);
    here.store.close();
    await windows.settle();
    const { file: _, ...part } = { ...plateItem('part'), quantity: 5 };
    const next = await windows.open();
    expect(next.store.left).toEqual([{ ...arriving, file: copy, isLeft: true, parts: [part] }]);
    expect(windows.workspace.referencedFiles()).toEqual(new Set([sha256]));
    next.store.arrived('arrival');
    await windows.settle();
    expect((await windows.open()).store.left).toEqual([]);
  });

  it('What arrived before is not left, and its part is stored with it.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const plate = new Plate(here.store);
    here.store.arriving(arriving, sha256);
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    plate.add({ ...plateItem('part'), file }, true);
    here.arrivals.end(sha256, copy);
    here.store.arrived('arrival');
    here.store.close();
    await windows.settle();
    const next = await windows.open();
    expect(next.store.left).toEqual([]);
    expect(next.store.plate).toMatchObject([{ id: 'part', file: copy }]);
  });

  it('A part that was removed before the window closed does not come back.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const plate = new Plate(here.store);
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    plate.add({ ...plateItem('part'), file }, true);
    here.store.arriving({ ...arriving, path: '/parts/bracket.stl' }, sha256);
    plate.remove('part');
    here.store.close();
    await windows.settle();
    expect((await windows.open()).store.left).toEqual([]);
  });

  it('What was ordered of such a file is left with it, even if its part was removed or the window was ended.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const plate = new Plate(here.store);
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    plate.add({ ...plateItem('part'), file }, true);
    here.store.arriving({ ...arriving, path: '/parts/bracket.stl' }, sha256);
    const { file: _, ...ordered } = cartLine({ id: 'bracket', quantity: 3 });
    void here.store.whole([{ ...ordered, file }]);
    plate.remove('part');
    await windows.settle();
    expect(windows.workspace.read()).toMatchObject({
      cart: [],
      arriving: [{ ordered: { sha256, lines: [ordered] } }],
    });
    here.store.close();
    await windows.settle();
    expect((await windows.open()).store.left).toMatchObject([
      { path: '/parts/bracket.stl', parts: [], ordered: { sha256, lines: [ordered] } },
    ]);
  });

  it('What has a file of its own is stored when the window closes: a turned part, and what was ordered with the file.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    here.store.arriving(arriving, sha256);
    const turned = { ...copy, sha256: '12'.repeat(32), name: 'bracket turned.stl' };
    const lines = [
      cartLine({ id: 'bracket', file }),
      cartLine({ id: 'turned', title: 'turned', file: turned, original: file }),
      cartLine({ id: 'gear', title: 'gear', file: { ...copy, sha256: '34'.repeat(32) } }),
    ];
    new Plate(here.store).add(
      {
        ...plateItem('part'),
        file: turned,
        turned: { of: file, made: turned.sha256, orientation: [...upright] },
      },
      true,
    );
    void here.store.whole(lines);
    here.store.close();
    await windows.settle();
    const { cart, plate } = windows.workspace.read();
    expect(plate).toEqual([{ ...plateItem('part'), file: turned }]);
    expect(cart.map(({ id, original }) => [id, original])).toEqual([
      ['turned', undefined],
      ['gear', undefined],
    ]);
  });

  it('What was ordered of it comes into the cart once, with the copy, if the window stays.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    const file = here.arrivals.begin({ sha256, size: 84, name: 'bracket.stl', path: null });
    here.store.arriving(arriving, sha256);
    const whole = here.store.whole([cartLine({ id: 'bracket', file })]);
    here.arrivals.end(sha256, copy);
    for (const line of await whole) here.store.addLine(line);
    here.store.arrived('arrival');
    here.store.close();
    await windows.settle();
    expect(windows.workspace.read()).toMatchObject({ cart: [{ id: 'bracket', file: copy }], arriving: [] });
    expect((await windows.open()).store.cart).toHaveLength(1);
  });

  it('More files than anybody reads at once do no harm to the rest.', async () => {
    const windows = new Windows();
    const here = await windows.open();
    for (let i = 0; i <= mostArriving; i += 1) here.store.arriving({ ...arriving, id: `${i}` });
    new Plate(here.store).add(plateItem('part'), true);
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
