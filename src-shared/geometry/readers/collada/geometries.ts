/**
 * The geometries of a COLLADA file: sources of numbers, and triangles, polygons, strips and fans that index them. A
 * geometry is one body, even if several materials divide it.
 */

import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import { GrowingNumbers } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { FaceCollector } from '../face-collector.ts';
import { readNumbers } from '../number-list.ts';
import { failDamaged, finishMesh } from '../raw-mesh.ts';
import { addTriangleRun } from '../triangle-run.ts';
import { childNamed, childrenNamed, type XmlElement, type XmlTree } from '../xml-tree.ts';

const empty: Mesh = { positions: new Float32Array(0), indices: new Uint32Array(0) };
const mostReadings = 8;
const harmlessBytes = 2 ** 24;
const primitives = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

/** One `<input>`: what it indexes, and the position of its index within each corner. */
interface CornerLayout {
  /** How many numbers belong to a corner. */
  readonly size: number;
  readonly offset: number;
  /** Number of this source's first vertex among all vertices of the geometry. */
  readonly firstVertex: number;
}

export class ColladaGeometries {
  readonly #tree: XmlTree;
  readonly #resolve: (url: string | null) => XmlElement;
  readonly #progress: TaskProgress;
  readonly #warnings: GeometryText[];
  readonly #meshes = new Map<XmlElement, Mesh>();
  #bytesRead = 0;

  constructor(
    tree: XmlTree,
    resolve: (url: string | null) => XmlElement,
    progress: TaskProgress,
    warnings: GeometryText[],
  ) {
    this.#tree = tree;
    this.#resolve = resolve;
    this.#progress = progress;
    this.#warnings = warnings;
  }

  /** Empty if the geometry has no faces (curves, exact surfaces). */
  async read(geometry: XmlElement): Promise<Mesh> {
    const known = this.#meshes.get(geometry);
    if (known !== undefined) return known;
    const mesh = await this.#read(childNamed(geometry, 'mesh'));
    this.#meshes.set(geometry, mesh);
    return mesh;
  }

  async #read(element: XmlElement | null): Promise<Mesh> {
    if (element === null) return empty;
    const positions = new GrowingNumbers();
    const faces = new FaceCollector(positions, 1024);
    const firstVertices = new Map<XmlElement, number>();
    for (const primitive of element.children) {
      if (!primitives.includes(primitive.name)) continue;
      const layout = await this.#layoutOf(primitive, positions, firstVertices);
      await this.#readFaces(primitive, layout, faces);
    }
    const indices = faces.finish(this.#warnings);
    return finishMesh(positions.values.subarray(0, positions.length), indices, this.#warnings);
  }

  async #layoutOf(
    primitive: XmlElement,
    positions: GrowingNumbers,
    firstVertices: Map<XmlElement, number>,
  ): Promise<CornerLayout> {
    let size = 1;
    let found: { offset: number; source: XmlElement } | null = null;
    for (const input of childrenNamed(primitive, 'input')) {
      const offset = Number(this.#tree.attribute(input, 'offset') ?? 0);
      if (!(Number.isInteger(offset) && offset >= 0 && offset < 64)) failLayout();
      size = Math.max(size, offset + 1);
      const semantic = this.#tree.attribute(input, 'semantic');
      if (semantic !== 'VERTEX' && semantic !== 'POSITION') continue;
      const target = this.#resolve(this.#tree.attribute(input, 'source'));
      found = { offset, source: target.name === 'vertices' ? this.#positionsOf(target) : target };
    }
    if (found === null) return failLayout();
    let firstVertex = firstVertices.get(found.source);
    if (firstVertex === undefined) {
      firstVertex = positions.length / 3;
      firstVertices.set(found.source, firstVertex);
      await this.#readSource(found.source, positions);
    }
    return { size, offset: found.offset, firstVertex };
  }

  /** Geometries may share their numbers, but a file that makes us read them again and again is malicious. */
  async #numbers({ textStart, textEnd }: XmlElement): Promise<Float64Array> {
    this.#bytesRead += textEnd - textStart;
    if (this.#bytesRead > Math.max(harmlessBytes, this.#tree.bytes.length * mostReadings)) {
      throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: 'COLLADA' }));
    }
    return readNumbers(this.#tree.bytes, textStart, textEnd, this.#progress);
  }

  #positionsOf(vertices: XmlElement): XmlElement {
    const input = childrenNamed(vertices, 'input').find(
      (candidate) => this.#tree.attribute(candidate, 'semantic') === 'POSITION',
    );
    return input === undefined ? failLayout() : this.#resolve(this.#tree.attribute(input, 'source'));
  }

  async #readSource(source: XmlElement, positions: GrowingNumbers): Promise<void> {
    const accessor = childNamed(childNamed(source, 'technique_common'), 'accessor');
    const given = accessor === null ? null : this.#tree.attribute(accessor, 'source');
    const array = given === null ? childNamed(source, 'float_array') : this.#resolve(given);
    if (array === null) failLayout();
    const stride = this.#count(accessor, 'stride', 3);
    const offset = this.#count(accessor, 'offset', 0);
    if (stride < 3) failLayout();
    const values = await this.#numbers(array);
    const held = Math.floor((values.length - offset - 3) / stride) + 1;
    const count = Math.min(this.#count(accessor, 'count', held), held);
    for (let i = 0, at = offset; i < count; i++, at += stride) {
      positions.push3(values[at]!, values[at + 1]!, values[at + 2]!);
    }
  }

  #count(element: XmlElement | null, name: string, otherwise: number): number {
    const written = element === null ? null : this.#tree.attribute(element, name);
    if (written === null) return otherwise;
    const value = Number(written);
    return Number.isSafeInteger(value) && value >= 0 ? value : failLayout();
  }

  async #readFaces(primitive: XmlElement, layout: CornerLayout, faces: FaceCollector): Promise<void> {
    const read = async (element: XmlElement): Promise<Uint32Array> =>
      cornersOf(await this.#numbers(element), layout);
    const lists = childrenNamed(primitive, 'p');
    switch (primitive.name) {
      case 'triangles':
        for (const list of lists) addInRuns(faces, await read(list), () => 3);
        return;
      case 'polylist': {
        const counts = childNamed(primitive, 'vcount');
        if (counts === null) return;
        const sizes = await this.#numbers(counts);
        let next = 0;
        for (const list of lists) addInRuns(faces, await read(list), () => sizes[next++] ?? 0);
        return;
      }
      case 'polygons':
        for (const list of lists) addWhole(faces, await read(list));
        for (const holed of childrenNamed(primitive, 'ph')) {
          const outline = childNamed(holed, 'p');
          if (outline !== null) addWhole(faces, await read(outline));
          this.#warnings.push(ref('geometry.holesIgnored'));
        }
        return;
      default:
        for (const list of lists) addTriangleRun(faces, await read(list), primitive.name === 'trifans');
    }
  }
}

function cornersOf(numbers: Float64Array, { size, offset, firstVertex }: CornerLayout): Uint32Array {
  const corners = new Uint32Array(Math.floor(numbers.length / size));
  for (let i = 0; i < corners.length; i++) {
    const index = numbers[i * size + offset]! + firstVertex;
    if (!(Number.isInteger(index) && index >= firstVertex && index < 0xffffffff)) {
      failDamaged(ref('geometry.faceWithoutVertices', { format: 'COLLADA' }));
    }
    corners[i] = index;
  }
  return corners;
}

function addInRuns(faces: FaceCollector, corners: Uint32Array, nextSize: () => number): void {
  for (let at = 0; at < corners.length; ) {
    const size = nextSize();
    if (!(Number.isInteger(size) && size > 0) || at + size > corners.length) return;
    faces.add(corners.subarray(at, at + size), size);
    at += size;
  }
}

function addWhole(faces: FaceCollector, corners: Uint32Array): void {
  faces.add(corners, corners.length);
}

function failLayout(): never {
  return failDamaged(ref('geometry.invalidNumbers', { format: 'COLLADA' }));
}
