/**
 * Joins corners that were meant to be one but differ by rounding: sin(pi) is not 0, so the seam of a lathe is
 * written with two positions 1e-15 apart. Such a gap is far below what any printer can make and no damage, so
 * verdict, measures and drawing use the joined mesh. Wider gaps stay as they are and are findings.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { type Bounds, type Mesh, sizeOf } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { stitchBorders } from '../readers/stitch-borders.ts';
import { countEdges, type EdgeCounts } from './count-edges.ts';
import { isWithinReach, type JoinedCorners, joinOpenCorners } from './join-corners.ts';

/** Share of the longest side: 0.1 micron of a part of 100 mm. */
const usual = 1e-6;

/**
 * Far from the origin coordinates are coarse, but a gap of this share of the longest side is never rounding.
 */
const most = 1e-4;

/** Corners within this distance are one, in file units. */
function noiseOf({ positions }: Mesh, bounds: Bounds): number {
  const longest = Math.max(...sizeOf(bounds));
  const farthest = Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs));
  // Two units in the last place on either side.
  const rounding = farthest * (positions instanceof Float32Array ? 2 ** -21 : 2 ** -50);
  return Math.min(Math.max(usual * longest, rounding), most * longest);
}

/**
 * Null if there is nothing to join, or if joining would make the edges worse. Only for a mesh with open
 * edges.
 */
export async function weldNoise(
  mesh: Mesh,
  bounds: Bounds,
  progress: TaskProgress,
): Promise<JoinedCorners | null> {
  const tolerance = noiseOf(mesh, bounds);
  if (!(tolerance > 0 && isWithinReach(mesh.positions, tolerance))) return null;
  const tried = await joinOpenCorners(mesh, tolerance, 'joined', progress.part(0, 0.5));
  if (tried.joined === 0 || tried.mesh.indices.length === 0) return null;
  const before = await countEdges(mesh, progress.part(0.5, 0.7));
  const after = await countEdges(tried.mesh, progress.part(0.7, 0.9));
  return badness(after) < badness(before) ? { ...tried, mesh: weldMesh(tried.mesh) } : null;
}

/**
 * Divides open edges by corners that lie on them. Null if there are none, or if the edges would be no better.
 * Only for a mesh with open edges.
 */
export async function divideOpenEdges(
  mesh: Mesh,
  bounds: Bounds,
  progress: TaskProgress,
): Promise<{ readonly mesh: Mesh; readonly corners: number } | null> {
  const tolerance = noiseOf(mesh, bounds);
  if (!(tolerance > 0 && isWithinReach(mesh.positions, tolerance))) return null;
  const divided = await stitchBorders(mesh, tolerance, progress.part(0, 0.6));
  if (divided === null) return null;
  const before = await countEdges(mesh, progress.part(0.6, 0.8));
  const after = await countEdges(divided.mesh, progress.part(0.8, 1));
  return badness(after) < badness(before) ? divided : null;
}

/** The remark about it. `distance`: the longest, in file units. */
export const noiseNote = (count: number, distance: number): GeometryText =>
  ref('geometry.noiseJoined', { count, distance: Number(distance.toPrecision(2)) });

const badness = ({ open, nonManifold }: EdgeCounts): number => open + nonManifold;
