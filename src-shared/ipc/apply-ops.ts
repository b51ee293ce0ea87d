/**
 * Applies changes to the workspace. Pure: the application decides with it, and every window shows its own
 * unconfirmed changes with it, so all agree. A removal wins over a change [Assumption: removal-wins]. A
 * change without effect returns the same object.
 */
import { isSame } from '../is-same.ts';
import { changedExtras, joinedExtras, noExtras } from '../jobs/order-extras.ts';
import { mostArriving } from './arriving-file.ts';
import type { CartLine } from './cart-line.ts';
import type { Workspace } from './workspace.ts';
import type { WorkspaceOp } from './workspace-ops.ts';

export const freshWorkspace: Workspace = {
  plate: [],
  selected: null,
  cart: [],
  address: {},
  shippingOption: 'Cheapest',
  extras: noExtras,
};

export const applyOps = (workspace: Workspace, ops: readonly WorkspaceOp[]): Workspace =>
  ops.reduce(applyOp, workspace);

export function applyOp(workspace: Workspace, op: WorkspaceOp): Workspace {
  const { plate, cart, address } = workspace;
  switch (op.op) {
    case 'put-item':
      return changed(workspace, { plate: put(plate, op.item, op.before) });
    case 'change-item':
      return changed(workspace, { plate: change(plate, op.id, op.change) });
    case 'remove-item':
      return changed(workspace, { plate: without(plate, [op.id]) });
    case 'add-line':
      return changed(workspace, { cart: add(cart, op.line) });
    case 'put-line':
      return changed(workspace, { cart: put(cart, op.line, op.before) });
    case 'change-line':
      return changed(workspace, { cart: change(cart, op.id, op.change) });
    case 'remove-line':
      return withoutLines(workspace, [op.id]);
    case 'take-lines':
      // They went with the order.
      return changed(withoutLines(workspace, op.ids), { extras: noExtras });
    case 'return-lines':
      return changed(workspace, {
        cart: op.lines.reduce((lines, line) => put(lines, line, null), cart),
        returned: [...(workspace.returned ?? []), op.order],
        extras: joinedExtras(workspace.extras, op.order.extras),
      });
    case 'dismiss-return':
      return withReturned(workspace, ({ jobId }) => jobId !== op.jobId);
    case 'arriving':
      return changed(workspace, { arriving: put(workspace.arriving ?? [], op.file).slice(0, mostArriving) });
    case 'arrived':
      return changed(workspace, { arriving: without(workspace.arriving ?? [], [op.id]) });
    case 'lost':
      return lose(workspace, op.id, op.sha256);
    case 'set-address':
      return changed(workspace, { address: merged(address, op.fields) });
    case 'set-shipping':
      return changed(workspace, { shippingOption: op.shippingOption });
    case 'set-extras':
      return changed(workspace, { extras: changedExtras(workspace.extras, op.extras) });
    case 'view': {
      const { op: _, ...view } = op;
      return merged(workspace, view);
    }
  }
}

/** The line for the same bytes in the same size, or the same model, in the same material, if any. */
export const findSameLine = (cart: readonly CartLine[], line: CartLine): CartLine | undefined =>
  cart.find(
    (other) =>
      other.file?.sha256 === line.file?.sha256 &&
      (line.file !== null || isSame(other.source, line.source)) &&
      other.uploadScale === line.uploadScale &&
      other.materialId === line.materialId &&
      other.title === line.title &&
      other.currency === line.currency,
  );

/** The most pieces of one line. */
export const mostPieces = 10_000;

interface Named {
  readonly id: string;
}

function put<T extends Named>(list: readonly T[], item: T, before?: string | null): T[] {
  const at = list.findIndex(({ id }) => id === item.id);
  if (at >= 0 && before === undefined) return list.with(at, item);
  const others = list.filter(({ id }) => id !== item.id);
  const place = others.findIndex(({ id }) => id === before);
  return others.toSpliced(place < 0 ? others.length : place, 0, item);
}

function change<T extends Named>(list: T[], id: string, values: { [K in keyof T]?: T[K] | undefined }): T[] {
  const at = list.findIndex((item) => item.id === id);
  const before = list[at];
  if (!before) return list;
  const after = merged(before, values);
  return after === before ? list : list.with(at, after);
}

function without<T extends Named>(list: T[], ids: readonly string[]): T[] {
  const gone = new Set(ids);
  return list.some(({ id }) => gone.has(id)) ? list.filter(({ id }) => !gone.has(id)) : list;
}

function add(cart: CartLine[], line: CartLine): CartLine[] {
  const same = findSameLine(cart, line);
  if (!same) return put(cart, line);
  const quantity = Math.min(mostPieces, same.quantity + line.quantity);
  return put(cart, { ...same, ...line, id: same.id, quantity });
}

/** A part that was turned stays, since it has bytes of its own; it can no longer be turned back. */
function lose(workspace: Workspace, id: string, lost: string): Workspace {
  const arriving = without(workspace.arriving ?? [], [id]);
  // An equal file of another window may still be copied.
  if (arriving.some(({ sha256 }) => sha256 === lost)) return changed(workspace, { arriving });
  const plate = workspace.plate
    .filter(({ file }) => file.sha256 !== lost)
    .map(({ turned, ...item }) =>
      turned === undefined || turned.of.sha256 === lost ? item : { ...item, turned },
    );
  const lines = workspace.cart.filter(({ file }) => file?.sha256 === lost);
  const after = withoutLines(
    workspace,
    lines.map((line) => line.id),
  );
  return changed(after, { plate, arriving });
}

/** A returned order whose lines are all gone (ordered again, removed) no longer needs anybody. */
function withoutLines(workspace: Workspace, ids: readonly string[]): Workspace {
  const after = changed(workspace, { cart: without(workspace.cart, ids) });
  const left = new Set(after.cart.map(({ id }) => id));
  return withReturned(after, ({ lines }) => lines.some(({ id }) => left.has(id)));
}

type Returned = NonNullable<Workspace['returned']>;

function withReturned(workspace: Workspace, stays: (order: Returned[number]) => boolean): Workspace {
  const { returned = [] } = workspace;
  return returned.every(stays) ? workspace : { ...workspace, returned: returned.filter(stays) };
}

const changed = (
  workspace: Workspace,
  part: { [K in keyof Workspace]?: Workspace[K] | undefined },
): Workspace => merged(workspace, part);

function merged<T extends object>(value: T, part: { [K in keyof T]?: T[K] | undefined }): T {
  const differs = Object.entries(part).some(
    ([key, now]) => now !== undefined && !isSame(value[key as keyof T], now),
  );
  if (!differs) return value;
  const given = Object.entries(part).filter(([, now]) => now !== undefined);
  return { ...value, ...Object.fromEntries(given) };
}
