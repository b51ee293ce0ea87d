/**
 * Joins corners that were meant to be one but differ by rounding: sin(pi) is not 0, so the seam of a lathe is
 * written with two positions 1e-15 apart. Such a gap is far below what any printer can make and no damage, so
 * verdict, measures and drawing use the joined mesh. Wider gaps stay as they are and are findings.
 */
import { ref } from '../../messages/messages.ts';
import { EdgeIndex, faceOf } from '../checks/edges.ts';
import type { GeometryText } from '../geometry-text.ts';
import { type Bounds, type Mesh, sizeOf } from '../mesh/mesh.ts';
import { cornersOf, cross, dot, minus } from '../mesh/vectors.ts';
import { weldMesh } from '../mesh/weld.ts';
import { stitchAt, stitchBorders, surveyBorders } from '../readers/stitch-borders.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { countEdges, type EdgeCounts } from './count-edges.ts';
import { withoutFaces } from './face-list.ts';
import { isWithinReach, type JoinedCorners, joinOpenCorners } from './join-corners.ts';

/** Share of the longest side: 0.1 micron of a part of 100 mm. */
const usual = 1e-6;

/** Far from the origin coordinates are coarse, but such a share of the longest side is no rounding. */
const most = 1e-4;

/** Corners within this distance are one, in file units. */
function noiseOf({ positions }: Mesh, bounds: Bounds): number {
  const longest = Math.max(...sizeOf(bounds));
  const farthest = Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs));
  // Two units in the last place on either side.
  const rounding = farthest * (positions instanceof Float32Array ? 2 ** -21 : 2 ** -50);
  return Math.min(Math.max(usual * longest, rounding), most * longest);
}

/** Null if there is nothing to join, or if joining makes edges worse. For a mesh with open edges. */
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

/** Slivers that are left out open the next ones; programs leave no longer rows of them. */
const mostRounds = 4;

/**
 * Divides open edges by corners that lie on them, and leaves out faces beside them that are no wider than
 * noise: these have a corner on their own edge. Null if there are none, or if the edges would be no better.
 * Only for a mesh with open edges.
 */
export async function divideOpenEdges(
  mesh: Mesh,
  bounds: Bounds,
  progress: TaskProgress,
): Promise<{ readonly mesh: Mesh; readonly corners: number } | null> {
  const tolerance = noiseOf(mesh, bounds);
  if (!(tolerance > 0 && isWithinReach(mesh.positions, tolerance))) return null;
  const survey = await surveyBorders(mesh, progress.part(0, 0.2));
  if ((await stitchAt(mesh, survey.open, tolerance, progress.part(0.2, 0.4))) === null) return null;
  let best = { mesh, corners: 0, bad: survey.open.length + survey.nonManifold };
  for (let round = 0; round < mostRounds && best.bad > 0; round++) {
    const own = progress.part(0.4 + round * 0.15, 0.55 + round * 0.15);
    const { mesh: joined } = await joinOpenCorners(best.mesh, tolerance, 'joined', own.part(0, 0.2));
    const wide = await withoutSlivers(joined, tolerance, own.part(0.2, 0.3));
    const divided = await stitchBorders(wide, tolerance, own.part(0.3, 0.8));
    const tried = divided?.mesh ?? wide;
    const bad = badness(await countEdges(tried, own.part(0.8, 1)));
    if (bad >= best.bad) break;
    best = { mesh: tried, corners: best.corners + (divided?.corners ?? 0), bad };
  }
  return best.corners === 0 ? null : { mesh: weldMesh(best.mesh), corners: best.corners };
}

/**
 * The mesh without faces at open or non-manifold edges that have a corner within the tolerance of their
 * longest side.
 */
async function withoutSlivers(mesh: Mesh, tolerance: number, progress: TaskProgress): Promise<Mesh> {
  const marked = new Uint8Array(mesh.indices.length / 3);
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  await edges.walk(
    (_low, _high, halfEdges, count) => {
      if (count !== 2) for (let i = 0; i < count; i++) marked[faceOf(halfEdges[i]!)] = 1;
    },
    progress.part(0.5, 1),
  );
  for (let face = 0; face < marked.length; face++) {
    if (marked[face] === 0) continue;
    const [a, b, c] = cornersOf(mesh, face);
    const longest = Math.max(...[minus(b, a), minus(c, b), minus(a, c)].map((side) => dot(side, side)));
    const normal = cross(minus(b, a), minus(c, a));
    if (dot(normal, normal) > tolerance ** 2 * longest) marked[face] = 0;
  }
  return marked.includes(1) ? withoutFaces(mesh, marked) : mesh;
}

/** The remark about it. `distance`: the longest, in file units. */
export const noiseNote = (count: number, distance: number): GeometryText =>
  ref('geometry.noiseJoined', { count, distance: Number(distance.toPrecision(2)) });

const badness = ({ open, nonManifold }: EdgeCounts): number => open + nonManifold;
