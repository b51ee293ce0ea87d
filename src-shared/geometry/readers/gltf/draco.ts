/**
 * Decompresses primitives of KHR_draco_mesh_compression with Google's decoder (the WebAssembly of the package
 * draco3dgltf 1.5.7). The package's own glue code expects Node and the DOM, so this file calls the module
 * itself; the letters are the names of that version's imports and exports.
 */
import { ref } from '../../../messages/messages.ts';
import { CodedError } from '../../../result.ts';
import type { WasmMemory } from '../../../web.ts';
import { failDamaged } from '../raw-mesh.ts';
import { instantiateWasm } from '../wasm-files.ts';

const pageBytes = 65_536;
const mostMemory = 2 ** 30;
/** Memory allowed per byte of the file, and for any file; connectivity takes less than a bit per triangle. */
const memoryPerByte = 400;
const memoryForAny = 2 ** 26;

/** An attribute by its number in the compressed mesh, as the glTF file gives it. */
export interface DracoAttribute {
  readonly id: number;
  /** Numbers for each vertex. */
  readonly components: number;
}

export interface DracoMesh {
  readonly vertices: number;
  /** In the order in which they were asked for. */
  readonly attributes: readonly Float64Array[];
  readonly indices: Uint32Array;
}

type Call = (...values: number[]) => number;

/** @throws CodedError `file-damaged`, also if an attribute is missing */
export async function decodeDraco(
  packed: Uint8Array,
  wanted: readonly DracoAttribute[],
  take: (bytes: number) => void,
): Promise<DracoMesh> {
  const limit = Math.min(mostMemory, memoryForAny + packed.length * memoryPerByte);
  let memory: WasmMemory | null = null;
  const heap = (): Uint8Array => new Uint8Array(memory!.buffer);
  const { exports } = await instantiateWasm('draco_decoder_gltf.wasm', {
    a: {
      a: stop,
      b: stop,
      c: (bytes: number): number => grow(memory!, bytes >>> 0, limit),
      d: (target: number, source: number, length: number) =>
        heap().copyWithin(target, source, source + length),
    },
  });
  memory = exports['e'] as WasmMemory;
  const call = (name: string, ...values: number[]): number => (exports[name] as Call)(...values);
  try {
    call('f');
    const source = call('Qb', packed.length);
    heap().set(packed, source);
    const decoder = call('Ja');
    const mesh = call('P');
    const status = call('La', decoder, source, packed.length, mesh);
    if (call('X', status) === 0) return failPacked();
    const [faces, points] = [call('Q', mesh), call('S', mesh)];
    if (faces < 0 || points < 0) return failPacked();
    const numbers = wanted.reduce((sum, { components }) => sum + components, 0);
    take(faces * 12 + points * 8 * numbers);

    const triangles = call('Qb', faces * 12);
    if (call('Wa', decoder, mesh, faces * 12, triangles) === 0) return failPacked();
    const indices = new Uint32Array(memory.buffer.slice(triangles, triangles + faces * 12));
    const attributes: Float64Array[] = [];
    for (const { id, components } of wanted) {
      const attribute = call('Qa', decoder, mesh, id);
      if (attribute === 0) return failPacked();
      const size = points * components * 4;
      const values = call('Qb', size);
      // Fails if the attribute has another number of components, since the size then differs.
      if (call('eb', decoder, mesh, attribute, call('Gb'), size, values) === 0) return failPacked();
      attributes.push(Float64Array.from(new Float32Array(memory.buffer.slice(values, values + size))));
    }
    return { vertices: points, attributes, indices };
  } catch (thrown) {
    if (thrown instanceof CodedError) throw thrown;
    return failPacked();
  }
}

function grow(memory: WasmMemory, bytes: number, limit: number): number {
  const now = memory.buffer.byteLength;
  if (bytes > limit) return 0;
  try {
    memory.grow(Math.ceil((Math.min(limit, Math.max(bytes, now * 1.2)) - now) / pageBytes));
    return 1;
  } catch {
    return 0;
  }
}

function stop(): never {
  throw new Error('the decoder gave up');
}

function failPacked(): never {
  return failDamaged(ref('geometry.cannotDecompress', { format: 'glTF' }));
}
