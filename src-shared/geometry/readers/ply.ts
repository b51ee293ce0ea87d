/** PLY: vertices and faces, or triangle strips, in text or binary, among others, which are skipped */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { packColour } from '../mesh/colours.ts';
import { GrowingIndices, GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { FaceCollector } from './face-collector.ts';
import { Palette } from './palette.ts';
import { openPlyBody, type PlyBody } from './ply-body.ts';
import {
  colourColumns,
  colourFactor,
  type PlyElement,
  type PlyProperty,
  readPlyHeader,
} from './ply-header.ts';
import { failDamaged, failNoTriangles, finishMesh, type Paint } from './raw-mesh.ts';

/** Rows between two checks of the clock. */
const block = 16384;

export async function readPly(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const header = readPlyHeader(bytes);
  const body = openPlyBody(bytes, header);
  const vertices = header.elements.find(({ name }) => name === 'vertex')?.count ?? 0;
  const hasFaces = header.elements.some(({ name, count }) => isSurface(name) && count > 0);
  if (!hasFaces) {
    failNoTriangles(
      vertices > 0
        ? ref('geometry.onlyPoints', { format: 'PLY' })
        : ref('geometry.noFaces', { format: 'PLY' }),
    );
  }
  const positions = new GrowingNumbers(16);
  const faces = new FaceCollector(positions, 64);
  const painter = new PlyPainter();
  for (const element of header.elements) {
    // Declared counts are believed only once the file is long enough for them.
    body.expect(element);
    if (element.properties.length === 0) continue;
    const readRow = rowReader(element, body, positions, faces, painter);
    for (let row = 0; row < element.count; row++) {
      readRow();
      if (row % block === block - 1) await progress.step(body.fraction);
    }
  }
  const indices = faces.finish(warnings);
  if (indices.length === 0) failNoTriangles(ref('geometry.noFaces', { format: 'PLY' }));
  const paint = painter.paintOf(indices, faces.paints);
  return finishMesh(positions.values.subarray(0, positions.length), indices, warnings, paint);
}

/** Colours of vertices or of faces; those of faces win if a file has both. */
class PlyPainter {
  readonly #palette = new Palette();
  /** The palette's number for each vertex; empty if vertices have no colours. */
  readonly #vertices = new GrowingIndices(64);

  addVertex(word: number): void {
    this.#vertices.push(this.#palette.numberOf(word));
  }

  /** The paint of all corners of a face. */
  addFace(word: number, count: number): Uint32Array {
    return new Uint32Array(count).fill(this.#palette.numberOf(word));
  }

  paintOf(indices: Uint32Array, faces: Uint32Array | null): Paint | null {
    const painted = this.#vertices;
    if (faces !== null) return { palette: this.#palette, corners: faces };
    if (painted.length === 0) return null;
    return { palette: this.#palette, corners: indices.map((vertex) => painted.values[vertex]!) };
  }
}

const isSurface = (name: string): boolean => name === 'face' || name === 'tristrips';

function rowReader(
  element: PlyElement,
  body: PlyBody,
  positions: GrowingNumbers,
  faces: FaceCollector,
  painter: PlyPainter,
): () => void {
  switch (element.name) {
    case 'vertex':
      return vertexReader(element, body, positions, painter);
    case 'face':
      return listReader(element, body, (items, count, word) =>
        faces.add(asCorners(items, count), count, word === null ? null : painter.addFace(word, count)),
      );
    case 'tristrips':
      return listReader(element, body, (items, count) => addStrips(items, count, faces));
    default:
      return () => {
        body.startRow();
        for (const property of element.properties) body.skip(property);
      };
  }
}

function vertexReader(
  element: PlyElement,
  body: PlyBody,
  positions: GrowingNumbers,
  painter: PlyPainter,
): () => void {
  const { properties } = element;
  const [x, y, z] = ['x', 'y', 'z'].map((name) =>
    properties.findIndex((property) => property.name === name && property.countType === null),
  ) as [number, number, number];
  if (x < 0 || y < 0 || z < 0) failDamaged(ref('geometry.verticesWithoutPosition', { format: 'PLY' }));
  const values = new Float64Array(properties.length);
  const colour = colourColumns(element);
  const isRead = properties.map((_, i) => [x, y, z].includes(i) || colour?.includes(i) === true);
  return () => {
    body.startRow();
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i]!;
      if (isRead[i]) values[i] = body.number(property.type);
      else body.skip(property);
    }
    positions.push3(values[x]!, values[y]!, values[z]!);
    if (colour !== null) painter.addVertex(colourIn(values, properties, colour));
  };
}

function colourIn(
  values: Float64Array,
  properties: readonly PlyProperty[],
  columns: readonly [number, number, number],
): number {
  const [red, green, blue] = columns.map(
    (column) => values[column]! * colourFactor(properties[column]!.type),
  );
  return packColour(red!, green!, blue!);
}

/** @param use `colour` as `packColour` makes it, null if faces have none */
function listReader(
  element: PlyElement,
  body: PlyBody,
  use: (items: Float64Array, count: number, colour: number | null) => void,
): () => void {
  const { properties } = element;
  const lists = properties.filter(({ countType }) => countType !== null);
  const list: PlyProperty | undefined =
    lists.find(({ name }) => /^vertex_?ind(ex|ices|exes)$/.test(name)) ??
    (lists.length === 1 ? lists[0] : undefined);
  if (list === undefined) failDamaged(ref('geometry.faceWithoutVertices', { format: 'PLY' }));
  let items = new Float64Array(64);
  const colour = colourColumns(element);
  const values = new Float64Array(properties.length);
  return () => {
    body.startRow();
    let count = 0;
    for (const [column, property] of properties.entries()) {
      if (property === list) {
        count = body.listLength(property);
        if (count > items.length) items = new Float64Array(count * 2);
        for (let i = 0; i < count; i++) items[i] = body.number(property.type);
      } else if (colour?.includes(column)) values[column] = body.number(property.type);
      else body.skip(property);
    }
    use(items, count, colour && colourIn(values, properties, colour));
  };
}

let corners = new Uint32Array(64);

function asCorners(items: Float64Array, count: number): Uint32Array {
  if (count > corners.length) corners = new Uint32Array(count * 2);
  for (let i = 0; i < count; i++) corners[i] = cornerOf(items[i]!);
  return corners;
}

function cornerOf(item: number): number {
  if (!(item >= 0 && item < 0xffffffff)) failDamaged(ref('geometry.faceWithoutVertices', { format: 'PLY' }));
  return item;
}

/** Every further corner makes a triangle with the two before, alternately flipped; -1 begins a strip. */
function addStrips(items: Float64Array, count: number, faces: FaceCollector): void {
  let start = 0;
  for (let i = 0; i < count; i++) {
    if (items[i]! < 0) {
      start = i + 1;
      continue;
    }
    if (i - start < 2) continue;
    const [a, b, c] = [cornerOf(items[i - 2]!), cornerOf(items[i - 1]!), cornerOf(items[i]!)];
    // A strip turns by repeating a corner; that makes no face.
    if (a === b || b === c || c === a) continue;
    if ((i - start) % 2 === 0) faces.addTriangle(a, b, c);
    else faces.addTriangle(b, a, c);
  }
}
