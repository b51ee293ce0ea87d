import { describe, expect, it } from 'vitest';
import { applyOp, applyOps, freshWorkspace } from '../../../src-shared/ipc/apply-ops.ts';
import type { Workspace } from '../../../src-shared/ipc/workspace.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { plateItem } from '../../support/plate-items.ts';
import { cartLine } from '../../support/samples.ts';

const of = (part: Partial<Workspace>): Workspace => ({ ...freshWorkspace, ...part });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('the plate', () => {
  const plate = of({ plate: [plateItem('a'), plateItem('b')] });

  it('An item is placed before another one, or at the end if that one is gone.', () => {
    const before = (before: string | null) =>
      ids(applyOp(plate, { op: 'put-item', item: plateItem('new'), before }).plate);
    expect(before('b')).toEqual(['a', 'new', 'b']);
    expect(before(null)).toEqual(['a', 'b', 'new']);
    expect(before('gone')).toEqual(['a', 'b', 'new']);
  });

  it('The plate has an item once, however often it is added, and moves it to a named place.', () => {
    const again = applyOp(plate, { op: 'put-item', item: plateItem('a', { quantity: 3 }) });
    expect(ids(again.plate)).toEqual(['a', 'b']);
    expect(again.plate[0]?.quantity).toBe(3);
    expect(ids(applyOp(plate, { op: 'put-item', item: plateItem('a'), before: null }).plate)).toEqual([
      'b',
      'a',
    ]);
  });

  it('Only the named values of an item change.', () => {
    const after = applyOps(plate, [
      { op: 'change-item', id: 'a', change: { scale: 2 } },
      { op: 'change-item', id: 'a', change: { quantity: 5 } },
    ]);
    expect(after.plate[0]).toEqual(plateItem('a', { scale: 2, quantity: 5 }));
    expect(after.plate[1]).toBe(plate.plate[1]);
  });
});

describe('the cart', () => {
  it('A part joins the cart line of the same part, and different parts stay separate.', () => {
    const line = cartLine({ id: 'one', quantity: 2 });
    const joined = applyOp(of({ cart: [line] }), {
      op: 'add-line',
      line: cartLine({ id: 'two', quantity: 3, unitPrice: 7 }),
    });
    expect(joined.cart).toEqual([{ ...line, quantity: 5, unitPrice: 7 }]);
    const other = cartLine({ id: 'three', materialId: 25 });
    expect(ids(applyOp(joined, { op: 'add-line', line: other }).cart)).toEqual(['one', 'three']);
  });

  it('The lines of a returned order are added, and the order is forgotten when they are gone.', () => {
    const order = {
      jobId: 'job',
      at: 1,
      state: 'rejected',
      problem: null,
      lines: [{ id: 'back', problem: null }],
      extras: noExtras,
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

it('A change of a missing thing, or one without effect, returns the same workspace.', () => {
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
