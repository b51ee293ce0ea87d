/**
 * Solids of flat faces with straight edges, such as meshes that a program saved as STEP. They are read from
 * the text, in time linear in its length, and exactly: their corners are the points of the file.
 * OpenCascade gives the same corners, but takes a millisecond for every face. Whatever is not understood here
 * (holes that touch, assemblies, open shells, solids that do not close) is left to it.
 */
import { ref } from '../../../messages/messages.ts';
import type { GeometryText } from '../../geometry-text.ts';
import { measureMesh } from '../../measure/measure.ts';
import { GrowingIndices, GrowingNumbers } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { Palette } from '../palette.ts';
import { finishMesh, largestCoordinate } from '../raw-mesh.ts';
import { identity, isBalanced, SceneMesh } from '../scene-mesh.ts';
import { PolygonSplitter } from '../split-polygon.ts';
import { entityKind, FlatText } from './flat-text.ts';
import { coloursIn } from './step-colours.ts';
import { StepPlaces } from './step-places.ts';
import { rootSpaces } from './step-scene.ts';
import { StepText } from './step-text.ts';

/** How far corners may lie beside their plane, and by how much triangles may miss the area of their face. */
const flatness = 1e-6;

/** Faces between two checks of the clock. */
const block = 4096;

/** Null for files with anything else than such solids. */
export async function readFlatSolids(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh | null> {
  const text = await FlatText.read(bytes, progress.part(0, 0.3));
  if (text === null) return null;
  const file = new StepText(text.rest);
  const solids = solidsIn(file);
  const colours = coloursIn(file);
  const isPainted = (id: number): boolean => solids?.has(id) || text.kind(id) === entityKind.face;
  if (solids === null || ![...colours.keys()].every(isPainted)) return null;
  const scene = new SceneMesh('STEP', bytes.length);
  const own: GeometryText[] = [];
  let done = 0;
  for (const [id, millimetres] of solids) {
    const part = progress.part(0.3 + (0.5 * done) / solids.size, 0.3 + (0.5 * ++done) / solids.size);
    const [shell = 0] = file.references(file.entity(id)!.values().next().value?.[1] ?? null);
    const reader = new SolidReader(text, colours, colours.get(id) ?? 0);
    const solid = (await reader.read(shell, part)) && reader.finish(millimetres, own);
    if (!solid || !isBalanced(solid) || measureMesh(solid).volume <= 0) return null;
    scene.place(solid, identity);
  }
  if (scene.isEmpty) return null;
  const mesh = await scene.finish(progress.part(0.8, 1));
  warnings.push(...own, ref('geometry.flatFaces', { count: mesh.indices.length / 3 }));
  return mesh;
}

/** The solids of products, with their millimetres in a length. Null if one is placed or belongs to none. */
function solidsIn(file: StepText): ReadonlyMap<number, number> | null {
  const all = file.all(/^(MANIFOLD_SOLID_BREP|FACETED_BREP)$/);
  const shown = new Set(
    [...file.all(/^SHAPE_DEFINITION_REPRESENTATION$/)].map((id) => {
      const [values] = file.entity(id)?.values() ?? [];
      return file.reference(values?.[1] ?? null);
    }),
  );
  const solids = new Map<number, number>();
  for (const { representations, placed } of rootSpaces(file, new StepPlaces(file))) {
    if (placed.length > 0) return null;
    const isShown = [...representations.keys()].some((id) => shown.has(id));
    for (const { items, millimetres } of representations.values()) {
      for (const item of items) {
        if (!all.has(item)) continue;
        if (solids.has(item) || !isShown) return null;
        solids.set(item, millimetres);
      }
    }
  }
  return solids.size === all.size ? solids : null;
}

type Loop = readonly number[];

class SolidReader {
  readonly #text: FlatText;
  readonly #colours: ReadonlyMap<number, number>;
  readonly #points = new GrowingNumbers();
  readonly #numbers = new Map<number, number>();
  readonly #triangles = new GrowingIndices();
  readonly #splitter = new PolygonSplitter(this.#triangles);
  readonly #palette = new Palette();
  /** The paint of every corner. */
  readonly #corners = new GrowingIndices();
  readonly #colour: number;

  constructor(text: FlatText, colours: ReadonlyMap<number, number>, colour: number) {
    this.#text = text;
    this.#colours = colours;
    this.#colour = colour;
  }

  /** False for a shell that is not understood. */
  async read(shell: number, progress: TaskProgress): Promise<boolean> {
    if (!this.#text.open(shell, entityKind.shell)) return false;
    const faces = this.#text.references.slice();
    for (const [i, face] of faces.entries()) {
      if (i % block === 0) await progress.step(i / faces.length);
      if (!this.#addFace(face)) return false;
      const paint = this.#palette.numberOf(this.#colours.get(face) ?? this.#colour);
      while (this.#corners.length < this.#triangles.length) this.#corners.push(paint);
    }
    return !this.#splitter.isExhausted;
  }

  finish(millimetres: number, warnings: GeometryText[]): Mesh {
    const { values, length } = this.#points;
    const positions = values.slice(0, length).map((value) => value * millimetres);
    const paint = this.#palette.count > 1 && { palette: this.#palette, corners: this.#corners.finish() };
    return finishMesh(positions, this.#triangles.finish(), warnings, paint || null);
  }

  #addFace(face: number): boolean {
    const text = this.#text;
    if (!text.open(face, entityKind.face)) return false;
    const bounds = text.references.slice();
    if (text.kind(bounds.pop() ?? 0) !== entityKind.plane || bounds.length === 0) return false;
    const loops: Loop[] = [];
    for (const bound of bounds) {
      if (!text.open(bound, entityKind.bound)) return false;
      const { flag } = text;
      const loop = this.#loop(text.references[0] ?? 0);
      if (loop === null) return false;
      loops.push(flag ? loop : loop.toReversed());
    }
    const first = this.#triangles.length;
    const outline = loops.length === 1 ? loops[0]! : null;
    if (outline === null) return false;
    if (outline.length === 3) {
      this.#triangles.push3(outline[0]!, outline[1]!, outline[2]!);
      return true;
    }
    this.#splitter.split(this.#points.values, outline, outline.length);
    return this.#isCovered(loops, first);
  }

  /** The corners of a loop in their order; null for one that is not understood. */
  #loop(id: number): number[] | null {
    const text = this.#text;
    const corners: number[] = [];
    if (text.open(id, entityKind.polyLoop)) {
      for (const point of text.references) corners.push(this.#corner(point));
    } else {
      if (!text.open(id, entityKind.edgeLoop)) return null;
      let [first, last] = [0, 0];
      for (const edge of text.references.slice()) {
        const ends = this.#endsOf(edge);
        if (ends === null || (last !== 0 && ends[0] !== last)) return null;
        if (last === 0) first = ends[0];
        last = ends[1];
        corners.push(this.#cornerOfVertex(ends[0]));
      }
      if (last !== first) return null;
    }
    const isSimple = corners.length >= 3 && new Set(corners).size === corners.length;
    return isSimple && !corners.includes(-1) ? corners : null;
  }

  /** The vertices at which an oriented edge begins and ends; null unless it is straight. */
  #endsOf(orientedEdge: number): [number, number] | null {
    const text = this.#text;
    if (!text.open(orientedEdge, entityKind.orientedEdge)) return null;
    const { flag } = text;
    if (!text.open(text.references.at(-1) ?? 0, entityKind.edge)) return null;
    const [start = 0, end = 0, curve = 0] = text.references;
    const straight = text.open(curve, entityKind.surfaceCurve) ? (text.references[0] ?? 0) : curve;
    if (text.kind(straight) !== entityKind.line) return null;
    return flag ? [start, end] : [end, start];
  }

  #cornerOfVertex(vertex: number): number {
    const known = this.#numbers.get(vertex);
    if (known !== undefined) return known;
    const number = this.#text.open(vertex, entityKind.vertex)
      ? this.#corner(this.#text.references[0] ?? 0)
      : -1;
    this.#numbers.set(vertex, number);
    return number;
  }

  /** -1 for a point that cannot be read. */
  #corner(point: number): number {
    const known = this.#numbers.get(point);
    if (known !== undefined) return known;
    const coordinates = this.#text.coordinates(point);
    if (!coordinates.every((value) => Math.abs(value) <= largestCoordinate)) return -1;
    const number = this.#points.length / 3;
    this.#points.push3(...coordinates);
    this.#numbers.set(point, number);
    return number;
  }

  /** Whether the triangles from `first` on lie in one plane and have the area of the face. */
  #isCovered(loops: readonly Loop[], first: number): boolean {
    const normal = [0, 0, 0];
    for (const loop of loops) {
      for (let i = 1; i + 1 < loop.length; i++) this.#addCross(normal, loop[0]!, loop[i]!, loop[i + 1]!);
    }
    const area = Math.hypot(...normal);
    const { values } = this.#triangles;
    let covered = 0;
    for (let i = first; i < this.#triangles.length; i += 3) {
      const own = [0, 0, 0];
      this.#addCross(own, values[i]!, values[i + 1]!, values[i + 2]!);
      covered += Math.hypot(...own);
    }
    if (Math.abs(covered - area) > flatness * area) return false;
    const { values: p } = this.#points;
    const origin = loops[0]![0]! * 3;
    const heightOf = (corner: number): number =>
      normal.reduce((sum, n, axis) => sum + n * (p[corner * 3 + axis]! - p[origin + axis]!), 0) / area;
    return loops.every((loop) => loop.every((corner) => heightOf(corner) ** 2 <= flatness ** 2 * area));
  }

  #addCross(sum: number[], a: number, b: number, c: number): void {
    const { values: p } = this.#points;
    const side = (to: number, axis: number): number => p[to * 3 + axis]! - p[a * 3 + axis]!;
    for (let axis = 0; axis < 3; axis++) {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis]! += side(b, next) * side(c, last) - side(b, last) * side(c, next);
    }
  }
}
