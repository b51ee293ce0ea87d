/**
 * A surface as plain numbers, and what the repair audit knows about it: its defects, borders, shells, size
 * and volume. Everything is counted anew, so that a fault of checks or repair is not repeated.
 */

/** x, y, z per corner, and three corner numbers per face, counter-clockwise seen from outside. */
export interface Surface {
  readonly positions: Float32Array | Float64Array;
  readonly indices: Uint32Array;
}

/** How many there are of each kind of defect. */
export interface Defects {
  /** Edges of one face. */
  readonly open: number;
  /** Edges of more than two faces. */
  readonly crowded: number;
  /** Edges of two faces that disagree on which side is outside. */
  readonly flipped: number;
  /** Faces with the corners of an earlier face. */
  readonly doubled: number;
  /** Faces without area. */
  readonly empty: number;
}

export interface SurfaceFacts {
  readonly defects: Defects;
  /** The two corners of every edge of one face, which may be there more than once. */
  readonly borders: readonly number[];
  /** For every corner, one corner of its shell. Faces that share a corner are one shell. */
  readonly shellOf: Uint32Array;
  readonly shells: number;
  /** 1 for those corners whose shell has an edge that as many faces run along one way as the other. */
  readonly isOpen: Uint8Array;
  /** For every face the first face with the same corners. */
  readonly firstSame: Uint32Array;
  /** min x, y, z and max x, y, z of the faces that have an area. */
  readonly box: readonly number[];
  readonly area: number;
  /** About the middle of the box: of all faces, and of the first ones of `firstSame`. */
  readonly volumes: readonly [all: number, once: number];
  /** The volume that closed shells that face inward take from it. */
  readonly hollow: number;
  /** The most by which the second of these volumes changes as the middle moves over the box. */
  readonly spread: number;
}

/** The faces of several surfaces over common corner numbers. @param rounded places to float32 first */
export function numberCorners(surfaces: readonly Surface[], rounded: boolean): Uint32Array[] {
  const most = surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const places = new Float64Array(most * 3 + 3);
  const bits = new Uint32Array(places.buffer);
  const slots = emptySlots(most);
  let count = 0;
  return surfaces.map(({ positions, indices }) => {
    const numbers = new Uint32Array(positions.length / 3);
    for (let corner = 0; corner < numbers.length; corner++) {
      const at = count * 3;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[corner * 3 + axis]!;
        // Both zeros are one place.
        places[at + axis] = (rounded ? Math.fround(value) : value) + 0;
      }
      let hash = 0;
      for (let i = at * 2; i < at * 2 + 6; i++) hash = Math.imul(hash ^ bits[i]!, 0x9e3779b1) ^ (hash >>> 15);
      let slot = (hash ^ (hash >>> 13)) & (slots.length - 1);
      while (slots[slot]! >= 0) {
        const k = slots[slot]! * 3;
        if (places[k] === places[at] && places[k + 1] === places[at + 1] && places[k + 2] === places[at + 2])
          break;
        slot = (slot + 1) & (slots.length - 1);
      }
      if (slots[slot]! < 0) slots[slot] = count++;
      numbers[corner] = slots[slot]!;
    }
    return indices.map((corner) => numbers[corner]!);
  });
}

function emptySlots(most: number): Int32Array {
  let size = 1024;
  while (size < most * 2) size *= 2;
  return new Int32Array(size).fill(-1);
}

/** Finds faces by their corners, in whatever order these are. */
export class FaceTable {
  readonly #corners: Uint32Array;
  readonly #slots: Int32Array;

  constructor(corners: Uint32Array) {
    this.#corners = corners;
    this.#slots = emptySlots(corners.length / 3);
  }

  /** The first face with these corners that was added; -1 if there is none. */
  find(a: number, b: number, c: number): number {
    return this.#slots[this.#slotOf(a, b, c)]!;
  }

  /** Adds a face, unless one with its corners is there. @returns that one, or the face itself */
  add(face: number): number {
    const at = face * 3;
    const slot = this.#slotOf(this.#corners[at]!, this.#corners[at + 1]!, this.#corners[at + 2]!);
    if (this.#slots[slot]! < 0) this.#slots[slot] = face;
    return this.#slots[slot]!;
  }

  #slotOf(a: number, b: number, c: number): number {
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const sum = a + b + c;
    const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(sum, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
    const mask = this.#slots.length - 1;
    let slot = (mixed ^ (mixed >>> 14)) & mask;
    for (let face = this.#slots[slot]!; face >= 0; face = this.#slots[slot]!) {
      const p = this.#corners[face * 3]!;
      const q = this.#corners[face * 3 + 1]!;
      const r = this.#corners[face * 3 + 2]!;
      if (p + q + r === sum && Math.min(p, q, r) === low && Math.max(p, q, r) === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

/** Groups of numbers, joined pair by pair. */
class Groups {
  readonly parents: Uint32Array;

  constructor(count: number) {
    this.parents = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.parents[i] = i;
  }

  find(of: number): number {
    const { parents } = this;
    let at = of;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  join(a: number, b: number): void {
    const p = this.find(a);
    const q = this.find(b);
    if (p < q) this.parents[q] = p;
    else this.parents[p] = q;
  }
}

const faceOf = (halfEdge: number): number => (halfEdge - (halfEdge % 3)) / 3;
const nextCorner = (halfEdge: number): number => (halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1);

/** Visits every edge with its half-edges: number `3 * face + corner` runs to the next corner of that face. */
function visitEdges(
  corners: Uint32Array,
  visit: (low: number, high: number, halfEdges: readonly number[]) => void,
): void {
  const count = highestOf(corners) + 1;
  const starts = new Uint32Array(count + 2);
  for (let h = 0; h < corners.length; h++) {
    const [from, to] = [corners[h]!, corners[nextCorner(h)]!];
    if (from !== to) starts[(from < to ? from : to) + 2]!++;
  }
  for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const halfEdges = new Uint32Array(starts[count + 1]!);
  const highs = new Uint32Array(halfEdges.length);
  for (let h = 0; h < corners.length; h++) {
    const [from, to] = [corners[h]!, corners[nextCorner(h)]!];
    if (from === to) continue;
    const at = starts[(from < to ? from : to) + 1]!++;
    halfEdges[at] = h;
    highs[at] = from < to ? to : from;
  }
  const own: number[] = [];
  for (let low = 0; low < count; low++) {
    const end = starts[low + 1]!;
    // One pass for each higher corner: few edges share a lower one.
    for (let first = starts[low]!; first < end; first++) {
      const high = highs[first]!;
      if (high === visited) continue;
      own.length = 0;
      for (let at = first; at < end; at++) {
        if (highs[at] !== high) continue;
        own.push(halfEdges[at]!);
        highs[at] = visited;
      }
      visit(low, high, own);
    }
  }
}

const visited = 0xffffffff;

const highestOf = (corners: Uint32Array): number => {
  let highest = -1;
  for (let h = 0; h < corners.length; h++) if (corners[h]! > highest) highest = corners[h]!;
  return highest;
};

/** Corners at which surfaces touch that share no edge there. @param corners of `numberCorners` */
export function countTouching(corners: Uint32Array): number {
  const fans = new Groups(corners.length);
  visitEdges(corners, (low, _high, halfEdges) => {
    let [atLow, atHigh] = [-1, -1];
    for (const h of halfEdges) {
      const isAhead = corners[h] === low;
      const [p, q] = [isAhead ? h : nextCorner(h), isAhead ? nextCorner(h) : h];
      if (atLow >= 0) {
        fans.join(atLow, p);
        fans.join(atHigh, q);
      }
      [atLow, atHigh] = [p, q];
    }
  });
  const fansAt = new Uint8Array(highestOf(corners) + 1);
  let touching = 0;
  for (let h = 0; h < corners.length; h++) {
    if (fans.find(h) !== h) continue;
    if (fansAt[corners[h]!] === 1) touching++;
    if (fansAt[corners[h]!]! < 2) fansAt[corners[h]!]!++;
  }
  return touching;
}

/** @param corners of `numberCorners` */
export function surveySurface({ positions, indices }: Surface, corners: Uint32Array): SurfaceFacts {
  const faces = indices.length / 3;
  const count = highestOf(corners) + 1;
  const groups = new Groups(count);
  const table = new FaceTable(corners);
  const firstSame = new Uint32Array(faces);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const normal = new Float64Array(3);
  let [doubled, empty] = [0, 0];
  for (let face = 0; face < faces; face++) {
    const h = face * 3;
    groups.join(corners[h]!, corners[h + 1]!);
    groups.join(corners[h]!, corners[h + 2]!);
    firstSame[face] = table.add(face);
    if (firstSame[face] !== face) doubled++;
    if (normalOf(positions, indices, face, normal)) {
      for (let i = h; i < h + 3; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const value = positions[indices[i]! * 3 + axis]!;
          if (value < box[axis]!) box[axis] = value;
          if (value > box[axis + 3]!) box[axis + 3] = value;
        }
      }
    } else empty++;
  }
  const borders: number[] = [];
  const isOpen = new Uint8Array(count);
  let [open, crowded, flipped] = [0, 0, 0];
  visitEdges(corners, (low, high, halfEdges) => {
    let balance = 0;
    for (const h of halfEdges) balance += corners[h] === low ? 1 : -1;
    if (balance !== 0) isOpen[groups.find(low)] = 1;
    const first = firstSame[faceOf(halfEdges[0]!)]!;
    if (halfEdges.every((h) => firstSame[faceOf(h)] === first)) borders.push(low, high);
    if (halfEdges.length === 1) open++;
    else if (halfEdges.length > 2) crowded++;
    else if (balance !== 0) flipped++;
  });
  const shellOf = groups.parents;
  const isSeen = new Uint8Array(count);
  let shells = 0;
  for (let h = 0; h < corners.length; h++) {
    const shell = groups.find(corners[h]!);
    shellOf[corners[h]!] = shell;
    if (isSeen[shell] === 0) shells++;
    isSeen[shell] = 1;
  }
  const defects = { open, crowded, flipped, doubled, empty };
  const six = new Float64Array(count);
  const sums = sumFaces({ positions, indices }, firstSame, box, (face, part) => {
    six[shellOf[corners[face * 3]!]!]! += part;
  });
  const hollow =
    six.reduce((sum, part, shell) => sum + (isOpen[shell] === 0 ? Math.max(0, -part) : 0), 0) / 6;
  return { defects, borders, shellOf, shells, isOpen, firstSame, box, hollow, ...sums };
}

function sumFaces(
  { positions, indices }: Surface,
  firstSame: Uint32Array,
  box: readonly number[],
  add: (face: number, six: number) => void,
): Pick<SurfaceFacts, 'area' | 'volumes' | 'spread'> {
  const middle = [0, 1, 2].map((axis) => (box[axis]! + box[axis + 3]!) / 2);
  const normal = new Float64Array(3);
  const directed = [0, 0, 0];
  let [area, all, once] = [0, 0, 0];
  for (let face = 0; face < firstSame.length; face++) {
    normalOf(positions, indices, face, normal);
    const corner = indices[face * 3]! * 3;
    let six = 0;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      six += (positions[corner + axis]! - middle[axis]!) * normal[axis]!;
      square += normal[axis]! * normal[axis]!;
    }
    area += Math.sqrt(square) / 2;
    all += six / 6;
    add(face, six);
    if (firstSame[face] !== face) continue;
    once += six / 6;
    for (let axis = 0; axis < 3; axis++) directed[axis]! += normal[axis]! / 2;
  }
  const spread = directed.reduce((sum, a, axis) => sum + Math.abs(a) * (box[axis + 3]! - box[axis]!), 0) / 6;
  return { area, volumes: [all, once], spread };
}

/** Writes the normal of a face, as long as twice its area. @returns false if the face has no area */
export function normalOf(
  positions: Surface['positions'],
  indices: Uint32Array,
  face: number,
  normal: Float64Array,
): boolean {
  const a = indices[face * 3]! * 3;
  const b = indices[face * 3 + 1]! * 3;
  const c = indices[face * 3 + 2]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  normal[0] = x;
  normal[1] = y;
  normal[2] = z;
  // A straight line is rounded to an angle whose sine is below 1e-14.
  const reach = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  return x * x + y * y + z * z > reach * 1e-28;
}
