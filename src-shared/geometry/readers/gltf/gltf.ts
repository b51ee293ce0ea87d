/**
 * glTF 2.0 and GLB: the nodes of the scene place meshes of triangles. The format prescribes metres and an upward y
 * axis; meshes are rotated so that z is up, as for printers and all other formats here.
 */

import { ref } from '../../../messages/messages.ts';
import type { LengthUnit } from '../../../units/units.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import type { FilesBeside } from '../archive-model.ts';
import { failDamaged, failNoTriangles, finishMesh } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, SceneMesh, scaling, translation } from '../scene-mesh.ts';
import { Accessors } from './accessors.ts';
import { openGltf } from './container.ts';
import { decodeDraco } from './draco.ts';
import { hasKey, indexIn, type Json, listIn, numbersIn, objectIn } from './json.ts';
import { GltfMaterials } from './materials.ts';

/** x stays, y becomes z, z becomes -y. */
const zUp: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];

/** Extensions that a file may require: those that are read here, and those that only change its appearance. */
const knownExtensions =
  /^(KHR_draco_mesh_compression|(EXT|KHR)_meshopt_compression|KHR_mesh_quantization|KHR_node_visibility|(KHR|EXT|MSFT)_(materials|texture|lights|xmp|animation)\w*)$/;

const [triangleList, triangleStrip, triangleFan] = [4, 5, 6];

/** @param beside files of the archive that contains the model, if any */
export async function readGltf(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<{ mesh: Mesh; unit: LengthUnit }> {
  const file = await openGltf(bytes, beside);
  for (const name of listIn(file.json['extensionsRequired'])) {
    if (!knownExtensions.test(String(name))) failExtension(String(name));
  }
  await progress.step(0.1);
  const accessors = new Accessors(file);
  const materials = new GltfMaterials(file.json, accessors, warnings, beside);
  const reader = new GltfReader(file.json, accessors, materials, progress.part(0.1, 0.8), warnings);
  const scene = await reader.readScene();
  if (scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: 'glTF' }));
  return { mesh: await scene.finish(progress.part(0.8, 1), zUp), unit: 'm' };
}

class GltfReader {
  readonly #json: Json;
  readonly #accessors: Accessors;
  readonly #progress: TaskProgress;
  readonly #warnings: GeometryText[];
  readonly #scene = new SceneMesh('glTF');
  readonly #meshes = new Map<number, Mesh>();

  readonly #materials: GltfMaterials;

  constructor(
    json: Json,
    accessors: Accessors,
    materials: GltfMaterials,
    progress: TaskProgress,
    warnings: GeometryText[],
  ) {
    this.#json = json;
    this.#accessors = accessors;
    this.#materials = materials;
    this.#progress = progress;
    this.#warnings = warnings;
  }

  async readScene(): Promise<SceneMesh> {
    for (const node of this.#roots()) await this.#place(node, identity);
    return this.#scene;
  }

  /** The nodes of the scene to show. Without a scene, all nodes that have no parent. */
  #roots(): readonly unknown[] {
    const scenes = listIn(this.#json['scenes']);
    const scene = scenes[indexIn(this.#json['scene']) ?? 0];
    if (scene !== undefined) return listIn(objectIn(scene)['nodes']);
    const nodes = listIn(this.#json['nodes']);
    const children = new Set(nodes.flatMap((node) => listIn(objectIn(node)['children'])));
    return [...nodes.keys()].filter((index) => !children.has(index));
  }

  async #place(index: unknown, outer: Matrix): Promise<void> {
    const found = listIn(this.#json['nodes'])[indexIn(index) ?? -1];
    if (found === undefined) failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    const node = objectIn(found);
    // With all nodes below it, as viewers show the scene.
    if (objectIn(objectIn(node['extensions'])['KHR_node_visibility'])['visible'] === false) return;
    this.#scene.enter(node);
    if (hasKey(node['extensions'], 'EXT_mesh_gpu_instancing')) {
      this.#warnings.push(ref('geometry.instancesIgnored'));
    }
    if (hasKey(node, 'skin')) {
      this.#warnings.push(ref('geometry.poseIgnored'));
    }
    const matrix = multiply(outer, matrixOf(node));
    const meshIndex = indexIn(node['mesh']);
    if (meshIndex !== null) this.#scene.place(await this.#mesh(meshIndex), matrix);
    for (const child of listIn(node['children'])) await this.#place(child, matrix);
    this.#scene.leave(node);
  }

  /** All primitives of a mesh as one: materials only divide the surface of one body. */
  async #mesh(index: number): Promise<Mesh> {
    const known = this.#meshes.get(index);
    if (known !== undefined) return known;
    const meshes = listIn(this.#json['meshes']);
    if (index >= meshes.length) failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    const pieces: Piece[] = [];
    const paints: (Uint32Array | null)[] = [];
    for (const value of listIn(objectIn(meshes[index])['primitives'])) {
      const primitive = objectIn(value);
      const piece = await this.#primitive(primitive);
      if (piece === null) continue;
      pieces.push(piece);
      const painted = await this.#materials.paint(primitive, piece.positions.length / 3);
      paints.push(painted && piece.indices.map((corner) => painted[corner]!));
    }
    const corners = paints.some((paint) => paint !== null)
      ? joinNumbers(paints.map((paint, i) => paint ?? new Uint32Array(pieces[i]!.indices.length)))
      : null;
    const paint = corners && { palette: this.#materials.palette, corners };
    const mesh = finishMesh(...joinPieces(pieces), this.#warnings, paint);
    this.#meshes.set(index, mesh);
    await this.#progress.step(this.#meshes.size / meshes.length);
    return mesh;
  }

  async #primitive(primitive: Json): Promise<Piece | null> {
    const mode = primitive['mode'] === undefined ? triangleList : indexIn(primitive['mode']);
    if (mode !== triangleList && mode !== triangleStrip && mode !== triangleFan) return null;
    const draco = objectIn(primitive['extensions'])['KHR_draco_mesh_compression'];
    if (draco !== undefined) return this.#unpack(objectIn(draco), objectIn(primitive['attributes']));
    if (listIn(primitive['targets']).length > 0) {
      this.#warnings.push(ref('geometry.poseIgnored'));
    }
    const attributes = objectIn(primitive['attributes']);
    if (!hasKey(attributes, 'POSITION')) return null;
    const positions = await this.#accessors.read(indexIn(attributes['POSITION']), 3);
    const vertices = positions.length / 3;
    const corners = hasKey(primitive, 'indices')
      ? await this.#accessors.read(indexIn(primitive['indices']), 1)
      : Float64Array.from({ length: vertices }, (_, i) => i);
    if (corners.some((corner) => !(corner < vertices))) failCorner(vertices);
    return { positions, indices: trianglesOf(corners, mode) };
  }

  async #unpack(draco: Json, attributes: Json): Promise<Piece> {
    const packed = await this.#accessors.bytesOf(indexIn(draco['bufferView']));
    const id = indexIn(objectIn(draco['attributes'])['POSITION']);
    if (id === null) return failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
    const piece = await decodeDraco(packed, id, (bytes) => this.#accessors.take(bytes));
    const vertices = piece.positions.length / 3;
    if (piece.indices.some((corner) => corner >= vertices)) failCorner(vertices);
    const divisor = this.#accessors.divisorOf(indexIn(attributes['POSITION']));
    // Some encoders leave dividing to the decoder, which has then done it.
    const isDivided = piece.positions.every((value) => Math.abs(value) <= 1);
    if (divisor === 1 || isDivided) return piece;
    return { ...piece, positions: piece.positions.map((value) => Math.max(-1, value / divisor)) };
  }
}

function matrixOf(node: Json): Matrix {
  if (hasKey(node, 'matrix')) {
    const m = numbersIn(node['matrix'], 16) ?? failTransform();
    return [0, 1, 2].flatMap((row) => [m[row]!, m[row + 4]!, m[row + 8]!, m[row + 12]!]);
  }
  const read = (key: string, length: number): readonly number[] | null =>
    hasKey(node, key) ? (numbersIn(node[key], length) ?? failTransform()) : null;
  const [tx, ty, tz] = read('translation', 3) ?? [0, 0, 0];
  const [sx, sy, sz] = read('scale', 3) ?? [1, 1, 1];
  const turn = read('rotation', 4);
  const isPlain = [tx, ty, tz].every((v) => v === 0) && [sx, sy, sz].every((v) => v === 1) && turn === null;
  if (isPlain) return identity;
  const rotated = turn === null ? identity : fromQuaternion(turn);
  return multiply(translation(tx!, ty!, tz!), multiply(rotated, scaling(sx!, sy!, sz!)));
}

function fromQuaternion(quaternion: readonly number[]): Matrix {
  const length = Math.hypot(...quaternion);
  if (!(length > 0)) return failTransform();
  const [x, y, z, w] = quaternion.map((value) => value / length) as [number, number, number, number];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0],
  ];
}

function trianglesOf(corners: Float64Array, mode: number): Uint32Array {
  if (mode === triangleList)
    return Uint32Array.from(corners.subarray(0, corners.length - (corners.length % 3)));
  const count = Math.max(0, corners.length - 2);
  const indices = new Uint32Array(count * 3);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const first = mode === triangleFan ? corners[0]! : corners[i]!;
    // In a strip, every second triangle runs the other way round.
    const isRotated = mode === triangleStrip && i % 2 === 1;
    const second = corners[isRotated ? i + 2 : i + 1]!;
    const third = corners[isRotated ? i + 1 : i + 2]!;
    // Triangles without area connect strips.
    if (first === second || second === third || third === first) continue;
    indices.set([first, second, third], length);
    length += 3;
  }
  return indices.slice(0, length);
}

interface Piece {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
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

function joinPieces(pieces: readonly Piece[]): [Float64Array, Uint32Array] {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return [only.positions, only.indices];
  const positions = new Float64Array(pieces.reduce((sum, piece) => sum + piece.positions.length, 0));
  const indices = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.indices.length, 0));
  let [vertexAt, indexAt] = [0, 0];
  for (const piece of pieces) {
    positions.set(piece.positions, vertexAt);
    for (let i = 0; i < piece.indices.length; i++) indices[indexAt + i] = piece.indices[i]! + vertexAt / 3;
    vertexAt += piece.positions.length;
    indexAt += piece.indices.length;
  }
  return [positions, indices];
}

function failCorner(vertices: number): never {
  return failDamaged(ref('geometry.missingVertex', { vertices }));
}

function failTransform(): never {
  return failDamaged(ref('geometry.invalidTransform', { format: 'glTF' }));
}

function failExtension(name: string): never {
  throw geometryError(
    'file-unsupported',
    ref('geometry.unknownExtension', { format: 'glTF', extension: name.slice(0, 60) }),
  );
}
