/** Groups the faces of a mesh by their edges with the fast core. */
import type { Mesh } from '../mesh/mesh.ts';
import { triangleCount } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { region, returnCore, takeCore } from './core.ts';
import { loadMesh } from './load-mesh.ts';
import { listOpenEdges } from './open-edges.ts';

/** Groups of faces that share edges, numbered in the order of their first faces. */
export interface EdgeGroups {
  readonly count: number;
  readonly groupOfFace: Uint32Array;
  /** 1 for every group with an unbalanced edge ([Note: balanced] in checks/quick-check.ts). */
  readonly isOpen: Uint8Array;
}

/**
 * Null if an edge has more than a plain pair of faces, which the core does not understand.
 * @throws AbortError; CodedError `file-too-large`
 */
export async function groupFaces(mesh: Mesh, progress: TaskProgress): Promise<EdgeGroups | null> {
  const core = takeCore();
  await loadMesh(core, mesh, progress);
  try {
    const { exports } = core;
    if (exports.complicated() > 0) return null;
    const faces = triangleCount(mesh);
    const count = exports.numberGroups(faces);
    const isOpen = new Uint8Array(count);
    const open = listOpenEdges(core, 64);
    for (let i = 2; i < open.length; i += 3) isOpen[open[i]!] = 1;
    return { count, groupOfFace: core.words(core.address(region.parents), faces).slice(), isOpen };
  } finally {
    returnCore(core);
  }
}
