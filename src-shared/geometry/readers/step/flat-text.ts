/**
 * The entities of a STEP file that bound flat faces with straight edges (ISO 10303-42), by their numbers, as
 * long as the file has no other shapes. Made for meshes that were saved as STEP, of which nearly all
 * statements are such entities: one pass over the bytes, and nothing is allocated for an entity.
 * flat-solids.ts makes solids of them; whatever else the file says is left to StepText.
 */
import { joinBytes } from '../../runtime/join-bytes.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { ByteScanner, textOf } from '../byte-scanner.ts';

const [quote, open, close, comma, hash, slash, star, dot] = [39, 40, 41, 44, 35, 47, 42, 46];
const [semicolon, letterT, letterF] = [59, 84, 70];
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
/** Capitals, digits and underscores. */
const isName = (byte: number): boolean => (byte >= 65 && byte <= 90) || isDigit(byte) || byte === 95;

/** Kinds of entities. Those from `shape` on are found by their number. */
export const entityKind = {
  none: 0,
  other: 1,
  /** Curves in the parameters of planes, and axes: the corners of a face say all about it. */
  ignored: 2,
  shape: 3,
  point: 3,
  vertex: 4,
  edge: 5,
  orientedEdge: 6,
  edgeLoop: 7,
  polyLoop: 8,
  bound: 9,
  face: 10,
  shell: 11,
  line: 12,
  surfaceCurve: 13,
  plane: 14,
} as const;

const kinds: Readonly<Record<string, number>> = {
  CARTESIAN_POINT: entityKind.point,
  VERTEX_POINT: entityKind.vertex,
  EDGE_CURVE: entityKind.edge,
  ORIENTED_EDGE: entityKind.orientedEdge,
  EDGE_LOOP: entityKind.edgeLoop,
  POLY_LOOP: entityKind.polyLoop,
  FACE_BOUND: entityKind.bound,
  FACE_OUTER_BOUND: entityKind.bound,
  ADVANCED_FACE: entityKind.face,
  FACE_SURFACE: entityKind.face,
  CLOSED_SHELL: entityKind.shell,
  LINE: entityKind.line,
  SURFACE_CURVE: entityKind.surfaceCurve,
  PLANE: entityKind.plane,
  AXIS2_PLACEMENT_3D: entityKind.ignored,
  DIRECTION: entityKind.ignored,
  VECTOR: entityKind.ignored,
  PCURVE: entityKind.ignored,
  DEFINITIONAL_REPRESENTATION: entityKind.ignored,
};

/** Everything around the solids: products, units, colours, and properties. */
const around =
  /^(MANIFOLD_SOLID_BREP|FACETED_BREP|(ADVANCED_|FACETED_)?(BREP_)?SHAPE_REPRESENTATION|SHAPE_REPRESENTATION_RELATIONSHIP|SHAPE_DEFINITION_REPRESENTATION|APPLICATION_(CONTEXT|PROTOCOL_DEFINITION)|PRODUCT|PRODUCT_(CONTEXT|CATEGORY|DEFINITION|DEFINITION_(CONTEXT|FORMATION|SHAPE|FORMATION_WITH_SPECIFIED_SOURCE)|RELATED_PRODUCT_CATEGORY)|(MECHANICAL|DESIGN)_CONTEXT|(CC_DESIGN|PERSON|ORGANIZATION|APPROVAL|SECURITY|DATE|CALENDAR|LOCAL_TIME|COORDINATED)\w*|UNCERTAINTY_MEASURE_WITH_UNIT|(LENGTH|PLANE_ANGLE|SOLID_ANGLE)_MEASURE_WITH_UNIT|DIMENSIONAL_EXPONENTS|STYLED_ITEM|OVER_RIDING_STYLED_ITEM|PRESENTATION_STYLE_ASSIGNMENT|SURFACE_STYLE_(USAGE|FILL_AREA)|SURFACE_SIDE_STYLE|FILL_AREA_STYLE(_COLOUR)?|CURVE_STYLE|COLOUR_RGB|DRAUGHTING_PRE_DEFINED_(COLOUR|CURVE_FONT)|MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION)$/;

/** Types of which an entity may consist. */
const complexAround = /(UNIT|REPRESENTATION_CONTEXT)\s*\(/;

/** Numbers of entities that are larger than the file by more than this belong to no file of a program. */
const mostUnused = 100_000;
const longestName = 64;

/** Bytes between two checks of the clock. */
const block = 1 << 20;

export class FlatText {
  readonly bytes: Uint8Array;
  /** The statements of everything that is no part of a face, as the data of a STEP file. */
  readonly rest: Uint8Array;
  readonly #places: Uint32Array;
  readonly #kinds: Uint8Array;
  /** References of the last entity that was read. */
  readonly references: number[] = [];
  /** Its last logical value. */
  flag = true;

  private constructor(bytes: Uint8Array, rest: Uint8Array, places: Uint32Array, found: Uint8Array) {
    this.bytes = bytes;
    this.rest = rest;
    this.#places = places;
    this.#kinds = found;
  }

  /** Null if there is anything in the file that is not understood here; found soon in nearly all files. */
  static async read(bytes: Uint8Array, progress: TaskProgress): Promise<FlatText | null> {
    const scan = new Scan(bytes);
    for (let done = 0; scan.at < bytes.length; done++) {
      if (!scan.read(Math.min(bytes.length, (done + 1) * block))) return null;
      await progress.step(scan.at / bytes.length);
    }
    return new FlatText(bytes, joinBytes(scan.rest), scan.places, scan.kinds);
  }

  kind(id: number): number {
    return this.#kinds[id] ?? entityKind.none;
  }

  /** Reads references and the last logical value of an entity; false if it is of another kind. */
  open(id: number, kind: number): boolean {
    if (this.kind(id) !== kind) return false;
    const { bytes, references } = this;
    references.length = 0;
    this.flag = true;
    for (let at = this.#places[id]!; bytes[at] !== semicolon; at++) {
      const byte = bytes[at]!;
      if (byte === quote) at = bytes.indexOf(quote, at + 1);
      else if (byte === hash) {
        let number = 0;
        while (isDigit(bytes[at + 1]!)) number = number * 10 + bytes[++at]! - 48;
        references.push(number);
      } else if (byte === dot && bytes[at + 2] === dot) {
        if (bytes[at + 1] === letterT) this.flag = true;
        else if (bytes[at + 1] === letterF) this.flag = false;
      }
    }
    return true;
  }

  /** The coordinates of a point; NaN where there is none. */
  coordinates(id: number): [number, number, number] {
    const none: [number, number, number] = [Number.NaN, 0, 0];
    if (this.kind(id) !== entityKind.point) return none;
    const { bytes } = this;
    let at = this.#places[id]! + 1;
    for (; bytes[at] !== open; at++) {
      if (bytes[at] === quote) at = bytes.indexOf(quote, at + 1);
      else if (bytes[at] === semicolon) return none;
    }
    const point = none;
    for (let axis = 0; axis < 3; axis++) {
      at++;
      while (bytes[at]! <= 32) at++;
      const start = at;
      while (bytes[at] !== comma && bytes[at] !== close && bytes[at]! > 32) at++;
      point[axis] = new ByteScanner(bytes, start, at).number();
      while (bytes[at]! <= 32) at++;
      if (bytes[at] !== (axis === 2 ? close : comma)) return [Number.NaN, 0, 0];
    }
    return point;
  }
}

/** One pass over a file. */
class Scan {
  at = 0;
  /** Where the values of each shape begin, by its number. */
  places = new Uint32Array(1 << 12);
  kinds = new Uint8Array(1 << 12);
  readonly rest: Uint8Array[] = [];
  readonly #bytes: Uint8Array;
  readonly #known = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads statements up to the first that begins at `end` or later. */
  read(end: number): boolean {
    const bytes = this.#bytes;
    let at = this.at;
    while (at < end) {
      while (bytes[at]! <= 32) at++;
      if (at >= bytes.length) break;
      const start = at;
      const isEntity = bytes[at] === hash;
      let [id, kind, isComplex] = [0, 0, false];
      if (isEntity) {
        while (isDigit(bytes[++at]!)) id = id * 10 + bytes[at]! - 48;
        while (bytes[at]! <= 32 || bytes[at] === 61) at++;
        const keyword = at;
        let name = 0;
        for (; isName(bytes[at]!) && at - keyword < longestName; at++)
          name = (Math.imul(name, 31) + bytes[at]!) | 0;
        isComplex = at === keyword;
        kind = this.#kindAt(name, keyword, at);
        if (kind === entityKind.none || id > bytes.length + mostUnused) return false;
      }
      const values = at;
      for (let byte = bytes[at]; byte !== semicolon; byte = bytes[++at]) {
        if (byte === undefined) return !isEntity && this.#end();
        if (byte === quote) {
          at = bytes.indexOf(quote, at + 1);
          if (at < 0) return false;
        } else if (byte === slash && bytes[at + 1] === star) return false;
      }
      at++;
      if (kind >= entityKind.shape) this.#note(id, kind, values);
      else if (kind === entityKind.other) {
        if (isComplex && !complexAround.test(textOf(bytes, values, at))) return false;
        this.rest.push(bytes.subarray(start, at));
      }
    }
    this.at = at;
    return true;
  }

  #end(): boolean {
    this.at = this.#bytes.length;
    return true;
  }

  #kindAt(name: number, start: number, end: number): number {
    const key = name * longestName * 2 + (end - start);
    let kind = this.#known.get(key);
    if (kind === undefined) {
      const text = textOf(this.#bytes, start, end);
      // An entity of several types begins with a bracket.
      const isOther = text === '' ? this.#bytes[end] === open : around.test(text);
      kind = kinds[text] ?? (isOther ? entityKind.other : entityKind.none);
      this.#known.set(key, kind);
    }
    return kind;
  }

  #note(id: number, kind: number, values: number): void {
    if (id >= this.places.length) this.#grow(id);
    this.places[id] = values;
    this.kinds[id] = kind;
  }

  #grow(id: number): void {
    const length = Math.max(this.places.length * 2, id + 1);
    const [places, found] = [new Uint32Array(length), new Uint8Array(length)];
    places.set(this.places);
    found.set(this.kinds);
    [this.places, this.kinds] = [places, found];
  }
}
