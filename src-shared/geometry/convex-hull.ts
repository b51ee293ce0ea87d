/**
 * The convex hull of a mesh's points (quickhull). Its corners decide the bounding box of every turned copy, its
 * faces are where a part can lie flat. Called by transforms and by the minimal box.
 *
 * [Note: hull tolerance] Points nearer to the hull than rounding can tell are left out. Where rounding spoils the
 * horizon of a point, that point joins `points` without a face: boxes stay right, only a sliver of surface lacks.
 */
import { flatHull } from './flat-hull.ts';

export interface ConvexHull {
  /** x, y, z of every corner. */
  readonly points: Float64Array;
  /** Three corner numbers per face, counter-clockwise from outside; empty where all points lie in a plane. */
  readonly faces: Uint32Array;
}

/** @param indices only vertices named here count; all of them where left out */
export function convexHull(positions: ArrayLike<number>, indices?: ArrayLike<number>): ConvexHull {
  return new Quickhull(gatherPoints(positions, indices)).run();
}

/** x, y, z of the vertices that `indices` names, each once; of all where left out. */
export function gatherPoints(positions: ArrayLike<number>, indices?: ArrayLike<number>): Float64Array {
  if (indices === undefined) return Float64Array.from(positions);
  const isUsed = new Uint8Array(positions.length / 3);
  let count = 0;
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i]!;
    if (isUsed[vertex] === 0) count++;
    isUsed[vertex] = 1;
  }
  const points = new Float64Array(count * 3);
  let at = 0;
  for (let vertex = 0; vertex < isUsed.length; vertex++) {
    if (isUsed[vertex] === 0) continue;
    points[at++] = positions[vertex * 3]!;
    points[at++] = positions[vertex * 3 + 1]!;
    points[at++] = positions[vertex * 3 + 2]!;
  }
  return points;
}

/** Neighbour 0 lies across the edge from corner 0 to corner 1, and so on. */
class Face {
  readonly corners: readonly [number, number, number];
  readonly neighbours: [Face | null, Face | null, Face | null] = [null, null, null];
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** First of the points outside this face, linked through `next`; -1 for none. */
  head = -1;
  farthest = -1;
  farthestDistance = 0;
  isAlive = true;
  /** The round in which the face was seen from the new corner. */
  seenIn = -1;

  constructor(points: Float64Array, a: number, b: number, c: number) {
    this.corners = [a, b, c];
    const [x, y, z] = crossAt(points, a, b, c);
    // A face without area sees nothing and is never seen.
    const length = Math.hypot(x, y, z) || 1;
    this.normal = [x / length, y / length, z / length];
    this.offset = dotAt(this.normal, points, a);
  }
}

class Quickhull {
  readonly #points: Float64Array;
  readonly #tolerance: number;
  readonly #next: Int32Array;
  readonly #strays: number[] = [];
  /** The new face that begins at a corner of the horizon, and the round it belongs to. */
  readonly #startRound: Int32Array;
  readonly #startFace: Face[] = [];
  readonly #pending: Face[] = [];
  #faces: Face[] = [];
  #round = 0;
  /** When so many faces are kept, the dead ones are let go. */
  #roomForDead = 4096;

  constructor(points: Float64Array) {
    this.#points = points;
    let largest = 0;
    for (const value of points) if (Math.abs(value) > largest) largest = Math.abs(value);
    this.#tolerance = largest * 2 ** -50;
    this.#next = new Int32Array(points.length / 3).fill(-1);
    this.#startRound = new Int32Array(points.length / 3).fill(-1);
  }

  run(): ConvexHull {
    const points = this.#points;
    const first = this.#findFirstFour();
    if (first.length < 4) return this.#finishFlat(first);
    this.#makeTetrahedron(first as [number, number, number, number]);
    for (let face = this.#pending.pop(); face !== undefined; face = this.#pending.pop()) {
      if (face.isAlive && face.head >= 0) this.#addCorner(face);
    }
    const corners = new Map<number, number>();
    const numberOf = (point: number): number => {
      const known = corners.get(point);
      if (known !== undefined) return known;
      corners.set(point, corners.size);
      return corners.size - 1;
    };
    const alive = this.#faces.filter((face) => face.isAlive);
    const faces = Uint32Array.from(alive.flatMap((face) => face.corners.map(numberOf)));
    for (const stray of this.#strays) numberOf(stray);
    return { points: pick(points, [...corners.keys()]), faces };
  }

  /** Four points that span a volume; fewer where the points lie in a plane, on a line or in one place. */
  #findFirstFour(): number[] {
    const points = this.#points;
    if (points.length === 0) return [];
    const extremes = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < points.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        if (points[i + axis]! < points[extremes[axis]! * 3 + axis]!) extremes[axis] = i / 3;
        if (points[i + axis]! > points[extremes[axis + 3]! * 3 + axis]!) extremes[axis + 3] = i / 3;
      }
    }
    let [a, b, longest] = [0, 0, -1];
    for (const p of extremes) {
      for (const q of extremes) {
        const length = distance(points, p, q);
        if (length > longest) [a, b, longest] = [p, q, length];
      }
    }
    if (longest <= this.#tolerance) return [a];
    const c = this.#farthest((point) => lengthOf(crossAt(points, a, b, point)) / longest);
    if (c < 0) return [a, b];
    const plane = new Face(points, a, b, c);
    const d = this.#farthest((point) => Math.abs(dotAt(plane.normal, points, point) - plane.offset));
    if (d < 0) return [a, b, c];
    return dotAt(plane.normal, points, d) > plane.offset ? [a, c, b, d] : [a, b, c, d];
  }

  /** -1 where no point is farther than the tolerance. */
  #farthest(measure: (point: number) => number): number {
    let [best, most] = [-1, this.#tolerance];
    for (let point = 0; point < this.#points.length / 3; point++) {
      const value = measure(point);
      if (value > most) [best, most] = [point, value];
    }
    return best;
  }

  #finishFlat(first: number[]): ConvexHull {
    const points = this.#points;
    let corners = first;
    if (first.length === 3) {
      const { normal } = new Face(points, first[0]!, first[1]!, first[2]!);
      const [x, y, z] = normal.map(Math.abs) as [number, number, number];
      const [u, v] = x >= y && x >= z ? [1, 2] : y >= z ? [2, 0] : [0, 1];
      const along = (axis: number): Float64Array =>
        Float64Array.from({ length: points.length / 3 }, (_, i) => points[i * 3 + axis]!);
      corners = flatHull(along(u), along(v));
    }
    // On a line the two extremes are the two ends.
    return { points: pick(points, corners), faces: new Uint32Array(0) };
  }

  /** `d` lies behind a, b, c. */
  #makeTetrahedron([a, b, c, d]: [number, number, number, number]): void {
    const points = this.#points;
    const [bottom, ab, bc, ca] = [
      new Face(points, a, b, c),
      new Face(points, b, a, d),
      new Face(points, c, b, d),
      new Face(points, a, c, d),
    ];
    bottom.neighbours.splice(0, 3, ab, bc, ca);
    ab.neighbours.splice(0, 3, bottom, ca, bc);
    bc.neighbours.splice(0, 3, bottom, ab, ca);
    ca.neighbours.splice(0, 3, bottom, bc, ab);
    this.#faces = [bottom, ab, bc, ca];
    for (let point = 0; point < points.length / 3; point++) this.#assign(point, this.#faces);
    this.#pending.push(...this.#faces);
  }

  /** Hands a point to the first face that it is outside of; inside all of them it is no corner. */
  #assign(point: number, faces: readonly Face[]): void {
    for (const face of faces) {
      const outside = dotAt(face.normal, this.#points, point) - face.offset;
      if (outside <= this.#tolerance) continue;
      this.#next[point] = face.head;
      face.head = point;
      if (outside > face.farthestDistance) {
        face.farthestDistance = outside;
        face.farthest = point;
      }
      return;
    }
  }

  #addCorner(from: Face): void {
    const corner = from.farthest;
    const { seen, horizon } = this.#look(from, corner);
    if (!this.#isSimple(horizon)) {
      this.#setAside(from, corner);
      return;
    }
    const fresh = horizon.map(({ face, side }) => {
      const [a, b] = [face.corners[side]!, face.corners[(side + 1) % 3]!];
      const made = new Face(this.#points, a, b, corner);
      const beyond = face.neighbours[side]!;
      made.neighbours[0] = beyond;
      beyond.neighbours[beyond.corners.indexOf(b)] = made;
      this.#startFace[a] = made;
      return made;
    });
    for (const face of fresh) {
      const after = this.#startFace[face.corners[1]]!;
      face.neighbours[1] = after;
      after.neighbours[2] = face;
    }
    for (const face of seen) {
      face.isAlive = false;
      for (let point = face.head; point >= 0; ) {
        const following = this.#next[point]!;
        if (point !== corner) this.#assign(point, fresh);
        point = following;
      }
    }
    for (const face of fresh) {
      this.#faces.push(face);
      if (face.head >= 0) this.#pending.push(face);
    }
    if (this.#faces.length >= this.#roomForDead) {
      this.#faces = this.#faces.filter((face) => face.isAlive);
      this.#roomForDead = Math.max(4096, this.#faces.length * 2);
    }
  }

  /** All faces that the point sees from outside, and the edges round them. */
  #look(from: Face, point: number): { seen: Face[]; horizon: { face: Face; side: 0 | 1 | 2 }[] } {
    const round = ++this.#round;
    const seen = [from];
    const horizon: { face: Face; side: 0 | 1 | 2 }[] = [];
    from.seenIn = round;
    for (let i = 0; i < seen.length; i++) {
      const face = seen[i]!;
      for (const side of [0, 1, 2] as const) {
        const beyond = face.neighbours[side]!;
        if (beyond.seenIn === round) continue;
        if (dotAt(beyond.normal, this.#points, point) - beyond.offset > this.#tolerance) {
          beyond.seenIn = round;
          seen.push(beyond);
        } else horizon.push({ face, side });
      }
    }
    return { seen, horizon };
  }

  /** Whether the horizon passes every corner once. */
  #isSimple(horizon: readonly { face: Face; side: 0 | 1 | 2 }[]): boolean {
    for (const { face, side } of horizon) {
      const start = face.corners[side]!;
      if (this.#startRound[start] === this.#round) return false;
      this.#startRound[start] = this.#round;
    }
    return true;
  }

  #setAside(face: Face, point: number): void {
    this.#strays.push(point);
    const rest: number[] = [];
    for (let other = face.head; other >= 0; other = this.#next[other]!) if (other !== point) rest.push(other);
    face.head = -1;
    face.farthest = -1;
    face.farthestDistance = 0;
    for (const other of rest) this.#assign(other, [face]);
    if (face.head >= 0) this.#pending.push(face);
  }
}

function pick(points: Float64Array, numbers: readonly number[]): Float64Array {
  const picked = new Float64Array(numbers.length * 3);
  numbers.forEach((point, i) => {
    picked.set(points.subarray(point * 3, point * 3 + 3), i * 3);
  });
  return picked;
}

function crossAt(points: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [p, q, r] = [a * 3, b * 3, c * 3];
  const ux = points[q]! - points[p]!;
  const uy = points[q + 1]! - points[p + 1]!;
  const uz = points[q + 2]! - points[p + 2]!;
  const vx = points[r]! - points[p]!;
  const vy = points[r + 1]! - points[p + 1]!;
  const vz = points[r + 2]! - points[p + 2]!;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

const dotAt = (n: readonly [number, number, number], points: Float64Array, point: number): number =>
  n[0] * points[point * 3]! + n[1] * points[point * 3 + 1]! + n[2] * points[point * 3 + 2]!;

const lengthOf = ([x, y, z]: readonly [number, number, number]): number => Math.hypot(x, y, z);

const distance = (points: Float64Array, p: number, q: number): number =>
  Math.hypot(
    points[p * 3]! - points[q * 3]!,
    points[p * 3 + 1]! - points[q * 3 + 1]!,
    points[p * 3 + 2]! - points[q * 3 + 2]!,
  );
