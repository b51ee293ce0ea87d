/** Decompresses views of EXT_meshopt_compression with meshoptimizer's decoder, loaded on first use. */
import { ref } from '../../../messages/messages.ts';
import { failDamaged } from '../raw-mesh.ts';

export interface MeshoptView {
  readonly count: number;
  /** Bytes per element. */
  readonly size: number;
  readonly mode: unknown;
  readonly filter: unknown;
}

const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'] as const;
const filters = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'] as const;

/** @throws CodedError `file-damaged` */
export async function decodeMeshopt(source: Uint8Array, view: MeshoptView): Promise<Uint8Array> {
  const mode = modes.find((known) => known === view.mode);
  const filter = filters.find((known) => known === (view.filter ?? 'NONE'));
  const isPossible =
    mode === 'ATTRIBUTES'
      ? view.size % 4 === 0
      : (view.size === 2 || view.size === 4) && (mode === 'INDICES' || view.count % 3 === 0);
  if (mode === undefined || filter === undefined || !isPossible) {
    return failDamaged(ref('geometry.cannotDecompress', { format: 'glTF' }));
  }
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready;
  const bytes = new Uint8Array(view.count * view.size);
  try {
    MeshoptDecoder.decodeGltfBuffer(bytes, view.count, view.size, source, mode, filter);
  } catch {
    failDamaged(ref('geometry.cannotDecompress', { format: 'glTF' }));
  }
  return bytes;
}
