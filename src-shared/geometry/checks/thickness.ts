/**
 * Measures how thick the walls of a part are: from points spread over the surface, a ray goes inward to where
 * it leaves the solid. Called by the thorough check and by the window's heat map. The limit comes from the
 * printer, in file units.
 *
 * [Note: what a wall is] A wall has two sides that face each other. If the ray leaves through a face that
 * leans more than 50 degrees, the point is beside an edge or a corner, and does not count. A knife edge gets
 * thinner, so its tip is thin, but only regions of nearly parallel sides are thin walls (thin-regions.ts).
 *
 * [Note: how sure] Points are spread evenly by area with a fixed seed, so a part always gets the same answer.
 * A place found thin is thin. If nothing was found, at most 3 / samples of the surface is thin (95 percent
 * sure), and a thin spot as wide as `spacing` would probably have been met. Where solids meet, a wall ends
 * where the ray has left all of them (solid-rays.ts).
 */
import type { ReadOptions } from '../geometry.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { pointAt } from '../mesh/vectors.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { findPins, type PinRegion } from './pins.ts';
import { RayCaster } from './ray-caster.ts';
import { castToEnds, SolidRays } from './solid-rays.ts';
import { type ThinRegion, ThinSamples } from './thin-regions.ts';
import { thinWallFrom } from './thin-wall-limits.ts';
import {
  allocateCasts,
  type CastOptions,
  casterThrough,
  castWalls,
  cumulativeAreas,
  samplesOn,
  type WallCasts,
} from './wall-casts.ts';
import type { WallSamples } from './wall-field.ts';
import { isBelow } from './wall-limit.ts';

export interface ThicknessOptions extends ReadOptions, CastOptions {
  /** A tree of this mesh, if there is one already. */
  readonly tree?: TriangleTree;
  /** 1 for faces of solids that meet others; null if there are none. */
  readonly isMeeting?: Uint8Array | null;
}

interface ThinnestWall {
  readonly thickness: number;
  readonly face: number;
  readonly point: Vector;
}

export interface ThicknessMap {
  readonly limit: number;
  /** All samples with their thickness, for the map and for the thickness at a point (wall-field.ts). */
  readonly points: WallSamples;
  /** For each sample, 1 if both sides of its wall are nearly parallel. */
  readonly isParallel: Uint8Array;
  /** Faces with a wall below the limit, in the order of the file. */
  readonly thinFaces: Uint32Array;
  /** Places that are thin in two directions, the longest first; they do not count as thin walls. */
  readonly pins: readonly PinRegion[];
  /** Those of every thickness, whatever the limit. */
  readonly allPins: readonly Pick<PinRegion, 'thinnest' | 'isLong'>[];
  /** The thinnest place that is on no pin, whatever the limit; null if there is none. */
  readonly thinnestApart: number | null;
  /** The least limit at which a wall, and not only a tip, is thin; null if there is none. */
  readonly wallFrom: number | null;
  /** The faces of the pins, in the order of the file. */
  readonly pinFaces: Uint32Array;
  /** The thinnest wall; null if none was met. */
  readonly thinnest: ThinnestWall | null;
  /** Thin walls: regions of nearly parallel sides, the largest first. Edges and tips do not count. */
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

/** @param mesh closed, with its faces outward; else the result means nothing @throws AbortError */
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
  const own = progress.part(options.tree ? 0 : 0.2, 1);
  const areas = cumulativeAreas(mesh);
  const casts = allocateCasts(samplesOn(mesh, options.samples), mesh);
  await castWalls(mesh, () => casterThrough(tree), areas, options, casts, own.part(0, 0.9));
  return concludeThickness(mesh, tree, areas, options, casts, own.part(0.9, 1));
}

/** @param casts completed */
export async function concludeThickness(
  mesh: Mesh,
  tree: TriangleTree,
  areas: Float64Array,
  { limit, isMeeting = null }: Pick<ThicknessOptions, 'limit' | 'isMeeting'>,
  casts: WallCasts,
  progress: TaskProgress,
): Promise<ThicknessMap> {
  const area = areas.at(-1)!;
  const samples = area > 0 ? casts.faces.length : 0;
  const rays = isMeeting && new SolidRays(tree);
  if (isMeeting && rays) await castToEnds(mesh, rays, isMeeting, limit, casts, progress.part(0, 0.5));
  // Copies: memory that threads share cannot be transferred to another one.
  const points: WallSamples = {
    positions: casts.positions.slice(0, samples * 3),
    thickness: casts.thickness.slice(0, samples),
    faces: casts.faces.slice(0, samples),
  };
  const isParallel = casts.isParallel.slice(0, samples);
  const thin: number[] = [];
  for (let sample = 0; sample < samples; sample++) if (casts.isThin[sample]) thin.push(sample);
  const spacing = samples > 0 ? Math.sqrt(area / samples) : 0;
  const most = longestDiagonal(mesh) * pinShare;
  const own = progress.part(rays ? 0.5 : 0, 1);
  const caster = rays ?? new RayCaster(tree);
  const { regions, thickness: onPin } = await findPins(mesh, caster, points, { most, spacing }, own);
  const isOnThinPin = (sample: number): boolean => isBelow(onPin[sample]!, limit);
  const walls = thin.filter((sample) => !isOnThinPin(sample));
  const apart: number[] = [];
  for (let sample = 0; sample < samples; sample++) if (onPin[sample] === Infinity) apart.push(sample);
  const thinSamples = new ThinSamples();
  for (const sample of walls) {
    if (isParallel[sample]) thinSamples.add(pointOf(points, sample), points.thickness[sample]!);
  }
  let sampledArea = 0;
  let last = -1;
  for (const face of points.faces) {
    if (face !== last) sampledArea += areas[face + 1]! - areas[face]!;
    last = face;
  }
  return {
    limit,
    points,
    isParallel,
    thinFaces: facesOf(points, walls),
    pins: regions.filter(({ thinnest }) => isBelow(thinnest, limit)),
    allPins: regions.map(({ thinnest, isLong }) => ({ thinnest, isLong })),
    thinnestApart: thinnestOf(points, (sample) => onPin[sample] === Infinity)?.thickness ?? null,
    wallFrom: thinWallFrom(
      points,
      apart.filter((sample) => isParallel[sample] === 1),
      area,
    ),
    pinFaces: facesOf(points, thin.filter(isOnThinPin)),
    thinnest: thinnestOf(points, (sample) => !isOnThinPin(sample)),
    thinWalls: samples > 0 ? thinSamples.walls(limit, area, samples) : [],
    thinShare: samples > 0 ? walls.length / samples : 0,
    samples,
    sampledShare: area > 0 ? sampledArea / area : 0,
    spacing,
    thinShareAtMost: samples > 0 ? upperShare(walls.length, samples) : 1,
  };
}

/** A long pin is at most this share of the part's diagonal thick. */
const pinShare = 1 / 7;

function longestDiagonal({ positions }: Mesh): number {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let at = 0; at < positions.length; at++) {
    min[at % 3] = Math.min(min[at % 3]!, positions[at]!);
    max[at % 3] = Math.max(max[at % 3]!, positions[at]!);
  }
  return Math.hypot(...max.map((high, axis) => high - min[axis]!));
}

const pointOf = ({ positions }: WallSamples, sample: number): Vector => pointAt(positions, sample);

/** Lists each face once; samples are in the order of their faces. */
function facesOf(points: WallSamples, samples: readonly number[]): Uint32Array {
  const faces: number[] = [];
  for (const sample of samples) {
    const face = points.faces[sample]!;
    if (face !== faces.at(-1)) faces.push(face);
  }
  return Uint32Array.from(faces);
}

function thinnestOf(points: WallSamples, counts: (sample: number) => boolean): ThinnestWall | null {
  let thinnest = -1;
  let thickness = Infinity;
  for (let sample = 0; sample < points.thickness.length; sample++) {
    if (!(points.thickness[sample]! < thickness) || !counts(sample)) continue;
    thinnest = sample;
    thickness = points.thickness[sample]!;
  }
  if (thinnest < 0) return null;
  return { thickness, face: points.faces[thinnest]!, point: pointOf(points, thinnest) };
}

/** Upper end of a share of which `found` of `samples` were met: Wilson's bound; at 0, the rule of three. */
function upperShare(found: number, samples: number): number {
  if (found === 0) return Math.min(1, 3 / samples);
  const z = 1.645;
  const share = found / samples;
  const spreadOut = z * Math.sqrt((share * (1 - share)) / samples + (z * z) / (4 * samples * samples));
  return Math.min(1, (share + (z * z) / (2 * samples) + spreadOut) / (1 + (z * z) / samples));
}
