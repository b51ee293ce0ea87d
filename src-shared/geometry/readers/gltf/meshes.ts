/** The meshes of a glTF file: triangles, strips and fans, plain or compressed, as modelled or in a pose. */
import { ref } from '../../../messages/messages.ts';
import { GrowingIndices } from '../../mesh/growable.ts';
import { joinMeshes } from '../../mesh/join-meshes.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { failDamaged, finishMesh } from '../raw-mesh.ts';
import { reverseMirrored } from '../skin.ts';
import { trianglesInRun } from '../triangle-run.ts';
import type { GltfSource } from './accessors.ts';
import { decodeDraco } from './draco.ts';
import { hasKey, indexIn, type Json, listIn, objectIn } from './json.ts';
import type { GltfMaterials } from './materials.ts';
import type { GltfPoses, Posable, Pose, ReadAttribute } from './pose.ts';

const [triangleList, triangleStrip, triangleFan] = [4, 5, 6];

interface Piece {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** A primitive before it is posed. */
interface Primitive extends Piece {
  /** The palette's number for each vertex; null if nothing paints it. */
  readonly painted: Uint32Array | null;
  /** Null if the mesh is read as modelled. */
  readonly posable: Posable | null;
}

interface Unpacked extends Piece {
  /** Attributes of the primitive that were compressed, by name. */
  readonly attributes: ReadonlyMap<string, Float64Array>;
}

export class GltfMeshes {
  readonly #source: GltfSource;
  readonly #meshes: readonly unknown[];
  readonly #materials: GltfMaterials;
  readonly #poses: GltfPoses;
  readonly #progress: TaskProgress;
  /** Meshes as modelled, by their index. */
  readonly #plain = new Map<number, Mesh>();
  /** Primitives of posed meshes: several nodes may show one mesh, each in a pose of its own. */
  readonly #posable = new Map<number, readonly Primitive[]>();

  constructor(source: GltfSource, materials: GltfMaterials, poses: GltfPoses, progress: TaskProgress) {
    this.#source = source;
    this.#meshes = listIn(source.json['meshes']);
    this.#materials = materials;
    this.#poses = poses;
    this.#progress = progress;
  }

  /** @throws CodedError `file-damaged` if there is no such mesh */
  at(index: number): Json {
    if (index >= this.#meshes.length) failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    return objectIn(this.#meshes[index]);
  }

  /** All primitives of a mesh as one: materials only divide the surface of one body. */
  async read(index: number, pose: Pose | null): Promise<Mesh> {
    if (pose !== null) return this.#finish(await this.#readPosable(index), pose);
    let mesh = this.#plain.get(index);
    if (mesh === undefined) {
      mesh = this.#finish(await this.#primitives(index, false), null);
      this.#plain.set(index, mesh);
      await this.#progress.step(this.#plain.size / this.#meshes.length);
    }
    return mesh;
  }

  async #readPosable(index: number): Promise<readonly Primitive[]> {
    const known = this.#posable.get(index);
    if (known !== undefined) {
      for (const { positions, indices } of known) {
        this.#source.accessors.take(positions.byteLength + indices.byteLength);
      }
      return known;
    }
    const read = await this.#primitives(index, true);
    this.#posable.set(index, read);
    await this.#progress.step(this.#posable.size / this.#meshes.length);
    return read;
  }

  #finish(primitives: readonly Primitive[], pose: Pose | null): Mesh {
    const pieces: Piece[] = [];
    for (const { positions, indices, posable } of primitives) {
      if (pose === null || posable === null) {
        pieces.push({ positions, indices });
        continue;
      }
      const piece = { positions: positions.slice(), indices: indices.slice() };
      reverseMirrored(this.#poses.apply(pose, piece.positions, posable), piece.indices);
      pieces.push(piece);
    }
    const isPainted = primitives.some(({ painted }) => painted !== null);
    const corners = isPainted
      ? joinNumbers(pieces.map(({ indices }, i) => paintsOf(indices, primitives[i]!)))
      : null;
    const paint = corners && { palette: this.#materials.palette, corners };
    const { positions, indices } = joinMeshes(pieces);
    return finishMesh(positions, indices, this.#source.warnings, paint);
  }

  async #primitives(index: number, isPosed: boolean): Promise<readonly Primitive[]> {
    const primitives: Primitive[] = [];
    for (const value of listIn(this.at(index)['primitives'])) {
      const primitive = await this.#primitive(objectIn(value), isPosed);
      if (primitive !== null) primitives.push(primitive);
    }
    return primitives;
  }

  async #primitive(primitive: Json, isPosed: boolean): Promise<Primitive | null> {
    const mode = primitive['mode'] === undefined ? triangleList : indexIn(primitive['mode']);
    if (mode !== triangleList && mode !== triangleStrip && mode !== triangleFan) return null;
    const attributes = objectIn(primitive['attributes']);
    const draco = objectIn(primitive['extensions'])['KHR_draco_mesh_compression'];
    const unpacked = draco === undefined ? null : await this.#unpack(objectIn(draco), attributes, isPosed);
    const piece = unpacked ?? (await this.#piece(primitive, attributes, mode));
    if (piece === null) return null;
    const vertices = piece.positions.length / 3;
    const read: ReadAttribute = async (name, components) => {
      const found = unpacked?.attributes.get(name);
      if (found !== undefined) return found;
      return hasKey(attributes, name)
        ? this.#source.accessors.read(indexIn(attributes[name]), components)
        : null;
    };
    const posable = isPosed ? await this.#poses.readPosable(primitive, vertices, read) : null;
    const painted = await this.#materials.paint(primitive, vertices);
    return { positions: piece.positions, indices: piece.indices, painted, posable };
  }

  async #piece(primitive: Json, attributes: Json, mode: number): Promise<Piece | null> {
    if (!hasKey(attributes, 'POSITION')) return null;
    const positions = await this.#source.accessors.read(indexIn(attributes['POSITION']), 3);
    const vertices = positions.length / 3;
    const corners = hasKey(primitive, 'indices')
      ? await this.#source.accessors.read(indexIn(primitive['indices']), 1)
      : Float64Array.from({ length: vertices }, (_, i) => i);
    if (corners.some((corner) => !(corner < vertices))) failCorner(vertices);
    return { positions, indices: trianglesOf(corners, mode) };
  }

  async #unpack(draco: Json, attributes: Json, isPosed: boolean): Promise<Unpacked> {
    const packed = await this.#source.accessors.bytesOf(indexIn(draco['bufferView']));
    const ids = objectIn(draco['attributes']);
    const id = indexIn(ids['POSITION']);
    if (id === null) return failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
    const names = isPosed ? Object.keys(ids).filter((name) => /^(JOINTS|WEIGHTS)_\d+$/.test(name)) : [];
    const wanted = names.map((name) => ({ id: indexIn(ids[name]) ?? -1, components: 4 }));
    const read = await decodeDraco(packed, [{ id, components: 3 }, ...wanted], (bytes) =>
      this.#source.accessors.take(bytes),
    );
    const { vertices, indices } = read;
    const [positions, ...others] = read.attributes as [Float64Array, ...Float64Array[]];
    if (indices.some((corner) => corner >= vertices)) failCorner(vertices);
    const divisor = this.#source.accessors.divisorOf(indexIn(attributes['POSITION']));
    // Some encoders leave dividing to the decoder, which has then done it.
    const isDivided = divisor === 1 || positions.every((value) => Math.abs(value) <= 1);
    return {
      positions: isDivided ? positions : positions.map((value) => Math.max(-1, value / divisor)),
      indices,
      attributes: new Map(names.map((name, i) => [name, others[i]!])),
    };
  }
}

function paintsOf(indices: Uint32Array, { painted }: Primitive): Uint32Array {
  return painted === null ? new Uint32Array(indices.length) : indices.map((corner) => painted[corner]!);
}

function trianglesOf(corners: Float64Array, mode: number): Uint32Array {
  if (mode === triangleList)
    return Uint32Array.from(corners.subarray(0, corners.length - (corners.length % 3)));
  const indices = new GrowingIndices(Math.max(1, corners.length - 2) * 3);
  for (const [a, b, c] of trianglesInRun(corners, mode === triangleFan)) {
    indices.push3(corners[a]!, corners[b]!, corners[c]!);
  }
  return indices.finish();
}

function joinNumbers(lists: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}

function failCorner(vertices: number): never {
  return failDamaged(ref('geometry.missingVertex', { vertices }));
}
