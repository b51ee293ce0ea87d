/**
 * The workspace as this window shows it: the application's state plus this window's unconfirmed changes.
 * Changes show at once, go to the application soon after, and are sent again until it answers; its events
 * bring the changes of other windows. Selection and checkout step belong to this window
 * [Assumption: own-view]; the application stores the last ones for the next window.
 */

import type { ShippingOption } from '../src-shared/api/orders.ts';
import { applyOp, applyOps, freshWorkspace } from '../src-shared/ipc/apply-ops.ts';
import type { ArrivingFile } from '../src-shared/ipc/arriving-file.ts';
import type { CartLine } from '../src-shared/ipc/cart-line.ts';
import type { AppContract } from '../src-shared/ipc/contract.ts';
import type { PlateItem } from '../src-shared/ipc/plate-item.ts';
import type { EventPayload } from '../src-shared/ipc/wire.ts';
import type { ReturnedOrder, Workspace } from '../src-shared/ipc/workspace.ts';
import type { WindowOp, WorkspaceOp } from '../src-shared/ipc/workspace-ops.ts';
import { isSame } from '../src-shared/is-same.ts';
import type { OrderExtras } from '../src-shared/jobs/order-extras.ts';
import { ref } from '../src-shared/messages/messages.ts';
import type { Bridge } from './bridge/bridge.ts';
import type { Notices } from './ui/notices.svelte.ts';

/** Long enough for a dragged number, short enough for the other window, ms. */
const pause = 100;
/** Delay after a failure, ms. */
const retryPause = 3000;
/** The contract allows 1000 changes per call. */
const mostAtOnce = 500;

type WorkspaceEvent = EventPayload<AppContract, 'workspace'>;
export type CheckoutStep = NonNullable<Workspace['step']>;

interface Pending {
  readonly sequence: number;
  readonly op: WindowOp;
  /** The revision from which on the application has this change; null: not confirmed. */
  readonly revision: number | null;
}

export class WorkspaceStore {
  readonly #bridge: Bridge;
  readonly #notices: Notices;
  readonly #windowId = crypto.randomUUID();
  /** The application's state. */
  #base: Workspace = freshWorkspace;
  #pending: readonly Pending[] = [];
  #sequence = 0;
  /** Changes up to this one were sent at least once, so they must not change any more. */
  #sent = 0;
  /** Events that arrive while the workspace is read; null if it is not being read. */
  #early: WorkspaceEvent[] | null = null;
  /** Another read was requested meanwhile. */
  #loadAgain = false;
  /** Files that this window is working on, by id. */
  readonly #working = new Map<string, ArrivingFile>();
  #value = $state.raw<Workspace>(freshWorkspace);
  #loaded = $state(false);
  #cameBack = $state.raw<ReadonlySet<string>>(new Set());
  #lastOrdered = $state.raw<string | null>(null);
  #answered = Promise.withResolvers<void>();
  /** Resolved and replaced when files have arrived or are lost. */
  #copied = Promise.withResolvers<void>();
  readonly #lossListeners: ((sha256: string) => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(bridge: Bridge, notices: Notices) {
    this.#bridge = bridge;
    this.#notices = notices;
  }

  /** False until the stored workspace was read; before that nothing is sent. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Resolves with the first answer, good or bad. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }
  get plate(): readonly PlateItem[] {
    return this.#value.plate;
  }
  /** Id of the plate item that is selected in this window. */
  get selected(): string | null {
    return this.#value.selected;
  }
  get cart(): readonly CartLine[] {
    return this.#value.cart;
  }
  get address(): Workspace['address'] {
    return this.#value.address;
  }
  get shippingOption(): ShippingOption {
    return this.#value.shippingOption;
  }
  /** For the next order. */
  get extras(): OrderExtras {
    return this.#value.extras;
  }
  /** The step of the checkout in this window. */
  get step(): CheckoutStep {
    return this.#value.step ?? 'cart';
  }
  /** Orders whose lines came back, until they are dismissed. */
  get returned(): readonly ReturnedOrder[] {
    return this.#value.returned ?? [];
  }
  /** Files whose window was closed before they were copied; not those of this one, while it closes. */
  get left(): readonly ArrivingFile[] {
    return this.#value.arriving?.filter(({ id, isLeft }) => isLeft && !this.#working.has(id)) ?? [];
  }
  /** Whether the lines of this order came back while this window was open, dismissed or not. */
  cameBack(jobId: string): boolean {
    return this.#cameBack.has(jobId);
  }
  /** The job that took lines out of the cart last, in any window. */
  get lastOrdered(): string | null {
    return this.#lastOrdered;
  }

  addLine(line: CartLine): void {
    this.apply([{ op: 'add-line', line }]);
  }
  updateLine(id: string, change: Partial<Omit<CartLine, 'id'>>): void {
    this.apply([{ op: 'change-line', id, change }]);
  }
  removeLine(id: string): void {
    this.apply([{ op: 'remove-line', id }]);
  }
  /** Puts a removed line back in its place: before the line `before`, or at the end. */
  restoreLine(line: CartLine, before: string | null): void {
    this.apply([{ op: 'put-line', line, before }]);
  }
  /** Only the fields that changed. */
  setAddress(fields: Workspace['address']): void {
    this.apply([{ op: 'set-address', fields }]);
  }
  setShippingOption(shippingOption: ShippingOption): void {
    this.apply([{ op: 'set-shipping', shippingOption }]);
  }
  /** Only the fields that changed. */
  setExtras(extras: Partial<OrderExtras>): void {
    this.apply([{ op: 'set-extras', extras }]);
  }
  setStep(step: CheckoutStep): void {
    this.apply([{ op: 'view', step }]);
  }
  dismissReturn(jobId: string): void {
    this.apply([{ op: 'dismiss-return', jobId }]);
  }

  /** This window is working on a file. */
  arriving(file: ArrivingFile): void {
    this.#working.set(file.id, file);
    this.apply([{ op: 'arriving', file }]);
  }
  /** The file is copied and has its part, or a message said why not. */
  arrived(id: string): void {
    this.#working.delete(id);
    this.apply([{ op: 'arrived', id }]);
  }
  /** The file cannot be copied, and so what consists of these bytes leaves plate, cart and undo. */
  lose(id: string, sha256: string): void {
    this.#working.delete(id);
    this.apply([{ op: 'lost', id, sha256 }]);
  }
  /** Called with the SHA-256 of bytes that this window or another one could not copy. */
  onLoss(listener: (sha256: string) => void): void {
    this.#lossListeners.push(listener);
  }

  /** Whether these bytes are on the plate although they are still being copied. */
  isCopying(wanted: string): boolean {
    return (
      this.#value.arriving?.some(({ sha256, file }) => sha256 === wanted && file?.sha256 !== wanted) ?? false
    );
  }
  /** Resolves once these bytes are copied, or could not be. */
  async copied(sha256: string): Promise<void> {
    while (this.isCopying(sha256)) await this.#copied.promise;
  }
  /** Whether a part or a cart line consists of these bytes. */
  names(sha256: string): boolean {
    const isIn = ({ turned }: PlateItem) => turned?.of.sha256 === sha256;
    return [...this.plate, ...this.cart].some(({ file }) => file?.sha256 === sha256) || this.plate.some(isIn);
  }

  apply(ops: readonly WindowOp[]): void {
    let value = this.#value;
    for (const op of ops) {
      const next = applyOp(value, op);
      if (next === value) continue;
      value = next;
      this.#push(op);
    }
    if (value === this.#value) return;
    this.#show(value);
    this.#announceLosses(ops);
    if (this.#loaded) this.#schedule(pause);
  }

  /** Reads the workspace, at the start and when the application is back. */
  async load(): Promise<void> {
    if (this.#early) {
      this.#loadAgain = true;
      return;
    }
    const early: WorkspaceEvent[] = [];
    this.#early = early;
    const result = await this.#bridge.invoke('workspace.get', {});
    this.#early = null;
    if (!result.ok) {
      this.#answered.resolve();
      const retry = { label: ref('ui.tryAgain'), run: () => void this.load() };
      this.#notices.addError(result.error, retry, 'workspace');
      return;
    }
    this.#notices.withdraw('workspace');
    this.#base = result.value;
    this.#rebuild(this.#loaded ? this.#value : result.value);
    this.#loaded = true;
    for (const event of early) this.hear(event);
    this.#answered.resolve();
    if (this.#pending.length > 0) this.#schedule(pause);
    if (this.#loadAgain) {
      this.#loadAgain = false;
      void this.load();
    }
  }

  /** Handles an event of the application. If one was missed, everything is read again. */
  hear(event: WorkspaceEvent): void {
    if (this.#early) {
      this.#early.push(event);
      return;
    }
    const known = this.#base.revision ?? 0;
    if (event.revision <= known) return;
    if (event.revision > known + 1) {
      void this.load();
      return;
    }
    this.#base = { ...applyOps(this.#base, event.ops), revision: event.revision };
    if (event.windowId === this.#windowId) {
      const last = event.sequence ?? 0;
      this.#pending = this.#pending.filter(({ sequence }) => sequence > last);
    }
    for (const op of event.ops) if (op.op === 'take-lines') this.#lastOrdered = op.jobId;
    this.#rebuild(this.#value);
    this.#announceLosses(event.ops);
  }

  /** Sends unconfirmed changes, after those already on their way. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  /** The window is hidden: sends at once, without waiting for what is on its way. */
  leave(): void {
    clearTimeout(this.#timer);
    void this.#send();
  }

  /** The window is closing: the next one goes on with the files on which this one was working. */
  close(): void {
    const left = [...this.#working.values()].map((file) => ({ ...file, isLeft: true }));
    this.apply(left.map((file) => ({ op: 'arriving', file })));
    this.leave();
  }

  /** Successive changes of one value are merged until they are sent. */
  #push(op: WindowOp): void {
    const last = this.#pending.at(-1);
    const joined = last && last.sequence > this.#sent ? join(last.op, op) : null;
    if (last && joined) this.#pending = this.#pending.with(-1, { ...last, op: joined });
    else this.#pending = [...this.#pending, { sequence: ++this.#sequence, op, revision: null }];
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delay);
  }

  async #send(): Promise<void> {
    const changes = this.#pending
      .filter(({ revision }) => revision === null)
      .slice(0, mostAtOnce)
      .map(({ sequence, op }) => ({ sequence, op }));
    const last = changes.at(-1)?.sequence;
    if (!this.#loaded || last === undefined) return;
    this.#sent = Math.max(this.#sent, last);
    const result = await this.#bridge.invoke('workspace.apply', { windowId: this.#windowId, changes });
    if (result.ok) {
      this.#failing = false;
      this.#notices.withdraw('workspace-save');
      this.#pending = this.#pending.map((one) =>
        one.sequence <= last && one.revision === null ? { ...one, revision: result.value.revision } : one,
      );
      this.#rebuild(this.#value);
      if (this.#pending.some(({ revision }) => revision === null)) this.#schedule(pause);
      return;
    }
    if (result.error.code === 'bad-input') {
      // The application will never accept these; keeping them would hold up all later ones.
      this.#pending = this.#pending.filter(({ sequence }) => sequence > last);
      this.#notices.addError(result.error);
      void this.load();
      return;
    }
    if (!this.#failing) {
      const retry = { label: ref('ui.tryAgain'), run: () => void this.flush() };
      this.#notices.addError(result.error, retry, 'workspace-save');
    }
    this.#failing = true;
    this.#schedule(retryPause);
  }

  /** Shows the application's state plus the unconfirmed changes. Selection and step stay as given. */
  #rebuild({ selected, step }: Workspace): void {
    const known = this.#base.revision ?? 0;
    this.#pending = this.#pending.filter(({ revision }) => revision === null || revision > known);
    const ops = this.#pending.map(({ op }) => op);
    const next = applyOps({ ...this.#base, selected, step }, ops);
    const back = (next.returned ?? []).map(({ jobId }) => jobId);
    if (back.some((jobId) => !this.#cameBack.has(jobId)))
      this.#cameBack = new Set([...this.#cameBack, ...back]);
    const before = this.#value;
    this.#show({
      ...next,
      plate: reuse(before.plate, next.plate),
      cart: reuse(before.cart, next.cart),
      address: isSame(before.address, next.address) ? before.address : next.address,
    });
  }

  #show(value: Workspace): void {
    const before = this.#value.arriving;
    this.#value = value;
    if (before === value.arriving) return;
    this.#copied.resolve();
    this.#copied = Promise.withResolvers();
  }

  #announceLosses(ops: readonly WorkspaceOp[]): void {
    for (const op of ops)
      if (op.op === 'lost' && !this.names(op.sha256)) for (const hear of this.#lossListeners) hear(op.sha256);
  }
}

/** Merges two changes of the same thing; null if they must stay two. */
function join(first: WindowOp, second: WindowOp): WindowOp | null {
  if (first.op === 'set-address' && second.op === 'set-address')
    return { ...first, fields: { ...first.fields, ...second.fields } };
  if (first.op === 'view' && second.op === 'view') return { ...first, ...second };
  if (first.op === 'change-item' && second.op === 'change-item' && first.id === second.id)
    return { ...first, change: { ...first.change, ...second.change } };
  if (first.op === 'change-line' && second.op === 'change-line' && first.id === second.id)
    return { ...first, change: { ...first.change, ...second.change } };
  return null;
}

/** Equal entries stay the same objects, so that values derived from them are not computed again. */
function reuse<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  return after.map((entry) => {
    const old = known.get(entry.id);
    return old !== undefined && isSame(old, entry) ? old : entry;
  });
}
