/**
 * One body of the triangles that a STEP file lists (ISO 10303-42, triangulated_face and
 * complex_triangulated_face, and the surface sets, which have no exact face). tessellated-items.ts finds
 * where the body is and what it belongs to.
 */
import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import { measureMesh } from '../../measure/measure.ts';
import { GrowingIndices } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { reversed, turnInsideOut } from '../../mesh/turn-inside-out.ts';
import { Palette } from '../palette.ts';
import { failDamaged, finishMesh } from '../raw-mesh.ts';
import { isBalanced } from '../scene-mesh.ts';
import type { NumberLists, Span, StepText } from './step-text.ts';

const flatFace = /^(COMPLEX_)?TRIANGULATED_(FACE|SURFACE_SET)$/;
/** Types of faces with curved triangles (cubic_bezier_triangulated_face), or unknown ones. */
const otherFace = /TRIANGULATED_FACE(_SET)?$/;

/** Null for an item that is no face. @throws CodedError `file-unsupported` for other than flat triangles */
export function faceTypeOf(file: StepText, id: number): string | null {
  const [type = ''] = file.entity(id)?.keys() ?? [];
  if (flatFace.test(type)) return type;
  if (!otherFace.test(type)) return null;
  throw geometryError('file-unsupported', ref('geometry.surfaceUnknown', { kind: type.slice(0, 60) }));
}

/** A face, and what it is painted with: a colour as `packColour` makes it, 0 for none. */
export interface PaintedFace {
  readonly id: number;
  readonly colour: number;
}

interface Face {
  /** x, y, z of the points of the file. */
  readonly points: Float64Array;
  /** Three points for each triangle. */
  readonly triangles: Uint32Array;
  /** Whether the triangles come from strips or fans without normals that say which way they turn. */
  readonly isUnsure: boolean;
}

export class TessellatedBodies {
  readonly #file: StepText;
  readonly #points = new Map<number, Float64Array>();
  readonly #faces = new Map<number, Face>();

  constructor(file: StepText) {
    this.#file = file;
  }

  /** All faces as one welded mesh, in file units. @throws CodedError `file-damaged`, `file-unsupported` */
  read(painted: readonly PaintedFace[], warnings: GeometryText[]): Mesh {
    const faces = painted.map(({ id }) => this.#face(id));
    const colours = painted.map(({ colour }) => colour);
    let mesh = join(faces, colours, false, warnings);
    // Some writers turn strips and fans as graphics cards do, not as the standard does. A closed body shows
    // which.
    if (!isBalanced(mesh) && faces.some(({ isUnsure }) => isUnsure)) {
      const turned = join(faces, colours, true, []);
      if (isBalanced(turned)) mesh = turned;
    }
    return isBalanced(mesh) && measureMesh(mesh).volume < 0 ? turnInsideOut(mesh) : mesh;
  }

  #face(id: number): Face {
    let face = this.#faces.get(id);
    if (face === undefined) {
      face = this.#readFace(id);
      this.#faces.set(id, face);
    }
    return face;
  }

  /** Its attributes: name, coordinates, pnmax, normals, an exact face or none, pnindex, lists of corners. */
  #readFace(id: number): Face {
    const file = this.#file;
    const type = faceTypeOf(file, id);
    const [values = []] = file.entity(id)?.values() ?? [];
    if (type === null) return failMissing();
    const points = this.#pointsOf(file.reference(values[1] ?? null));
    const [numbers, ...lists] = values.slice(type.endsWith('FACE') ? 5 : 4);
    const isComplex = type.startsWith('COMPLEX');
    const corners = isComplex
      ? stripsAndFans(lists.map((list) => this.#lists(list)))
      : this.#triangles(lists[0]);
    const pnindex = this.#lists(numbers).values;
    const last = points.length / 3;
    const triangles = corners.map((corner) => {
      const point = pnindex.length === 0 ? corner : pnindex[corner - 1]!;
      return point >= 1 && point <= last
        ? point - 1
        : failDamaged(ref('geometry.missingVertex', { vertices: last }));
    });
    const agreement = isComplex ? agreementOf(triangles, points, corners, this.#lists(values[3], false)) : 0;
    const isUnsure = isComplex && agreement === 0;
    return { points, triangles: agreement < 0 ? reversed(triangles) : triangles, isUnsure };
  }

  #pointsOf(id: number | null): Float64Array {
    const known = id === null ? undefined : this.#points.get(id);
    if (known !== undefined) return known;
    const values = this.#file.entity(id)?.get('COORDINATES_LIST');
    if (id === null || values === undefined) return failMissing();
    const points = this.#lists(values[2], false);
    if (points.ends.some((end, i) => end !== (i + 1) * 3)) failNumbers();
    this.#points.set(id, points.values);
    return points.values;
  }

  #triangles(span: Span | undefined): Uint32Array {
    const { values, ends } = this.#lists(span);
    if (ends.some((end, i) => end !== (i + 1) * 3)) failNumbers();
    return Uint32Array.from(values);
  }

  /** @param areIndices whether they count points, from 1 */
  #lists(span: Span | undefined, areIndices = true): NumberLists {
    if (span === undefined || this.#file.text({ start: span.start, end: span.start + 1 }) === '$')
      return none;
    const lists = this.#file.numbers(span) ?? failNumbers();
    if (
      areIndices &&
      lists.values.some((value) => !(Number.isInteger(value) && value >= 1 && value < 2 ** 32))
    ) {
      failNumbers();
    }
    return lists;
  }
}

const none: NumberLists = { values: new Float64Array(0), ends: new Uint32Array(0) };

/**
 * The triangles of strips and fans, turned as ISO 10303-42 has it: the first one of the strip 1, 2, 3, 4 is
 * 1, 3, 2, as is that of the fan. Triangles that use a corner twice only continue the strip.
 */
function stripsAndFans([strips = none, fans = none]: readonly NumberLists[]): Uint32Array {
  const corners = new GrowingIndices();
  const add = (a: number, b: number, c: number): void => {
    if (a !== b && b !== c && c !== a) corners.push3(a, b, c);
  };
  eachList(strips, (list) => {
    for (let i = 2; i < list.length; i++) {
      const [second, third] = i % 2 === 0 ? [i, i - 1] : [i - 1, i];
      add(list[i - 2]!, list[second]!, list[third]!);
    }
  });
  eachList(fans, (list) => {
    for (let i = 2; i < list.length; i++) add(list[0]!, list[i]!, list[i - 1]!);
  });
  return corners.finish();
}

function eachList({ values, ends }: NumberLists, visit: (list: Float64Array) => void): void {
  for (const [i, end] of ends.entries()) visit(values.subarray(i === 0 ? 0 : ends[i - 1]!, end));
}

/**
 * Above 0 if the triangles turn as the normals of the face have it, below if they turn the other way; 0 if
 * there are none. @param corners the numbers of the normals, unless there is only one
 */
function agreementOf(
  triangles: Uint32Array,
  points: Float64Array,
  corners: Uint32Array,
  { values: normals }: NumberLists,
): number {
  if (normals.length < 3) return 0;
  const isOne = normals.length < 6;
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i]! * 3, triangles[i + 1]! * 3, triangles[i + 2]! * 3];
    const n = isOne ? 0 : (corners[i]! - 1) * 3;
    for (let axis = 0; axis < 3; axis++) {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
      const across =
        (points[b + next]! - points[a + next]!) * (points[c + last]! - points[a + last]!) -
        (points[b + last]! - points[a + last]!) * (points[c + next]! - points[a + next]!);
      sum += across * (normals[n + axis] ?? 0);
    }
  }
  return Number.isFinite(sum) ? sum : 0;
}

/** @param isTurned whether faces of unknown orientation are turned round */
function join(
  faces: readonly Face[],
  colours: readonly number[],
  isTurned: boolean,
  warnings: GeometryText[],
): Mesh {
  const palette = new Palette();
  const length = faces.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const positions = new Float64Array(length * 3);
  const corners = new Uint32Array(length);
  let at = 0;
  for (const [i, { points, triangles, isUnsure }] of faces.entries()) {
    corners.fill(palette.numberOf(colours[i]!), at, at + triangles.length);
    for (const point of isTurned && isUnsure ? reversed(triangles) : triangles) {
      for (let axis = 0; axis < 3; axis++) positions[at * 3 + axis] = points[point * 3 + axis]!;
      at++;
    }
  }
  const indices = Uint32Array.from({ length }, (_, i) => i);
  return finishMesh(positions, indices, warnings, palette.count > 1 ? { palette, corners } : null);
}

function failMissing(): never {
  return failDamaged(ref('geometry.missingPart', { format: 'STEP' }));
}

function failNumbers(): never {
  return failDamaged(ref('geometry.invalidNumbers', { format: 'STEP' }));
}
