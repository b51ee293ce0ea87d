/**
 * The read models of the plate, by the SHA-256 of their bytes: read once, shared by equal files, and read again
 * from the spool after a restart. Models that neither the plate nor undo can show again are dropped.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { PartPictures } from '../../../part-pictures.svelte.ts';

export type CachedModel =
  | { readonly state: 'reading'; readonly fraction: number }
  | { readonly state: 'ready'; readonly model: WindowModel }
  | { readonly state: 'failed'; readonly error: AppError };

export class ModelCache {
  readonly #bridge: Bridge;
  readonly #geometry: GeometryClient;
  readonly #pictures: PartPictures;
  readonly #models = new SvelteMap<string, CachedModel>();
  readonly #aborts = new Map<string, AbortController>();

  constructor(bridge: Bridge, geometry: GeometryClient, pictures: PartPictures) {
    this.#bridge = bridge;
    this.#geometry = geometry;
    this.#pictures = pictures;
  }

  get(sha256: string): CachedModel | undefined {
    return this.#models.get(sha256);
  }

  put(sha256: string, model: WindowModel): void {
    this.#aborts.get(sha256)?.abort();
    this.#models.set(sha256, { state: 'ready', model });
    this.#pictures.keep(sha256, model.picture);
  }

  /** Reads the spooled bytes unless they are read or being read. `again` retries after a failure. */
  async load(file: SpooledFile, again = false): Promise<void> {
    const known = this.#models.get(file.sha256);
    if (known && !(again && known.state === 'failed')) return;
    const abort = new AbortController();
    this.#aborts.set(file.sha256, abort);
    this.#models.set(file.sha256, { state: 'reading', fraction: 0 });
    try {
      const model = await this.readSpooled(file, abort.signal, (fraction) => {
        if (!abort.signal.aborted) this.#models.set(file.sha256, { state: 'reading', fraction });
      });
      this.#models.set(file.sha256, { state: 'ready', model });
      this.#pictures.keep(file.sha256, model.picture);
    } catch (thrown) {
      if (!isAbort(thrown)) this.#models.set(file.sha256, { state: 'failed', error: toAppError(thrown) });
      else if (this.#models.get(file.sha256)?.state === 'reading') this.#models.delete(file.sha256);
    } finally {
      if (this.#aborts.get(file.sha256) === abort) this.#aborts.delete(file.sha256);
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
