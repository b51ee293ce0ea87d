/** Cuts the negative volumes of slicers out of the parts of the same object. */
import { ref } from '../../messages/messages.ts';
import { geometryError } from '../geometry-text.ts';
import { boundsOf, centreOf, measureMesh } from '../measure/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { turnInsideOut } from '../mesh/turn-inside-out.ts';
import { uniteBodies } from '../repair/union-engine.ts';

/** @throws CodedError if a part is not closed, so that nobody knows what is inside */
export async function cutParts(
  parts: readonly Mesh[],
  negatives: readonly Mesh[],
  format: '3MF' | 'AMF',
): Promise<Mesh> {
  const bounds = parts.map(boundsOf).find((box) => box !== null);
  const origin = bounds ? centreOf(bounds) : ([0, 0, 0] as const);
  const cavities = negatives.map(facingOutward);
  const bodies = parts.map((part) => ({ outside: facingOutward(part), cavities }));
  const cut = await uniteBodies(bodies, origin);
  if (cut === null) throw geometryError('file-unsupported', ref('geometry.cannotCut', { format }));
  return cut;
}

/** A volume that is inside out would be added instead of cut out. Slicers turn it as they read it. */
const facingOutward = (mesh: Mesh): Mesh => (measureMesh(mesh).volume < 0 ? turnInsideOut(mesh) : mesh);
