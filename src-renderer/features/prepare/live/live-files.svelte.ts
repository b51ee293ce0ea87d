/**
 * Notices that the file of a part was exported again, and offers the new version; nothing changes until the person
 * takes it. Asks about the files of the plate and of the cart every few seconds while the window is shown. Knows files
 * and their versions; `live-part.ts` puts one on the plate.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Orientation } from '../../../../src-shared/geometry/placement/orientation.ts';
import { originalOf, type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { type AppError, toAppError } from '../../../../src-shared/result.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { ModelCache } from '../files/model-cache.svelte.ts';

/** Another version of a part's file than the one on the plate. */
export interface NewVersion {
  readonly file: SpooledFile;
  /** As it would lie on the plate, turned like the part; null while it is being read. */
  readonly model: WindowModel | null;
  /** Why it cannot be read. */
  readonly error: AppError | null;
}

/** What a part looks like in its orientation. */
type TurnModel = (model: WindowModel, file: SpooledFile, orientation: Orientation) => Promise<WindowModel>;

/** The contract's limit for one question. */
const mostAsked = 500;

export class LiveFiles {
  readonly #bridge: Bridge;
  readonly #modelCache: ModelCache;
  readonly #turned: TurnModel;
  /** By path: the version that is there now, once it is known. */
  readonly #current = new SvelteMap<string, SpooledFile>();
  /** By `keyOf`: versions that a part of the plate may take. */
  readonly #versions = new SvelteMap<string, NewVersion>();
  /** Paths that were missing in two looks: programs that rename a new file into place remove the old one for a moment. */
  readonly #missing = new SvelteSet<string>();
  readonly #missingOnce = new Set<string>();
  #isLooking = false;

  constructor(bridge: Bridge, modelCache: ModelCache, turned: TurnModel) {
    this.#bridge = bridge;
    this.#modelCache = modelCache;
    this.#turned = turned;
  }

  /** The version that the person may take; null if there is none, or this one is not wanted. */
  versionFor(item: PlateItem): NewVersion | null {
    const offered = this.#offeredTo(item);
    return offered && (this.#versions.get(keyOf(item, offered)) ?? null);
  }

  /** The file was exported again since it was added. */
  isOutdated(file: SpooledFile): boolean {
    const current = this.#currentOf(file);
    return current !== undefined && current.sha256 !== file.sha256;
  }

  isMissing({ path }: SpooledFile): boolean {
    return path !== null && this.#missing.has(path);
  }

  /** `parts`: may take a new version. `others`: files whose owners only want to know. */
  async look(parts: readonly PlateItem[], others: readonly SpooledFile[]): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const files = [...parts.map(originalOf), ...others];
      await this.#ask(files);
      this.#forget(parts, files);
      for (const item of parts) void this.#read(item);
    } finally {
      this.#isLooking = false;
    }
  }

  async #ask(files: readonly SpooledFile[]): Promise<void> {
    const asked = new Map<string, SpooledFile>();
    for (const file of files) {
      if (file.path !== null && !asked.has(file.path)) {
        asked.set(file.path, this.#current.get(file.path) ?? file);
      }
    }
    const questions = [...asked].slice(0, mostAsked).map(([path, { sha256 }]) => ({ path, sha256 }));
    if (questions.length === 0) return;
    const answer = await this.#bridge.invoke('files.look', { files: questions });
    if (!answer.ok) return;
    for (const [i, { path }] of questions.entries()) {
      const state = answer.value[i];
      if (state === 'missing') this.#miss(path);
      else this.#found(path);
      if (state === 'same') this.#set(path, asked.get(path)!);
      else if (state === 'changed') await this.#import(path);
    }
  }

  /** A failure is no news: the next look tries again. */
  async #import(path: string): Promise<void> {
    const imported = await this.#bridge.invoke('files.importPath', { path });
    if (imported.ok) this.#set(path, imported.value);
  }

  #set(path: string, file: SpooledFile): void {
    if (this.#current.get(path)?.sha256 !== file.sha256) this.#current.set(path, file);
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
  #forget(parts: readonly PlateItem[], files: readonly SpooledFile[]): void {
    const paths = new Set(files.map(({ path }) => path));
    for (const path of [...this.#current.keys()]) if (!paths.has(path)) this.#current.delete(path);
    for (const path of [...this.#missing]) if (!paths.has(path)) this.#found(path);
    const offered = new Set(
      parts.map((item) => {
        const file = this.#offeredTo(item);
        return file && keyOf(item, file);
      }),
    );
    for (const key of [...this.#versions.keys()]) if (!offered.has(key)) this.#versions.delete(key);
  }

  #offeredTo(item: PlateItem): SpooledFile | null {
    const original = originalOf(item);
    const current = this.#currentOf(original);
    const isNews = current && current.sha256 !== original.sha256 && current.sha256 !== item.ignoredVersion;
    return isNews ? current : null;
  }

  #currentOf({ path }: SpooledFile): SpooledFile | undefined {
    return path === null ? undefined : this.#current.get(path);
  }

  #miss(path: string): void {
    if (this.#missingOnce.has(path)) this.#missing.add(path);
    this.#missingOnce.add(path);
  }

  #found(path: string): void {
    this.#missing.delete(path);
    this.#missingOnce.delete(path);
  }
}

/** Parts of one file can lie in different orientations. */
const keyOf = (item: PlateItem, { sha256 }: SpooledFile): string =>
  JSON.stringify([sha256, turnedFrom(item)?.orientation ?? null]);
