/**
 * Wavefront OBJ: `v` and `f` lines make the mesh; `fo` is the old spelling of `f`. Colours come from `v`
 * lines that have them after the coordinates, and from the materials of another file (obj-materials.ts), with
 * `vt` and `usemtl`. Normals, groups, lines and points are ignored; free-form curves and surfaces are left
 * out with a remark. Polygons may be concave, indices may be negative or precede their vertices, and a line
 * may continue after `\`.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { packColour } from '../mesh/colours.ts';
import { GrowingIndices, GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { FilesBeside } from './archive-model.ts';
import { ByteScanner, textOf } from './byte-scanner.ts';
import { FaceCollector } from './face-collector.ts';
import { type ObjMaterial, readMaterials } from './obj-materials.ts';
import { Palette } from './palette.ts';
import { failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';

const blockBytes = 1 << 20;
const [space, lineFeed, carriageReturn, hash, slash, backslash] = [32, 10, 13, 35, 47, 92];
const [letterF, letterV, letterO, capitalF, capitalV] = [102, 118, 111, 70, 86];
const bytesOf = (word: string): number[] => Array.from(word, (letter) => letter.charCodeAt(0));
/** Also the superseded patches (B-spline, Bezier and Cardinal) and curves (Cardinal) of version 2.11. */
const freeSurfaces = ['surf', 'bsp', 'bzp', 'cdp'].map(bytesOf);
const freeCurves = ['curv', 'cdc'].map(bytesOf);

export async function readObj(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<Mesh> {
  const palette = new Palette();
  const materials = beside ? await readMaterials(bytes, beside, palette, warnings) : new Map();
  const reader = new ObjReader(bytes, palette, materials);
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
  readonly #palette: Palette;
  readonly #materials: ReadonlyMap<string, ObjMaterial>;
  /** The corners of the current face, and what they are painted with. */
  readonly #corners = new GrowingIndices(64);
  readonly #paints = new GrowingIndices(64);
  #material: ObjMaterial | null = null;
  /** The palette's number for every vertex, as soon as one has a colour. */
  #vertexPaints: GrowingIndices | null = null;
  /** u, v, 0 of every `vt` line; only for materials with textures. */
  readonly #places = new GrowingNumbers(48);
  /** Number of free-form surfaces and curves that were left out. */
  #surfaces = 0;
  #curves = 0;
  #hasCapitals = false;

  constructor(bytes: Uint8Array, palette: Palette, materials: ReadonlyMap<string, ObjMaterial>) {
    this.#palette = palette;
    this.#materials = materials;
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
      else this.#readOther(keyword, isAlone);
      scanner.skipLine();
    }
  }

  #readOther(keyword: number, isAlone: boolean): void {
    const scanner = this.#scanner;
    if (keyword === letterF && this.#isWord([letterF, letterO])) {
      scanner.at++;
      this.#readFace();
      return;
    }
    if (isAlone && (keyword === capitalF || keyword === capitalV)) this.#hasCapitals = true;
    // Most other lines are vn and vt.
    else if (keyword !== letterV) this.#countFreeForm();
    this.#readMaterialLine();
  }

  #countFreeForm(): void {
    if (freeSurfaces.some((word) => this.#isWord(word))) this.#surfaces++;
    else if (freeCurves.some((word) => this.#isWord(word))) this.#curves++;
  }

  #isWord(word: readonly number[]): boolean {
    const { bytes, at } = this.#scanner;
    return word.every((letter, i) => bytes[at + i] === letter) && (bytes[at + word.length] ?? space) <= space;
  }

  finish(warnings: GeometryText[]): Mesh {
    const indices = this.#faces.finish(warnings);
    if (indices.length === 0) failNoTriangles(this.#whyEmpty());
    if (this.#surfaces > 0) warnings.push(ref('geometry.freeFormIgnored', { count: this.#surfaces }));
    else if (this.#curves > 0) warnings.push(ref('geometry.freeCurvesIgnored', { count: this.#curves }));
    const { paints } = this.#faces;
    const paint = paints && { palette: this.#palette, corners: paints };
    return finishMesh(this.#positions.values.subarray(0, this.#positions.length), indices, warnings, paint);
  }

  #whyEmpty(): GeometryText {
    if (this.#hasCapitals) return ref('geometry.capitalKeywords');
    if (this.#surfaces > 0) return ref('geometry.onlyFreeForm');
    return this.#positions.length === 0
      ? ref('geometry.noFaces', { format: 'OBJ' })
      : ref('geometry.onlyPoints', { format: 'OBJ' });
  }

  #readVertex(): void {
    const scanner = this.#scanner;
    scanner.at++;
    const x = this.#coordinate();
    const y = this.#coordinate();
    const z = this.#coordinate();
    this.#positions.push3(x, y, z);
    this.#readColour();
  }

  /** Three or four numbers after the coordinates: perhaps a weight, then colour shares of 1 or of 255. */
  #readColour(): void {
    if (!this.#isAtWord()) {
      this.#vertexPaints?.push(0);
      return;
    }
    const given: number[] = [];
    while (given.length < 4 && this.#isAtWord()) given.push(this.#scanner.number());
    const colour = given.slice(-3);
    // A word that is no number makes the rest of the line garbage.
    const isColour =
      colour.length === 3 &&
      given.every(Number.isFinite) &&
      colour.every((value) => value >= 0 && value <= 255);
    if (isColour && this.#vertexPaints === null) {
      this.#vertexPaints = new GrowingIndices(this.#positions.length / 3);
      for (let i = 1; i < this.#positions.length / 3; i++) this.#vertexPaints.push(0);
    }
    const factor = colour.every((value) => value <= 1) ? 255 : 1;
    const [red, green, blue] = colour.map((value) => value * factor);
    this.#vertexPaints?.push(isColour ? this.#palette.add(packColour(red!, green!, blue!)) : 0);
  }

  #readMaterialLine(): void {
    if (this.#materials.size === 0) return;
    const scanner = this.#scanner;
    if (scanner.standsAt('usemtl')) {
      const start = scanner.at + 6;
      scanner.skipLine();
      const name = textOf(scanner.bytes, start, scanner.at).trim();
      this.#material = this.#materials.get(name) ?? null;
    } else if (scanner.standsAt('vt')) {
      scanner.at += 2;
      this.#places.push3(this.#coordinate(), this.#coordinate(), 0);
    }
  }

  /** The paint of a corner with texture place `place`, from 1, or negative from the last one; 0: none. */
  #paintOf(corner: number, place: number): number {
    const material = this.#material;
    if (material === null) {
      const painted = this.#vertexPaints;
      return painted !== null && corner < painted.length ? painted.values[corner]! : 0;
    }
    if (material.texture < 0) return material.plain;
    const places = this.#places.length / 3;
    const at = place > 0 ? place - 1 : places + place;
    const known = material.paints.get(at);
    if (known !== undefined) return known;
    const isGiven = place !== 0 && at >= 0 && at < places;
    const [u, v] = isGiven ? this.#places.values.subarray(at * 3, at * 3 + 2) : [0, 0];
    const paint = this.#palette.add(material.word, material.texture, u, v);
    if (isGiven) material.paints.set(at, paint);
    return paint;
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
    this.#corners.length = 0;
    this.#paints.length = 0;
    const isPainted = this.#material !== null || this.#vertexPaints !== null;
    while (this.#isAtWord()) {
      const index = scanner.integer();
      if (Number.isNaN(index) || index === 0)
        failDamaged(ref('geometry.invalidCorner', { line: this.#line() }));
      const corner = index > 0 ? index - 1 : vertices + index;
      if (corner < 0 || corner > 0xfffffffe)
        failDamaged(ref('geometry.missingVertexInLine', { line: this.#line() }));
      this.#corners.push(corner);
      let place = 0;
      // Texture and normal numbers follow slashes.
      if (bytes[scanner.at] === slash) {
        if (isPainted) {
          scanner.at++;
          place = scanner.integer() || 0;
        }
        while (scanner.at < scanner.end && bytes[scanner.at]! > space && bytes[scanner.at] !== backslash)
          scanner.at++;
      } else if (
        scanner.at < scanner.end &&
        bytes[scanner.at]! > space &&
        !this.#endsIndex(bytes[scanner.at]!)
      ) {
        failDamaged(ref('geometry.invalidCorner', { line: this.#line() }));
      }
      if (isPainted) this.#paints.push(this.#paintOf(corner, place));
    }
    this.#faces.add(this.#corners.values, this.#corners.length, isPainted ? this.#paints.values : null);
  }

  /** Moves to the next word of this line, also past `\` and the line end after it; false at its end. */
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

  #line(): number {
    const { bytes, at } = this.#scanner;
    let line = 1;
    for (let i = 0; i < at; i++) {
      if (bytes[i] === lineFeed || (bytes[i] === carriageReturn && bytes[i + 1] !== lineFeed)) line++;
    }
    return line;
  }
}
