/** Reads PLY through the fast core if its elements are plain vertices, then faces with one list each. */

import type { GeometryText } from '../geometry-text.ts';
import type { ByteSource } from '../readers/byte-source.ts';
import {
  colourColumns,
  type PlyElement,
  type PlyHeader,
  type PlyType,
  plyTypeSizes,
  readPlyHeader,
} from '../readers/ply-header.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { Core } from './core.ts';
import { splitPolygonsOf, weldIndexed } from './indexed-mesh.ts';
import { eachPiece, endOfLines, type UsePiece, withinLines } from './pieces.ts';
import { roughlySplit } from './text.ts';

/** Type numbers of assembly/ply.ts. */
const typeNumbers: Readonly<Record<PlyType, number>> = {
  int8: 0,
  uint8: 1,
  int16: 2,
  uint16: 3,
  int32: 4,
  uint32: 5,
  float32: 6,
  float64: 7,
};

const letterC = 99;

const isWhole = (type: PlyType): boolean => typeNumbers[type] <= typeNumbers.uint32;

/** The facts about a file that the core needs to read it. */
interface Layout {
  readonly vertices: PlyElement;
  readonly faces: PlyElement;
  /** Indices of x, y and z among the vertex properties, and their type. */
  readonly axes: readonly [number, number, number];
  readonly axisType: PlyType;
  /** Index of the list among the face properties. */
  readonly list: number;
}

/** @param head beginning of the file, with the whole header */
export async function weldPly(
  core: Core,
  source: ByteSource,
  head: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<boolean> {
  const header = headerOf(head);
  const layout = header && layoutOf(header);
  // A header that ends the file without a line end reaches one byte beyond it.
  if (header === null || layout === null || header.bodyStart >= source.size) return false;
  // The core has no colours.
  if (colourColumns(layout.vertices) !== null || colourColumns(layout.faces) !== null) return false;
  const isExhausted = splitPolygonsOf(core);
  const rows = { vertices: 0, faces: 0 };
  const use =
    header.encoding === 'ascii'
      ? asciiPieces(core, layout, rows)
      : binaryPieces(core, layout, rows, header.encoding === 'big');
  const isRead = await eachPiece(core, source, header.bodyStart, progress.part(0, 0.75), use);
  const isWholeFile = rows.vertices === layout.vertices.count && rows.faces === layout.faces.count;
  if (!isRead || !isWholeFile || !(await weldIndexed(core, progress.part(0.75, 1)))) return false;
  if (isExhausted()) warnings.push(roughlySplit);
  return true;
}

/** Null if it is longer than the head, or wrong: then the reader in TypeScript says what is wrong. */
function headerOf(head: Uint8Array): PlyHeader | null {
  try {
    return readPlyHeader(head);
  } catch {
    return null;
  }
}

function layoutOf({ elements, encoding }: PlyHeader): Layout | null {
  const [vertices, faces] = elements.filter(({ count }) => count > 0);
  if (vertices?.name !== 'vertex' || faces?.name !== 'face') return null;
  if (elements.some((element) => element !== vertices && element !== faces && element.count > 0)) return null;
  if (vertices.properties.some(({ countType }) => countType !== null)) return null;
  const axes = ['x', 'y', 'z'].map((name) =>
    vertices.properties.findIndex((property) => property.name === name),
  ) as [number, number, number];
  const axisTypes = axes.map((place) => vertices.properties[place]?.type);
  const axisType = axisTypes[0];
  if (axisType === undefined || axisTypes.some((type) => type !== axisType)) return null;
  const lists = faces.properties.filter(({ countType }) => countType !== null);
  const list = faces.properties.findIndex(({ countType }) => countType !== null);
  const { type, countType, name } = faces.properties[list] ?? { type: 'float32', countType: null, name: '' };
  if (lists.length !== 1 || countType === null || !/^vertex_?ind(ex|ices|exes)$/.test(name)) return null;
  if (encoding === 'ascii') return list === 0 ? { vertices, faces, axes, axisType, list } : null;
  const isKnown = isWhole(type) && isWhole(countType) && !isWhole(axisType);
  return isKnown ? { vertices, faces, axes, axisType, list } : null;
}

interface Rows {
  vertices: number;
  faces: number;
}

function binaryPieces({ exports }: Core, layout: Layout, rows: Rows, isBig: boolean): UsePiece {
  const { vertices, faces, axes, axisType, list } = layout;
  const bytesOf = (element: PlyElement, from: number, to: number): number =>
    element.properties.slice(from, to).reduce((sum, { type }) => sum + plyTypeSizes[type], 0);
  const stride = bytesOf(vertices, 0, vertices.properties.length);
  const [x, y, z] = axes.map((place) => bytesOf(vertices, 0, place)) as [number, number, number];
  const before = bytesOf(faces, 0, list);
  const behind = bytesOf(faces, list + 1, faces.properties.length);
  const { type, countType } = faces.properties[list]!;
  const big = isBig ? 1 : 0;
  return (start, end) => {
    let at = start;
    const count = Math.min(vertices.count - rows.vertices, Math.floor((end - at) / stride));
    if (count > 0) {
      const isRead = exports.readPlyVertices(at, count, stride, x, y, z, typeNumbers[axisType], big);
      if (isRead === 0) return null;
      rows.vertices += count;
      at += count * stride;
    }
    if (rows.vertices < vertices.count) return at;
    const left = faces.count - rows.faces;
    at = exports.readPlyFaces(at, end, left, before, typeNumbers[countType!], typeNumbers[type], behind, big);
    rows.faces += exports.plyRows();
    // Bytes after the last face are ignored.
    return at === 0 ? null : rows.faces === faces.count ? end : at >>> 0;
  };
}

function asciiPieces(core: Core, { vertices, faces, axes }: Layout, rows: Rows): UsePiece {
  const { exports } = core;
  return (start, end, isLast) => {
    const stop = endOfLines(core, start, end, isLast);
    // The other reader skips comments; numbers have no such letter.
    if (stop === null || core.bytes(start, end - start).includes(letterC)) return null;
    return withinLines(core, stop, () => {
      let at = start;
      if (rows.vertices < vertices.count) {
        const left = vertices.count - rows.vertices;
        at = exports.readPlyVertexLines(at, stop, left, vertices.properties.length, ...axes) >>> 0;
        if (at === 0) return null;
        rows.vertices += exports.plyRows();
        if (rows.vertices < vertices.count) return stop;
      }
      if (rows.faces < faces.count) {
        if (exports.readPlyFaceLines(at, stop, faces.count - rows.faces) === 0) return null;
        rows.faces += exports.plyRows();
      }
      return stop;
    });
  };
}
