/** How sound the edges of a mesh are, as numbers that a repair step must not make worse. */
import { EdgeIndex } from '../checks/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

export interface EdgeCounts {
  /** Edges of a single face. */
  readonly open: number;
  /** Edges of more than two faces. */
  readonly nonManifold: number;
}

export async function countEdges(mesh: Mesh, progress: TaskProgress): Promise<EdgeCounts> {
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.5));
  let open = 0;
  let nonManifold = 0;
  await edges.walk(
    (_low, _high, _halfEdges, count) => {
      if (count === 1) open++;
      else if (count > 2) nonManifold++;
    },
    progress.part(0.5, 1),
  );
  return { open, nonManifold };
}
