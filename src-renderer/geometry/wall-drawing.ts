/**
 * The picture of the wall thickness: the drawn triangles, cut finely enough that the colour can change within
 * a large one, with the thickness at every corner. Runs in the worker.
 */
import { WallField } from '../../src-shared/geometry/checks/wall-field.ts';
import { triangleCount } from '../../src-shared/geometry/mesh/mesh.ts';
import type { DrawnMesh, WallDrawing, WallDrawingRequest } from './messages.ts';

/** Triangles that cutting may add. */
const mostAdded = 400_000;

/** Edges are cut down to this many usual distances between samples; finer shows nothing more. */
const finest = 1.5;

/** Triangles between two reports of progress. */
const block = 20_000;

/**
 * @param mostMore triangles that may be added; with fewer, colours are coarser
 */
export function drawWalls(
  { mesh, points, spacing }: WallDrawingRequest,
  onProgress: (fraction: number) => void = () => {},
  mostMore: number = mostAdded,
): WallDrawing {
  const most = triangleCount(mesh) + mostMore;
  let longest = spacing * finest;
  let triangles = countPieces(mesh, longest, most);
  while (triangles > most) {
    longest *= 1.5;
    triangles = countPieces(mesh, longest, most);
  }
  const positions = new Float32Array(triangles * 9);
  const thickness = new Float32Array(triangles * 3);
  const isKnown = new Uint8Array(triangles * 3);
  const field = new WallField(mesh, points, spacing);
  let normal: readonly [number, number, number] = [0, 0, 0];
  const cutter = new Cutter(
    mesh,
    longest,
    (x, y, z) => field.at(x, y, z, ...normal)?.thickness ?? Number.NaN,
  );
  let drawn = 0;
  const faces = triangleCount(mesh);
  for (let face = 0; face < faces; face++) {
    normal = cutter.start(face);
    for (let next = cutter.next(); next; next = cutter.next()) {
      for (let corner = 0; corner < 3; corner++) {
        const from = next.at + corner * 4;
        const to = drawn * 3 + corner;
        for (let axis = 0; axis < 3; axis++) positions[to * 3 + axis] = next.stack[from + axis]!;
        thickness[to] = next.stack[from + 3]!;
      }
      fillUnknown(thickness, isKnown, drawn * 3);
      drawn++;
    }
    if (face % block === 0) onProgress(face / faces);
  }
  return { positions, thickness, isKnown };
}

/**
 * A corner without a wall takes the thickness of another one, so that no colour runs from it into the
 * triangle.
 */
function fillUnknown(thickness: Float32Array, isKnown: Uint8Array, at: number): void {
  let sum = 0;
  let known = 0;
  for (let i = at; i < at + 3; i++) {
    if (Number.isNaN(thickness[i]!)) continue;
    isKnown[i] = 1;
    sum += thickness[i]!;
    known++;
  }
  for (let i = at; i < at + 3; i++) if (isKnown[i] === 0) thickness[i] = known > 0 ? sum / known : 0;
}

/** Stops counting soon after `most`. */
function countPieces(mesh: DrawnMesh, longest: number, most: number): number {
  const cutter = new Cutter(mesh, longest, null);
  let pieces = 0;
  for (let face = 0; face < triangleCount(mesh) && pieces <= most; face++) {
    cutter.start(face);
    while (pieces <= most && cutter.next()) pieces++;
  }
  return pieces;
}

/**
 * Halves the edges of a triangle until none is longer than `longest`. Whether an edge is halved, and where,
 * depends only on its ends, so neighbours fit together without cracks.
 */
class Cutter {
  readonly #mesh: DrawnMesh;
  readonly #longest2: number;
  readonly #measure: ((x: number, y: number, z: number) => number) | null;
  /** Triangles that are still to be cut: x, y, z and thickness of three corners each. */
  #stack = new Float64Array(12 * 64);
  #depth = 0;

  constructor(
    mesh: DrawnMesh,
    longest: number,
    measure: ((x: number, y: number, z: number) => number) | null,
  ) {
    this.#mesh = mesh;
    this.#longest2 = longest * longest;
    this.#measure = measure;
  }

  /** Returns the direction of the face. Its corners are measured when `next` is first called. */
  start(face: number): readonly [number, number, number] {
    const { positions, indices } = this.#mesh;
    const stack = this.#stack;
    for (let corner = 0; corner < 3; corner++) {
      const from = indices[face * 3 + corner]! * 3;
      for (let axis = 0; axis < 3; axis++) stack[corner * 4 + axis] = positions[from + axis]!;
      stack[corner * 4 + 3] = unmeasured;
    }
    this.#depth = 1;
    if (this.#measure === null) return [0, 0, 0];
    const [ux, uy, uz] = [stack[4]! - stack[0]!, stack[5]! - stack[1]!, stack[6]! - stack[2]!];
    const [vx, vy, vz] = [stack[8]! - stack[0]!, stack[9]! - stack[1]!, stack[10]! - stack[2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    return [nx / length, ny / length, nz / length];
  }

  /** The next piece, valid until the following call; null when the triangle is used up. */
  next(): { stack: Float64Array; at: number } | null {
    while (this.#depth > 0) {
      const at = (this.#depth - 1) * 12;
      this.#measureCorners(at);
      const long = [this.#isLong(at, at + 4), this.#isLong(at + 4, at + 8), this.#isLong(at + 8, at)];
      const count = (long[0] ? 1 : 0) + (long[1] ? 1 : 0) + (long[2] ? 1 : 0);
      this.#depth--;
      if (count === 0) return { stack: this.#stack, at };
      this.#split(at, long, count);
    }
    return null;
  }

  #split(at: number, long: readonly boolean[], count: number): void {
    if ((this.#depth + 4) * 12 > this.#stack.length) {
      const more = new Float64Array(this.#stack.length * 2);
      more.set(this.#stack);
      this.#stack = more;
    }
    const corner = (i: number): number[] => [...this.#stack.subarray(at + i * 4, at + i * 4 + 4)];
    const middle = (a: number[], b: number[]): number[] => {
      const point = [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2, (a[2]! + b[2]!) / 2];
      return [...point, this.#measure?.(point[0]!, point[1]!, point[2]!) ?? 0];
    };
    // Rotated so that the edge that differs from the other two is the first one.
    const turn = count === 1 ? long.indexOf(true) : count === 2 ? long.indexOf(false) : 0;
    const [a, b, c] = [corner(turn), corner((turn + 1) % 3), corner((turn + 2) % 3)];
    if (count === 1) {
      const ab = middle(a, b);
      this.#push(a, ab, c);
      this.#push(ab, b, c);
    } else if (count === 2) {
      const [bc, ca] = [middle(b, c), middle(c, a)];
      this.#push(a, b, bc);
      this.#push(a, bc, ca);
      this.#push(ca, bc, c);
    } else {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      this.#push(a, ab, ca);
      this.#push(ab, b, bc);
      this.#push(ca, bc, c);
      this.#push(ab, bc, ca);
    }
  }

  #push(...corners: readonly number[][]): void {
    for (let i = 0; i < 3; i++) this.#stack.set(corners[i]!, this.#depth * 12 + i * 4);
    this.#depth++;
  }

  #isLong(a: number, b: number, than = this.#longest2): boolean {
    const stack = this.#stack;
    const x = stack[a]! - stack[b]!;
    const y = stack[a + 1]! - stack[b + 1]!;
    const z = stack[a + 2]! - stack[b + 2]!;
    return x * x + y * y + z * z > than;
  }

  /** A triangle much smaller than the distance between samples has one thickness, measured in its middle. */
  #measureCorners(at: number): void {
    const stack = this.#stack;
    if (this.#measure === null || stack[at + 3] !== unmeasured) return;
    const small = this.#longest2 / 16;
    const isLarge =
      this.#isLong(at, at + 4, small) ||
      this.#isLong(at + 4, at + 8, small) ||
      this.#isLong(at + 8, at, small);
    if (!isLarge) {
      const middle = (axis: number) =>
        (stack[at + axis]! + stack[at + 4 + axis]! + stack[at + 8 + axis]!) / 3;
      const one = this.#measure(middle(0), middle(1), middle(2));
      for (let i = 3; i < 12; i += 4) stack[at + i] = one;
      return;
    }
    for (let i = 0; i < 12; i += 4) {
      stack[at + i + 3] = this.#measure(stack[at + i]!, stack[at + i + 1]!, stack[at + i + 2]!);
    }
  }
}

/** No thickness is negative. */
const unmeasured = -1;
