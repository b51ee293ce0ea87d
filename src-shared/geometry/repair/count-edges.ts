/** How sound the edges of a mesh are, as numbers that a repair step must not make worse. */
import { EdgeIndex } from '../checks/edges.ts';
import type { Mesh } from '../mesh.ts';
import type { Pace } from '../pace.ts';

export interface EdgeCounts {
  /** Edges of a single face. */
  readonly open: number;
  /** Edges of more than two faces. */
  readonly crowded: number;
}

export async function countEdges(mesh: Mesh, pace: Pace): Promise<EdgeCounts> {
  const edges = await EdgeIndex.build(mesh, pace.part(0, 0.5));
  let open = 0;
  let crowded = 0;
  await edges.walk(
    (_low, _high, _halfEdges, count) => {
      if (count === 1) open++;
      else if (count > 2) crowded++;
    },
    pace.part(0.5, 1),
  );
  return { open, crowded };
}
