/**
 * The one workspace (plate, cart, checkout) of all windows and the command line. Windows send small changes,
 * which are applied here in the order in which they arrive, stored, and announced with a revision. An order
 * takes its lines out of the cart in its own transaction; the lines of an order that bought nothing come
 * back, once.
 *
 * Every change writes one document, so it is durable as a whole, and inside a database transaction it is
 * committed or rolled back with it.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { applyOps, freshWorkspace } from '../src-shared/ipc/apply-ops.ts';
import type { CartLine } from '../src-shared/ipc/cart-line.ts';
import type { AppContract } from '../src-shared/ipc/contract.ts';
import type { CallOutput, EventPayload } from '../src-shared/ipc/wire.ts';
import { type ReturnedOrder, type Workspace, workspaceSchema } from '../src-shared/ipc/workspace.ts';
import type { WindowOp, WorkspaceOp } from '../src-shared/ipc/workspace-ops.ts';
import { isSame } from '../src-shared/is-same.ts';
import {
  finalStates,
  type Job,
  type OrderJob,
  type OrderLine,
  type Problem,
} from '../src-shared/jobs/job.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { type Documents, readDocument } from './db/documents.ts';
import { mainError } from './main-error.ts';

type Changes = z.output<AppContract['calls']['workspace.apply']['input']>;
type WorkspaceEvent = EventPayload<AppContract, 'workspace'>;

/** The contract's document, and what only the application needs to know. */
const storedSchema = workspaceSchema.extend({
  /**
   * The last change of each window that was applied; the window that changed something most recently comes
   * last.
   */
  windows: z.array(z.object({ id: z.string(), sequence: z.int() })).default([]),
  /** The lines of orders whose outcome is not known yet. */
  ordered: z.array(z.object({ jobId: z.string(), lines: workspaceSchema.shape.cart })).default([]),
});
type Stored = z.output<typeof storedSchema>;

/** Far more than anyone has open. A window repeats only its latest changes. */
const mostWindows = 50;

const boughtNothing: ReadonlySet<string> = new Set<ReturnedOrder['state']>([
  'rejected',
  'cancelled',
  'poison',
]);

export interface WorkspaceOptions {
  readonly documents: Documents;
  readonly emit: (event: WorkspaceEvent) => void;
  readonly now?: () => number;
}

export class SharedWorkspace {
  readonly #options: WorkspaceOptions;
  #unannounced: WorkspaceEvent[] = [];
  /** Null: not counted since the last change. */
  #needsYou: number | null = null;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  read(): Workspace {
    const { windows: _, ordered: __, ...workspace } = this.#stored();
    return workspace;
  }

  /** Skips the changes of this window that were applied before. */
  apply({ windowId, changes }: Changes): CallOutput<AppContract, 'workspace.apply'> {
    const stored = this.#stored();
    const known = stored.windows.find(({ id }) => id === windowId)?.sequence ?? 0;
    const fresh = changes.filter(({ sequence }) => sequence > known);
    const sequence = fresh.at(-1)?.sequence;
    if (sequence === undefined) return { revision: stored.revision ?? 0 };
    const others = stored.windows.filter(({ id }) => id !== windowId);
    const windows = [...others, { id: windowId, sequence }].slice(-mostWindows);
    const ops = fresh.map(({ op }) => op);
    return { revision: this.#write({ ...stored, windows }, ops, { windowId, sequence }) };
  }

  /**
   * Called when the application starts: whatever a window was still reading or copying, it does not go on.
   */
  windowsGone(): void {
    const { arriving = [] } = this.#stored();
    const here = arriving.filter(({ isLeft }) => isLeft !== true);
    this.change(here.map((file) => ({ op: 'arriving', file: { ...file, isLeft: true } })));
  }

  /** Changes of the application itself. */
  change(ops: WindowOp[]): void {
    if (ops.length > 0) this.#write(this.#stored(), ops);
  }

  /**
   * Called in the transaction that queues the order. Throws `cart-changed` if the cart does not have exactly
   * these lines.
   */
  takeLines(lines: readonly CartLine[], jobId: string): void {
    const stored = this.#stored();
    const inCart = lines.map((line) => stored.cart.find(({ id }) => id === line.id));
    const ids = new Set(lines.map(({ id }) => id));
    const isAsShown = inCart.every((line, at) => line !== undefined && isSameLine(line, lines[at]));
    if (!isAsShown || ids.size < lines.length) throw mainError('cart-changed', ref('errors.cartChanged'));
    const taken = inCart.filter((line) => line !== undefined);
    const ordered = [...stored.ordered, { jobId, lines: taken }];
    this.#write({ ...stored, ordered }, [{ op: 'take-lines', jobId, ids: [...ids] }]);
  }

  /**
   * Puts the lines of orders that bought nothing back into the cart [Assumption: returned-lines], and forgets
   * those of placed orders.
   */
  ordersChanged(jobs: readonly Job[], queue: { list(): Job[] }): void {
    const ended = jobs.filter((job) => job.kind === 'order').filter(({ state }) => finalStates.has(state));
    if (ended.length === 0) return;
    const stored = this.#stored();
    const ops = ended.flatMap((job): WorkspaceOp[] => {
      const entry = stored.ordered.find(({ jobId }) => jobId === job.id);
      if (!entry || !boughtNothing.has(job.state)) return [];
      return [this.#returning(job, entry.lines, queue.list())];
    });
    const ids = new Set(ended.map(({ id }) => id));
    const ordered = stored.ordered.filter(({ jobId }) => !ids.has(jobId));
    if (ordered.length < stored.ordered.length) this.#write({ ...stored, ordered }, ops);
  }

  /** The number of returned orders that need a person; one that a person cancelled does not. */
  get needsYou(): number {
    this.#needsYou ??= (this.#stored().returned ?? []).filter(({ state }) => state !== 'cancelled').length;
    return this.#needsYou;
  }

  /** Whether a cart line refers to this model. */
  namesModel(modelId: number): boolean {
    return this.#allLines(this.#stored()).some(
      ({ source }) => source !== null && 'modelId' in source && source.modelId === modelId,
    );
  }

  /**
   * Hashes of the files on the plate (with the originals of turned ones), on their way there, in the cart and
   * in open orders.
   */
  referencedFiles(): Set<string> {
    const stored = this.#stored();
    const originals = stored.plate.flatMap(({ turned }) => turned?.of.sha256 ?? []);
    const all = [...stored.plate, ...(stored.arriving ?? []), ...this.#allLines(stored)];
    const files = all.flatMap(({ file }) => file?.sha256 ?? []);
    return new Set([...files, ...originals]);
  }

  #allLines({ cart, ordered }: Stored): CartLine[] {
    return [...cart, ...ordered.flatMap(({ lines }) => lines)];
  }

  /** New ids: a window that still shows the old lines must not change these. */
  #returning(job: OrderJob, before: readonly CartLine[], jobs: readonly Job[]): WorkspaceOp {
    const lines = before.map((line) => ({ ...line, id: randomUUID() }));
    const problems = lineProblems(job, jobs);
    const order: ReturnedOrder = {
      jobId: job.id,
      at: (this.#options.now ?? Date.now)(),
      state: job.state as ReturnedOrder['state'],
      problem: job.problem,
      lines: lines.map(({ id }, at) => ({ id, problem: problems[at] ?? null })),
      extras: job.payload.agreement.extras,
    };
    return { op: 'return-lines', order, lines };
  }

  #stored(): Stored {
    const fresh = { ...freshWorkspace, windows: [], ordered: [] };
    return readDocument(this.#options.documents, 'workspace', storedSchema, fresh);
  }

  /** Returns the revision that contains these changes. */
  #write(
    stored: Stored,
    ops: WorkspaceOp[],
    by: Pick<WorkspaceEvent, 'windowId' | 'sequence'> = { windowId: null, sequence: null },
  ): number {
    this.#needsYou = null;
    const before = stored.revision ?? 0;
    const after = applyOps(stored, ops);
    const revision = after === stored ? before : before + 1;
    const next = storedSchema.safeParse({ ...stored, ...after, revision });
    // A change that could not be read back would cost the whole workspace.
    if (!next.success) throw mainError('bad-input', ref('errors.workspaceFull'));
    this.#options.documents.set('workspace', next.data);
    if (revision > before) this.#announce({ revision, ...by, ops });
    return revision;
  }

  /** Announces after the transaction around this change; a change that was rolled back is not announced. */
  #announce(event: WorkspaceEvent): void {
    this.#unannounced.push(event);
    queueMicrotask(() => {
      const events = this.#unannounced;
      this.#unannounced = [];
      if (events.length === 0) return;
      const { revision = 0 } = this.#stored();
      for (const one of events) if (one.revision <= revision) this.#options.emit(one);
    });
  }
}

/** Whether the same is bought for the same price. The time of the price makes no difference. */
const isSameLine = (a: CartLine, b: CartLine | undefined): boolean =>
  isSame(a, b && { ...b, quotedAt: a.quotedAt });

/**
 * The problems of the lines that caused an order to buy nothing, as far as that is known: a failed upload
 * belongs to its lines; a refusal may name a model or an item. The spec does not show the shape of refusals
 * (spec: Errors), so the text is searched for the forms `items.2`, `items[2]` and `model 41`. One entry per
 * line; null if nothing is known about it.
 */
function lineProblems(order: OrderJob, jobs: readonly Job[]): (Problem | null)[] {
  const { lines } = order.payload;
  const uploadOf = ({ source }: OrderLine) =>
    'uploadJobId' in source ? jobs.find(({ id }) => id === source.uploadJobId) : undefined;
  const models = lines.map((line) => {
    if ('modelId' in line.source) return line.source.modelId;
    const upload = uploadOf(line);
    return upload?.kind === 'upload' ? (upload.result?.modelId ?? null) : null;
  });
  const said = order.problem?.message ?? '';
  const item = /\bitems?(?:\.|\[)(\d+)\b/i.exec(said)?.[1];
  const model = /\bmodel (?:no\. ?|#)?(\d+)\b/i.exec(said)?.[1];
  return lines.map((line, at) => {
    const upload = uploadOf(line);
    if (upload && finalStates.has(upload.state) && upload.state !== 'done') return upload.problem;
    if (item !== undefined) return Number(item) === at ? order.problem : null;
    if (model === undefined || models[at] !== Number(model)) return null;
    // The same model may occur in several materials, and the refusal means one of them.
    const rivals = lines.filter((_, other) => models[other] === models[at]);
    const isNamed = ({ materialTitle }: OrderLine) => said.includes(materialTitle);
    return isNamed(line) || !rivals.some(isNamed) ? order.problem : null;
  });
}
