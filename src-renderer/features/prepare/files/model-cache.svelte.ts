/**
 * The read models of the plate, by the SHA-256 of their bytes: read once, shared by equal files, and read
 * again from the spool after a restart. Models that neither the plate nor undo can show again are dropped.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WindowModel } from '../../../geometry/messages.ts';

export type CachedModel =
  | { readonly state: 'reading'; readonly fraction: number }
  | { readonly state: 'ready'; readonly model: WindowModel }
  | { readonly state: 'failed'; readonly error: AppError };

/** One is read while the bytes of the next one arrive. More would only fill the memory. */
const mostAtOnce = 2;

interface Load {
  readonly file: SpooledFile;
  readonly abort: AbortController;
  readonly done: () => void;
}

export class ModelCache {
  readonly #bridge: Bridge;
  readonly #geometry: GeometryClient;
  readonly #models = new SvelteMap<string, CachedModel>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #waiting: Load[] = [];
  #reading = 0;
  #preferred: string | null = null;

  constructor(bridge: Bridge, geometry: GeometryClient) {
    this.#bridge = bridge;
    this.#geometry = geometry;
  }

  get(sha256: string): CachedModel | undefined {
    return this.#models.get(sha256);
  }

  put(sha256: string, model: WindowModel): void {
    this.#aborts.get(sha256)?.abort();
    this.#models.set(sha256, { state: 'ready', model });
  }

  /** Reads this file before all others that wait, because it is the one that is shown. */
  prefer(sha256: string | null): void {
    this.#preferred = sha256;
  }

  /**
   * Reads the spooled bytes unless they are read or being read. `again` retries after a failure. Resolves
   * when it is known whether they can be read.
   */
  load(file: SpooledFile, again = false): Promise<void> {
    const known = this.#models.get(file.sha256);
    if (known && !(again && known.state === 'failed')) return Promise.resolve();
    const abort = new AbortController();
    this.#aborts.set(file.sha256, abort);
    this.#models.set(file.sha256, { state: 'reading', fraction: 0 });
    return new Promise((done) => {
      this.#waiting.push({ file, abort, done });
      this.#readNext();
    });
  }

  #readNext(): void {
    while (this.#reading < mostAtOnce && this.#waiting.length > 0) {
      const preferred = this.#waiting.findIndex(({ file }) => file.sha256 === this.#preferred);
      const [load] = this.#waiting.splice(Math.max(0, preferred), 1);
      this.#reading++;
      void this.#read(load!).finally(() => {
        this.#reading--;
        load!.done();
        this.#readNext();
      });
    }
  }

  async #read({ file, abort }: Load): Promise<void> {
    const { sha256 } = file;
    /** A later load of the same file has its own. */
    const isCurrent = () => this.#aborts.get(sha256) === abort;
    try {
      abort.signal.throwIfAborted();
      const model = await this.readSpooled(file, abort.signal, (fraction) => {
        if (!abort.signal.aborted) this.#models.set(sha256, { state: 'reading', fraction });
      });
      this.#models.set(sha256, { state: 'ready', model });
    } catch (thrown) {
      if (!isCurrent()) return;
      if (!isAbort(thrown)) this.#models.set(sha256, { state: 'failed', error: toAppError(thrown) });
      else if (this.#models.get(sha256)?.state === 'reading') this.#models.delete(sha256);
    } finally {
      if (isCurrent()) this.#aborts.delete(sha256);
    }
  }

  /** The model of a file, which is read if it has to be. Throws `CodedError` if it cannot be read. */
  async require(file: SpooledFile): Promise<WindowModel> {
    const known = this.get(file.sha256);
    if (known?.state === 'ready') return known.model;
    const model = await this.readSpooled(file, new AbortController().signal, () => {});
    this.put(file.sha256, model);
    return model;
  }

  /** Exactly the bytes that would be uploaded. */
  async readSpooled(
    file: SpooledFile,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<WindowModel> {
    const bytes = (await this.#bridge.readSpooled(file.sha256, signal)) as Uint8Array<ArrayBuffer>;
    return this.#geometry.read(file.name, { kind: 'bytes', bytes }, { signal, onProgress });
  }

  /** Keeps only these. */
  keep(wanted: ReadonlySet<string>): void {
    for (const sha256 of [...this.#models.keys()]) {
      if (wanted.has(sha256)) continue;
      this.#aborts.get(sha256)?.abort();
      this.#models.delete(sha256);
    }
  }
}
