/**
 * Measures how thick the walls of a part are: from points spread over the surface, a ray goes inward to where it
 * leaves the solid. Called by the thorough check and by the window's heat map. The limit comes from the printer,
 * in file units.
 *
 * [Note: what a wall is] A wall has two sides that face each other. If the ray leaves through a face that leans
 * more than 50 degrees, the point is beside an edge or a corner, not on a wall, and does not count. A knife edge
 * is a wall that gets thinner, so its tip is thin; the share of the surface distinguishes a tip from a thin wall.
 *
 * [Note: how sure] Points are spread evenly by area with a fixed seed, so a part always gets the same answer.
 * What was found thin is thin. If nothing was found, at most 3 / samples of the surface is thin (95 percent
 * sure), and a thin spot as wide as `spacing` would probably have been met. Each shell is measured on its own:
 * where parts overlap, the wall of one of them is measured.
 */
import type { ReadOptions } from '../geometry.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { TaskProgress } from '../runtime/task-progress.ts';

export interface ThicknessOptions extends ReadOptions {
  /** Walls below this are thin. File units, above 0. */
  readonly limit: number;
  /** Number of points; by default 100,000, and more on parts with more faces. */
  readonly samples?: number;
  readonly seed?: number;
  /** A tree of this mesh, if there is one already. */
  readonly tree?: TriangleTree;
}

interface ThinnestWall {
  readonly thickness: number;
  readonly face: number;
  readonly point: Vector;
}

export interface ThicknessMap {
  readonly limit: number;
  /** The thinnest wall met from each face; NaN if there was none (not sampled, or not a wall). For a heat map. */
  readonly faces: Float32Array;
  /** Faces with a wall below the limit, in the order of the file. */
  readonly thinFaces: Uint32Array;
  /** Null if no wall was met. */
  readonly thinnest: ThinnestWall | null;
  /** Share of the surface, by area, with a wall below the limit: an estimate from the samples. */
  readonly thinShare: number;
  readonly samples: number;
  /** Share of the surface that belongs to faces with at least one sample. */
  readonly sampledShare: number;
  /** Usual distance between neighbouring samples, in file units. */
  readonly spacing: number;
  /** An upper bound of the thin share, 95 percent sure. */
  readonly thinShareAtMost: number;
}

const usualSamples = 100_000;
const mostSamples = 250_000;

/** Samples between two checks of the clock. */
const block = 512;

/** Cosine of the angle up to which the far side counts as facing: 50 degrees. */
const facing = Math.cos((50 * Math.PI) / 180);

/**
 * @param mesh closed, with its faces outward; otherwise the result means nothing
 * @throws AbortError
 */
export async function measureThickness(mesh: Mesh, options: ThicknessOptions): Promise<ThicknessMap> {
  const progress = new TaskProgress(options);
  return measureThicknessAt(mesh, options, progress);
}

/** Like `measureThickness`, as a part of longer work. */
export async function measureThicknessAt(
  mesh: Mesh,
  options: ThicknessOptions,
  progress: TaskProgress,
): Promise<ThicknessMap> {
  const tree = options.tree ?? (await TriangleTree.build(mesh, progress.part(0, 0.2)));
  const faces = mesh.indices.length / 3;
  const sums = cumulativeAreas(mesh);
  const area = sums[faces]!;
  const wanted = options.samples ?? Math.min(mostSamples, Math.max(usualSamples, faces));
  const samples = area > 0 ? wanted : 0;
  const values = new Float32Array(faces).fill(Number.NaN);
  const isSampled = new Uint8Array(faces);
  const random = randomNumbers(options.seed ?? 1);
  const caster = new RayCaster(tree);
  const own = progress.part(options.tree ? 0 : 0.2, 1);
  let thinnest: ThinnestWall | null = null;
  let thin = 0;
  let face = 0;
  for (let sample = 0; sample < samples; sample++) {
    // One sample in every slice of equal area.
    const at = ((sample + random()) / samples) * area;
    while (face < faces - 1 && sums[face + 1]! <= at) face++;
    isSampled[face] = 1;
    const thickness = caster.wallAt(mesh, face, random(), random());
    if (thickness < options.limit) thin++;
    if (!Number.isNaN(thickness) && !(thickness >= values[face]!)) values[face] = thickness;
    if (thickness < (thinnest?.thickness ?? Infinity)) {
      thinnest = { thickness, face, point: caster.origin };
    }
    if (sample % block === 0) await own.step(sample / samples);
  }
  await own.step(1);
  let sampledArea = 0;
  const thinFaces: number[] = [];
  for (let i = 0; i < faces; i++) {
    if (isSampled[i]) sampledArea += sums[i + 1]! - sums[i]!;
    if (values[i]! < options.limit) thinFaces.push(i);
  }
  return {
    limit: options.limit,
    faces: values,
    thinFaces: Uint32Array.from(thinFaces),
    thinnest,
    thinShare: samples > 0 ? thin / samples : 0,
    samples,
    sampledShare: area > 0 ? sampledArea / area : 0,
    spacing: samples > 0 ? Math.sqrt(area / samples) : 0,
    thinShareAtMost: samples > 0 ? upperShare(thin, samples) : 1,
  };
}

/** The upper end of a share of which `found` of `samples` were met: Wilson's bound, the rule of three at 0. */
function upperShare(found: number, samples: number): number {
  if (found === 0) return Math.min(1, 3 / samples);
  const z = 1.645;
  const share = found / samples;
  const spreadOut = z * Math.sqrt((share * (1 - share)) / samples + (z * z) / (4 * samples * samples));
  return Math.min(1, (share + (z * z) / (2 * samples) + spreadOut) / (1 + (z * z) / samples));
}

function cumulativeAreas({ positions, indices }: Mesh): Float64Array {
  const sums = new Float64Array(indices.length / 3 + 1);
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    sum += doubleArea(positions, a, b, c) / 2;
    sums[i / 3 + 1] = sum;
  }
  return sums;
}

/** A small generator with 32 bits of state (mulberry32): the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class RayCaster {
  readonly #tree: TriangleTree;
  readonly #stack = new Uint32Array(64);
  readonly #normal = new Float64Array(3);
  #x = 0;
  #y = 0;
  #z = 0;

  constructor(tree: TriangleTree) {
    this.#tree = tree;
  }

  /** Where the last ray began. */
  get origin(): Vector {
    return [this.#x, this.#y, this.#z];
  }

  /** Length of the ray from a random point of the face inward; NaN if it leaves through no facing wall. */
  wallAt({ positions, indices }: Mesh, face: number, r: number, s: number): number {
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const ux = positions[b]! - ax;
    const uy = positions[b + 1]! - ay;
    const uz = positions[b + 2]! - az;
    const vx = positions[c]! - ax;
    const vy = positions[c + 1]! - ay;
    const vz = positions[c + 2]! - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length === 0) return Number.NaN;
    // Evenly distributed over the triangle.
    const root = Math.sqrt(r);
    const p = root * (1 - s);
    const q = root * s;
    this.#x = ax + p * ux + q * vx;
    this.#y = ay + p * uy + q * vy;
    this.#z = az + p * uz + q * vz;
    return this.#leave(-nx / length, -ny / length, -nz / length);
  }

  /** The face on which the ray begins looks the other way, so it never counts as the exit. */
  #leave(dx: number, dy: number, dz: number): number {
    const { boxes, leaves, corners, starts } = this.#tree;
    const stack = this.#stack;
    const x = this.#x;
    const y = this.#y;
    const z = this.#z;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let nearest = Infinity;
    let cosine = 0;
    let depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (enterBox(boxes, node * 6, x, y, z, ix, iy, iz, nearest) === Infinity) continue;
      if (node < leaves) {
        const left = node * 2;
        const toLeft = enterBox(boxes, left * 6, x, y, z, ix, iy, iz, nearest);
        const toRight = enterBox(boxes, left * 6 + 6, x, y, z, ix, iy, iz, nearest);
        // The nearer child is searched first, so that the farther one can often be skipped.
        if (toLeft <= toRight) {
          if (toRight !== Infinity) stack[depth++] = left + 1;
          if (toLeft !== Infinity) stack[depth++] = left;
        } else {
          if (toLeft !== Infinity) stack[depth++] = left;
          stack[depth++] = left + 1;
        }
        continue;
      }
      const first = starts[node - leaves]!;
      const end = starts[node - leaves + 1]!;
      for (let place = first; place < end; place++) {
        const distance = this.#meet(corners, place * 9, dx, dy, dz, nearest);
        if (distance < nearest) {
          nearest = distance;
          cosine = this.#normal[0]! * dx + this.#normal[1]! * dy + this.#normal[2]! * dz;
        }
      }
    }
    return cosine >= facing ? nearest : Number.NaN;
  }

  /** Distance at which the ray leaves through a triangle (Moeller and Trumbore); Infinity if it does not. */
  #meet(
    corners: Float32Array | Float64Array,
    at: number,
    dx: number,
    dy: number,
    dz: number,
    nearest: number,
  ): number {
    const ax = corners[at]!;
    const ay = corners[at + 1]!;
    const az = corners[at + 2]!;
    const ux = corners[at + 3]! - ax;
    const uy = corners[at + 4]! - ay;
    const uz = corners[at + 5]! - az;
    const vx = corners[at + 6]! - ax;
    const vy = corners[at + 7]! - ay;
    const vz = corners[at + 8]! - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const along = nx * dx + ny * dy + nz * dz;
    // A face met from outside belongs to another part; the solid continues behind it.
    if (!(along > 0)) return Infinity;
    const sx = ax - this.#x;
    const sy = ay - this.#y;
    const sz = az - this.#z;
    const height = sx * nx + sy * ny + sz * nz;
    if (!(height > 0) || height > nearest * along) return Infinity;
    const rx = sy * dz - sz * dy;
    const ry = sz * dx - sx * dz;
    const rz = sx * dy - sy * dx;
    // Slightly beyond the sides still counts, so that no ray slips through between two triangles.
    const slack = along * 1e-9;
    const p = vx * rx + vy * ry + vz * rz;
    const q = -(ux * rx + uy * ry + uz * rz);
    if (p < -slack || q < -slack || p + q > along + slack) return Infinity;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.#normal[0] = nx / length;
    this.#normal[1] = ny / length;
    this.#normal[2] = nz / length;
    return height / along;
  }
}

/** Distance at which a ray enters a box (0 from within); Infinity if it misses it or `nearest` comes first. */
function enterBox(
  boxes: Float64Array,
  box: number,
  x: number,
  y: number,
  z: number,
  ix: number,
  iy: number,
  iz: number,
  nearest: number,
): number {
  let from = 0;
  let to = nearest;
  // A ray along an axis gives 0 * Infinity = NaN on the box's side; comparisons with NaN leave from and to alone.
  let near = (boxes[box]! - x) * ix;
  let far = (boxes[box + 3]! - x) * ix;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  near = (boxes[box + 1]! - y) * iy;
  far = (boxes[box + 4]! - y) * iy;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  near = (boxes[box + 2]! - z) * iz;
  far = (boxes[box + 5]! - z) * iz;
  if (near > far) {
    const swap = near;
    near = far;
    far = swap;
  }
  if (near > from) from = near;
  if (far < to) to = far;
  return from <= to * (1 + 1e-12) ? from : Infinity;
}
