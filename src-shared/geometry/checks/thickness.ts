/**
 * Measures how thick the walls of a part are: from points spread over the surface, a ray goes inward to where it
 * leaves the solid. Called by the thorough check and by the window's heat map. The limit comes from the printer,
 * in file units.
 *
 * [Note: what a wall is] A wall has two sides that face each other. If the ray leaves through a face that leans
 * more than 50 degrees, the point is beside an edge or a corner, and does not count. A knife edge gets thinner, so its
 * tip is thin, but only regions of nearly parallel sides are thin walls (thin-regions.ts).
 *
 * [Note: how sure] Points are spread evenly by area with a fixed seed, so a part always gets the same answer.
 * What was found thin is thin. If nothing was found, at most 3 / samples of the surface is thin (95 percent
 * sure), and a thin spot as wide as `spacing` would probably have been met. Each shell is measured on its own:
 * where parts overlap, the wall of one of them is measured.
 */
import { CoreRays, numbersPerRay } from '../core/cast-rays.ts';
import type { ReadOptions } from '../geometry.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { findPins, type PinRegion } from './pins.ts';
import { facing, inwardRay, RayCaster } from './ray-caster.ts';
import { type ThinRegion, ThinSamples } from './thin-regions.ts';
import type { WallSamples } from './wall-field.ts';

export interface ThicknessOptions extends ReadOptions {
  /** Walls below this are thin. File units, above 0. */
  readonly limit: number;
  /** Number of points; by default 100,000, and more on parts with more faces. */
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
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
  /** Every point with its thickness, for the map and for the thickness at a point (wall-field.ts). */
  readonly points: WallSamples;
  /** Of every point: 1 if both sides of its wall are nearly parallel. */
  readonly isParallel: Uint8Array;
  /** Faces with a wall below the limit, in the order of the file. */
  readonly thinFaces: Uint32Array;
  /** What is thin in two directions, the longest first; none of it counts as a thin wall. */
  readonly pins: readonly PinRegion[];
  /** Their faces, in the order of the file. */
  readonly pinFaces: Uint32Array;
  /** Of walls; null if none was met. */
  readonly thinnest: ThinnestWall | null;
  /** Thin walls: regions of nearly parallel sides, the largest first. Edges and tips are none. */
  readonly thinWalls: readonly ThinRegion[];
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

/** Steps of Roberts's R2 sequence, whose points fill a square, and so a large face, evenly and without gaps. */
const stepR = 0.7548776662466927;
const stepS = 0.5698402909980532;

/** Samples between two checks of the clock. */
const block = 512;

/** Cosine of the angle up to which the two sides of a wall are parallel: 20 degrees. */
const parallel = Math.cos((20 * Math.PI) / 180);

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
  const isSampled = new Uint8Array(faces);
  const points = roomFor(samples, mesh);
  const isParallel = new Uint8Array(samples);
  const random = randomNumbers(options.seed ?? 1);
  const [r, s] = [random(), random()];
  const own = progress.part(options.tree ? 0 : 0.2, 1);
  const thin: number[] = [];
  const rays = new Float64Array(block * numbersPerRay);
  const caster = new RayCaster(tree);
  const core = CoreRays.for(tree, block);
  let face = 0;
  try {
    for (let first = 0; first < samples; first += block) {
      const count = Math.min(block, samples - first);
      for (let i = 0; i < count; i++) {
        const sample = first + i;
        // One sample in every slice of equal area.
        const at = ((sample + random()) / samples) * area;
        while (face < faces - 1 && sums[face + 1]! <= at) face++;
        isSampled[face] = 1;
        points.faces[sample] = face;
        const ray = i * numbersPerRay;
        inwardRay(mesh, face, (r + sample * stepR) % 1, (s + sample * stepS) % 1, rays, ray);
        for (let axis = 0; axis < 3; axis++) points.positions[sample * 3 + axis] = rays[ray + axis]!;
      }
      (core ?? caster).cast(rays, count);
      for (let i = 0; i < count; i++) {
        const [distance, cosine] = [rays[i * numbersPerRay]!, rays[i * numbersPerRay + 1]!];
        const isWall = cosine >= facing;
        points.thickness[first + i] = isWall ? distance : Number.NaN;
        if (isWall && cosine >= parallel) isParallel[first + i] = 1;
        if (isWall && distance < options.limit) thin.push(first + i);
      }
      await own.step((0.9 * first) / samples);
    }
  } finally {
    core?.end();
  }
  const spacing = samples > 0 ? Math.sqrt(area / samples) : 0;
  const pins = await findPins(
    mesh,
    caster,
    points,
    thin,
    { limit: options.limit, spacing },
    own.part(0.9, 1),
  );
  const walls = thin.filter((sample) => pins.isPin[sample] === 0);
  const thinSamples = new ThinSamples();
  for (const sample of walls) {
    if (isParallel[sample]) thinSamples.add(pointOf(points, sample), points.thickness[sample]!);
  }
  const isThin = markFaces(points, walls, faces);
  let sampledArea = 0;
  for (let i = 0; i < faces; i++) if (isSampled[i]) sampledArea += sums[i + 1]! - sums[i]!;
  return {
    limit: options.limit,
    points,
    isParallel,
    thinFaces: facesIn(isThin),
    pins: pins.regions,
    pinFaces: facesIn(markFaces(points, pins.samples, faces)),
    thinnest: thinnestOf(points, pins.isPin),
    thinWalls: samples > 0 ? thinSamples.walls(options.limit, area, samples) : [],
    thinShare: samples > 0 ? walls.length / samples : 0,
    samples,
    sampledShare: area > 0 ? sampledArea / area : 0,
    spacing,
    thinShareAtMost: samples > 0 ? upperShare(walls.length, samples) : 1,
  };
}

const pointOf = ({ positions }: WallSamples, sample: number): Vector => [
  positions[sample * 3]!,
  positions[sample * 3 + 1]!,
  positions[sample * 3 + 2]!,
];

function markFaces(points: WallSamples, samples: readonly number[], faces: number): Uint8Array {
  const marks = new Uint8Array(faces);
  for (const sample of samples) marks[points.faces[sample]!] = 1;
  return marks;
}

function facesIn(marks: Uint8Array): Uint32Array {
  const faces: number[] = [];
  for (let face = 0; face < marks.length; face++) if (marks[face]) faces.push(face);
  return Uint32Array.from(faces);
}

function thinnestOf(points: WallSamples, isPin: Uint8Array): ThinnestWall | null {
  let thinnest = -1;
  let thickness = Infinity;
  for (let sample = 0; sample < points.thickness.length; sample++) {
    if (isPin[sample] || !(points.thickness[sample]! < thickness)) continue;
    thinnest = sample;
    thickness = points.thickness[sample]!;
  }
  if (thinnest < 0) return null;
  return { thickness, face: points.faces[thinnest]!, point: pointOf(points, thinnest) };
}

function roomFor(samples: number, { positions }: Mesh): WallSamples {
  const room = samples * 3;
  return {
    // In the precision of the mesh, so that parts far from zero keep theirs.
    positions: positions instanceof Float32Array ? new Float32Array(room) : new Float64Array(room),
    thickness: new Float32Array(samples),
    faces: new Uint32Array(samples),
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
