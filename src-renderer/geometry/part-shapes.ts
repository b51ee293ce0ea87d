/** The shape of a drawn part and of its bodies. Runs in the worker. */
import { type PartShape, type PartShapes, shapeOf } from '../../src-shared/geometry/compare/part-shape.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { splitShells } from '../../src-shared/geometry/repair/split-shells.ts';
import type { DrawnMesh } from './messages.ts';

/** Assemblies of printed parts have fewer bodies. */
const mostBodies = 100;

export async function partShapes({
  mesh,
  shells,
}: {
  readonly mesh: DrawnMesh;
  readonly shells: number;
}): Promise<PartShapes> {
  const bodies = shells > 1 && shells <= mostBodies ? await splitShells(mesh) : [];
  return {
    whole: shapeIn(mesh),
    bodies: bodies.length > 1 ? bodies.flatMap((body) => shapeIn(body) ?? []) : [],
  };
}

const shapeIn = (mesh: Mesh): PartShape | null => shapeOf(mesh, measureMesh(mesh).volume);
