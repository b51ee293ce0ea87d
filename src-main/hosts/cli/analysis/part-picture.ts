/** The picture of a part as PNG, made without a window. */
import type { Mesh } from '../../../../src-shared/geometry/mesh/mesh.ts';
import { drawPicture } from '../../../../src-shared/geometry/picture/draw-picture.ts';
import { writePng } from '../../../../src-shared/geometry/picture/write-png.ts';

/** Pixels; a quote shows it at 17 mm, which is then sharp in print. */
const side = 224;

/** Null if nothing can be shown. */
export async function partPicture(mesh: Mesh): Promise<Uint8Array | null> {
  const picture = drawPicture(mesh, side);
  return picture && writePng(picture);
}
