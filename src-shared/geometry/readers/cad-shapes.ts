/** OpenCascade's result for the bytes of a CAD file: the triangles of its faces, shape by shape. */
import { ref } from '../../messages/messages.ts';
import { CodedError } from '../../result.ts';
import type { FaceRange } from '../core/curve-sums.ts';
import { geometryError } from '../geometry-text.ts';
import { fromLinear, packColour } from '../mesh/colours.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import type { Mesh } from '../mesh/mesh.ts';
import {
  type OcctAnswer,
  type OcctFormat,
  type OcctLimits,
  OcctStopped,
  runOcct,
  type Tessellation,
} from './occt/occt-module.ts';
import { Palette } from './palette.ts';
import { failDamaged, type Paint } from './raw-mesh.ts';

export interface RawShape {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly paint: Paint | null;
  readonly faces: readonly FaceRange[];
}

/**
 * Counted in loops, of which a hundred million take a second, so that every machine decides alike about a
 * file: half a minute, half a second more for each kilobyte, and ten minutes at most. Real files take 50 to
 * 30,000 loops for each byte; a spring of 7 kB took 200 million. A damaged BREP file is read beyond its end
 * again and again, at 70 ns a loop. Memory is limited by what the module can address.
 */
const limitsFor = (format: OcctFormat, fileBytes: number): OcctLimits => ({
  memory: Math.min(2 ** 31 - 2 ** 20, 400 * 2 ** 20 + fileBytes * 150),
  loops: format === 'brep' ? 8e6 + 500 * fileBytes : Math.min(6e10, 3e9 + 50_000 * fileBytes),
});

/** A tessellation of so few triangles that nearly all work is reading, and a limit that is enough for it. */
const coarsest: Tessellation = { linearDeflection: 1, angularDeflection: Math.PI };
const toRead = ({ memory }: OcctLimits, fileBytes: number): OcctLimits => ({
  memory,
  loops: 1e6 + 500 * fileBytes,
});

export async function translate(
  format: OcctFormat,
  bytes: Uint8Array,
  tessellation: Tessellation,
): Promise<OcctAnswer> {
  const name = format.toUpperCase();
  const run = (fineness: Tessellation, limits: OcctLimits): Promise<OcctAnswer> =>
    runOcct(format, bytes, fineness, limits);
  const limits = limitsFor(format, bytes.length);
  try {
    const answer = await run(tessellation, limits).catch(async (thrown: unknown) => {
      if (format !== 'brep' || thrown instanceof CodedError) throw thrown;
      // A few lines can describe a sphere of ten thousand triangles, so a file that proved readable gets a
      // higher limit.
      await run(coarsest, toRead(limits, bytes.length));
      return run(tessellation, limitsFor('step', bytes.length));
    });
    if (answer.success) return answer;
  } catch (thrown) {
    if (thrown instanceof CodedError) throw thrown;
    if (thrown instanceof OcctStopped)
      throw geometryError('file-too-large', ref('geometry.cadStopped', { format: name }), { cause: thrown });
    throw geometryError('file-damaged', ref('geometry.cadFailed', { format: name }), { cause: thrown });
  }
  return failDamaged(ref('geometry.invalidFile', { format: name }));
}

/**
 * OpenCascade trusts the counts of a BREP file and reads beyond its end. A whole number above the file's
 * length cannot be a count of anything in it, unless it is a row of flags.
 */
export function refuseImpossibleCounts(bytes: Uint8Array): void {
  let [digits, flags, value, isWhole] = [0, 0, 0, true];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 32;
    if (byte <= 32) {
      if (isWhole && digits > 7 && flags < digits && value > bytes.length) {
        failDamaged(ref('geometry.invalidFile', { format: 'BREP' }));
      }
      [digits, flags, value, isWhole] = [0, 0, 0, true];
    } else if (byte >= 48 && byte <= 57) {
      digits++;
      if (byte <= 49) flags++;
      value = value * 10 + byte - 48;
    } else isWhole = false;
  }
}

type OcctMesh = NonNullable<OcctAnswer['meshes']>[number];

/** The colours of the faces, or that of the solid. */
function paintOf({ index, color, brep_faces = [] }: OcctMesh): Paint | null {
  const palette = new Palette();
  const numberOf = (colour: readonly number[] | null | undefined): number => {
    if (colour?.length !== 3) return 0;
    const [red, green, blue] = colour.map((value) => fromLinear(value));
    return palette.numberOf(packColour(red!, green!, blue!));
  };
  const corners = new Uint32Array(index.array.length).fill(numberOf(color));
  for (const face of brep_faces) {
    if (face.color) corners.fill(numberOf(face.color), face.first * 3, (face.last + 1) * 3);
  }
  return palette.count > 1 ? { palette, corners } : null;
}

/** One for every solid. The faces of an IGES file may be many shapes that enclose something together. */
export function shapesOf({ meshes = [] }: OcctAnswer, format: OcctFormat, millimetres: number): RawShape[] {
  const shapes = meshes.map((mesh) => ({
    positions: Float64Array.from(mesh.attributes.position.array, (value) => value * millimetres),
    indices: Uint32Array.from(mesh.index.array),
    paint: paintOf(mesh),
    faces: (mesh.brep_faces ?? []).map(({ first, last }) => ({ first, end: last + 1 })),
  }));
  return format === 'iges' ? [withoutRepeated(joinShapes(shapes))] : shapes;
}

export function joinShapes(shapes: readonly RawShape[]): RawShape {
  const { positions, indices } = joinMeshes(shapes);
  let first = 0;
  const faces = shapes.flatMap((shape) => {
    const before = first;
    first += shape.indices.length / 3;
    return shape.faces.map((face) => ({ first: before + face.first, end: before + face.end }));
  });
  return { positions: Float64Array.from(positions), indices, paint: joinPaints(shapes), faces };
}

/** Drops faces that occur again, corner for corner: an IGES entity may belong to several groups. */
function withoutRepeated(shape: RawShape): RawShape {
  const { positions, indices, paint, faces } = shape;
  const known = new Map<string, FaceRange[]>();
  const at = (corner: number): number => indices[corner]! * 3;
  const isSame = (one: FaceRange, other: FaceRange): boolean => {
    for (let i = 0; i < (one.end - one.first) * 3; i++) {
      const [a, b] = [at(one.first * 3 + i), at(other.first * 3 + i)];
      if ([0, 1, 2].some((axis) => positions[a + axis] !== positions[b + axis])) return false;
    }
    return true;
  };
  const remaining = faces.filter((face) => {
    const start = at(face.first * 3);
    const key = `${face.end - face.first} ${positions.subarray(start, start + 3).join()}`;
    const alike = known.get(key) ?? [];
    if (face.end > face.first && alike.some((other) => isSame(face, other))) return false;
    known.set(key, [...alike, face]);
    return true;
  });
  if (remaining.length === faces.length) return shape;
  const pick = (list: Uint32Array): Uint32Array =>
    Uint32Array.from(remaining.flatMap(({ first, end }) => Array.from(list.subarray(first * 3, end * 3))));
  let next = 0;
  const ranges = remaining.map(({ first, end }) => {
    const range = { first: next, end: next + end - first };
    next = range.end;
    return range;
  });
  return {
    positions,
    indices: pick(indices),
    paint: paint && { ...paint, corners: pick(paint.corners) },
    faces: ranges,
  };
}

function joinPaints(shapes: readonly RawShape[]): Paint | null {
  if (shapes.every(({ paint }) => paint === null)) return null;
  const palette = new Palette();
  const corners = new Uint32Array(shapes.reduce((sum, { indices }) => sum + indices.length, 0));
  let first = 0;
  for (const { indices, paint } of shapes) {
    if (paint !== null) corners.set(palette.addAll(paint.palette, paint.corners), first);
    first += indices.length;
  }
  return { palette, corners };
}

/** Every run of triangles of one face is a range. */
export function asShape({ positions, indices }: Mesh, faceOf: Uint32Array): RawShape {
  const faces: FaceRange[] = [];
  let first = 0;
  for (let i = 1; i <= faceOf.length; i++) {
    if (i < faceOf.length && faceOf[i] === faceOf[first]) continue;
    faces.push({ first, end: i });
    first = i;
  }
  return { positions: Float64Array.from(positions), indices, paint: null, faces };
}
