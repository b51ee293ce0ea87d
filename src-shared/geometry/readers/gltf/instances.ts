/** Copies of a node's mesh, each with a transform inside the node's (extension EXT_mesh_gpu_instancing). */
import { ref } from '../../../messages/messages.ts';
import { failDamaged } from '../raw-mesh.ts';
import type { Matrix } from '../scene-mesh.ts';
import type { Accessors } from './accessors.ts';
import { hasKey, indexIn, type Json, objectIn } from './json.ts';
import { transformOf } from './nodes.ts';

/** Null for a node without copies. @throws CodedError `file-damaged` */
export async function instancesOf(node: Json, accessors: Accessors): Promise<readonly Matrix[] | null> {
  const extension = objectIn(node['extensions'])['EXT_mesh_gpu_instancing'];
  if (extension === undefined) return null;
  const attributes = objectIn(objectIn(extension)['attributes']);
  const read = async (name: string, components: 3 | 4): Promise<Float64Array | null> =>
    hasKey(attributes, name) ? accessors.read(indexIn(attributes[name]), components) : null;
  const places = await read('TRANSLATION', 3);
  const turns = await read('ROTATION', 4);
  const scales = await read('SCALE', 3);
  const counts = [places && places.length / 3, turns && turns.length / 4, scales && scales.length / 3];
  const [count, ...others] = new Set(counts.filter((each) => each !== null));
  // Copies without a transform would lie in each other.
  if (count === undefined) return null;
  if (others.length > 0) failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
  return Array.from({ length: count }, (_, i) =>
    transformOf(
      places?.subarray(i * 3, i * 3 + 3) ?? [0, 0, 0],
      turns?.subarray(i * 4, i * 4 + 4) ?? null,
      scales?.subarray(i * 3, i * 3 + 3) ?? [1, 1, 1],
    ),
  );
}
