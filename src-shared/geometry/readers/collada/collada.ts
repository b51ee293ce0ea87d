/**
 * COLLADA 1.4 and 1.5 (.dae): the nodes of the scene place geometries. If the file declares which axis is up,
 * the model is rotated so that z is up; otherwise its axes stay. The file may also declare its unit.
 */

import { ref } from '../../../messages/messages.ts';
import type { LengthUnit } from '../../../units/units.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import type { FilesBeside } from '../archive-model.ts';
import { PosedCopies } from '../posed-copies.ts';
import { failDamaged, failNoTriangles } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, rotation, SceneMesh, scaling, translation } from '../scene-mesh.ts';
import { noUnit, type SceneUnit, sceneUnit } from '../scene-unit.ts';
import { childNamed, childrenNamed, readXmlTree, type TreeElement, type XmlTree } from '../xml-tree.ts';
import { ColladaControllers } from './controllers.ts';
import { ColladaEffects } from './effects.ts';
import { ColladaGeometries } from './geometries.ts';
import { type ColladaFile, ColladaSources } from './sources.ts';

const upAxes: Readonly<Record<string, Matrix>> = {
  X_UP: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0],
  Y_UP: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0],
  Z_UP: identity,
};

export async function readCollada(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<{ mesh: Mesh; unit: LengthUnit | null }> {
  const tree = await readXmlTree(bytes, progress.part(0, 0.3));
  if (tree.root.name !== 'COLLADA') failDamaged(ref('geometry.invalidFile', { format: 'COLLADA' }));
  const reader = new ColladaReader(tree, progress.part(0.3, 0.85), warnings, beside);
  await reader.readScene();
  if (reader.scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: 'COLLADA' }));
  const asset = childNamed(tree.root, 'asset');
  const upAxis = childNamed(asset, 'up_axis');
  const turn = upAxis === null ? identity : (upAxes[tree.text(upAxis).toUpperCase()] ?? identity);
  const { unit, scale } = unitOf(tree, childNamed(asset, 'unit'));
  return { mesh: await reader.scene.finish(progress.part(0.85, 1), multiply(scale, turn)), unit };
}

/** Null if the file does not state its unit. The standard's metre is meant by few exporters. */
function unitOf(tree: XmlTree, element: TreeElement | null): SceneUnit {
  const written = element === null ? null : tree.attribute(element, 'meter');
  return written === null ? noUnit : sceneUnit(Number(written), 'COLLADA');
}

class ColladaReader implements ColladaFile {
  readonly scene = new SceneMesh('COLLADA');
  readonly tree: XmlTree;
  readonly warnings: GeometryText[];
  readonly beside: FilesBeside | undefined;
  readonly byId = new Map<string, TreeElement>();
  roots: readonly TreeElement[] = [];
  /** Ids that the file has more than once, and the elements that have them in the geometry that is read. */
  readonly #repeated = new Set<string>();
  readonly #inside = new Map<string, TreeElement>();
  readonly #geometries: ColladaGeometries;
  readonly #controllers: ColladaControllers;
  /** Where each node of the shown scene is; computed only for joints. */
  #matrices: Map<TreeElement, Matrix> | null = null;

  readonly #copies = new PosedCopies();
  readonly #effects: ColladaEffects;

  constructor(
    tree: XmlTree,
    progress: TaskProgress,
    warnings: GeometryText[],
    beside: FilesBeside | undefined,
  ) {
    this.tree = tree;
    this.warnings = warnings;
    this.beside = beside;
    this.#collectIds(tree.root);
    const sources = new ColladaSources(this, progress);
    this.#effects = new ColladaEffects(this);
    this.#geometries = new ColladaGeometries(this, this.#effects, sources);
    this.#controllers = new ColladaControllers(this, sources);
  }

  async readScene(): Promise<void> {
    const { root } = this.tree;
    const instance = childNamed(childNamed(root, 'scene'), 'instance_visual_scene');
    const shown =
      instance === null
        ? childNamed(childNamed(root, 'library_visual_scenes'), 'visual_scene')
        : this.resolve(this.#url(instance));
    if (shown === null) {
      // Without any scene, everything in the file counts.
      for (const geometry of childNamed(root, 'library_geometries')?.children ?? []) {
        this.scene.place(await this.#geometries.read(geometry), identity);
      }
      return;
    }
    this.roots = childrenNamed(shown, 'node');
    for (const node of this.roots) await this.#place(node, identity);
    this.warnings.push(...this.#copies.remarks());
  }

  async #place(node: TreeElement, outer: Matrix): Promise<void> {
    this.scene.enter(node);
    let matrix = outer;
    for (const child of node.children) matrix = multiply(matrix, this.#transform(child));
    for (const child of node.children) {
      switch (child.name) {
        case 'node':
          await this.#place(child, matrix);
          break;
        case 'instance_node':
          await this.#place(this.resolve(this.#url(child)), matrix);
          break;
        case 'instance_geometry':
          await this.#placeGeometry(this.resolve(this.#url(child)), child, matrix);
          break;
        case 'instance_controller':
          await this.#placeControlled(child, matrix);
      }
    }
    this.scene.leave(node);
  }

  async #placeGeometry(geometry: TreeElement, instance: TreeElement, matrix: Matrix): Promise<void> {
    this.scene.place(await this.#geometries.read(geometry, await this.#effects.bindings(instance)), matrix);
  }

  async #placeControlled(instance: TreeElement, outer: Matrix): Promise<void> {
    const { geometry, deformation, matrix, hasJoints } = await this.#controllers.read(instance, outer);
    const bound = await this.#effects.bindings(instance);
    const mesh = await this.#geometries.read(geometry, bound, deformation);
    if (!hasJoints || !this.#copies.isRepeated(geometry, mesh)) this.scene.place(mesh, matrix);
  }

  matrixOf(node: TreeElement): Matrix | null {
    if (this.#matrices === null) {
      this.#matrices = new Map();
      for (const root of this.roots) this.#collectMatrices(root, identity, this.#matrices);
    }
    return this.#matrices.get(node) ?? null;
  }

  /** A node that is placed several times counts where it is first. */
  #collectMatrices(node: TreeElement, outer: Matrix, into: Map<TreeElement, Matrix>): void {
    if (into.has(node)) return;
    let matrix = outer;
    for (const child of node.children) matrix = multiply(matrix, this.#transform(child));
    into.set(node, matrix);
    for (const child of node.children) {
      if (child.name === 'node') this.#collectMatrices(child, matrix, into);
      else if (child.name === 'instance_node') {
        this.#collectMatrices(this.resolve(this.#url(child)), matrix, into);
      }
    }
  }

  #transform(element: TreeElement): Matrix {
    const expected = { matrix: 16, translate: 3, rotate: 4, scale: 3 }[element.name];
    if (expected === undefined) {
      if (element.name === 'lookat' || element.name === 'skew') {
        this.warnings.push(ref('geometry.transformIgnored'));
      }
      return identity;
    }
    const n = this.tree.text(element).split(/\s+/).map(Number);
    if (n.length !== expected || !n.every(Number.isFinite)) {
      return failDamaged(ref('geometry.invalidTransform', { format: 'COLLADA' }));
    }
    if (element.name === 'matrix') return n.slice(0, 12);
    if (element.name === 'translate') return translation(n[0]!, n[1]!, n[2]!);
    if (element.name === 'scale') return scaling(n[0]!, n[1]!, n[2]!);
    return rotation([n[0]!, n[1]!, n[2]!], (n[3]! * Math.PI) / 180);
  }

  #url(element: TreeElement): string | null {
    return this.tree.attribute(element, 'url');
  }

  resolve(url: string | null): TreeElement {
    if (url !== null && !url.startsWith('#')) {
      const name = url.replace(/#.*/, '').slice(0, 60);
      throw geometryError('file-unsupported', ref('geometry.otherFile', { format: 'COLLADA', file: name }));
    }
    const id = url?.slice(1) ?? '';
    const found = this.#inside.get(id) ?? this.byId.get(id);
    return found ?? failDamaged(ref('geometry.missingPart', { format: 'COLLADA' }));
  }

  enter(geometry: TreeElement | null): void {
    this.#inside.clear();
    if (geometry === null || this.#repeated.size === 0) return;
    const collect = (element: TreeElement): void => {
      for (const child of element.children) {
        const id = this.tree.attribute(child, 'id') ?? '';
        if (this.#repeated.has(id) && !this.#inside.has(id)) this.#inside.set(id, child);
        collect(child);
      }
    };
    collect(geometry);
  }

  #collectIds(element: TreeElement): void {
    for (const child of element.children) {
      const id = this.tree.attribute(child, 'id');
      if (id !== null && this.byId.has(id)) this.#repeated.add(id);
      else if (id !== null) this.byId.set(id, child);
      if (child.children.length > 0) this.#collectIds(child);
    }
  }
}
