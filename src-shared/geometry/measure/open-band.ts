/**
 * The range in which the volume of a part with holes lies. Moving the reference point of the sum (measure.ts) shows how
 * uncertain it is, but not how large the missing pieces are: a ball without its top has lost more than any such point
 * tells. So every hole is closed flat, and its missing piece may bulge in or out by half a ball of the hole's area.
 */
import { EdgeIndex } from '../checks/edges.ts';
import { UnionFind } from '../checks/union-find.ts';
import type { Measures } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { centreOf } from './measure.ts';

/** Rims of cut-out pieces are jagged, and the largest missing pieces are just half a ball. */
const margin = 1.05;

/** The measures of a mesh with open edges, with a range that has room for what is missing. */
export async function withOpenBand(
  mesh: Mesh,
  measures: Measures,
  progress: TaskProgress,
): Promise<Measures> {
  const { bounds, volume, volumeBand } = measures;
  if (bounds === null) return measures;
  const known = volumeBand ?? { low: volume, high: volume };
  const centre = centreOf(bounds);
  const holes = await findHoles(mesh, progress);
  let closed = (known.low + known.high) / 2;
  let bulge = 0;
  for (const { edges } of holes) {
    const { filled, area } = closeFlat(mesh, edges, centre);
    closed += filled;
    bulge += (2 / 3) * Math.PI * (area / Math.PI) ** 1.5 * margin;
  }
  return {
    ...measures,
    volumeBand: { low: Math.min(known.low, closed - bulge), high: Math.max(known.high, closed + bulge) },
  };
}

interface Hole {
  /** Pairs of vertices in the direction of the face beside the edge. */
  readonly edges: number[];
}

async function findHoles(mesh: Mesh, progress: TaskProgress): Promise<Hole[]> {
  const { indices, positions } = mesh;
  const index = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  const groups = new UnionFind(positions.length / 3);
  const edges: number[] = [];
  await index.walk(
    (low, high, halfEdges, count) => {
      if (count !== 1) return;
      const isForward = indices[halfEdges[0]!] === low;
      edges.push(isForward ? low : high, isForward ? high : low);
      groups.join(low, high);
    },
    progress.part(0.5, 1),
  );
  const holes = new Map<number, Hole>();
  for (let i = 0; i < edges.length; i += 2) {
    const root = groups.find(edges[i]!);
    const hole = holes.get(root) ?? { edges: [] };
    hole.edges.push(edges[i]!, edges[i + 1]!);
    holes.set(root, hole);
  }
  return [...holes.values()];
}

/** The volume, seen from `centre`, and the area of triangles from a hole's edges to the middle of its corners. */
function closeFlat(
  { positions }: Mesh,
  edges: readonly number[],
  centre: readonly [number, number, number],
): { filled: number; area: number } {
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis]! - centre[axis]!;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < edges.length; i += 2) sum += at(edges[i]!, axis);
    return (sum * 2) / edges.length;
  });
  const [mx, my, mz] = middle as [number, number, number];
  let [filled, area] = [0, 0];
  for (let i = 0; i < edges.length; i += 2) {
    // Against the face beside the edge, as every neighbour runs.
    const [from, to] = [edges[i + 1]!, edges[i]!];
    const [ux, uy, uz] = [at(from, 0), at(from, 1), at(from, 2)];
    const [vx, vy, vz] = [at(to, 0), at(to, 1), at(to, 2)];
    filled += (mx * (uy * vz - uz * vy) + my * (uz * vx - ux * vz) + mz * (ux * vy - uy * vx)) / 6;
    const [px, py, pz] = [ux - mx, uy - my, uz - mz];
    const [qx, qy, qz] = [vx - mx, vy - my, vz - mz];
    const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  }
  return { filled, area };
}
