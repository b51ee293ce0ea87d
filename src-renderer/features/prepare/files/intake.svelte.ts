/**
 * Files on their way to the plate. Each gets a row at once. The window reads the bytes in its worker while the
 * application copies them into the spool. The model is placed only if both saw the same bytes, so that what is priced
 * is what is uploaded.
 */

import { samplePartUnit } from '../../../../src-shared/geometry/shapes/sample-part.ts';
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
import { t } from '../../../ui/language.svelte.ts';
import type { ModelCache } from './model-cache.svelte.ts';

export interface IntakeRow {
  readonly id: number;
  readonly name: string;
  /** 0 to 1 of reading and copying together. */
  readonly fraction: number;
  /** It is copied, and other files are read before it. */
  readonly isWaiting: boolean;
  /** Set when it failed; the row then stays until dismissed. */
  readonly error: AppError | null;
}

/** What a parts list says of a part; each makes one of its own. */
export interface PartWish {
  readonly materialId: number | null;
  readonly quantity: number;
  /** Missing: the list names none. */
  readonly unit?: LengthUnit;
}

export interface IntakeParts {
  readonly bridge: Bridge;
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
    wishes: readonly PartWish[],
  ) => Promise<void>;
}

const noWishes: readonly PartWish[] = [{ materialId: null, quantity: 1 }];

/**
 * ms until the first step is shown, and between two. Each costs a computer without a graphics card about 60 ms of two
 * processors, since the whole window is drawn again. Most files are read before the first one.
 */
const [firstPause, pause] = [600, 200];

type Work = (row: number, signal: AbortSignal) => Promise<void>;

export class Intake {
  readonly #parts: IntakeParts;
  #rows = $state.raw<readonly IntakeRow[]>([]);
  #aborts = new Map<number, AbortController>();
  #retries = new Map<number, Work>();
  #next = 1;
  /** When a step was last shown, or would have been; performance.now(). */
  #shown = 0;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  get rows(): readonly IntakeRow[] {
    return this.#rows;
  }

  /** Dropped, chosen or pasted files. `wishes`: of the files that a parts list names. */
  addFiles(files: Iterable<File>, wishes: ReadonlyMap<File, readonly PartWish[]> = new Map()): void {
    for (const file of files) {
      void this.#run(file.name, (row, signal) =>
        this.#takeFile(row, file, signal, wishes.get(file) ?? noWishes),
      );
    }
  }

  /** A path of this machine, pasted or typed. */
  addPath(path: string): void {
    const name = path.split(/[\\/]/).at(-1) || path;
    void this.#run(name, (row, signal) =>
      this.#takeSpooled(row, () => this.#parts.bridge.invoke('files.importPath', { path }), signal),
    );
  }

  /** A file that the application holds already. */
  addSpooled(file: SpooledFile): void {
    void this.#run(file.name, (row, signal) =>
      this.#takeSpooled(row, () => Promise.resolve({ ok: true, value: file }), signal),
    );
  }

  addSample(): Promise<void> {
    return this.#run(t('prepare.samplePart'), (row, signal) =>
      this.#takeSpooled(
        row,
        () => this.#parts.bridge.invoke('files.importSample', {}),
        signal,
        samplePartUnit,
      ),
    );
  }

  /** Stops reading and removes the row; also removes a failed row. */
  dismiss(id: number): void {
    this.#aborts.get(id)?.abort();
    this.#retries.delete(id);
    this.#rows = this.#rows.filter((row) => row.id !== id);
  }

  retry(id: number): void {
    const work = this.#retries.get(id);
    const row = this.#rows.find((candidate) => candidate.id === id);
    if (!work || !row) return;
    this.dismiss(id);
    void this.#run(row.name, work);
  }

  async #run(name: string, work: Work): Promise<void> {
    const id = this.#next++;
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#shown = performance.now() + firstPause - pause;
    this.#rows = [...this.#rows, { id, name, fraction: 0, isWaiting: false, error: null }];
    try {
      await work(id, abort.signal);
      this.#rows = this.#rows.filter((row) => row.id !== id);
    } catch (thrown) {
      if (isAbort(thrown) || abort.signal.aborted) this.dismiss(id);
      else {
        abort.abort();
        this.#retries.set(id, work);
        this.#update(id, { error: toAppError(thrown) });
      }
    } finally {
      this.#aborts.delete(id);
    }
  }

  async #takeFile(row: number, file: File, signal: AbortSignal, wishes: readonly PartWish[]): Promise<void> {
    const { bridge, geometry } = this.#parts;
    let [read, copied] = [0, 0];
    const report = () => this.#step(row, (read + copied) / 2, read === 0 && copied === 1);
    const reading = geometry.read(
      file.name,
      { kind: 'file', file },
      {
        signal,
        onProgress: (fraction) => {
          read = fraction;
          report();
        },
      },
    );
    const copying = bridge
      .importFile(file, (fraction) => {
        copied = fraction;
        report();
      })
      .then(unwrap);
    const [model, spooled] = await Promise.all([reading, copying]);
    await this.#finish(row, spooled, model, signal, null, wishes);
  }

  async #takeSpooled(
    row: number,
    get: () => Promise<Result<SpooledFile>>,
    signal: AbortSignal,
    unit: LengthUnit | null = null,
  ): Promise<void> {
    const spooled = unwrap(await get());
    signal.throwIfAborted();
    this.#update(row, { name: spooled.name, fraction: 0.1 });
    const known = this.#parts.modelCache.get(spooled.sha256);
    const model =
      known?.state === 'ready'
        ? known.model
        : await this.#parts.modelCache.readSpooled(spooled, signal, (fraction) =>
            this.#step(row, 0.1 + 0.9 * fraction),
          );
    await this.#finish(row, spooled, model, signal, unit);
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
        : await modelCache.readSpooled(spooled, signal, (fraction) => this.#step(row, fraction));
    signal.throwIfAborted();
    await place(spooled, agreed, unit ?? agreed.unit, row, wishes);
  }

  #step(id: number, fraction: number, isWaiting = false): void {
    const now = performance.now();
    const isNew = this.#rows.some((row) => row.id === id && row.isWaiting !== isWaiting);
    if (!isNew && now - this.#shown < pause) return;
    this.#shown = now;
    this.#update(id, { fraction, isWaiting });
  }

  #update(id: number, change: Partial<IntakeRow>): void {
    this.#rows = this.#rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  }
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw toCodedError(result.error);
}
