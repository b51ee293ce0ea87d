/**
 * Joins corners of open edges that were meant to be one: exports that round every face separately leave gaps
 * too narrow to see. Only corners of open edges move, by less than the tolerance; sound surface stays.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { countEdges, type EdgeCounts } from './count-edges.ts';
import { isWithinReach, type JoinedCorners, joinOpenCorners } from './join-corners.ts';

/** The first round's share of the tolerance. */
const finest = 0.01;

/** Narrow gaps first, at a hundredth and a tenth of the tolerance. A round that does not help is undone. */
export async function closeGaps(
  mesh: Mesh,
  tolerance: number,
  progress: TaskProgress,
): Promise<JoinedCorners> {
  let best: JoinedCorners = { mesh, joined: 0, farthest: 0 };
  if (!isWithinReach(mesh.positions, tolerance * finest)) return best;
  let counts = await countEdges(mesh, progress.part(0, 0.1));
  for (const [round, share] of [finest, 0.1, 1].entries()) {
    if (counts.open === 0) break;
    const own = progress.part(0.1 + round * 0.3, 0.4 + round * 0.3);
    const tried = await joinOpenCorners(best.mesh, tolerance * share, 'apart', own.part(0, 0.6));
    if (tried.joined === 0) continue;
    const after = await countEdges(tried.mesh, own.part(0.6, 1));
    if (badness(after) >= badness(counts)) continue;
    counts = after;
    best = {
      mesh: tried.mesh,
      joined: best.joined + tried.joined,
      farthest: Math.max(best.farthest, tried.farthest),
    };
  }
  return best;
}

/** Duplicate faces make non-manifold edges when joined, and go later; a few are no reason to stop. */
const badness = ({ open, nonManifold }: EdgeCounts): number => open + 4 * nonManifold;
