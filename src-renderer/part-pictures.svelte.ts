/**
 * Pictures of parts, by the SHA-256 of their files. Geometry makes them when a part is read; the application
 * keeps them, so that carts, queues and orders show parts that are on no plate any more.
 */
import { SvelteMap } from 'svelte/reactivity';
import { mostPictures } from '../src-shared/ipc/part-picture.ts';
import type { Bridge } from './bridge/bridge.ts';
import type { Picture } from './geometry/messages.ts';

export class PartPictures {
  readonly #bridge: Pick<Bridge, 'invoke'>;
  /** Addresses for `img`; null: asked for, and not known yet or not at all. */
  readonly #addresses = new SvelteMap<string, string | null>();
  /** Asked for in this moment, all together. */
  #wanted = new Set<string>();

  constructor(bridge: Pick<Bridge, 'invoke'>) {
    this.#bridge = bridge;
  }

  /** Null while it is not known. */
  of(sha256: string): string | null {
    return this.#addresses.get(sha256) ?? null;
  }

  /** Reads a stored picture, unless it is known or was asked for. Call from an effect. */
  load(sha256: string): void {
    if (this.#addresses.has(sha256) || this.#wanted.has(sha256)) return;
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#read());
    this.#wanted.add(sha256);
  }

  keep({ sha256, png }: Picture): void {
    if (this.of(sha256) !== null) return;
    const picture = base64(png);
    this.#addresses.set(sha256, addressOf(picture));
    void this.#bridge.invoke('pictures.keep', { sha256, picture });
  }

  async #read(): Promise<void> {
    const files = [...this.#wanted];
    this.#wanted = new Set();
    for (let at = 0; at < files.length; at += mostPictures) {
      const some = files.slice(at, at + mostPictures);
      const answer = await this.#bridge.invoke('pictures.get', { files: some });
      for (const sha256 of some) {
        const picture = answer.ok ? answer.value[sha256] : undefined;
        if (this.of(sha256) === null)
          this.#addresses.set(sha256, picture === undefined ? null : addressOf(picture));
      }
    }
  }
}

const addressOf = (picture: string) => `data:image/png;base64,${picture}`;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
