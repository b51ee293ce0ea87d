/** The small picture of a part as PNG, in the worker. */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { drawPicture } from '../../src-shared/geometry/picture/draw-picture.ts';
import { writePng } from '../../src-shared/geometry/picture/write-png.ts';

/** Pixels; lists show it at up to 56 px, on screens with two pixels each. */
const side = 112;

/** Null if nothing can be shown. */
export async function makePicture(mesh: Mesh): Promise<Uint8Array<ArrayBuffer> | null> {
  const picture = drawPicture(mesh, side);
  return picture && writePng(picture);
}

/**
 * What a picture needs of a part that is given away, as a copy.
 * @param coarse a simplified mesh on the same corners, empty if there is none
 */
export const copyToPicture = ({ positions, indices }: Mesh, coarse: Uint32Array): Mesh => ({
  positions: positions.slice(),
  indices: (coarse.length === 0 ? indices : coarse).slice(),
});
