/**
 * Files on their way to the plate. Each gets a row at once. The window reads the bytes in its worker and places the
 * model, so that it is measured and priced; then the application copies the file into the spool. If the copy has other
 * bytes, the part leaves the plate and the copy is read instead, so that what is priced is what is uploaded. Until it has
 * its part, each is known to the application, for the next window if this one is closed.
 */

import { samplePartUnit } from '../../../../src-shared/geometry/shapes/sample-part.ts';
import type { ArrivingFile, LeftOrder, LeftPart } from '../../../../src-shared/ipc/arriving-file.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import {
  type AppError,
  isAbort,
  type Result,
  toAppError,
  toCodedError,
} from '../../../../src-shared/result.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { Arrivals } from '../../../arrivals.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import { progressPause } from '../../../geometry/seldom.ts';
import { t } from '../../../ui/language.svelte.ts';
import type { WorkspaceStore } from '../../../workspace-store.svelte.ts';
import type { ModelCache } from './model-cache.svelte.ts';

export interface IntakeRow {
  readonly id: number;
  readonly name: string;
  readonly does: 'wait' | 'read' | 'copy';
  /** 0 to 1 of what it does. */
  readonly fraction: number;
  /** Set when it failed; the row then stays until dismissed. */
  readonly error: AppError | null;
}

/** What a parts list says of a part; each makes one of its own. */
export interface PartWish {
  /** Of the part; missing: a new one. */
  readonly id?: string;
  readonly materialId: number | null;
  readonly quantity: number;
  /** Missing: the list names none. */
  readonly unit?: LengthUnit | undefined;
}

/** What is known of a part before its file is read; a window that was closed had it on its plate already. */
export type Wish = PartWish | LeftPart;

export interface IntakeParts {
  readonly bridge: Bridge;
  readonly workspace: Pick<WorkspaceStore, 'arriving' | 'arrived'>;
  readonly arrivals: Arrivals;
  readonly geometry: GeometryClient;
  readonly modelCache: ModelCache;
  /**
   * Puts a finished model into the model cache and on the plate; `unit` if it is known. `turn`: higher means added
   * later, since files finish in any order. Throws `CodedError` if the plate is full.
   */
  readonly place: (
    file: SpooledFile,
    model: WindowModel,
    unit: LengthUnit | null,
    turn: number,
    wishes: readonly Wish[],
  ) => Promise<void>;
  /** What a closed window had ordered of a file that is on the plate now. */
  readonly order: (file: SpooledFile, ordered: LeftOrder) => void;
}

const noWishes: readonly Wish[] = [{ materialId: null, quantity: 1 }];

/** ms until the first step is shown: most files are read before. */
const firstPause = 600;

/** ms until a placed part is copied: measures, prices and the picture come first, and need the processor. */
const copyPause = 400;

/**
 * Bytes of a file that is copied while it is read. That takes hardly any time from its measures, and what a browser was given
 * is gone with its window.
 */
const copiedAtOnce = 4_000_000;

interface Row extends IntakeRow {
  /** That of a placed part is shown again only if copying takes long or fails. */
  readonly isShown: boolean;
}

/** What the application is told of a file that is on its way; null: nothing, since nobody would miss it. */
type Known = Pick<ArrivingFile, 'path' | 'file' | 'wishes' | 'isAgain' | 'ordered'> | null;
/** `sha256`: its parts are on the plate. */
type Tell = (more: { readonly file?: SpooledFile; readonly sha256?: string }) => void;

type Work = (row: number, signal: AbortSignal, tell: Tell) => Promise<void>;

export class Intake {
  readonly #parts: IntakeParts;
  #all = $state.raw<readonly Row[]>([]);
  readonly rows: readonly IntakeRow[] = $derived(this.#all.filter(({ isShown }) => isShown));
  #aborts = new Map<number, AbortController>();
  #retries = new Map<number, readonly [Known, Work]>();
  #next = 1;
  /** When a step was last shown, or would have been; performance.now(). */
  #shown = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Dropped, chosen or pasted files. `wishes`: of the files that a parts list names. */
  addFiles(files: Iterable<File>, wishes: ReadonlyMap<File, readonly PartWish[]> = new Map()): void {
    for (const file of files) {
      const path = this.#parts.bridge.pathOf(file);
      const listed = wishes.get(file);
      void this.#run(file.name, { path, ...(listed && { wishes: [...listed] }) }, (row, signal, tell) =>
        this.#takeFile(row, file, signal, tell, listed ?? noWishes),
      );
    }
  }

  /** A path of this machine, pasted or typed. */
  addPath(path: string): void {
    this.#addPath(path, { path });
  }

  /** A file that the application holds already. */
  addSpooled(file: SpooledFile): void {
    this.#addSpooled(file, { path: file.path, file });
  }

  /**
   * A file on which a window was working when it was closed. Only once, since the file itself may have ended that window.
   * @returns whether it can be read again
   */
  addLeft({ id, path, file, wishes = [...noWishes], parts, ordered, isAgain }: ArrivingFile): boolean {
    if (isAgain) return false;
    // Two windows that open together may both take it: with the same ids, it is on the plate once.
    const again = parts ?? wishes.map((wish, at) => ({ ...wish, id: `${id}-${at}` }));
    const known = { path, ...(file && { file }), ...(ordered && { ordered }), isAgain: true };
    if (file) this.#addSpooled(file, known, again);
    else if (path !== null) this.#addPath(path, known, again);
    return file !== undefined || path !== null;
  }

  #addPath(path: string, known: Known, wishes = noWishes): void {
    const name = path.split(/[\\/]/).at(-1) || path;
    const get = () => this.#parts.bridge.invoke('files.importPath', { path });
    void this.#run(name, known, this.#takeKnown(get, known, wishes));
  }

  #addSpooled(file: SpooledFile, known: Known, wishes = noWishes): void {
    const get = () => Promise.resolve({ ok: true, value: file } as const);
    void this.#run(file.name, known, this.#takeKnown(get, known, wishes));
  }

  #takeKnown(get: () => Promise<Result<SpooledFile>>, known: Known, wishes: readonly Wish[]): Work {
    return async (row, signal) => {
      const file = await this.#takeSpooled(row, get, signal, null, wishes);
      if (known?.ordered) this.#parts.order(file, known.ordered);
    };
  }

  addSample(): Promise<void> {
    const get = () => this.#parts.bridge.invoke('files.importSample', {});
    return this.#run(t('prepare.samplePart'), null, async (row, signal) => {
      await this.#takeSpooled(row, get, signal, samplePartUnit);
    });
  }

  /** Stops reading and removes the row; also removes a failed row. */
  dismiss(id: number): void {
    this.#aborts.get(id)?.abort();
    this.#retries.delete(id);
    this.#leave(id);
  }

  retry(id: number): void {
    const again = this.#retries.get(id);
    const row = this.#all.find((candidate) => candidate.id === id);
    if (!again || !row) return;
    this.dismiss(id);
    void this.#run(row.name, ...again);
  }

  async #run(name: string, known: Known, work: Work): Promise<void> {
    const id = this.#next++;
    const { workspace } = this.#parts;
    let arriving: ArrivingFile | null = known && { id: crypto.randomUUID(), name, ...known };
    let hash: string | null = null;
    const tell: Tell = ({ file, sha256 = hash }) => {
      if (arriving === null) return;
      hash = sha256;
      arriving = { ...arriving, ...(file && { file }) };
      workspace.arriving(arriving, hash);
    };
    tell({});
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#showLater();
    this.#all = [...this.#all, { id, name, does: 'wait', fraction: 0, error: null, isShown: true }];
    try {
      await work(id, abort.signal, tell);
      this.#leave(id);
    } catch (thrown) {
      if (isAbort(thrown) || abort.signal.aborted) this.dismiss(id);
      else {
        abort.abort();
        this.#retries.set(id, [known, work]);
        this.#update(id, { error: toAppError(thrown) });
      }
    } finally {
      this.#aborts.delete(id);
      if (arriving) workspace.arrived(arriving.id);
    }
  }

  async #takeFile(
    row: number,
    file: File,
    signal: AbortSignal,
    tell: Tell,
    wishes: readonly Wish[],
  ): Promise<void> {
    const { bridge, geometry, arrivals } = this.#parts;
    const path = bridge.pathOf(file);
    const early: Promise<SpooledFile>[] = [];
    const model = await geometry.read(
      file.name,
      { kind: 'file', file },
      {
        signal,
        onStart: () => {
          this.#update(row, { does: 'read' });
          if (file.size <= copiedAtOnce) early.push(this.#copyAtOnce(file, signal, tell));
        },
        onProgress: (fraction) => this.#step(row, { does: 'read', fraction }),
      },
    );
    const { sha256 } = model;
    if (sha256 === null) {
      const copied = await (early[0] ?? this.#copy(row, file, signal));
      return this.#finish(row, copied, model, signal, null, wishes);
    }
    // Equal files are placed one after the other, each with its own name.
    while (arrivals.isCopying(sha256)) await arrivals.settled(sha256);
    signal.throwIfAborted();
    const { name, size } = file;
    const arriving = arrivals.begin({ sha256, name, size, path });
    let copy: SpooledFile | null = null;
    try {
      await this.#parts.place(arriving, model, model.unit, row, wishes);
      tell({ sha256 });
      this.#update(row, { isShown: false });
      copy = await Promise.race([
        early[0] ? this.#shownIfSlow(row, early[0]) : this.#copyLater(row, file, signal),
        untilAborted(signal),
      ]);
    } finally {
      arrivals.end(sha256, copy?.sha256 === sha256 ? copy : null);
    }
    if (copy.sha256 !== sha256) await this.#finish(row, copy, model, signal, null, wishes);
  }

  /** Its progress is not shown. A failure is known when it is awaited. */
  #copyAtOnce(file: File, signal: AbortSignal, tell: Tell): Promise<SpooledFile> {
    const copy = this.#parts.bridge.importFile(file).then((result) => {
      const spooled = unwrap(result);
      if (!signal.aborted) tell({ file: spooled });
      return spooled;
    });
    copy.catch(() => undefined);
    return copy;
  }

  async #copyLater(row: number, file: File, signal: AbortSignal): Promise<SpooledFile> {
    await new Promise((resolve) => setTimeout(resolve, copyPause));
    signal.throwIfAborted();
    return this.#shownIfSlow(row, this.#copy(row, file, signal));
  }

  /** The row of a placed part. */
  #shownIfSlow<T>(row: number, copy: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      const isHidden = this.#all.some(({ id, isShown }) => id === row && !isShown);
      if (isHidden) this.#update(row, { does: 'copy', fraction: 0 });
    }, firstPause);
    return copy.finally(() => clearTimeout(timer));
  }

  async #copy(row: number, file: File, signal: AbortSignal): Promise<SpooledFile> {
    this.#showLater();
    return unwrap(
      await this.#parts.bridge.importFile(file, (fraction) => {
        if (!signal.aborted) this.#step(row, { does: 'copy', fraction });
      }),
    );
  }

  async #takeSpooled(
    row: number,
    get: () => Promise<Result<SpooledFile>>,
    signal: AbortSignal,
    unit: LengthUnit | null = null,
    wishes = noWishes,
  ): Promise<SpooledFile> {
    const spooled = unwrap(await get());
    signal.throwIfAborted();
    this.#update(row, { name: spooled.name, does: 'read', fraction: 0.1 });
    const known = this.#parts.modelCache.get(spooled.sha256);
    const model =
      known?.state === 'ready'
        ? known.model
        : await this.#parts.modelCache.readSpooled(spooled, signal, (fraction) =>
            this.#step(row, { does: 'read', fraction: 0.1 + 0.9 * fraction }),
          );
    await this.#finish(row, spooled, model, signal, unit, wishes);
    return spooled;
  }

  /** If the file changed between the two reads, reads the copy that would be uploaded. */
  async #finish(
    row: number,
    spooled: SpooledFile,
    model: WindowModel,
    signal: AbortSignal,
    unit: LengthUnit | null = null,
    wishes = noWishes,
  ): Promise<void> {
    const { modelCache, place } = this.#parts;
    const agreed =
      model.sha256 === spooled.sha256
        ? model
        : await modelCache.readSpooled(spooled, signal, (fraction) =>
            this.#step(row, { does: 'read', fraction }),
          );
    signal.throwIfAborted();
    await place(spooled, agreed, unit ?? agreed.unit, row, wishes);
  }

  /** The first step of what begins now is shown after a while. */
  #showLater(): void {
    this.#shown = performance.now() + firstPause - progressPause;
  }

  #step(id: number, step: Pick<IntakeRow, 'does' | 'fraction'>): void {
    const now = performance.now();
    if (now - this.#shown < progressPause) return;
    this.#shown = now;
    this.#update(id, step);
  }

  /** A row that changes is shown. */
  #update(id: number, change: Partial<Row>): void {
    this.#all = this.#all.map((row) => (row.id === id ? { ...row, isShown: true, ...change } : row));
  }

  #leave(id: number): void {
    this.#all = this.#all.filter((row) => row.id !== id);
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw toCodedError(result.error);
}
