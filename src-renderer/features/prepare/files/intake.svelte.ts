/**
 * Files on their way to the plate. Each gets a row at once. The window reads the bytes in its worker and
 * places the model, so that it is measured and priced; then the application copies the file into the spool.
 * If the copy has other bytes, the part leaves the plate and the copy is read instead, so that what is priced
 * is what is uploaded. Until it is copied, each is known to the application: other windows do not read it,
 * and the next one takes it if this one is closed.
 */

import { saysCutOff } from '../../../../src-shared/geometry/readers/cut-off.ts';
import { samplePartUnit } from '../../../../src-shared/geometry/shapes/sample-part.ts';
import type { ArrivingFile } from '../../../../src-shared/ipc/arriving-file.ts';
import type { OpenedFile } from '../../../../src-shared/ipc/opened-file.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import {
  type AppError,
  isAbort,
  type Result,
  toAppError,
  toCodedError,
} from '../../../../src-shared/result.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
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

/** The entry of a parts list for a part; each makes one of its own. */
export interface NewPart {
  /** The id of the part. Missing: it gets a new one. */
  readonly id?: string;
  readonly materialId: number | null;
  readonly quantity: number;
  /** Missing: the list names none. */
  readonly unit?: LengthUnit | undefined;
  /** In addition to the unit. Missing: 1. */
  readonly scale?: number | undefined;
  /** From a quote: metres per file unit, whichever unit the file states. */
  readonly uploadScale?: number | undefined;
  /** As in a part of the plate. */
  readonly versionOf?: string | undefined;
}

/** A part before its file is read; the window that was closed may have placed it already. */
export type PlannedPart = NewPart | PlateItem;

export interface IntakeParts {
  readonly bridge: Bridge;
  readonly workspace: Pick<WorkspaceStore, 'plate' | 'arriving' | 'arrived' | 'lose' | 'names' | 'apply'>;
  readonly geometry: GeometryClient;
  readonly modelCache: ModelCache;
  /**
   * Puts a finished model into the model cache and on the plate; `unit` if it is known. `turn`: higher means
   * added later, since files finish in any order. `placing` is called just before. Returns the ids of the
   * parts. Throws `CodedError` if the plate is full.
   */
  readonly place: (
    file: SpooledFile,
    model: WindowModel,
    unit: LengthUnit | null,
    turn: number,
    planned: readonly PlannedPart[],
    placing?: () => void,
  ) => Promise<readonly string[]>;
  /** A file that a closed window had placed has other bytes now than `before`, and so have its parts. */
  readonly changed: (file: SpooledFile, before: string) => void;
}

const unlisted: readonly PlannedPart[] = [{ materialId: null, quantity: 1 }];

/** ms until the first step is shown: most files are read before. */
const firstPause = 600;

/** ms until a placed part is copied: measures, prices and the picture come first, and need the processor. */
const copyPause = 400;

/**
 * Bytes of a file that is copied while it is read. That takes hardly any time from its measures, and what a
 * browser was given is gone with its window.
 */
const copiedAtOnce = 4_000_000;

interface Row extends IntakeRow {
  /** The row of a placed part is shown again only if copying takes long or fails. */
  readonly isShown: boolean;
}

/**
 * What is reported to the application about a file on its way; null if it need not survive closing the
 * window.
 */
type Known = Omit<ArrivingFile, 'id' | 'name' | 'isLeft'> | null;

/** Tells the application about a file meanwhile. */
interface Arrival {
  note(more: Pick<ArrivingFile, 'file' | 'sha256'>): void;
  arrived(): void;
  lose(sha256: string): void;
}

type Work = (row: number, signal: AbortSignal, arrival: Arrival) => Promise<void>;

export class Intake {
  readonly #parts: IntakeParts;
  #all = $state.raw<readonly Row[]>([]);
  readonly rows: readonly IntakeRow[] = $derived(this.#all.filter(({ isShown }) => isShown));
  #aborts = new Map<number, AbortController>();
  #retries = new Map<number, readonly [Known, Work]>();
  /** The end of each copying, by the SHA-256 of parts that are on the plate. */
  readonly #copying = new Map<string, Promise<void>>();
  #next = 1;
  /** When a step was last shown, or would have been; performance.now(). */
  #shown = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Dropped, chosen or pasted files. `listed`: the parts of those that a parts list names. */
  addFiles(files: Iterable<File>, listed: ReadonlyMap<File, readonly NewPart[]> = new Map()): void {
    for (const file of files) {
      const path = this.#parts.bridge.pathOf(file);
      const known = listed.get(file);
      void this.#run(file.name, { path, ...(known && { listed: [...known] }) }, (row, signal, arrival) =>
        this.#takeFile(row, file, signal, arrival, known ?? unlisted),
      );
    }
  }

  /** A path of this machine, pasted or typed. */
  addPath(path: string): void {
    this.#addPath(path, { path });
  }

  /** A file that the application holds already. */
  addSpooled({ versionOf, ...file }: OpenedFile): void {
    const planned = versionOf === undefined ? unlisted : [{ materialId: null, quantity: 1, versionOf }];
    this.#addSpooled(file, { path: file.path, file }, planned);
  }

  /**
   * A file on which a window was working when it was closed. Only once, since the file itself may have ended
   * that window.
   * @returns whether it can be read again
   */
  addLeft({ id, path, file, listed = [...unlisted], sha256, isAgain }: ArrivingFile): boolean {
    if (isAgain) return false;
    // Two windows may both take it: with the same ids, it is on the plate once.
    const again =
      sha256 === undefined
        ? listed.map((part, at) => ({ ...part, id: `${id}-${at}` }))
        : this.#parts.workspace.plate.filter((item) => item.file.sha256 === sha256);
    const known = { path, ...(file && { file }), ...(sha256 && { sha256 }), isAgain: true };
    if (file) this.#addSpooled(file, known, again);
    else if (path !== null) this.#addPath(path, known, again);
    return file !== undefined || path !== null;
  }

  #addPath(path: string, known: Known, planned = unlisted): void {
    const name = path.split(/[\\/]/).at(-1) || path;
    const get = () => this.#parts.bridge.invoke('files.importPath', { path });
    void this.#run(name, known, this.#takeKnown(get, known, planned));
  }

  #addSpooled(file: SpooledFile, known: Known, planned = unlisted): void {
    const get = () => Promise.resolve({ ok: true, value: file } as const);
    void this.#run(file.name, known, this.#takeKnown(get, known, planned));
  }

  #takeKnown(get: () => Promise<Result<SpooledFile>>, known: Known, planned: readonly PlannedPart[]): Work {
    const sha256 = known?.sha256;
    return async (row, signal, arrival) => {
      let file: SpooledFile | null = null;
      try {
        file = await this.#takeSpooled(row, get, signal, null, planned);
      } finally {
        if (sha256 !== undefined && file?.sha256 !== sha256) {
          if (file) this.#parts.changed(file, sha256);
          arrival.lose(sha256);
        }
      }
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
    const end = (how: (id: string) => void) => {
      if (arriving) how(arriving.id);
      arriving = null;
    };
    const arrival: Arrival = {
      note(more) {
        if (arriving === null) return;
        arriving = { ...arriving, ...more };
        workspace.arriving(arriving);
      },
      arrived: () => end((one) => workspace.arrived(one)),
      lose: (sha256) => end((one) => workspace.lose(one, sha256)),
    };
    arrival.note({});
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#showLater();
    this.#all = [...this.#all, { id, name, does: 'wait', fraction: 0, error: null, isShown: true }];
    try {
      await work(id, abort.signal, arrival);
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
      arrival.arrived();
    }
  }

  async #takeFile(
    row: number,
    file: File,
    signal: AbortSignal,
    arrival: Arrival,
    planned: readonly PlannedPart[],
  ): Promise<void> {
    const { geometry } = this.#parts;
    const early: Promise<SpooledFile>[] = [];
    const model = await geometry.read(
      file.name,
      { kind: 'file', file },
      {
        signal,
        onStart: () => {
          this.#update(row, { does: 'read' });
          if (file.size <= copiedAtOnce) early.push(this.#copyAtOnce(file, signal, arrival));
        },
        onProgress: (fraction) => this.#step(row, { does: 'read', fraction }),
      },
    );
    const path = this.#parts.bridge.pathOf(file);
    if (path !== null && model.warnings.some(saysCutOff)) {
      // Perhaps a program is still writing it: the application waits for the rest.
      this.#update(row, { does: 'copy', fraction: 0 });
      const get = () => this.#parts.bridge.invoke('files.importPath', { path });
      await this.#takeSpooled(row, get, signal, null, planned);
      return;
    }
    const { sha256 } = model;
    if (sha256 === null) {
      const copied = await (early[0] ?? this.#copy(row, file, signal));
      return this.#finish(row, copied, model, signal, null, planned);
    }
    // Equal files are placed one after the other, each with its own name.
    while (this.#copying.has(sha256)) await this.#copying.get(sha256);
    signal.throwIfAborted();
    const copying = this.#placeAndCopy(row, file, { ...model, sha256 }, signal, arrival, planned, early[0]);
    const ended = copying.then(
      () => {},
      () => {},
    );
    this.#copying.set(sha256, ended);
    void ended.then(() => this.#copying.delete(sha256));
    const copy = await copying;
    if (copy.sha256 !== sha256) await this.#finish(row, copy, model, signal, null, planned);
  }

  /**
   * Places the parts, then copies their file. If that fails or the bytes have changed, the parts leave the
   * plate.
   */
  async #placeAndCopy(
    row: number,
    file: File,
    model: WindowModel & { readonly sha256: string },
    signal: AbortSignal,
    arrival: Arrival,
    planned: readonly PlannedPart[],
    early?: Promise<SpooledFile>,
  ): Promise<SpooledFile> {
    const { bridge, workspace, place } = this.#parts;
    const { sha256 } = model;
    const { name, size } = file;
    /** The application has these bytes already, whatever becomes of this copy. */
    let isKnown = false;
    let placed: readonly string[] = [];
    let copy: SpooledFile | null = null;
    const placing = () => {
      isKnown = workspace.names(sha256);
      if (isKnown) arrival.arrived();
      else arrival.note({ sha256 });
    };
    try {
      const spooled = { sha256, size, name, path: bridge.pathOf(file) };
      placed = await place(spooled, model, model.unit, row, planned, placing);
      this.#update(row, { isShown: false });
      copy = await Promise.race([
        early ? this.#shownIfSlow(row, early) : this.#copyLater(row, file, signal),
        untilAborted(signal),
      ]);
      return copy;
    } finally {
      if (placed.length > 0 && copy?.sha256 !== sha256) {
        if (isKnown) workspace.apply(placed.map((id) => ({ op: 'remove-item', id })));
        else arrival.lose(sha256);
      }
    }
  }

  /** Its progress is not shown. A failure is known when it is awaited. */
  #copyAtOnce(file: File, signal: AbortSignal, arrival: Arrival): Promise<SpooledFile> {
    const copy = this.#parts.bridge.importFile(file).then((result) => {
      const spooled = unwrap(result);
      if (!signal.aborted) arrival.note({ file: spooled });
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
    planned = unlisted,
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
    await this.#finish(row, spooled, model, signal, unit, planned);
    return spooled;
  }

  /** If the file changed between the two reads, reads the copy that would be uploaded. */
  async #finish(
    row: number,
    spooled: SpooledFile,
    model: WindowModel,
    signal: AbortSignal,
    unit: LengthUnit | null = null,
    planned = unlisted,
  ): Promise<void> {
    const { modelCache, place } = this.#parts;
    const agreed =
      model.sha256 === spooled.sha256
        ? model
        : await modelCache.readSpooled(spooled, signal, (fraction) =>
            this.#step(row, { does: 'read', fraction }),
          );
    signal.throwIfAborted();
    await place(spooled, agreed, unit ?? agreed.unit, row, planned);
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
