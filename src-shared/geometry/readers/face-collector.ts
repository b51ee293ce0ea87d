/**
 * Collects polygons of an indexed format (OBJ, PLY) as triangles. Faces may precede the vertices that they
 * use; polygons of more than three corners then wait, since splitting them needs positions.
 */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { GrowingIndices, type GrowingNumbers } from '../mesh/growable.ts';
import { failDamaged } from './raw-mesh.ts';
import { PolygonSplitter } from './split-polygon.ts';

export class FaceCollector {
  /** Faces of fewer than three corners, which were left out. */
  incomplete = 0;
  readonly #triangles: GrowingIndices;
  readonly #splitter: PolygonSplitter;
  readonly #positions: GrowingNumbers;
  /** The corner count, then the corners, of every waiting polygon. */
  readonly #waiting = new GrowingIndices(16);
  /** For each corner of each triangle the number of its paint; null while nothing was painted. */
  #paints: GrowingIndices | null = null;
  /** Paints of the corners in `#waiting`, at the same places. */
  #waitingPaints: GrowingIndices | null = null;

  constructor(positions: GrowingNumbers, expectedTriangles: number) {
    this.#positions = positions;
    this.#triangles = new GrowingIndices(expectedTriangles * 3);
    this.#splitter = new PolygonSplitter(this.#triangles);
  }

  /**
   * @param corners vertex numbers from 0; they are checked in `finish`
   * @param paints what each corner is painted with, as numbers of a palette; null for none
   */
  add(corners: Uint32Array, count: number, paints: Uint32Array | null = null): void {
    if (count < 3) {
      this.incomplete++;
      return;
    }
    if (paints !== null) this.#startPainting();
    if (count === 3) {
      this.#triangles.push3(corners[0]!, corners[1]!, corners[2]!);
      this.#paints?.push3(paints?.[0] ?? 0, paints?.[1] ?? 0, paints?.[2] ?? 0);
      return;
    }
    const known = this.#positions.length / 3;
    for (let i = 0; i < count; i++) {
      if (corners[i]! >= known) {
        this.#wait(corners, count, paints);
        return;
      }
    }
    this.#split(corners, count, paints);
  }

  addTriangle(a: number, b: number, c: number, paints: ArrayLike<number> | null = null): void {
    if (paints !== null) this.#startPainting();
    this.#triangles.push3(a, b, c);
    this.#paints?.push3(paints?.[0] ?? 0, paints?.[1] ?? 0, paints?.[2] ?? 0);
  }

  /** The paints of all triangles, after `finish`; null if nothing was painted. */
  get paints(): Uint32Array | null {
    return this.#paints?.finish() ?? null;
  }

  /** All triangles, once all vertices are known. @throws CodedError `file-damaged` if one is missing */
  finish(warnings: GeometryText[]): Uint32Array {
    const vertices = this.#positions.length / 3;
    const waiting = this.#waiting.values;
    for (let at = 0; at < this.#waiting.length; ) {
      const count = waiting[at]!;
      const corners = waiting.subarray(at + 1, at + 1 + count);
      if (corners.some((corner) => corner >= vertices)) failMissingVertex(vertices);
      const painted = this.#waitingPaints?.values.subarray(at + 1, at + 1 + count) ?? null;
      this.#split(corners, count, painted);
      at += 1 + count;
    }
    const indices = this.#triangles.finish();
    for (let i = 0; i < indices.length; i++) if (indices[i]! >= vertices) failMissingVertex(vertices);
    if (this.incomplete > 0) {
      warnings.push(ref('geometry.facesDropped', { count: this.incomplete }));
    }
    if (this.#splitter.isExhausted) {
      warnings.push(ref('geometry.roughlySplit'));
    }
    return indices;
  }

  #wait(corners: Uint32Array, count: number, paints: Uint32Array | null): void {
    this.#waiting.push(count);
    for (let i = 0; i < count; i++) this.#waiting.push(corners[i]!);
    if (paints === null && this.#waitingPaints === null) return;
    this.#waitingPaints ??= new GrowingIndices(16);
    while (this.#waitingPaints.length < this.#waiting.length - count) this.#waitingPaints.push(0);
    for (let i = 0; i < count; i++) this.#waitingPaints.push(paints?.[i] ?? 0);
  }

  /** The splitter only knows vertices, so each corner of its triangles is found again in the polygon. */
  #split(corners: Uint32Array, count: number, paints: Uint32Array | null): void {
    const first = this.#triangles.length;
    this.#splitter.split(this.#positions.values, corners, count);
    if (this.#paints === null) return;
    const paintOf = new Map<number, number>();
    if (paints !== null) for (let i = 0; i < count; i++) paintOf.set(corners[i]!, paints[i]!);
    for (let i = first; i < this.#triangles.length; i++) {
      this.#paints.push(paintOf.get(this.#triangles.values[i]!) ?? 0);
    }
  }

  #startPainting(): void {
    if (this.#paints !== null) return;
    this.#paints = new GrowingIndices(Math.max(64, this.#triangles.length));
    for (let i = 0; i < this.#triangles.length; i++) this.#paints.push(0);
  }
}

function failMissingVertex(vertices: number): never {
  return failDamaged(ref('geometry.missingVertex', { vertices }));
}
