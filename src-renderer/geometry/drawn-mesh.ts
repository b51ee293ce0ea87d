import type { DrawnMesh } from './messages.ts';

/** What a worker needs of a drawing, without the arrays that only the view needs. */
export const onlyMesh = ({ positions, indices, origin }: DrawnMesh): DrawnMesh => ({
  positions,
  indices,
  origin,
});
