import '../../support/english.ts';
import { describe, expect, it } from 'vitest';
import { applyOps, freshWorkspace } from '../../../src-shared/ipc/apply-ops.ts';
import type { WindowOp } from '../../../src-shared/ipc/workspace-ops.ts';
import { seededRandom } from '../../support/fake-clock.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';
import { Windows } from '../../support/two-windows.ts';

const put = (id: string): WindowOp => ({ op: 'put-item', item: plateItem(id) });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

async function two() {
  const windows = new Windows();
  return { windows, a: await windows.open(), b: await windows.open() };
}

describe('two windows', () => {
  it('Two windows both keep what each added at the same moment.', async () => {
    const { windows, a, b } = await two();
    a.store.apply([put('from-a')]);
    b.store.apply([put('from-b')]);
    b.store.addLine(cartLine());
    a.store.setAddress({ city: 'Oslo' });
    b.store.setAddress({ country: 'NO' });
    await windows.settle();
    for (const { store } of [a, b]) {
      expect(ids(store.plate).sort()).toEqual(['from-a', 'from-b']);
      expect(store.plate).toEqual(windows.workspace.read().plate);
      expect(ids(store.cart)).toEqual(['line-1']);
      expect(store.address).toEqual({ city: 'Oslo', country: 'NO' });
    }
  });

  it('Two windows agree on the last change of the same value, and keep the other values of both.', async () => {
    const { windows, a, b } = await two();
    a.store.apply([put('part')]);
    await windows.settle();
    a.store.apply([{ op: 'change-item', id: 'part', change: { scale: 2, quantity: 4 } }]);
    await a.store.flush();
    b.store.apply([{ op: 'change-item', id: 'part', change: { scale: 3 } }]);
    await windows.settle();
    const expected = [plateItem('part', { scale: 3, quantity: 4 })];
    expect(a.store.plate).toEqual(expected);
    expect(b.store.plate).toEqual(expected);
  });

  it('Two windows keep a line removed in one and changed in the other, in either order.', async () => {
    for (const removalFirst of [true, false]) {
      const { windows, a, b } = await two();
      a.store.addLine(cartLine());
      await windows.settle();
      const change = () => a.store.updateLine('line-1', { quantity: 9 });
      const remove = () => b.store.removeLine('line-1');
      for (const act of removalFirst ? [remove, change] : [change, remove]) act();
      await (removalFirst ? b : a).store.flush();
      await windows.settle();
      expect(a.store.cart).toEqual([]);
      expect(b.store.cart).toEqual([]);
    }
  });

  it('Two windows add up the same part that both put into the cart.', async () => {
    const { windows, a, b } = await two();
    a.store.addLine(cartLine({ id: 'a', quantity: 2 }));
    b.store.addLine(cartLine({ id: 'b', quantity: 3 }));
    await windows.settle();
    expect(a.store.cart).toEqual(b.store.cart);
    expect(a.store.cart.map(({ quantity }) => quantity)).toEqual([5]);
  });

  it('A window reads everything again if it missed an event.', async () => {
    const { windows, a, b } = await two();
    b.line = 'down';
    a.store.apply([put('missed')]);
    await windows.settle();
    b.line = 'up';
    expect(ids(b.store.plate)).toEqual([]);
    a.store.apply([put('heard')]);
    await windows.settle();
    expect(ids(b.store.plate)).toEqual(['missed', 'heard']);
  });

  it('Each window selects for itself, and a new window starts with the last selection.', async () => {
    const { windows, a, b } = await two();
    a.store.apply([put('one'), put('two'), { op: 'view', selected: 'one' }]);
    await windows.settle();
    b.store.apply([{ op: 'view', selected: 'two' }]);
    b.store.setStep('shipping');
    await windows.settle();
    expect([a.store.selected, a.store.step]).toEqual(['one', 'cart']);
    expect([b.store.selected, b.store.step]).toEqual(['two', 'shipping']);
    const c = await windows.open();
    expect([c.store.selected, c.store.step]).toEqual(['two', 'shipping']);
  });

  it('Two windows finally show the same, whatever they do and whenever the connection fails.', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const { fraction: random } = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const { windows, a, b } = await two();
      const names = ['p', 'q', 'r'];
      for (let turn = 0; turn < 60; turn += 1) {
        const window = pick([a, b]);
        const id = pick(names);
        const change = pick([
          () => window.store.apply([{ op: 'put-item', item: plateItem(id), before: pick(names) }]),
          () => window.store.apply([{ op: 'change-item', id, change: { quantity: turn + 1 } }]),
          () => window.store.apply([{ op: 'remove-item', id }]),
          () => window.store.addLine(cartLine({ id: `${turn}`, materialId: pick([6, 25]) })),
          () => window.store.removeLine(pick(window.store.cart)?.id ?? ''),
          () => window.store.setAddress({ city: `city ${turn}` }),
        ]);
        change();
        if (random() < 0.15) window.line = pick(['down', 'answers-lost'] as const);
        if (random() < 0.3) await window.store.flush();
        if (random() < 0.2 && window.line !== 'up') {
          window.line = 'up';
          await window.store.load();
        }
      }
      for (const window of [a, b]) {
        window.line = 'up';
        await window.store.load();
      }
      await windows.settle();
      const { plate, cart, address } = windows.workspace.read();
      for (const { store } of [a, b]) {
        const { plate: p, cart: c, address: d } = store;
        expect({ seed, plate: p, cart: c, address: d }).toEqual({ seed, plate, cart, address });
      }
    }
  });
});

describe('a window that lost the application', () => {
  it('A disconnected window keeps its changes and sends them once when the application is back.', async () => {
    const { windows, a, b } = await two();
    a.line = 'down';
    a.store.apply([put('kept')]);
    a.store.addLine(cartLine({ quantity: 2 }));
    await a.store.flush();
    expect(ids(a.store.plate)).toEqual(['kept']);
    expect(a.notices.open).toHaveLength(1);
    b.store.apply([put('other')]);
    await b.store.flush();
    windows.restart();
    a.line = 'up';
    await a.store.load();
    await windows.settle();
    expect(ids(a.store.plate)).toEqual(['other', 'kept']);
    expect(windows.workspace.read().cart.map(({ quantity }) => quantity)).toEqual([2]);
    expect(a.notices.open).toHaveLength(0);
  });

  it('Nothing is added twice if only the answer was lost.', async () => {
    const { windows, a } = await two();
    a.line = 'answers-lost';
    a.store.addLine(cartLine({ quantity: 2 }));
    await a.store.flush();
    a.line = 'up';
    windows.restart();
    await a.store.load();
    await windows.settle();
    expect(a.sent.length).toBeGreaterThan(1);
    expect(windows.workspace.read().cart.map(({ quantity }) => quantity)).toEqual([2]);
    expect(a.store.cart.map(({ quantity }) => quantity)).toEqual([2]);
  });

  it('A change that the application can never accept is dropped, and others continue.', async () => {
    const { windows, a } = await two();
    a.store.updateLine('line-1', {});
    a.store.addLine(cartLine({ quantity: -1 }));
    await a.store.flush();
    await windows.settle();
    expect(a.store.cart).toEqual([]);
    a.store.addLine(cartLine());
    await windows.settle();
    expect(windows.workspace.read().cart).toHaveLength(1);
  });
});

describe('what is stored', () => {
  it('A workspace of an earlier version is read.', async () => {
    const documents = memoryDocuments();
    const earlier = { ...freshWorkspace, plate: [plateItem('old')], cart: [cartLine()], selected: 'old' };
    documents.set('workspace', earlier);
    const windows = new Windows(documents);
    const { store } = await windows.open();
    expect([store.plate, store.cart, store.selected]).toEqual([earlier.plate, earlier.cart, 'old']);
    store.apply([put('new')]);
    await windows.settle();
    expect(windows.workspace.read()).toEqual({
      ...applyOps(earlier, [put('new')]),
      revision: 1,
    });
  });

  it('A workspace that cannot be read is set aside, and a new one begins.', () => {
    const documents = memoryDocuments();
    documents.set('workspace', { plate: 'broken' });
    const windows = new Windows(documents);
    expect(windows.workspace.read()).toEqual(freshWorkspace);
    expect(documents.get('workspace/unreadable')).toEqual({ plate: 'broken' });
  });
});
