/** A mesh in another orientation. */
import { boundsOf, centreOf } from '../measure/measure.ts';
import { flipColours } from '../mesh/colours.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { reversed } from '../mesh/turn-inside-out.ts';
import { isExact, isMirrored, type Orientation } from './orientation.ts';

/**
 * The faces of the result point outward if those of the mesh do. Right angles only exchange coordinates and
 * signs. Otherwise the part turns about the middle of its box, so that it keeps its precision.
 */
export function turnMesh(mesh: Mesh, orientation: Orientation): Mesh {
  const { positions } = mesh;
  const bounds = isExact(orientation) ? null : boundsOf(mesh);
  const [cx, cy, cz]: Vector = bounds ? centreOf(bounds) : [0, 0, 0];
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = orientation;
  const turned = positions.slice();
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]! - cx;
    const y = positions[at + 1]! - cy;
    const z = positions[at + 2]! - cz;
    // Adding zero leaves no negative zeros.
    turned[at] = xx * x + xy * y + xz * z + 0;
    turned[at + 1] = yx * x + yy * y + yz * z + 0;
    turned[at + 2] = zx * x + zy * y + zz * z + 0;
  }
  const { indices, colours } = mesh;
  if (!isMirrored(orientation)) return { positions: turned, indices, ...(colours && { colours }) };
  return {
    positions: turned,
    indices: reversed(indices),
    ...(colours && { colours: flipColours(colours) }),
  };
}
