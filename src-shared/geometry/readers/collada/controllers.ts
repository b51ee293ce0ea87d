/**
 * The controllers of a COLLADA file: morphs blend geometries, and skins move their vertices with joints
 * (COLLADA 1.4, chapter 4, "Skinning"). Both are applied as the file leaves them; animations are not played.
 */
import { ref } from '../../../messages/messages.ts';
import { failDamaged, largestCoordinate } from '../raw-mesh.ts';
import { identity, type Matrix, multiply } from '../scene-mesh.ts';
import { type Influences, skinVertices } from '../skin.ts';
import { childNamed, childrenNamed, type TreeElement } from '../xml-tree.ts';
import { type ColladaFile, type ColladaSources, failLayout } from './sources.ts';

/** Moves x, y, z of all vertices of a geometry in place. @returns which were mirrored; null for none */
type Step = (positions: Float64Array) => Uint8Array | null;

export interface Deformation {
  /** Equal for equal results. */
  readonly key: string;
  readonly apply: Step;
}

export interface Controlled {
  readonly geometry: TreeElement;
  readonly deformation: Deformation | null;
  /** Where the deformed geometry is in the scene. */
  readonly matrix: Matrix;
  /** Whether joints place it instead of its node. */
  readonly hasJoints: boolean;
}

export class ColladaControllers {
  readonly #file: ColladaFile;
  readonly #sources: ColladaSources;

  constructor(file: ColladaFile, sources: ColladaSources) {
    this.#file = file;
    this.#sources = sources;
  }

  /** @param instance names the controller and its skeletons @param matrix where its node is in the scene */
  async read(instance: TreeElement, matrix: Matrix): Promise<Controlled> {
    this.#file.warnings.push(ref('geometry.poseRead'));
    const controller = this.#file.resolve(this.#file.tree.attribute(instance, 'url'));
    const { geometry, elements } = this.#chainOf(controller);
    const steps: Step[] = [];
    let hasJoints = false;
    for (const element of elements) {
      if (element.name === 'morph') {
        const step = await this.#morph(element);
        if (step !== null) steps.push(step);
        continue;
      }
      const bind = this.#bindShapeOf(element);
      const joined = await this.#skin(element, instance, bind, matrix);
      // Joints place the vertices in the scene, so the node of the skin no longer counts.
      hasJoints ||= joined !== null;
      const step = joined ?? (bind === identity ? null : movedBy(bind));
      if (step !== null) steps.push(step);
    }
    const skeletons = childrenNamed(instance, 'skeleton').map((entry) => this.#file.tree.text(entry));
    const key = `${controller.attributesAt} ${skeletons.join(' ')} ${matrix.join()}`;
    return {
      geometry,
      deformation: steps.length === 0 ? null : { key, apply: inTurn(steps) },
      matrix: hasJoints ? identity : matrix,
      hasJoints,
    };
  }

  /** The geometry and its deformers, in their order. A morph of a skin makes two; more make no sense. */
  #chainOf(controller: TreeElement): { geometry: TreeElement; elements: readonly TreeElement[] } {
    const elements: TreeElement[] = [];
    let at = controller;
    while (at.name === 'controller' && elements.length < 2) {
      const element = childNamed(at, 'skin') ?? childNamed(at, 'morph');
      if (element === null) return failMissing();
      elements.unshift(element);
      at = this.#file.resolve(this.#file.tree.attribute(element, 'source'));
    }
    return at.name === 'geometry' ? { geometry: at, elements } : failMissing();
  }

  /** NORMALIZED targets are shapes that share the whole with the base, RELATIVE ones are added to it. */
  async #morph(morph: TreeElement): Promise<Step | null> {
    const inputs = childNamed(morph, 'targets');
    const [named, weighed] = ['MORPH_TARGET', 'MORPH_WEIGHT'].map((name) =>
      this.#sources.input(inputs, name),
    );
    if (!named || !weighed) return failLayout();
    const names = this.#sources.names(named);
    const { values, offset, stride, count } = await this.#sources.read(weighed, 1);
    if (count < names.length) failLayout();
    const isRelative = this.#file.tree.attribute(morph, 'method') === 'RELATIVE';
    const targets: { readonly weight: number; readonly positions: Float64Array }[] = [];
    let share = 1;
    for (const [i, name] of names.entries()) {
      const weight = values[offset + i * stride]!;
      if (weight === 0) continue;
      if (!isRelative) share -= weight;
      const geometry = this.#file.resolve(`#${name}`);
      targets.push({ weight, positions: await this.#positionsOf(geometry) });
    }
    if (targets.length === 0) return null;
    return (positions) => {
      for (let at = 0; at < positions.length; at++) positions[at]! *= share;
      for (const target of targets) {
        if (target.positions.length < positions.length) failLayout();
        for (let at = 0; at < positions.length; at++) positions[at]! += target.weight * target.positions[at]!;
      }
      return null;
    };
  }

  async #positionsOf(geometry: TreeElement): Promise<Float64Array> {
    const vertices = childNamed(childNamed(geometry, 'mesh'), 'vertices');
    const read = await this.#sources.read(this.#sources.positionsOf(vertices), 3);
    const positions = new Float64Array(read.count * 3);
    for (let i = 0; i < positions.length; i++) {
      positions[i] = read.values[read.offset + Math.floor(i / 3) * read.stride + (i % 3)]!;
    }
    return positions;
  }

  #bindShapeOf(skin: TreeElement): Matrix {
    const element = childNamed(skin, 'bind_shape_matrix');
    if (element === null) return identity;
    const n = this.#file.tree.text(element).split(/\s+/).map(Number);
    if (n.length !== 16 || !n.every((value) => Math.abs(value) <= largestCoordinate)) failTransform();
    const matrix = n.slice(0, 12);
    return matrix.every((value, i) => value === identity[i]) ? identity : matrix;
  }

  /** Null if the file does not say where the joints are or how they move the vertices. */
  async #skin(skin: TreeElement, instance: TreeElement, bind: Matrix, matrix: Matrix): Promise<Step | null> {
    const matrices = await this.#jointMatrices(childNamed(skin, 'joints'), instance, bind);
    const influences = await this.#influences(childNamed(skin, 'vertex_weights'));
    if (matrices === null || influences === null) {
      this.#file.warnings.push(ref('geometry.poseIncomplete'));
      return null;
    }
    // Number 0, for vertices that no joint moves, is the bind shape.
    const all = [multiply(matrix, bind), ...matrices];
    return (positions) => {
      if (influences.starts.length - 1 < positions.length / 3) failLayout();
      const skinned = skinVertices(positions, influences, all);
      if (skinned === null) return failMissing();
      if (skinned.unweighted > 0) this.#file.warnings.push(ref('geometry.poseIncomplete'));
      return skinned.mirrored;
    };
  }

  async #jointMatrices(
    inputs: TreeElement | null,
    instance: TreeElement,
    bind: Matrix,
  ): Promise<readonly Matrix[] | null> {
    const named = this.#sources.input(inputs, 'JOINT');
    const inverse = this.#sources.input(inputs, 'INV_BIND_MATRIX');
    if (named === null || inverse === null) return null;
    const names = this.#sources.names(named);
    const { values, offset, stride, count } = await this.#sources.read(inverse, 16);
    if (count < names.length) failLayout();
    const find = this.#jointFinder(instance);
    const matrices: Matrix[] = [];
    for (const [i, name] of names.entries()) {
      const joint = find(name);
      if (joint === null) return null;
      const start = offset + i * stride;
      const product = multiply(joint, multiply(Array.from(values.subarray(start, start + 12)), bind));
      if (!product.every((value) => Math.abs(value) <= largestCoordinate)) failTransform();
      matrices.push(product);
    }
    return matrices;
  }

  /** Joints are named by their `sid` below the instance's skeletons; ids name them in the whole file. */
  #jointFinder(instance: TreeElement): (name: string) => Matrix | null {
    const named = childrenNamed(instance, 'skeleton').map((entry) => this.#file.tree.text(entry));
    const roots = named.length > 0 ? named.map((url) => this.#file.resolve(url)) : this.#file.roots;
    const bySid = new Map<string, TreeElement>();
    const collect = (node: TreeElement): void => {
      if (node.name !== 'node') return;
      const sid = this.#file.tree.attribute(node, 'sid');
      if (sid !== null && !bySid.has(sid)) bySid.set(sid, node);
      for (const child of node.children) collect(child);
    };
    for (const root of roots) collect(root);
    return (name) => {
      const node = bySid.get(name) ?? this.#file.byId.get(name);
      return node?.name === 'node' ? this.#file.matrixOf(node) : null;
    };
  }

  /** Joint numbers are one higher than in the file, where -1 is the bind shape. */
  async #influences(element: TreeElement | null): Promise<Influences | null> {
    const [counts, list] = [childNamed(element, 'vcount'), childNamed(element, 'v')];
    const weighed = this.#sources.input(element, 'WEIGHT');
    if (counts === null || list === null || weighed === null) return null;
    const offsetOf = (semantic: string): number => {
      const input = childrenNamed(element, 'input').find(
        (candidate) => this.#file.tree.attribute(candidate, 'semantic') === semantic,
      );
      return Number((input && this.#file.tree.attribute(input, 'offset')) ?? Number.NaN);
    };
    const offsets = childrenNamed(element, 'input').map((input) =>
      Number(this.#file.tree.attribute(input, 'offset') ?? 0),
    );
    const [jointAt, weightAt, size] = [offsetOf('JOINT'), offsetOf('WEIGHT'), Math.max(...offsets) + 1];
    if (![jointAt, weightAt, size].every((value) => Number.isInteger(value) && value >= 0 && value <= 64)) {
      failLayout();
    }
    const given = await this.#sources.read(weighed, 1);
    const entries = await this.#sources.numbers(list);
    const sizes = await this.#sources.numbers(counts);
    const starts = new Uint32Array(sizes.length + 1);
    let total = 0;
    for (const [i, count] of sizes.entries()) {
      if (!(Number.isInteger(count) && count >= 0)) failLayout();
      total += count;
      if (total * size > entries.length) failLayout();
      starts[i + 1] = total;
    }
    const [joints, weights] = [new Float64Array(total), new Float64Array(total)];
    for (let i = 0; i < total; i++) {
      const index = entries[i * size + weightAt]!;
      if (!(Number.isInteger(index) && index >= 0 && index < given.count)) failLayout();
      joints[i] = entries[i * size + jointAt]! + 1;
      weights[i] = given.values[given.offset + index * given.stride]!;
    }
    return { starts, joints, weights };
  }
}

/** Moves every vertex by one matrix. */
const movedBy =
  (matrix: Matrix): Step =>
  (positions) => {
    const vertices = positions.length / 3;
    // Without joints, every vertex follows matrix 0.
    const influences = { starts: new Uint32Array(vertices + 1), joints: [], weights: [] };
    return skinVertices(positions, influences, [matrix])?.mirrored ?? null;
  };

/** One step after another; a vertex that is mirrored twice is not mirrored. */
const inTurn =
  (steps: readonly Step[]): Step =>
  (positions) =>
    steps.reduce<Uint8Array | null>((before, step) => {
      const mirrored = step(positions);
      if (before === null || mirrored === null) return before ?? mirrored;
      return before.map((was, i) => was ^ mirrored[i]!);
    }, null);

function failTransform(): never {
  return failDamaged(ref('geometry.invalidTransform', { format: 'COLLADA' }));
}

function failMissing(): never {
  return failDamaged(ref('geometry.missingPart', { format: 'COLLADA' }));
}
