/**
 * glTF 2.0 and GLB: the nodes of the scene place meshes of triangles. The format prescribes metres and an
 * upward y axis; meshes are rotated so that z is up, as for printers and all other formats here.
 */

import { ref } from '../../../messages/messages.ts';
import type { LengthUnit } from '../../../units/units.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import type { FilesBeside } from '../archive-model.ts';
import { PosedCopies } from '../posed-copies.ts';
import { failNoTriangles } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, SceneMesh } from '../scene-mesh.ts';
import { Accessors, type GltfSource } from './accessors.ts';
import { openGltf } from './container.ts';
import { instancesOf } from './instances.ts';
import { indexIn, type Json, listIn, objectIn } from './json.ts';
import { GltfMaterials } from './materials.ts';
import { GltfMeshes } from './meshes.ts';
import { GltfNodes, matrixOf } from './nodes.ts';
import { GltfPoses } from './pose.ts';

/** x stays, y becomes z, z becomes -y. */
const zUp: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];

/** Extensions that a file may require: those read here, and those that only change its appearance. */
const knownExtensions =
  /^(KHR_draco_mesh_compression|(EXT|KHR)_meshopt_compression|KHR_mesh_quantization|KHR_node_visibility|EXT_mesh_gpu_instancing|(KHR|EXT|MSFT)_(materials|texture|lights|xmp|animation)\w*)$/;

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
  const source = { json: file.json, accessors: new Accessors(file), warnings, beside };
  const nodes = new GltfNodes(file.json);
  const poses = new GltfPoses(source, nodes);
  const meshes = new GltfMeshes(source, new GltfMaterials(source), poses, progress.part(0.1, 0.8));
  const reader = new GltfReader(source, nodes, meshes, poses);
  const scene = await reader.readScene();
  if (scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: 'glTF' }));
  return { mesh: await scene.finish(progress.part(0.8, 1), zUp), unit: 'm' };
}

class GltfReader {
  readonly #source: GltfSource;
  readonly #nodes: GltfNodes;
  readonly #meshes: GltfMeshes;
  readonly #poses: GltfPoses;
  readonly #copies = new PosedCopies();
  readonly #scene = new SceneMesh('glTF');

  constructor(source: GltfSource, nodes: GltfNodes, meshes: GltfMeshes, poses: GltfPoses) {
    this.#source = source;
    this.#nodes = nodes;
    this.#meshes = meshes;
    this.#poses = poses;
  }

  async readScene(): Promise<SceneMesh> {
    for (const node of this.#roots()) await this.#place(node, identity);
    this.#source.warnings.push(...this.#copies.remarks());
    return this.#scene;
  }

  /** The nodes of the scene to show. Without a scene, all nodes that have no parent. */
  #roots(): readonly unknown[] {
    const scenes = listIn(this.#source.json['scenes']);
    const scene = scenes[indexIn(this.#source.json['scene']) ?? 0];
    return scene === undefined ? this.#nodes.roots : listIn(objectIn(scene)['nodes']);
  }

  async #place(index: unknown, outer: Matrix): Promise<void> {
    const node = this.#nodes.at(index);
    // Hides all nodes below it, too, as viewers do.
    if (objectIn(objectIn(node['extensions'])['KHR_node_visibility'])['visible'] === false) return;
    this.#scene.enter(node);
    const matrix = multiply(outer, matrixOf(node));
    const meshIndex = indexIn(node['mesh']);
    if (meshIndex !== null) await this.#placeMesh(node, meshIndex, matrix);
    for (const child of listIn(node['children'])) await this.#place(child, matrix);
    this.#scene.leave(node);
  }

  /** Where joints move a mesh, its node does not (glTF 2.0, 3.7.3.3). Viewers differ about its copies. */
  async #placeMesh(node: Json, index: number, matrix: Matrix): Promise<void> {
    const pose = await this.#poses.of(node, this.#meshes.at(index), matrix);
    const mesh = await this.#meshes.read(index, pose);
    const copies = await instancesOf(node, this.#source.accessors);
    const isSkinned = Boolean(pose?.skin);
    if (isSkinned && copies !== null) this.#source.warnings.push(ref('geometry.posedCopies'));
    if (isSkinned && copies === null && this.#copies.isRepeated(index, mesh)) return;
    const placed = isSkinned ? identity : matrix;
    for (const copy of copies ?? [identity]) this.#scene.place(mesh, multiply(placed, copy));
  }
}

function failExtension(name: string): never {
  throw geometryError(
    'file-unsupported',
    ref('geometry.unknownExtension', { format: 'glTF', extension: name.slice(0, 60) }),
  );
}
