/**
 * The simplified meshes of the large parts that are shown. Each is made once, in the worker, and lives as
 * long as its drawing.
 */
import { isAbort } from '../../src-shared/result.ts';
import type { GeometryClient } from './client.ts';
import type { Drawing, PartProxy } from './messages.ts';

/** Every computer draws fewer triangles smoothly. */
const heavy = 150_000;
/** Simplifying saves little on parts that are smaller than this. */
const least = 20_000;
/** All proxies together have about this many triangles, which a processor draws in a tenth of a second. */
const wanted = 50_000;
/**
 * The picture and the prices of a new part need the processor first, ms. Until then, its coarse mesh stands
 * in.
 */
const pause = 1500;

export class Proxies {
  readonly #geometry: GeometryClient;
  /** Null: none could be made. */
  readonly #made = new WeakMap<Drawing, PartProxy | null>();
  readonly #making = new Map<Drawing, AbortController>();
  /** Grows with each one that was made. */
  #count = $state(0);

  constructor(geometry: GeometryClient) {
    this.#geometry = geometry;
  }

  /** Null for small parts, and until it is made. */
  of(drawing: Drawing): PartProxy | null {
    return this.#count >= 0 ? (this.#made.get(drawing) ?? null) : null;
  }

  /** These are shown; what others need is stopped. */
  want(drawings: readonly Drawing[]): void {
    for (const [drawing, abort] of this.#making) {
      if (drawings.includes(drawing)) continue;
      this.#making.delete(drawing);
      abort.abort();
    }
    const total = drawings.reduce((sum, { indices }) => sum + indices.length / 3, 0);
    if (total < heavy) return;
    const large = drawings.filter(({ indices }) => indices.length >= least * 3);
    for (const drawing of new Set(large)) {
      if (this.#made.has(drawing) || this.#making.has(drawing)) continue;
      void this.#make(drawing, Math.max(least / 4, Math.round(wanted / large.length)));
    }
  }

  async #make(drawing: Drawing, triangles: number): Promise<void> {
    const abort = new AbortController();
    this.#making.set(drawing, abort);
    const { positions, indices } = drawing;
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const proxy = await this.#geometry.run(
        'simplify',
        { mesh: { positions, indices }, triangles },
        { signal: abort.signal },
      );
      this.#made.set(drawing, proxy);
      this.#count++;
    } catch (thrown) {
      // Without one the picture is only slower.
      if (!isAbort(thrown)) this.#made.set(drawing, null);
    } finally {
      if (this.#making.get(drawing) === abort) this.#making.delete(drawing);
    }
  }
}
