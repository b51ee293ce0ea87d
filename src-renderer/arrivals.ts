/**
 * Files of the plate that the application is still copying. A part can be measured and priced before its file is
 * copied, so it is on the plate first. Until the copy is there, no part, order or upload that names the file leaves the
 * window.
 *
 * Such a file has no MD5: only the application computes it. Of equal files one is copied at a time, and each keeps its own name
 * and path, so all three name it.
 */
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';

/** How such a file looks in JSON. */
const noMd5 = '"md5":""';

const keyOf = ({ sha256, name, path }: Pick<SpooledFile, 'sha256' | 'name' | 'path'>) =>
  JSON.stringify([sha256, name, path]);

const isArriving = (value: unknown): value is SpooledFile =>
  typeof value === 'object' && value !== null && 'md5' in value && value.md5 === '';

export class Arrivals {
  /** By SHA-256. */
  readonly #copying = new Map<string, PromiseWithResolvers<void> & { readonly key: string }>();
  /** By key. Null: it could not be copied. */
  readonly #ended = new Map<string, SpooledFile | null>();
  readonly #listeners: (() => void)[] = [];

  /** The file as it stands on the plate until `end`. */
  begin({ sha256, size, name, path }: Omit<SpooledFile, 'md5'>): SpooledFile {
    const key = keyOf({ sha256, name, path });
    this.#copying.set(sha256, { ...Promise.withResolvers<void>(), key });
    this.#ended.delete(key);
    return { sha256, md5: '', size, name, path };
  }

  /** `file`: the copy, or null if there is none; then the parts of this file leave the plate. */
  end(sha256: string, file: SpooledFile | null): void {
    const copying = this.#copying.get(sha256);
    this.#copying.delete(sha256);
    if (copying) this.#ended.set(copying.key, file);
    for (const listener of this.#listeners) listener();
    copying?.resolve();
  }

  /** Called when a copy is complete or has failed. */
  onEnd(listener: () => void): void {
    this.#listeners.push(listener);
  }

  isCopying(sha256: string): boolean {
    return this.#copying.has(sha256);
  }

  /** Resolves once the copy is complete or has failed. */
  async settled(sha256: string): Promise<void> {
    await this.#copying.get(sha256)?.promise;
  }

  /** Whether the value names a file that is being copied. */
  isIn(value: unknown): boolean {
    if (this.#copying.size === 0) return false;
    const text = JSON.stringify(value);
    if (!text.includes(noMd5)) return false;
    let isFound = false;
    JSON.parse(text, (_, part: unknown) => {
      isFound ||= isArriving(part) && this.#isAwaited(part);
      return part;
    });
    return isFound;
  }

  #isAwaited(file: SpooledFile): boolean {
    return this.#copying.get(file.sha256)?.key === keyOf(file);
  }

  /** The value with the files that were copied meanwhile. Null if it names one that could not be. */
  completed<T>(value: T): T | null {
    if (this.#ended.size === 0) return value;
    const text = JSON.stringify(value);
    if (!text.includes(noMd5)) return value;
    let isLost = false;
    const whole = JSON.parse(text, (_, part: unknown) => {
      if (!isArriving(part) || this.#isAwaited(part)) return part;
      const file = this.#ended.get(keyOf(part)) ?? null;
      isLost ||= file === null;
      return file;
    });
    return isLost ? null : whole;
  }

  /** The same once all files that it names are copied. */
  async whole<T>(value: T): Promise<T | null> {
    while (this.isIn(value)) await Promise.race([...this.#copying.values()].map(({ promise }) => promise));
    return this.completed(value);
  }
}
