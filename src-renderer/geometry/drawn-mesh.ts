import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import type { DrawnMesh } from './messages.ts';

/** The part of a drawing that a worker needs, without the arrays of the view. */
export const onlyMesh = ({ positions, indices, origin }: DrawnMesh): DrawnMesh => ({
  positions,
  indices,
  origin,
});

/** The same with its colours, for a part that is made from it. */
export const withColours = (drawing: DrawnMesh): DrawnMesh => ({
  ...onlyMesh(drawing),
  ...(drawing.colours && { colours: drawing.colours }),
});

/** In the coordinates of its file: two drawings are relative to different points. */
export const inPlace = ({ positions, indices, origin }: DrawnMesh, factor = 1): Mesh => ({
  positions: Float64Array.from(positions, (value, i) => (value + origin[i % 3]!) * factor),
  indices,
});
