/**
 * Reads numbers from glTF's buffers: views (perhaps compressed), accessors over them with their component
 * types, strides and normalisation (KHR_mesh_quantization), and sparse replacements. Every range and count is
 * checked before memory is taken.
 */

import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { FilesBeside } from '../archive-model.ts';
import { failDamaged } from '../raw-mesh.ts';
import type { GltfFile } from './container.ts';
import { hasKey, indexIn, type Json, listIn, objectIn } from './json.ts';
import { decodeMeshopt } from './meshopt.ts';

/** Up to this size, accessors without data and compressed views are free; beyond, they need data. */
const harmlessBytes = 2 ** 24;
const mostRatio = 100;

interface ComponentType {
  readonly bytes: number;
  /** Divisor of normalised values; 0 for floats. */
  readonly largest: number;
  readonly read: (view: DataView, at: number) => number;
}

const componentTypes: ReadonlyMap<unknown, ComponentType> = new Map([
  [5120, { bytes: 1, largest: 127, read: (view: DataView, at: number) => view.getInt8(at) }],
  [5121, { bytes: 1, largest: 255, read: (view: DataView, at: number) => view.getUint8(at) }],
  [5122, { bytes: 2, largest: 32767, read: (view: DataView, at: number) => view.getInt16(at, true) }],
  [5123, { bytes: 2, largest: 65535, read: (view: DataView, at: number) => view.getUint16(at, true) }],
  [5125, { bytes: 4, largest: 0, read: (view: DataView, at: number) => view.getUint32(at, true) }],
  [5126, { bytes: 4, largest: 0, read: (view: DataView, at: number) => view.getFloat32(at, true) }],
]);

const componentCounts: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT4', 16],
]);

interface View {
  readonly bytes: Uint8Array;
  readonly stride: number;
}

/** A glTF file, as those see it who read a part of it. */
export interface GltfSource {
  readonly json: Json;
  readonly accessors: Accessors;
  readonly warnings: GeometryText[];
  /** Files of the archive that contains the model, if any. */
  readonly beside: FilesBeside | undefined;
}

export class Accessors {
  readonly #file: GltfFile;
  readonly #views = new Map<number, Promise<View>>();
  readonly #budget: number;
  #taken = 0;

  constructor(file: GltfFile) {
    this.#file = file;
    const held = file.buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    this.#budget = Math.max(harmlessBytes, held * mostRatio);
  }

  /** `components` numbers a row of accessor `index`. @throws CodedError `file-damaged`, `file-too-large` */
  async read(index: number | null, components: 1 | 2 | 3 | 4 | 16): Promise<Float64Array> {
    const accessor = objectIn(listIn(this.#file.json['accessors'])[index ?? -1]);
    const type = componentTypes.get(accessor['componentType']);
    const count = indexIn(accessor['count']);
    if (type === undefined || count === null || componentCounts.get(accessor['type']) !== components) {
      return failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
    }
    this.take(count * components * 8);
    const values = new Float64Array(count * components);
    const isNormalised = accessor['normalized'] === true;
    const offset = indexIn(accessor['byteOffset']) ?? 0;
    const viewIndex = indexIn(accessor['bufferView']);
    if (viewIndex !== null) {
      const source = await this.#view(viewIndex);
      fill(values, { source, offset, count, components, type, isNormalised });
    }
    if (hasKey(accessor, 'sparse'))
      await this.#replace(values, accessor['sparse'], components, type, isNormalised);
    return values;
  }

  /** How many numbers an element has; 0 if it is no list of numbers. */
  componentsOf(index: number | null): number {
    const accessor = objectIn(listIn(this.#file.json['accessors'])[index ?? -1]);
    return componentCounts.get(accessor['type']) ?? 0;
  }

  /** By what the integers of a normalised accessor are divided; 1 for others. */
  divisorOf(index: number | null): number {
    const accessor = objectIn(listIn(this.#file.json['accessors'])[index ?? -1]);
    if (accessor['normalized'] !== true) return 1;
    return componentTypes.get(accessor['componentType'])?.largest || 1;
  }

  /** The bytes of a view, for decoders with a format of their own. */
  async bytesOf(viewIndex: number | null): Promise<Uint8Array> {
    return (await this.#view(viewIndex ?? -1)).bytes;
  }

  /** Counts the memory that the file demands. @throws CodedError `file-too-large` */
  take(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken <= this.#budget) return;
    throw geometryError('file-too-large', ref('geometry.fileTooLarge', { format: 'glTF' }));
  }

  async #replace(
    values: Float64Array,
    sparseValue: unknown,
    components: number,
    type: ComponentType,
    isNormalised: boolean,
  ): Promise<void> {
    const sparse = objectIn(sparseValue);
    const count = indexIn(sparse['count']) ?? 0;
    const [places, replacements] = [objectIn(sparse['indices']), objectIn(sparse['values'])];
    const placeType = componentTypes.get(places['componentType']);
    if (count * components > values.length || placeType === undefined) failRange();
    this.take(count * (components + 1) * 8);
    const at = new Float64Array(count);
    const by = new Float64Array(count * components);
    const plain = { count, isNormalised: false };
    fill(at, {
      ...plain,
      source: await this.#view(indexIn(places['bufferView']) ?? -1),
      offset: indexIn(places['byteOffset']) ?? 0,
      components: 1,
      type: placeType,
    });
    fill(by, {
      ...plain,
      isNormalised,
      source: await this.#view(indexIn(replacements['bufferView']) ?? -1),
      offset: indexIn(replacements['byteOffset']) ?? 0,
      components,
      type,
    });
    for (let i = 0; i < count; i++) {
      if (at[i]! * components >= values.length) failRange();
      values.set(by.subarray(i * components, (i + 1) * components), at[i]! * components);
    }
  }

  #view(index: number): Promise<View> {
    let view = this.#views.get(index);
    if (view === undefined) {
      view = this.#openView(index);
      this.#views.set(index, view);
    }
    return view;
  }

  async #openView(index: number): Promise<View> {
    const view = objectIn(listIn(this.#file.json['bufferViews'])[index]);
    const extensions = objectIn(view['extensions']);
    const packed = extensions['EXT_meshopt_compression'] ?? extensions['KHR_meshopt_compression'];
    const stride = indexIn(view['byteStride']) ?? 0;
    if (packed === undefined) return { bytes: this.#slice(view), stride };
    const how = objectIn(packed);
    const count = indexIn(how['count']) ?? 0;
    const size = indexIn(how['byteStride']) ?? 0;
    if (size === 0 || size > 256) failRange();
    this.take(count * size);
    const bytes = await decodeMeshopt(this.#slice(how), {
      count,
      size,
      mode: how['mode'],
      filter: how['filter'],
    });
    return { bytes, stride };
  }

  #slice(range: Readonly<Record<string, unknown>>): Uint8Array {
    const buffer = this.#file.buffers[indexIn(range['buffer']) ?? -1];
    const offset = indexIn(range['byteOffset']) ?? 0;
    const length = indexIn(range['byteLength']) ?? 0;
    if (buffer === undefined || offset + length > buffer.length) return failRange();
    return buffer.subarray(offset, offset + length);
  }
}

interface Filling {
  readonly source: View;
  readonly offset: number;
  readonly count: number;
  readonly components: number;
  readonly type: ComponentType;
  readonly isNormalised: boolean;
}

function fill(
  target: Float64Array,
  { source, offset, count, components, type, isNormalised }: Filling,
): void {
  const size = components * type.bytes;
  const stride = source.stride === 0 ? size : source.stride;
  if (count > 0 && (stride < size || offset + (count - 1) * stride + size > source.bytes.length)) failRange();
  const { buffer, byteOffset, byteLength } = source.bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  const divisor = isNormalised && type.largest > 0 ? type.largest : 1;
  let at = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < components; k++) {
      const value = type.read(view, offset + i * stride + k * type.bytes);
      // The lowest signed value means -1, like the one above it.
      target[at++] = divisor === 1 ? value : Math.max(value / divisor, -1);
    }
  }
}

function failRange(): never {
  return failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
}
