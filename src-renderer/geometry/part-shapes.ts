/** The shape of a drawn part and of its bodies, and how it is related to another one. Runs in the worker. */
import {
  type PartShape,
  type PartShapes,
  type ShapeRelation,
  shapeOf,
} from '../../src-shared/geometry/compare/part-shape.ts';
import { relateMeshes } from '../../src-shared/geometry/compare/relate-meshes.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { splitShells } from '../../src-shared/geometry/repair/split-shells.ts';
import { inPlace } from './drawn-mesh.ts';
import type { CompareRequest, DrawnMesh } from './messages.ts';

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

export function relateDrawings({
  old,
  next,
  factor,
}: Pick<CompareRequest, 'old' | 'next' | 'factor'>): Promise<ShapeRelation | null> {
  const shaped = (drawn: DrawnMesh) => ({ mesh: inPlace(drawn), shape: shapeIn(drawn) });
  return relateMeshes(shaped(next), shaped(old), factor);
}
