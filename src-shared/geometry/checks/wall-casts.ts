/**
 * Casts the rays with which walls are measured: from points spread over the surface inward to where they
 * leave the part. Points come in blocks, and each block can be cast by itself, so several threads can take
 * blocks from the same list as they become free, and together find what one alone would.
 */
import { CoreRays, numbersPerRay } from '../core/cast-rays.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { facing, inwardRay } from './ray-caster.ts';
import type { WallSamples } from './wall-field.ts';
import { isBelow } from './wall-limit.ts';

export interface WallCasts extends WallSamples {
  /** For each point, 1 if both sides of its wall are nearly parallel. */
  readonly isParallel: Uint8Array;
  /** For each point, 1 if its wall is below the limit. */
  readonly isThin: Uint8Array;
  /** One number: how many blocks were taken, whether they are done or not. */
  readonly taken: Int32Array;
}

export interface CastOptions {
  /** Walls below this are thin. File units, above 0. */
  readonly limit: number;
  /** Number of points; by default 100,000, and more on parts with more faces. */
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
}

const usualSamples = 100_000;
const mostSamples = 250_000;

/** Steps of Roberts's R2 sequence, whose points fill a square, and so a large face, without gaps. */
const stepR = 0.7548776662466927;
const stepS = 0.5698402909980532;

/** Samples that are taken at once, between two checks of the clock. */
const block = 512;

/** Cosine of the angle up to which the two sides of a wall are parallel: 20 degrees. */
const parallel = Math.cos((20 * Math.PI) / 180);

/** Whether a wall with this exit has parallel sides. */
export const isParallelTo = ([x, y, z]: Vector, [dx, dy, dz]: Vector): boolean =>
  x * dx + y * dy + z * dz >= parallel;

/** How many points to measure at, unless the surface has no area. */
export const samplesOn = ({ indices }: Mesh, samples?: number): number =>
  samples ?? Math.min(mostSamples, Math.max(usualSamples, indices.length / 3));

/** @param Memory SharedArrayBuffer if several threads use it */
export function allocateCasts(
  samples: number,
  { positions }: Mesh,
  Memory: typeof ArrayBuffer | typeof SharedArrayBuffer = ArrayBuffer,
): WallCasts {
  // In the precision of the mesh, so that parts far from zero keep theirs.
  const Numbers = positions instanceof Float32Array ? Float32Array : Float64Array;
  return {
    positions: new Numbers(new Memory(samples * 3 * Numbers.BYTES_PER_ELEMENT) as ArrayBuffer),
    thickness: new Float32Array(new Memory(samples * 4)),
    faces: new Uint32Array(new Memory(samples * 4)),
    isParallel: new Uint8Array(new Memory(samples)),
    isThin: new Uint8Array(new Memory(samples)),
    taken: new Int32Array(new Memory(4)),
  };
}

/** Sized for the rays of one block. */
export const casterThrough = (tree: TriangleTree): CoreRays => CoreRays.for(tree, block);

/** For a thread that needs the tree for nothing else. @throws AbortError */
export const casterFor = (mesh: Mesh, progress: TaskProgress): Promise<CoreRays> =>
  CoreRays.build(mesh, block, progress);

/**
 * Takes blocks until none is left. Another thread that takes some, too, may not be done with its last one.
 * @param makeCaster called only if a block is left
 * @param areas from `cumulativeAreas`
 * @throws AbortError
 */
export async function castWalls(
  mesh: Mesh,
  makeCaster: () => CoreRays | Promise<CoreRays>,
  areas: Float64Array,
  { limit, seed = 1 }: CastOptions,
  casts: WallCasts,
  progress: TaskProgress,
): Promise<void> {
  const samples = casts.faces.length;
  const area = areas.at(-1)!;
  const isDone = () => Atomics.load(casts.taken, 0) * block >= samples;
  if (!(area > 0) || isDone()) return;
  const [r, s] = [randomNumber(seed, 0), randomNumber(seed, 1)];
  const rays = new Float64Array(block * numbersPerRay);
  const caster = await makeCaster();
  try {
    while (!isDone()) {
      const first = Atomics.add(casts.taken, 0, 1) * block;
      const count = Math.min(block, samples - first);
      let face = 0;
      for (let i = 0; i < count; i++) {
        const sample = first + i;
        // One sample in every slice of equal area.
        const at = ((sample + randomNumber(seed, sample + 2)) / samples) * area;
        if (i === 0) face = faceAt(areas, at);
        while (face < areas.length - 2 && areas[face + 1]! <= at) face++;
        casts.faces[sample] = face;
        const ray = i * numbersPerRay;
        inwardRay(mesh, face, (r + sample * stepR) % 1, (s + sample * stepS) % 1, rays, ray);
        for (let axis = 0; axis < 3; axis++) casts.positions[sample * 3 + axis] = rays[ray + axis]!;
      }
      if (count > 0) caster.cast(rays, count);
      for (let i = 0; i < count; i++) {
        const [distance, cosine] = [rays[i * numbersPerRay]!, rays[i * numbersPerRay + 1]!];
        const isWall = cosine >= facing;
        casts.thickness[first + i] = isWall ? distance : Number.NaN;
        if (isWall && cosine >= parallel) casts.isParallel[first + i] = 1;
        if (isWall && isBelow(distance, limit)) casts.isThin[first + i] = 1;
      }
      await progress.step(first / samples);
    }
  } finally {
    caster.end();
  }
}

/** For each face, the total area of the faces before it; at the end, the total of all. */
export function cumulativeAreas({ positions, indices }: Mesh): Float64Array {
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

/** The first face that ends beyond this area; the last one if none does. */
function faceAt(areas: Float64Array, at: number): number {
  let low = 0;
  let high = areas.length - 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (areas[middle + 1]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A number of a pseudo-random sequence by its place (mulberry32): the same on every machine. */
function randomNumber(seed: number, place: number): number {
  const state = (seed + Math.imul(place + 1, 0x6d2b79f5)) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
