/**
 * Rays through parts that overlap: a wall ends where the ray has left every solid, so all faces along it are
 * counted. Where parts do not meet, the first face that the ray leaves through is the end (ray-caster.ts).
 *
 * [Note: counting faces] A face that is left through takes the ray out of one solid, one that is met from
 * outside takes it into one. The sum of all of them tells in how many solids the ray begins. Faces nearer to
 * each other than what counts as touching are one place, so parts that lie against each other are one solid.
 */
import { numbersPerRay } from '../core/cast-rays.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { pointAt } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { facing, inwardRay, type RayEnds } from './ray-caster.ts';
import { touchTolerance } from './self-intersections.ts';
import type { ShellFacts } from './shells.ts';
import { isParallelTo, type WallCasts } from './wall-casts.ts';
import { isBelow } from './wall-limit.ts';

/** Samples between two checks of the clock. */
const block = 512;

interface Hit {
  /** Along the ray; slightly below 0 for a face at its beginning. */
  readonly at: number;
  /** 1 where a solid is left, -1 where one is entered. */
  readonly sign: number;
  readonly normal: Vector;
}

export class SolidRays implements RayEnds {
  readonly #tree: TriangleTree;
  readonly #near: number;
  readonly #stack = new Uint32Array(128);
  #exit: Vector = [0, 0, 0];

  constructor(tree: TriangleTree) {
    this.#tree = tree;
    this.#near = touchTolerance(tree);
  }

  get exit(): Vector {
    return this.#exit;
  }

  exitFrom(x: number, y: number, z: number, dx: number, dy: number, dz: number, most: number): number {
    const hits = this.#meet([x, y, z], [dx, dy, dz], -1);
    const distance = this.#end(hits, 0);
    return distance < most ? distance : Infinity;
  }

  /**
   * The thickness below a point of a face; NaN if no facing wall is behind it, or if the point lies within
   * another solid, so that no surface is there.
   */
  wallBelow(face: number, origin: Vector, inward: Vector): number {
    const hits = this.#meet(origin, inward, face);
    // Besides the own solid.
    const around = hits.reduce((sum, { sign }) => sum + sign, 0) - 1;
    if (around > 0) return Number.NaN;
    // Faces that do not agree: the first one that is left through, as elsewhere.
    const first = hits.find(({ at, sign }) => at > this.#near && sign > 0);
    const distance = around < 0 ? (first?.at ?? Infinity) : this.#end(hits, this.#near);
    if (around < 0 && first) this.#exit = first.normal;
    const [nx, ny, nz] = this.#exit;
    return nx * inward[0] + ny * inward[1] + nz * inward[2] >= facing ? distance : Number.NaN;
  }

  /** Where the ray has left every solid, beyond `from`; Infinity if it has not. */
  #end(hits: readonly Hit[], from: number): number {
    let inside = hits.reduce((sum, { at, sign }) => (at > from ? sum + sign : sum), 0);
    for (let i = 0; i < hits.length; ) {
      let last = i;
      let change = 0;
      let left: Hit | null = null;
      for (; last < hits.length && hits[last]!.at <= hits[i]!.at + this.#near; last++) {
        const hit = hits[last]!;
        if (hit.at <= from) continue;
        change += hit.sign;
        if (hit.sign > 0) left ??= hit;
      }
      i = last;
      inside -= change;
      if (left === null || inside > 0) continue;
      this.#exit = left.normal;
      return left.at;
    }
    return Infinity;
  }

  /** All faces along the ray but the one on which it begins, the nearest first. */
  #meet(origin: Vector, direction: Vector, own: number): Hit[] {
    const { boxes, leaves, starts, order } = this.#tree;
    const stack = this.#stack;
    const hits: Hit[] = [];
    let depth = 1;
    stack[0] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (!this.#passes(boxes, node * 6, origin, direction)) continue;
      if (node < leaves) {
        stack[depth++] = node * 2;
        stack[depth++] = node * 2 + 1;
        continue;
      }
      const end = starts[node - leaves + 1]!;
      for (let place = starts[node - leaves]!; place < end; place++) {
        const hit = order[place] === own ? null : this.#meetFace(place * 9, origin, direction);
        if (hit) hits.push(hit);
      }
    }
    return hits.sort((a, b) => a.at - b.at);
  }

  #passes(boxes: ArrayLike<number>, at: number, origin: Vector, direction: Vector): boolean {
    let [from, to] = [-this.#near, Infinity];
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [boxes[at + axis]! - origin[axis as 0], boxes[at + 3 + axis]! - origin[axis as 0]];
      const along = direction[axis as 0];
      if (along === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const [one, other] = [low / along, high / along];
      from = Math.max(from, Math.min(one, other) - this.#near);
      to = Math.min(to, Math.max(one, other) + this.#near);
    }
    return from <= to;
  }

  /** A side belongs to both of its faces with probability 0, so none gets a margin and is counted twice. */
  #meetFace(at: number, [x, y, z]: Vector, [dx, dy, dz]: Vector): Hit | null {
    const { corners } = this.#tree;
    const [ax, ay, az] = [corners[at]!, corners[at + 1]!, corners[at + 2]!];
    const [ux, uy, uz] = [corners[at + 3]! - ax, corners[at + 4]! - ay, corners[at + 5]! - az];
    const [vx, vy, vz] = [corners[at + 6]! - ax, corners[at + 7]! - ay, corners[at + 8]! - az];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const along = nx * dx + ny * dy + nz * dz;
    if (along === 0 || Number.isNaN(along)) return null;
    const [sx, sy, sz] = [ax - x, ay - y, az - z];
    const distance = (sx * nx + sy * ny + sz * nz) / along;
    if (!(distance > -this.#near)) return null;
    const [rx, ry, rz] = [sy * dz - sz * dy, sz * dx - sx * dz, sx * dy - sy * dx];
    const p = (vx * rx + vy * ry + vz * rz) / along;
    const q = -(ux * rx + uy * ry + uz * rz) / along;
    if (p < 0 || q < 0 || p + q > 1) return null;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    return { at: distance, sign: along > 0 ? 1 : -1, normal: [nx / length, ny / length, nz / length] };
  }
}

/** 1 for every face of a shell whose box meets another's, or that crosses itself; null if none does. */
export function facesOfMeetingSolids(
  { shellOfFace, boxes, count }: ShellFacts,
  flags: Uint8Array,
): Uint8Array | null {
  const meets = new Uint8Array(count);
  for (let face = 0; face < flags.length; face++) if (flags[face]! & 1) meets[shellOfFace[face]!] = 1;
  const byLowest = Array.from(meets.keys()).sort((a, b) => boxes[a * 6]! - boxes[b * 6]!);
  for (const [i, one] of byLowest.entries()) {
    for (let k = i + 1; k < byLowest.length; k++) {
      const other = byLowest[k]!;
      if (boxes[other * 6]! > boxes[one * 6 + 3]!) break;
      const isApart = [1, 2].some(
        (axis) =>
          boxes[one * 6 + axis]! > boxes[other * 6 + 3 + axis]! ||
          boxes[other * 6 + axis]! > boxes[one * 6 + 3 + axis]!,
      );
      if (!isApart) meets[one] = meets[other] = 1;
    }
  }
  return meets.includes(1) ? Uint8Array.from(shellOfFace, (shell) => meets[shell]!) : null;
}

/** Measures the walls of these faces once more, to where every solid ends. @throws AbortError */
export async function castToEnds(
  mesh: Mesh,
  rays: SolidRays,
  isMeeting: Uint8Array,
  limit: number,
  casts: WallCasts,
  progress: TaskProgress,
): Promise<void> {
  const ray = new Float64Array(numbersPerRay);
  const { positions, faces, thickness, isParallel, isThin } = casts;
  for (let sample = 0; sample < faces.length; sample++) {
    if (sample % block === 0) await progress.step(sample / faces.length);
    const face = faces[sample]!;
    if (isMeeting[face] === 0) continue;
    inwardRay(mesh, face, 1 / 3, 1 / 3, ray, 0);
    const inward: Vector = [ray[3]!, ray[4]!, ray[5]!];
    const wall = rays.wallBelow(face, pointAt(positions, sample), inward);
    thickness[sample] = wall;
    isParallel[sample] = isParallelTo(rays.exit, inward) && !Number.isNaN(wall) ? 1 : 0;
    isThin[sample] = !Number.isNaN(wall) && isBelow(wall, limit) ? 1 : 0;
  }
}
