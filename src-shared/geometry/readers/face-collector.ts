/**
 * Collects polygons of an indexed format (OBJ, PLY) as triangles. Faces may precede the vertices that they use;
 * polygons of more than three corners then wait, since splitting them needs positions.
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

  constructor(positions: GrowingNumbers, expectedTriangles: number) {
    this.#positions = positions;
    this.#triangles = new GrowingIndices(expectedTriangles * 3);
    this.#splitter = new PolygonSplitter(this.#triangles);
  }

  /** @param corners vertex numbers from 0; they are checked in `finish` */
  add(corners: Uint32Array, count: number): void {
    if (count < 3) {
      this.incomplete++;
      return;
    }
    if (count === 3) {
      this.#triangles.push3(corners[0]!, corners[1]!, corners[2]!);
      return;
    }
    const known = this.#positions.length / 3;
    for (let i = 0; i < count; i++) {
      if (corners[i]! >= known) {
        this.#wait(corners, count);
        return;
      }
    }
    this.#splitter.split(this.#positions.values, corners, count);
  }

  addTriangle(a: number, b: number, c: number): void {
    this.#triangles.push3(a, b, c);
  }

  /**
   * All triangles, once all vertices are known. @throws CodedError `file-damaged` if a face uses a vertex that
   * the file does not have
   */
  finish(warnings: GeometryText[]): Uint32Array {
    const vertices = this.#positions.length / 3;
    const waiting = this.#waiting.values;
    for (let at = 0; at < this.#waiting.length; ) {
      const count = waiting[at]!;
      const corners = waiting.subarray(at + 1, at + 1 + count);
      if (corners.some((corner) => corner >= vertices)) failMissingVertex(vertices);
      this.#splitter.split(this.#positions.values, corners, count);
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

  #wait(corners: Uint32Array, count: number): void {
    this.#waiting.push(count);
    for (let i = 0; i < count; i++) this.#waiting.push(corners[i]!);
  }
}

function failMissingVertex(vertices: number): never {
  return failDamaged(ref('geometry.missingVertex', { vertices }));
}
