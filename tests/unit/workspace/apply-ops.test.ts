import { describe, expect, it } from 'vitest';
import { applyOp, applyOps, freshWorkspace } from '../../../src-shared/ipc/apply-ops.ts';
import type { Workspace } from '../../../src-shared/ipc/workspace.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';

const of = (part: Partial<Workspace>): Workspace => ({ ...freshWorkspace, ...part });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('the plate', () => {
  const plate = of({ plate: [plateItem('a'), plateItem('b')] });

  it('takes an item before another one, or at the end where that one is gone', () => {
    const before = (before: string | null) =>
      ids(applyOp(plate, { op: 'put-item', item: plateItem('new'), before }).plate);
    expect(before('b')).toEqual(['a', 'new', 'b']);
    expect(before(null)).toEqual(['a', 'b', 'new']);
    expect(before('gone')).toEqual(['a', 'b', 'new']);
  });

  it('has an item once, however often it is put there, and moves it where a place is named', () => {
    const again = applyOp(plate, { op: 'put-item', item: plateItem('a', { quantity: 3 }) });
    expect(ids(again.plate)).toEqual(['a', 'b']);
    expect(again.plate[0]?.quantity).toBe(3);
    expect(ids(applyOp(plate, { op: 'put-item', item: plateItem('a'), before: null }).plate)).toEqual([
      'b',
      'a',
    ]);
  });

  it('changes only the named values of an item', () => {
    const after = applyOps(plate, [
      { op: 'change-item', id: 'a', change: { scale: 2 } },
      { op: 'change-item', id: 'a', change: { quantity: 5 } },
    ]);
    expect(after.plate[0]).toEqual(plateItem('a', { scale: 2, quantity: 5 }));
    expect(after.plate[1]).toBe(plate.plate[1]);
  });
});

describe('the cart', () => {
  it('joins a part with the line for the same part, and keeps different ones apart', () => {
    const line = cartLine({ id: 'one', quantity: 2 });
    const joined = applyOp(of({ cart: [line] }), {
      op: 'add-line',
      line: cartLine({ id: 'two', quantity: 3, unitPrice: 7 }),
    });
    expect(joined.cart).toEqual([{ ...line, quantity: 5, unitPrice: 7 }]);
    const other = cartLine({ id: 'three', materialId: 25 });
    expect(ids(applyOp(joined, { op: 'add-line', line: other }).cart)).toEqual(['one', 'three']);
  });

  it('gets the lines of an order back beside new ones, and forgets the order when they are gone', () => {
    const order = {
      jobId: 'job',
      at: 1,
      state: 'rejected',
      problem: null,
      lines: [{ id: 'back', problem: null }],
    } as const;
    const returned = applyOp(of({ cart: [cartLine({ id: 'new' })] }), {
      op: 'return-lines',
      order: { ...order, lines: [...order.lines] },
      lines: [cartLine({ id: 'back' })],
    });
    expect(ids(returned.cart)).toEqual(['new', 'back']);
    expect(returned.returned).toHaveLength(1);
    expect(applyOp(returned, { op: 'remove-line', id: 'new' }).returned).toHaveLength(1);
    expect(applyOp(returned, { op: 'remove-line', id: 'back' }).returned).toEqual([]);
    expect(applyOp(returned, { op: 'take-lines', jobId: 'next', ids: ['new', 'back'] }).returned).toEqual([]);
    const dismissed = applyOp(returned, { op: 'dismiss-return', jobId: 'job' });
    expect(dismissed.returned).toEqual([]);
    expect(ids(dismissed.cart)).toEqual(['new', 'back']);
  });
});

it('A change of something that is gone, and one that changes nothing, give back the same workspace.', () => {
  const workspace = of({ plate: [plateItem('a')], cart: [cartLine()], address: { city: 'Oslo' } });
  for (const op of [
    { op: 'change-item', id: 'gone', change: { scale: 2 } },
    { op: 'change-item', id: 'a', change: { scale: 1 } },
    { op: 'remove-item', id: 'gone' },
    { op: 'change-line', id: 'gone', change: { quantity: 2 } },
    { op: 'remove-line', id: 'gone' },
    { op: 'take-lines', jobId: 'job', ids: ['gone'] },
    { op: 'set-address', fields: { city: 'Oslo' } },
    { op: 'set-shipping', shippingOption: 'Cheapest' },
    { op: 'dismiss-return', jobId: 'gone' },
  ] as const) {
    expect(applyOp(workspace, op as never), op.op).toBe(workspace);
  }
});
