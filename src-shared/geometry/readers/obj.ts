/**
 * Wavefront OBJ: `v` and `f` lines make the mesh. Materials, normals, textures, groups, lines, points and curves
 * are ignored. Polygons may be concave, indices may be negative or precede their vertices, and a line may
 * continue after `\`.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ByteScanner } from './byte-scanner.ts';
import { FaceCollector } from './face-collector.ts';
import { failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';

const blockBytes = 1 << 20;
const [space, lineFeed, carriageReturn, hash, slash, backslash] = [32, 10, 13, 35, 47, 92];
const [letterF, letterV] = [102, 118];

export async function readObj(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const reader = new ObjReader(bytes);
  while (!reader.isAtEnd) {
    reader.readBlock();
    await progress.step(reader.fraction);
  }
  return reader.finish(warnings);
}

class ObjReader {
  readonly #scanner: ByteScanner;
  readonly #positions: GrowingNumbers;
  readonly #faces: FaceCollector;
  #corners = new Uint32Array(64);

  constructor(bytes: Uint8Array) {
    this.#scanner = new ByteScanner(bytes);
    // A vertex and its two faces take about 70 bytes.
    this.#positions = new GrowingNumbers(Math.ceil(bytes.length / 90) * 3);
    this.#faces = new FaceCollector(this.#positions, Math.ceil(bytes.length / 45));
  }

  get isAtEnd(): boolean {
    return this.#scanner.at >= this.#scanner.end;
  }

  get fraction(): number {
    return this.#scanner.at / this.#scanner.end;
  }

  readBlock(): void {
    const scanner = this.#scanner;
    const { bytes } = scanner;
    const stop = scanner.at + blockBytes;
    while (scanner.at < stop && scanner.skipBlanks()) {
      const keyword = bytes[scanner.at]!;
      const isAlone = (bytes[scanner.at + 1] ?? space) <= space || bytes[scanner.at + 1] === backslash;
      if (isAlone && keyword === letterV) this.#readVertex();
      else if (isAlone && keyword === letterF) this.#readFace();
      scanner.skipLine();
    }
  }

  finish(warnings: GeometryText[]): Mesh {
    const indices = this.#faces.finish(warnings);
    if (indices.length === 0) {
      failNoTriangles(
        this.#positions.length === 0
          ? ref('geometry.noFaces', { format: 'OBJ' })
          : ref('geometry.onlyPoints', { format: 'OBJ' }),
      );
    }
    return finishMesh(this.#positions.values.subarray(0, this.#positions.length), indices, warnings);
  }

  #readVertex(): void {
    const scanner = this.#scanner;
    scanner.at++;
    const x = this.#coordinate();
    const y = this.#coordinate();
    const z = this.#coordinate();
    this.#positions.push3(x, y, z);
  }

  /** NaN if the line ends too early. */
  #coordinate(): number {
    return this.#isAtWord() ? this.#scanner.number() : Number.NaN;
  }

  #readFace(): void {
    const scanner = this.#scanner;
    const { bytes } = scanner;
    const vertices = this.#positions.length / 3;
    scanner.at++;
    let count = 0;
    while (this.#isAtWord()) {
      const index = scanner.integer();
      if (Number.isNaN(index) || index === 0)
        failDamaged(ref('geometry.invalidCorner', { line: this.#line() }));
      const corner = index > 0 ? index - 1 : vertices + index;
      if (corner < 0 || corner > 0xfffffffe)
        failDamaged(ref('geometry.missingVertexInLine', { line: this.#line() }));
      if (count === this.#corners.length) this.#growCorners();
      this.#corners[count++] = corner;
      // Texture and normal numbers follow slashes.
      if (bytes[scanner.at] === slash) {
        while (scanner.at < scanner.end && bytes[scanner.at]! > space && bytes[scanner.at] !== backslash)
          scanner.at++;
      } else if (
        scanner.at < scanner.end &&
        bytes[scanner.at]! > space &&
        !this.#endsIndex(bytes[scanner.at]!)
      ) {
        failDamaged(ref('geometry.invalidCorner', { line: this.#line() }));
      }
    }
    this.#faces.add(this.#corners, count);
  }

  /** Moves to the next word of this line, also past `\` and the line end after it; false at the end of the line. */
  #isAtWord(): boolean {
    const scanner = this.#scanner;
    const { bytes, end } = scanner;
    for (;;) {
      scanner.skipSpaces();
      if (scanner.at >= end) return false;
      const byte = bytes[scanner.at]!;
      if (byte === backslash) {
        let behind = scanner.at + 1;
        if (bytes[behind] === carriageReturn) behind++;
        if (bytes[behind] === lineFeed) behind++;
        if (behind === scanner.at + 1) return false;
        scanner.at = behind;
        continue;
      }
      return byte !== lineFeed && byte !== carriageReturn && byte !== hash;
    }
  }

  #endsIndex(byte: number): boolean {
    return byte === hash || byte === backslash;
  }

  #growCorners(): void {
    const larger = new Uint32Array(this.#corners.length * 2);
    larger.set(this.#corners);
    this.#corners = larger;
  }

  /** The number of the current line. */
  #line(): number {
    const { bytes, at } = this.#scanner;
    let line = 1;
    for (let i = 0; i < at; i++) {
      if (bytes[i] === lineFeed || (bytes[i] === carriageReturn && bytes[i + 1] !== lineFeed)) line++;
    }
    return line;
  }
}
