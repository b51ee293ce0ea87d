/**
 * OFF (Geomview): counts, then a line for every vertex, then a line for every face. The word `OFF` may be
 * missing or have letters (COFF has colours, NOFF normals, STOFF textures, 4OFF a fourth coordinate);
 * comments begin with `#`. In a line, whatever follows the coordinates or corners is a colour.
 */

import { ref } from '../../messages/messages.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ByteScanner, textOf } from './byte-scanner.ts';
import { FaceCollector } from './face-collector.ts';
import { failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';

const hash = 35;
const linesBetweenSteps = 20_000;

export async function readOff(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const reader = new OffReader(bytes);
  const isHomogeneous = reader.readKeyword();
  const vertices = reader.readCount('vertices');
  const faces = reader.readCount('faces');
  reader.skipRestOfCounts();
  if (faces === 0) failNoTriangles(ref('geometry.noFaces', { format: 'OFF' }));

  const positions = new GrowingNumbers(vertices * 3);
  for (let i = 0; i < vertices; i++) {
    reader.readVertex(positions, isHomogeneous);
    if (i % linesBetweenSteps === 0) await progress.step(reader.fraction);
  }
  const collector = new FaceCollector(positions, faces);
  for (let i = 0; i < faces; i++) {
    reader.readFace(collector);
    if (i % linesBetweenSteps === 0) await progress.step(reader.fraction);
  }
  await progress.step(1);
  const indices = collector.finish(warnings);
  if (indices.length === 0) failNoTriangles(ref('geometry.onlyPoints', { format: 'OFF' }));
  return finishMesh(positions.values.subarray(0, positions.length), indices, warnings);
}

class OffReader {
  readonly #scanner: ByteScanner;
  #corners = new Uint32Array(64);

  constructor(bytes: Uint8Array) {
    this.#scanner = new ByteScanner(bytes);
  }

  get fraction(): number {
    return this.#scanner.at / this.#scanner.end;
  }

  /** Skips the keyword, if there is one. Returns whether vertices have a fourth coordinate to divide by. */
  readKeyword(): boolean {
    const scanner = this.#scanner;
    this.#skipToWord();
    const start = scanner.at;
    scanner.skipWord();
    // The first count may follow without a blank.
    const [word = ''] =
      /^[^\d]*(4OFF)?/i.exec(textOf(scanner.bytes, start, Math.min(scanner.at, start + 12))) ?? [];
    if (/off$/i.test(word)) scanner.at = start + word.length;
    if (!/off$/i.test(word)) {
      scanner.at = start;
      return false;
    }
    if (!/^((ST)?C?N?4?OFF|off)$/.test(word)) {
      throw geometryError('file-unsupported', ref('geometry.offDimensions'));
    }
    this.#skipToWord();
    if (scanner.standsAt('binary')) {
      throw geometryError('file-unsupported', ref('geometry.offBinary'));
    }
    return word.includes('4');
  }

  /** A count from the header. It must be possible in a file of this size: a line has at least two bytes. */
  readCount(what: 'vertices' | 'faces'): number {
    const scanner = this.#scanner;
    this.#skipToWord();
    const count = scanner.integer();
    if (!(count >= 0)) failDamaged(ref('geometry.noCounts', { format: 'OFF' }));
    if (count * 2 > scanner.end) {
      failDamaged(ref('geometry.tooShort', { format: 'OFF', count, what: ref(`geometry.${what}`) }));
    }
    return count;
  }

  /** Skips the number of edges, which is not needed and which some files leave out. */
  skipRestOfCounts(): void {
    this.#scanner.skipLine();
  }

  readVertex(positions: GrowingNumbers, isHomogeneous: boolean): void {
    const scanner = this.#scanner;
    const x = this.#number();
    const y = this.#number();
    const z = this.#number();
    const w = isHomogeneous ? this.#number() : 1;
    positions.push3(x / w, y / w, z / w);
    scanner.skipLine();
  }

  readFace(collector: FaceCollector): void {
    const scanner = this.#scanner;
    this.#skipToWord();
    const count = scanner.integer();
    if (!(count >= 0) || count * 2 > scanner.end) failFace();
    if (count > this.#corners.length) this.#corners = new Uint32Array(count * 2);
    for (let i = 0; i < count; i++) {
      this.#skipToWord();
      const corner = scanner.integer();
      if (!(corner >= 0 && corner < 0xffffffff)) failFace();
      this.#corners[i] = corner;
    }
    collector.add(this.#corners, count);
    scanner.skipLine();
  }

  /** Coordinates may continue on the next line, but must be present. */
  #number(): number {
    this.#skipToWord();
    return this.#scanner.number();
  }

  #skipToWord(): void {
    const scanner = this.#scanner;
    while (scanner.skipBlanks()) {
      if (scanner.bytes[scanner.at] !== hash) return;
      scanner.skipLine();
    }
    failDamaged(ref('geometry.truncated', { format: 'OFF' }));
  }
}

function failFace(): never {
  return failDamaged(ref('geometry.faceWithoutVertices', { format: 'OFF' }));
}
