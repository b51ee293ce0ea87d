/**
 * ASCII STL: only `outer loop`, `vertex` and `endloop` matter. Words may be on any line, in any case, with
 * any line ends; several solids are read as one mesh; names and comments may contain anything.
 */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { GrowingIndices } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Float64Welder } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ByteScanner, textOf } from './byte-scanner.ts';
import { failDamaged, failNoTriangles, largestCoordinate, reportUnusable } from './raw-mesh.ts';

const blockBytes = 1 << 20;

/** A triangle takes about 150 to 270 bytes of text. */
const bytesPerTriangle = 160;

class Loops {
  readonly welder: Float64Welder;
  readonly indices: GrowingIndices;
  /** x, y, z of the vertices since the last `outer loop`. */
  readonly corners: number[] = [];
  triangles = 0;
  unusable = 0;
  incomplete = 0;
  polygons = 0;

  constructor(bytes: number) {
    const expected = Math.ceil(bytes / bytesPerTriangle);
    this.welder = new Float64Welder(expected / 2 + 64);
    this.indices = new GrowingIndices(expected * 3 + 64);
  }

  addCorner(x: number, y: number, z: number): void {
    this.corners.push(x, y, z);
  }

  /** Ends a loop: a triangle, or a fan if a program wrote more corners. */
  close(): void {
    const { corners } = this;
    const count = corners.length / 3;
    if (count === 0) return;
    if (count < 3) this.incomplete++;
    if (count > 3) this.polygons++;
    for (let i = 2; i < count; i++) {
      this.triangles++;
      if (this.#isUsable(0) && this.#isUsable(i - 1) && this.#isUsable(i)) {
        this.indices.push3(this.#weld(0), this.#weld(i - 1), this.#weld(i));
      } else this.unusable++;
    }
    corners.length = 0;
  }

  #isUsable(corner: number): boolean {
    const { corners } = this;
    return (
      Math.abs(corners[corner * 3]!) <= largestCoordinate &&
      Math.abs(corners[corner * 3 + 1]!) <= largestCoordinate &&
      Math.abs(corners[corner * 3 + 2]!) <= largestCoordinate
    );
  }

  #weld(corner: number): number {
    const { corners } = this;
    return this.welder.add(corners[corner * 3]!, corners[corner * 3 + 1]!, corners[corner * 3 + 2]!);
  }
}

export async function readAsciiStl(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const scanner = new ByteScanner(bytes);
  const loops = new Loops(bytes.length);
  while (scanner.at < scanner.end) {
    readBlock(scanner, loops, scanner.at + blockBytes);
    await progress.step(scanner.at / scanner.end);
  }
  if (loops.corners.length > 0) {
    warnings.push(ref('geometry.cutOffTriangle'));
    loops.close();
  } else if (!endsSolid(bytes.subarray(-stlTailBytes))) {
    warnings.push(ref('geometry.cutOffStl'));
  }
  if (loops.incomplete > 0) {
    warnings.push(ref('geometry.facesDropped', { count: loops.incomplete }));
  }
  if (loops.polygons > 0) {
    warnings.push(ref('geometry.polygonsSplit', { count: loops.polygons }));
  }
  if (loops.triangles === 0) {
    if (loops.incomplete > 0) failDamaged(ref('geometry.noFaces', { format: 'STL' }));
    failNoTriangles(ref('geometry.noTriangles', { format: 'STL' }));
  }
  reportUnusable(loops.unusable, loops.triangles, warnings);
  return { positions: loops.welder.finish(), indices: loops.indices.finish() };
}

/** As much of the end of a file as `endsSolid` needs. */
export const stlTailBytes = 4096;

/** Whether `endsolid` follows the last facet. @param tail the last `stlTailBytes` of the file, or all */
export function endsSolid(tail: Uint8Array): boolean {
  const text = textOf(tail, 0, tail.length).toLowerCase();
  const end = text.search(/end ?solid(?![\s\S]*end ?solid)/);
  // A name may follow on its line, with any words.
  return end >= 0 && !/facet|vertex/.test(text.slice(end).replace(/^[^\r\n]*/, ''));
}

/** Reads words until `stop` is passed (no word is split). */
function readBlock(scanner: ByteScanner, loops: Loops, stop: number): void {
  const { bytes } = scanner;
  while (scanner.at < stop && scanner.skipBlanks()) {
    switch (bytes[scanner.at]! | 32) {
      case 118: // vertex
        if (scanner.standsAt('vertex')) readVertex(scanner, loops);
        else scanner.skipLine();
        break;
      case 101: // endloop, endfacet, endsolid
        if (scanner.standsAt('endloop') || scanner.standsAt('endfacet')) {
          loops.close();
          scanner.skipWord();
        } else skipName(scanner);
        break;
      case 115: // solid
        skipName(scanner);
        break;
      case 111: // outer loop
      case 108: // loop
      case 102: // facet normal: the numbers behind it are skipped word by word
      case 110: // normal
        scanner.skipWord();
        break;
      case 105: // inf in a normal
        if (scanner.standsAt('inf')) scanner.skipWord();
        else scanner.skipLine();
        break;
      default:
        if (isNumberStart(bytes[scanner.at]!)) scanner.skipWord();
        else scanner.skipLine();
    }
  }
}

/** Skips the name of a solid: the rest of its line, unless the first facet follows there. */
function skipName(scanner: ByteScanner): void {
  const start = scanner.at;
  scanner.skipLine();
  const line = textOf(scanner.bytes, start, Math.min(scanner.at, start + longestName));
  const facet = line.search(/\bfacet\s+normal\s/i);
  if (facet >= 0) scanner.at = start + facet;
}

/** Bytes of a name, after which no facet follows on its line. */
const longestName = 1024;

function readVertex(scanner: ByteScanner, loops: Loops): void {
  scanner.at += 6;
  scanner.skipBlanks();
  const x = scanner.number();
  scanner.skipBlanks();
  const y = scanner.number();
  scanner.skipBlanks();
  const z = scanner.number();
  loops.addCorner(x, y, z);
}

const isNumberStart = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46;
