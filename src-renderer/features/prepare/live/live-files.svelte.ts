/**
 * New versions of the parts on the plate, whose files were exported again: read and turned like the part, so
 * that they can be shown and taken. Nothing changes until the person takes one (`live-part.ts`).
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Orientation } from '../../../../src-shared/geometry/placement/orientation.ts';
import { originalOf, type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { type AppError, toAppError } from '../../../../src-shared/result.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { OriginalFiles } from '../../../original-files.svelte.ts';
import type { ModelCache } from '../files/model-cache.svelte.ts';

/** Another version of a part's file than the one on the plate. */
export interface NewVersion {
  readonly file: SpooledFile;
  /** As it would lie on the plate, turned like the part; null while it is being read. */
  readonly model: WindowModel | null;
  /** Why it cannot be read. */
  readonly error: AppError | null;
}

/** Turns a model into the orientation of its part. */
type TurnModel = (model: WindowModel, file: SpooledFile, orientation: Orientation) => Promise<WindowModel>;

export class LiveFiles {
  readonly #originals: OriginalFiles;
  readonly #modelCache: ModelCache;
  readonly #turned: TurnModel;
  /** By `keyOf`: versions that a part of the plate may take. */
  readonly #versions = new SvelteMap<string, NewVersion>();

  constructor(originals: OriginalFiles, modelCache: ModelCache, turned: TurnModel) {
    this.#originals = originals;
    this.#modelCache = modelCache;
    this.#turned = turned;
  }

  /** The version that the person may take; null if there is none, or this one is not wanted. */
  versionFor(item: PlateItem): NewVersion | null {
    const offered = this.#offeredTo(item);
    return offered && (this.#versions.get(keyOf(item, offered)) ?? null);
  }

  /** The file of a program that hands over its exports may go: the next one need not lie there. */
  isMissing(item: PlateItem): boolean {
    const original = originalOf(item);
    return original.source === undefined && this.#originals.isMissing(original);
  }

  /** `others`: files that somebody else shows. */
  async check(parts: readonly PlateItem[], others: readonly SpooledFile[]): Promise<void> {
    if (!(await this.#originals.check([...parts.map(originalOf), ...others]))) return;
    this.#forget(parts);
    for (const item of parts) void this.#read(item);
  }

  /** Reads the version that this part may take, unless it is known. */
  async #read(item: PlateItem): Promise<void> {
    const file = this.#offeredTo(item);
    if (file === null || this.#versions.has(keyOf(item, file))) return;
    const key = keyOf(item, file);
    this.#versions.set(key, { file, model: null, error: null });
    const read = await this.#readModel(item, file).then(
      (model) => ({ model, error: null }),
      (thrown: unknown) => ({ model: null, error: toAppError(thrown) }),
    );
    if (this.#versions.has(key)) this.#versions.set(key, { file, ...read });
  }

  async #readModel(item: PlateItem, file: SpooledFile): Promise<WindowModel> {
    const known = this.#modelCache.get(file.sha256);
    const model =
      known?.state === 'ready'
        ? known.model
        : await this.#modelCache.readSpooled(file, new AbortController().signal, () => {});
    const turned = turnedFrom(item);
    return turned ? this.#turned(model, file, turned.orientation) : model;
  }

  /** Models are large: keeps only those that a part of the plate can take. */
  #forget(parts: readonly PlateItem[]): void {
    const offered = new Set(
      parts.map((item) => {
        const file = this.#offeredTo(item);
        return file && keyOf(item, file);
      }),
    );
    for (const key of [...this.#versions.keys()]) if (!offered.has(key)) this.#versions.delete(key);
  }

  #offeredTo(item: PlateItem): SpooledFile | null {
    const later = this.#originals.laterThan(originalOf(item));
    return later?.sha256 === item.ignoredVersion ? null : later;
  }
}

/** Parts of one file can lie in different orientations. */
const keyOf = (item: PlateItem, { sha256 }: SpooledFile): string =>
  JSON.stringify([sha256, turnedFrom(item)?.orientation ?? null]);
