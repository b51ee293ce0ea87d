/**
 * The current versions of the files that parts were added from. The application checks the files
 * (`files.look`); this class asks it and copies a new version into the spool.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';
import type { Bridge } from './bridge/bridge.ts';

/** The contract's limit for one question. */
const mostAsked = 500;

export class OriginalFiles {
  readonly #bridge: Pick<Bridge, 'invoke'>;
  /** By path: the version that is there now, once it is known. */
  readonly #current = new SvelteMap<string, SpooledFile>();
  /**
   * Paths that were missing in two checks: programs that rename a new file into place remove the old one for
   * a moment.
   */
  readonly #missing = new SvelteSet<string>();
  readonly #missingOnce = new Set<string>();
  #isChecking = false;

  constructor(bridge: Pick<Bridge, 'invoke'>) {
    this.#bridge = bridge;
  }

  /** The version that took the place of this one; null if there is none. */
  laterThan({ path, sha256 }: SpooledFile): SpooledFile | null {
    const current = path === null ? undefined : this.#current.get(path);
    return current && current.sha256 !== sha256 ? current : null;
  }

  isMissing({ path }: SpooledFile): boolean {
    return path !== null && this.#missing.has(path);
  }

  /** The file was read now, so an earlier check says nothing about it any more. */
  forget({ path }: SpooledFile): void {
    if (path !== null) this.#current.delete(path);
  }

  /** Forgets all other files. False if an earlier check is still running. */
  async check(files: readonly SpooledFile[]): Promise<boolean> {
    if (this.#isChecking) return false;
    this.#isChecking = true;
    try {
      await this.#ask(files);
      this.#forget(new Set(files.map(({ path }) => path)));
      return true;
    } finally {
      this.#isChecking = false;
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
      else if (state === 'changed') await this.#import(path, asked.get(path)!);
    }
  }

  /** A failure is not reported: the next check tries again. */
  async #import(path: string, { source }: SpooledFile): Promise<void> {
    const imported = await this.#bridge.invoke('files.importPath', { path });
    if (imported.ok) this.#set(path, { ...imported.value, ...(source && { source }) });
  }

  #set(path: string, file: SpooledFile): void {
    if (this.#current.get(path)?.sha256 !== file.sha256) this.#current.set(path, file);
  }

  #forget(paths: ReadonlySet<string | null>): void {
    for (const path of [...this.#current.keys()]) if (!paths.has(path)) this.#current.delete(path);
    for (const path of [...this.#missingOnce]) if (!paths.has(path)) this.#found(path);
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
