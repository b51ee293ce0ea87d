/** Tells how two meshes are related as parts: by shape, and by the surface that stayed where it was. */
import type { Mesh } from '../mesh/mesh.ts';
import { type PartShape, relateShapes, type ShapeRelation, scaleShape } from './part-shape.ts';
import { sharedSurface } from './shared-surface.ts';

/** A part that has this share of its surface where it was before was edited. */
const enoughShared = 0.3;

/** In its own units. */
export interface ShapedMesh {
  readonly mesh: Mesh;
  /** Null for a part without a surface. */
  readonly shape: PartShape | null;
}

/** Null if one has no surface. @param factor units of `part` in one of `next` */
export async function relateMeshes(
  next: ShapedMesh,
  part: ShapedMesh,
  factor: number,
): Promise<ShapeRelation | null> {
  if (next.shape === null || part.shape === null) return null;
  const relation = relateShapes(scaleShape(next.shape, factor), part.shape);
  if (relation !== 'other') return relation;
  const mesh = factor === 1 ? next.mesh : scaled(next.mesh, factor);
  return (await sharedSurface(mesh, part.mesh)) >= enoughShared ? 'alike' : 'other';
}

const scaled = ({ positions, indices }: Mesh, factor: number): Mesh => ({
  positions: Float64Array.from(positions, (value) => value * factor),
  indices,
});
