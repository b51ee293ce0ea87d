/**
 * Random numbers from a seed (sfc32): fast, the same on every machine, and split into independent streams.
 */
import type { QueueRandom } from '../../src-main/queue/core/clock.ts';

export class Random implements QueueRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number, stream = 0) {
    this.#a = seed | 0;
    this.#b = (seed / 0x1_0000_0000) | 0;
    this.#c = stream | 0;
    this.#d = 0x9e3779b9;
    for (let round = 0; round < 16; round++) this.next();
  }

  /** 32 bits. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    return this.next() / 0x1_0000_0000;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() >>> 24);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** An integer from `low` to `high` inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.fraction() * of.length)] as T;
  }

  /** One of the keys, weighted. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return (entries.at(-1) as [K, number])[0];
  }
}
