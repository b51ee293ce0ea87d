/**
 * Joins the meshes that a scene places (instances of AMF, nodes of glTF, COLLADA, X3D and VRML) into one
 * mesh, and limits how far a small file may expand. Readers of those formats call it; it depends on no
 * format.
 *
 * [Note: open pieces] Exporters cut one solid into open pieces by colour or by face. So pieces that are open
 * by themselves are welded with one another, while closed ones stay separate parts: two boxes that touch must
 * not share an edge.
 */

import { ref } from '../../messages/messages.ts';
import { geometryError } from '../geometry-text.ts';
import { flipColours } from '../mesh/colours.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { reversed } from '../mesh/turn-inside-out.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { failDamaged, largestCoordinate } from './raw-mesh.ts';

/** Row-major 3 x 4: x' = m0 x + m1 y + m2 z + m3, and so on. */
export type Matrix = readonly number[];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Copies may expand a small file to this many triangles, or to four times what it contains. */
const mostExpanded = 4_000_000;
/** Triangles that a file may generate from names alone (a hundred spheres are a million triangles). */
const mostMade = 2_000_000;
const mostPlacements = 200_000;
const deepest = 256;

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  if (outer === identity) return inner;
  if (inner === identity) return outer;
  const product: number[] = [];
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? outer[row + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += outer[row + k]! * inner[k * 4 + column]!;
      product.push(sum);
    }
  }
  return product;
}

export const translation = (x: number, y: number, z: number): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
export const scaling = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];

/** Rotates about an axis through the origin (any length but 0), counter-clockwise seen from its tip. */
export function rotation(axis: readonly [number, number, number], radians: number): Matrix {
  const length = Math.hypot(...axis);
  if (!(length > 0) || radians === 0) return identity;
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
  const [c, s] = cosAndSine(radians);
  const t = 1 - c;
  return [
    ...[t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
    ...[t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
    ...[t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0],
  ];
}

/** Quarter turns are exact, so that boxes stay boxes. */
function cosAndSine(radians: number): [number, number] {
  const quarters = radians / (Math.PI / 2);
  const whole = Math.round(quarters);
  if (Math.abs(quarters - whole) > 1e-9) return [Math.cos(radians), Math.sin(radians)];
  const turns = ((whole % 4) + 4) % 4;
  return [[1, 0, -1, 0][turns]!, [0, 1, 0, -1][turns]!];
}

export const determinant = ([a, b, c, , d, e, f, , g, h, i]: Iterable<number>): number =>
  a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!);

interface Placed {
  readonly mesh: Mesh;
  readonly matrix: Matrix;
}

/** The meshes that a scene places. The caller walks its tree and calls `enter` and `leave` at each node. */
export class SceneMesh {
  readonly #format: string;
  readonly #placed: Placed[] = [];
  readonly #path = new Set<object>();
  /** Distinct meshes, by their indices: the same surface may have other colours elsewhere. */
  readonly #distinct = new Set<Uint32Array>();
  readonly #fileBytes: number;
  #entered = 0;
  #triangles = 0;
  /** Triangles of all meshes, each counted once. */
  #held = 0;

  /**
   * @param format its name in sentences ("COLLADA") @param fileBytes every triangle stored in the file takes
   * at least a byte of it; infinite if that does not hold
   */
  constructor(format: string, fileBytes = Number.POSITIVE_INFINITY) {
    this.#format = format;
    this.#fileBytes = fileBytes;
  }

  /** @throws CodedError if a node contains itself, or if there are too many nodes */
  enter(node: object): void {
    if (++this.#entered > mostPlacements) this.#failExpanded();
    if (this.#path.has(node)) failDamaged(ref('geometry.endlessNesting', { format: this.#format }));
    if (this.#path.size >= deepest) failDamaged(ref('geometry.nestedTooDeeply', { format: this.#format }));
    this.#path.add(node);
  }

  leave(node: object): void {
    this.#path.delete(node);
  }

  /** @param mesh welded, as `finishMesh` returns it */
  place(mesh: Mesh, matrix: Matrix): void {
    const triangles = mesh.indices.length / 3;
    if (triangles === 0) return;
    if (!matrix.every((value) => Math.abs(value) <= largestCoordinate)) failOutOfBounds(this.#format);
    this.#placed.push({ mesh, matrix });
    if (!this.#distinct.has(mesh.indices)) this.#held += triangles;
    this.#distinct.add(mesh.indices);
    this.#triangles += triangles;
    if (this.#triangles > mostExpanded && this.#triangles > this.#held * 4) this.#failExpanded();
    if (this.#held > mostMade && this.#held > this.#fileBytes) this.#failExpanded();
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0;
  }

  /** All placed meshes as one, with `matrix` (an axis convention) applied last. */
  async finish(progress: TaskProgress, matrix: Matrix = identity): Promise<Mesh> {
    const pieces: Mesh[] = [];
    for (const [i, placed] of this.#placed.entries()) {
      pieces.push(placedMesh(placed.mesh, multiply(matrix, placed.matrix), this.#format));
      await progress.step((0.6 * i) / this.#placed.length);
    }
    if (pieces.length === 1) return pieces[0]!;
    const closed: Mesh[] = [];
    const open: Mesh[] = [];
    for (const piece of pieces) (isBalanced(piece) ? closed : open).push(piece);
    const joined = joinMeshes([...closed, ...(open.length < 2 ? open : [weldMesh(joinMeshes(open))])]);
    await progress.step(1);
    return joined;
  }

  #failExpanded(): never {
    throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: this.#format }));
  }
}

/** The mesh in its place; itself for `identity`. @throws CodedError `file-damaged` if it is too far away */
export function placedMesh(mesh: Mesh, m: Matrix, format: string): Mesh {
  if (m === identity) return mesh;
  const [a, b, c, tx, d, e, f, ty, g, h, i, tz] = m as number[] & { length: 12 };
  const source = mesh.positions;
  const positions = new Float64Array(source.length);
  for (let at = 0; at < source.length; at += 3) {
    const x = source[at]!;
    const y = source[at + 1]!;
    const z = source[at + 2]!;
    positions[at] = a! * x + b! * y + c! * z + tx!;
    positions[at + 1] = d! * x + e! * y + f! * z + ty!;
    positions[at + 2] = g! * x + h! * y + i! * z + tz!;
  }
  if (positions.some((value) => !(Math.abs(value) <= largestCoordinate))) failOutOfBounds(format);
  // A mirrored object would otherwise be inside out.
  if (determinant(m) >= 0) return { ...mesh, positions };
  const colours = mesh.colours && flipColours(mesh.colours);
  return { positions, indices: reversed(mesh.indices), ...(colours && { colours }) };
}

export const failOutOfBounds = (format: string): never =>
  failDamaged(ref('geometry.outOfBounds', { format }));

/**
 * Whether every edge is used as often in one direction as in the other: a sum over hashed edges that is 0 if
 * they cancel. With two sums of 32 bits a coincidence is unlikely, and would only leave pieces separate.
 */
export function isBalanced({ indices }: Mesh): boolean {
  let [first, second] = [0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    let from = indices[i + 2]!;
    for (let k = 0; k < 3; k++) {
      const to = indices[i + k]!;
      const [low, high] = from < to ? [from, to] : [to, from];
      let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
      hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
      const other = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f);
      if (from < to) {
        first = (first + hash) | 0;
        second = (second + other) | 0;
      } else {
        first = (first - hash) | 0;
        second = (second - other) | 0;
      }
      from = to;
    }
  }
  return first === 0 && second === 0;
}
