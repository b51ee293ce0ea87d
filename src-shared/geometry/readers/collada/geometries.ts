/**
 * The geometries of a COLLADA file: sources of numbers, and triangles, polygons, strips and fans that index
 * them. A geometry is one body, even if several materials divide it.
 */

import { ref } from '../../../messages/messages.ts';
import { packColour } from '../../mesh/colours.ts';
import { GrowingNumbers } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { FaceCollector } from '../face-collector.ts';
import { white } from '../palette.ts';
import { failDamaged, finishMesh } from '../raw-mesh.ts';
import { reverseMirrored } from '../skin.ts';
import { addTriangleRun } from '../triangle-run.ts';
import { childNamed, childrenNamed, type TreeElement } from '../xml-tree.ts';
import type { Deformation } from './controllers.ts';
import { bare, type ColladaEffects, type Effect } from './effects.ts';
import { type ColladaFile, type ColladaSources, failLayout } from './sources.ts';

const empty: Mesh = { positions: new Float32Array(0), indices: new Uint32Array(0) };
const primitives = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

/** One `<input>`: what it indexes, and the position of its index within each corner. */
interface CornerLayout {
  /** How many numbers belong to a corner. */
  readonly size: number;
  readonly offset: number;
  /** Number of this source's first vertex among all vertices of the geometry. */
  readonly firstVertex: number;
  /** The paint of its corners; null for none. */
  readonly paint: CornerPaint | null;
}

/** The numbers that corners refer to, if given, with the position of the index within each corner. */
interface CornerPaint {
  readonly effect: Effect;
  readonly colours: IndexedNumbers | null;
  readonly places: IndexedNumbers | null;
}

interface IndexedNumbers {
  readonly offset: number;
  readonly stride: number;
  readonly values: Float64Array;
}

export class ColladaGeometries {
  readonly #file: ColladaFile;
  readonly #sources: ColladaSources;
  readonly #effects: ColladaEffects;
  /** Meshes by geometry, then by its deformation and by the materials of its symbols. */
  readonly #meshes = new Map<TreeElement, Map<string, Mesh>>();

  constructor(file: ColladaFile, effects: ColladaEffects, sources: ColladaSources) {
    this.#file = file;
    this.#effects = effects;
    this.#sources = sources;
  }

  /** Empty if the geometry has no faces (curves, exact surfaces). */
  async read(
    geometry: TreeElement,
    bound: ReadonlyMap<string, Effect> = new Map(),
    deformation: Deformation | null = null,
  ): Promise<Mesh> {
    const symbols = [...bound].map(([symbol, { word, texture }]) => `${symbol} ${word} ${texture}`);
    const key = `${deformation?.key ?? ''}/${symbols.join()}`;
    const painted = this.#meshes.get(geometry) ?? new Map<string, Mesh>();
    this.#meshes.set(geometry, painted);
    const known = painted.get(key);
    if (known !== undefined) return known;
    this.#file.enter(geometry);
    const mesh = await this.#read(childNamed(geometry, 'mesh'), bound, deformation);
    this.#file.enter(null);
    painted.set(key, mesh);
    return mesh;
  }

  async #read(
    element: TreeElement | null,
    bound: ReadonlyMap<string, Effect>,
    deformation: Deformation | null,
  ): Promise<Mesh> {
    if (element === null) return empty;
    const positions = new GrowingNumbers();
    const faces = new FaceCollector(positions, 1024);
    const vertices: Vertices = { positions, first: new Map(), deformation, mirrored: new Map() };
    for (const primitive of element.children) {
      if (!primitives.includes(primitive.name)) continue;
      const layout = await this.#layoutOf(primitive, vertices, bound);
      await this.#readFaces(primitive, layout, faces);
    }
    const indices = faces.finish(this.#file.warnings);
    const { paints } = faces;
    reverseMirrored(mirroredOf(vertices), indices, paints);
    const paint = paints && { palette: this.#effects.palette, corners: paints };
    return finishMesh(positions.values.subarray(0, positions.length), indices, this.#file.warnings, paint);
  }

  async #layoutOf(
    primitive: TreeElement,
    { positions, first, deformation, mirrored }: Vertices,
    bound: ReadonlyMap<string, Effect>,
  ): Promise<CornerLayout> {
    const symbol = this.#file.tree.attribute(primitive, 'material') ?? '';
    const effect = bound.get(symbol) ?? (symbol === '' ? bare : await this.#effects.unbound(symbol));
    let [colours, places]: (IndexedNumbers | null)[] = [null, null];
    let size = 1;
    let found: { offset: number; source: TreeElement } | null = null;
    for (const input of childrenNamed(primitive, 'input')) {
      const offset = Number(this.#file.tree.attribute(input, 'offset') ?? 0);
      if (!(Number.isInteger(offset) && offset >= 0 && offset < 64)) failLayout();
      size = Math.max(size, offset + 1);
      const semantic = this.#file.tree.attribute(input, 'semantic');
      if (semantic === 'COLOR') colours ??= await this.#indexed(input, offset);
      if (semantic === 'TEXCOORD' && effect.texture >= 0) places ??= await this.#indexed(input, offset);
      if (semantic !== 'VERTEX' && semantic !== 'POSITION') continue;
      const target = this.#file.resolve(this.#file.tree.attribute(input, 'source'));
      found = { offset, source: target.name === 'vertices' ? this.#sources.positionsOf(target) : target };
    }
    if (found === null) return failLayout();
    let firstVertex = first.get(found.source);
    if (firstVertex === undefined) {
      firstVertex = positions.length / 3;
      first.set(found.source, firstVertex);
      await this.#readPositions(found.source, positions);
      // Done before polygons are split, which depends on their shape.
      const read = positions.values.subarray(firstVertex * 3, positions.length);
      const turned = deformation?.apply(read) ?? null;
      if (turned !== null) mirrored.set(firstVertex, turned);
    }
    const isPainted = effect.word !== 0 || colours !== null || (effect.texture >= 0 && places !== null);
    const paint = isPainted ? { effect, colours: colours ?? null, places: places ?? null } : null;
    return { size, offset: found.offset, firstVertex, paint };
  }

  /** Null if it is damaged: the shape does not depend on it. */
  async #indexed(input: TreeElement, offset: number): Promise<IndexedNumbers | null> {
    const source = this.#file.resolve(this.#file.tree.attribute(input, 'source'));
    const accessor = childNamed(childNamed(source, 'technique_common'), 'accessor');
    const array = childNamed(source, 'float_array');
    const stride = Number((accessor && this.#file.tree.attribute(accessor, 'stride')) ?? 1);
    if (array === null || !(Number.isInteger(stride) && stride >= 2)) return null;
    return { offset, stride, values: await this.#sources.numbers(array) };
  }

  /** The palette's number for each corner in a list of indices. */
  #paintsOf(numbers: Float64Array, { size, paint }: CornerLayout): Uint32Array | null {
    if (paint === null) return null;
    const { effect, colours, places } = paint;
    const { palette } = this.#effects;
    const known = new Map<string, number>();
    const paints = new Uint32Array(Math.floor(numbers.length / size));
    for (let i = 0; i < paints.length; i++) {
      const colour = colours === null ? -1 : numbers[i * size + colours.offset]!;
      const place = places === null ? -1 : numbers[i * size + places.offset]!;
      const key = `${colour}/${place}`;
      let number = known.get(key);
      if (number === undefined) {
        const word = colours === null ? effect.word : colourAt(colours, colour) || effect.word;
        const at = place * (places?.stride ?? 0);
        number =
          places === null || effect.texture < 0
            ? palette.add(word)
            : palette.add(word || white, effect.texture, places.values[at] ?? 0, places.values[at + 1] ?? 0);
        known.set(key, number);
      }
      paints[i] = number;
    }
    return paints;
  }

  async #readPositions(source: TreeElement, positions: GrowingNumbers): Promise<void> {
    const { values, offset, stride, count } = await this.#sources.read(source, 3);
    for (let i = 0, at = offset; i < count; i++, at += stride) {
      positions.push3(values[at]!, values[at + 1]!, values[at + 2]!);
    }
  }

  async #readFaces(primitive: TreeElement, layout: CornerLayout, faces: FaceCollector): Promise<void> {
    const read = async (element: TreeElement): Promise<Corners> => {
      const numbers = await this.#sources.numbers(element);
      return { vertices: cornersOf(numbers, layout), paints: this.#paintsOf(numbers, layout) };
    };
    const lists = childrenNamed(primitive, 'p');
    switch (primitive.name) {
      case 'triangles':
        for (const list of lists) addInRuns(faces, await read(list), () => 3);
        return;
      case 'polylist': {
        const counts = childNamed(primitive, 'vcount');
        if (counts === null) return;
        const sizes = await this.#sources.numbers(counts);
        let next = 0;
        for (const list of lists) addInRuns(faces, await read(list), () => sizes[next++] ?? 0);
        return;
      }
      case 'polygons':
        for (const list of lists) addWhole(faces, await read(list));
        for (const holed of childrenNamed(primitive, 'ph')) {
          const outline = childNamed(holed, 'p');
          if (outline !== null) addWhole(faces, await read(outline));
          this.#file.warnings.push(ref('geometry.holesIgnored'));
        }
        return;
      default:
        for (const list of lists) {
          const { vertices, paints } = await read(list);
          addTriangleRun(faces, vertices, primitive.name === 'trifans', paints);
        }
    }
  }
}

interface Vertices {
  readonly positions: GrowingNumbers;
  /** Number of each source's first vertex. */
  readonly first: Map<TreeElement, number>;
  readonly deformation: Deformation | null;
  /** The vertices that the deformation mirrored, by the number of each source's first vertex. */
  readonly mirrored: Map<number, Uint8Array>;
}

function mirroredOf({ positions, mirrored }: Vertices): Uint8Array | null {
  if (mirrored.size === 0) return null;
  const all = new Uint8Array(positions.length / 3);
  for (const [first, part] of mirrored) all.set(part, first);
  return all;
}

interface Corners {
  readonly vertices: Uint32Array;
  readonly paints: Uint32Array | null;
}

function colourAt({ values, stride }: IndexedNumbers, index: number): number {
  const at = index * stride;
  if (stride < 3 || !(at >= 0 && at + 2 < values.length)) return 0;
  return packColour(values[at]! * 255, values[at + 1]! * 255, values[at + 2]! * 255);
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

function addInRuns(faces: FaceCollector, { vertices, paints }: Corners, nextSize: () => number): void {
  for (let at = 0; at < vertices.length; ) {
    const size = nextSize();
    const end = at + size;
    if (!(Number.isInteger(size) && size > 0) || end > vertices.length) return;
    faces.add(vertices.subarray(at, end), size, paints?.subarray(at, end));
    at = end;
  }
}

function addWhole(faces: FaceCollector, { vertices, paints }: Corners): void {
  faces.add(vertices, vertices.length, paints);
}
