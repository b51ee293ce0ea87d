/** The small picture of a part as PNG, in the worker. */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { drawPicture } from '../../src-shared/geometry/picture/draw-picture.ts';
import { writePng } from '../../src-shared/geometry/picture/write-png.ts';

/** Pixels; lists show it at up to 56 px, on screens with two pixels each. */
const side = 112;

/** @param coarse a simplified mesh on the same corners, empty if there is none. Null if nothing can be shown. */
export async function makePicture(mesh: Mesh, coarse: Uint32Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const picture = drawPicture(coarse.length === 0 ? mesh : { ...mesh, indices: coarse }, side);
  return picture && writePng(picture);
}
