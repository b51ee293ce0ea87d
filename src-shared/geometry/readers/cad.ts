/**
 * STEP, IGES and BREP: exact surfaces, which OpenCascade turns into triangles. Units of the file are
 * converted to millimetres, and the parts of an assembly are placed. The triangles of a closed solid may
 * leave a few gaps; then they are made finer until they close.
 *
 * [Assumption: cad-tessellation] Triangles deviate from the surface by at most a two-thousandth of the part's
 * mean side, and by at most 0.15 radians from one to the next: finer than printers print. They miss up to a
 * third of a percent of the volume of a round part, which core/curve-sums.ts adds again.
 */

import { ref } from '../../messages/messages.ts';
import { CodedError } from '../../result.ts';
import type { LengthUnit } from '../../units/units.ts';
import { curvedSurplus, type FaceRange, type FittedSurplus } from '../core/curve-sums.ts';
import type { CurvedSurplus, Finding } from '../geometry.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { boundsOf, longestSide, measureMesh } from '../measure/measure.ts';
import { fromLinear, packColour, pickColours } from '../mesh/colours.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import { type Mesh, sizeOf } from '../mesh/mesh.ts';
import { countEdges } from '../repair/count-edges.ts';
import { noiseNote } from '../repair/weld-noise.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Folds, findFolds, foldFinding } from './find-folds.ts';
import { asMillimetres, mayHaveCavities, noteIges } from './iges-notes.ts';
import {
  type OcctAnswer,
  type OcctFormat,
  type OcctLimits,
  OcctStopped,
  runOcct,
  type Tessellation,
} from './occt/occt-module.ts';
import { Palette } from './palette.ts';
import { dropUnusable, failDamaged, failNoTriangles, finishMesh, type Paint } from './raw-mesh.ts';
import { identity, isBalanced, SceneMesh } from './scene-mesh.ts';
import { joinSeams, solidsOf, withCavities } from './sew-faces.ts';
import { facesOfTriangles, stitchBorders } from './stitch-borders.ts';

const usual: Tessellation = { linearDeflection: 0.0005, angularDeflection: 0.15 };

/** How much finer a solid with gaps is tried again. */
const refinements = [2, 4] as const;

/** How faces whose triangles cannot be right are tried again. */
const others: readonly Tessellation[] = [
  { linearDeflection: 0.0002, angularDeflection: 0.15 },
  { linearDeflection: 0.001, angularDeflection: 0.15 },
  { linearDeflection: 0.005, angularDeflection: 0.2 },
];

/**
 * Meshes of one solid that differ in volume by a larger share are not certain, and from the second on wrong.
 */
const [sameVolume, nearVolume] = [0.002, 0.01];

/** More open edges than this share of the triangles belong to a surface that is open itself. */
const fewGaps = 0.01;

/** A finer mesh would have more triangles than any print needs. */
const mostTriangles = 1_000_000;

/** Fitting surfaces to more triangles would take longer than reading them, and they miss less. */
const mostFitted = 400_000;

/** Relative error of what is added for smooth curves, measured on exact solids. */
const trustedShare = 0.15;

/** No smaller doubt is stated. */
const leastDoubt = 1e-5;

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

/**
 * A tessellation of so few triangles that nearly all iterations go to reading, and a limit that is enough for
 * reading.
 */
const coarsest: Tessellation = { linearDeflection: 1, angularDeflection: Math.PI };
const toRead = ({ memory }: OcctLimits, fileBytes: number): OcctLimits => ({
  memory,
  loops: 1e6 + 500 * fileBytes,
});

/** A body before it was welded, mm. */
export type ExactBody = Pick<RawShape, 'positions' | 'indices'>;

/** What a CAD file has become. */
export interface CadModel {
  readonly mesh: Mesh;
  readonly unit: LengthUnit;
  readonly curved?: CurvedSurplus;
  readonly findings?: readonly Finding[];
}

export async function readCad(
  format: 'iges' | 'brep',
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<CadModel> {
  const { bodies: _bodies, ...read } = await readExact(format, bytes, progress, warnings);
  return read;
}

/**
 * As `readCad`, with the bodies of which the mesh consists. @param solids how many solids there are in a file
 * that has surfaces beside them; null if that is not known
 */
export async function readExact(
  format: OcctFormat,
  given: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  solids: number | null = null,
): Promise<CadModel & { bodies: readonly ExactBody[] }> {
  if (format === 'brep') refuseImpossibleCounts(given);
  const bytes = format === 'iges' ? noteIges(given, warnings) : given;
  await progress.step(0.02);
  let source: CadSource = { bytes, millimetres: 1, solids };
  let best = await tessellate(format, source, usual, progress.part(0.02, 0.4));
  /** A better mesh that fails leaves the one before. */
  const tryOther = async (
    other: CadSource,
    fineness: Tessellation,
    from: number,
  ): Promise<Tessellated | null> => {
    try {
      return await tessellate(format, other, fineness, progress.part(from, from + 0.1));
    } catch (thrown) {
      if (thrown instanceof CodedError) return null;
      throw thrown;
    }
  };
  const unconverted = format === 'iges' && best.open > 0 ? asMillimetres(bytes) : null;
  if (unconverted !== null) {
    const tried = await tryOther(unconverted, usual, 0.4);
    if (tried !== null && tried.open < best.open) [best, source] = [tried, unconverted];
  }
  // Cuts across a face mostly differ from one fineness to the next.
  let spread = 0;
  if (best.folds.edges.length > 0) {
    const tries = [best];
    for (const [round, fineness] of others.entries()) {
      const tried = await tryOther(source, fineness, 0.5 + round * 0.1);
      if (tried !== null) tries.push(tried);
    }
    const sound = tries.filter(({ folds }) => folds.edges.length === 0);
    spread = await spreadOf(sound.length > 1 ? sound : tries, progress);
    best = (spread > sameVolume ? undefined : sound[0]) ?? best;
  }
  const { tessellation } = best;
  for (const [round, times] of refinements.entries()) {
    const triangles = best.mesh.indices.length / 3;
    if (best.open === 0 || best.open > triangles * fewGaps || triangles > mostTriangles) break;
    const finer = { ...tessellation, linearDeflection: tessellation.linearDeflection / times };
    const tried = await tryOther(source, finer, 0.7 + round * 0.1);
    if (tried !== null && tried.open < best.open) best = tried;
  }
  const curved = await curvesOf(best, progress.part(0.9, 1));
  const isUncertain = spread > sameVolume || best.folds.edges.length > 0;
  warnings.push(...best.warnings, tessellationNote(best, isUncertain ? null : curved, spread));
  // Turned or split, the part is a mesh, and only its remarks stay with it.
  if (isUncertain) warnings.push(ref('geometry.uncertainFaces', { count: best.folds.faces }));
  await progress.step(1);
  return {
    mesh: best.mesh,
    unit: 'mm',
    bodies: best.shapes,
    ...(curved && { curved: { volume: curved.volume, area: curved.area } }),
    ...(isUncertain && { findings: [foldFinding(best.folds, spread > nearVolume)] }),
  };
}

/** By how much the volumes of meshes of one solid differ, as a share; without a volume, wholly. */
async function spreadOf(tries: readonly Tessellated[], progress: TaskProgress): Promise<number> {
  if (tries.length < 2 || tries.some(({ open }) => open > 0)) return 1;
  const volumes: number[] = [];
  for (const tried of tries) {
    const curved = await curvesOf(tried, progress.part(1, 1));
    volumes.push(Math.abs(measureMesh(tried.mesh).volume + (curved?.volume ?? 0)));
  }
  return 1 - Math.min(...volumes) / Math.max(...volumes);
}

/**
 * What the triangles leave out. Null if there is nothing to add, or if no value would be right: an open
 * surface has no volume.
 */
async function curvesOf(
  { shapes, open, mesh, tessellation }: Tessellated,
  progress: TaskProgress,
): Promise<FittedSurplus | null> {
  const triangles = mesh.indices.length / 3;
  if (open > 0 || triangles > mostFitted) return null;
  const tolerance = strayOf(mesh, tessellation);
  let [volume, area, doubt, done] = [0, 0, 0, 0];
  for (const { positions, indices, faces } of shapes) {
    const part = progress.part(done / triangles, Math.min(1, (done + indices.length / 3) / triangles));
    const flat = { positions, indices };
    const surplus = await curvedSurplus(flat, faces, tolerance, part);
    volume += surplus.volume;
    area += surplus.area;
    doubt += surplus.doubt;
    done += indices.length / 3;
  }
  // No real surface lies as far from its triangles as OpenCascade allows, and everywhere on the same side.
  const isPlausible = Math.abs(volume) <= tolerance * measureMesh(mesh).area;
  return isPlausible && (volume !== 0 || area !== 0) ? { volume, area, doubt } : null;
}

interface Tessellated {
  readonly mesh: Mesh;
  /** Edges of a single triangle. */
  readonly open: number;
  readonly warnings: readonly GeometryText[];
  readonly tessellation: Tessellation;
  readonly folds: Folds;
  /** The shapes as OpenCascade made them; those of an IGES file, as they were sewn. */
  readonly shapes: readonly RawShape[];
}

interface CadSource {
  readonly bytes: Uint8Array;
  /** Millimetres in OpenCascade's "millimetre". */
  readonly millimetres: number;
  readonly solids?: number | null;
}

async function tessellate(
  format: OcctFormat,
  { bytes, millimetres, solids = null }: CadSource,
  tessellation: Tessellation,
  progress: TaskProgress,
): Promise<Tessellated> {
  const name = format.toUpperCase();
  const answer = await translate(format, bytes, tessellation);
  await progress.step(0.8);
  const warnings: GeometryText[] = [];
  const scene = new SceneMesh(name);
  const seams: Seams = { joined: 0, farthest: 0, faces: null };
  const bodies: { readonly shape: RawShape; readonly solids: readonly Mesh[] }[] = [];
  for (const shape of shapesOf(answer, format, millimetres)) {
    const { paint } = shape;
    const vertices = shape.positions.length / 3;
    if (shape.indices.some((corner) => corner >= vertices))
      failDamaged(ref('geometry.invalidFile', { format: name }));
    // The faces of an IGES file stay apart until they are sewn: solids that touch must not share corners.
    const whole =
      format === 'iges'
        ? unwelded(shape, warnings)
        : finishMesh(shape.positions, shape.indices, warnings, paint);
    const seamless = await joinSeams(withoutCollapsed(whole), progress.part(0.8, 0.82));
    seams.joined += seamless.joined;
    seams.farthest = Math.max(seams.farthest, seamless.farthest);
    const sewn =
      format === 'iges'
        ? await sew(seamless.mesh, shape, tessellation, seams, progress.part(0.82, 0.85))
        : [seamless.mesh];
    bodies.push({ shape, solids: sewn });
  }
  // If every solid closed, whatever is open is a surface without thickness, which nobody can print.
  const closed = bodies.filter((body) => body.solids.every(isBalanced));
  const printed = closed.length === solids ? closed : bodies;
  const sheets = bodies.length - printed.length;
  if (sheets > 0) warnings.push(ref('geometry.sheetsLeftOut', { count: sheets }));
  for (const body of printed) for (const solid of body.solids) scene.place(solid, identity);
  const shapes = printed.map(({ shape }) => shape);
  if (scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: name }));
  const placed = await scene.finish(progress.part(0.85, 0.93));
  const isNested = format === 'iges' && mayHaveCavities(bytes);
  const mesh = isNested ? await withCavities(placed, progress.part(0.93, 0.95)) : placed;
  const { open } = isBalanced(mesh) ? { open: 0 } : await countEdges(mesh, progress.part(0.95, 1));
  if (seams.farthest > 0) warnings.push(noiseNote(seams.joined, seams.farthest));
  // A mesh without open edges has the triangles in the order in which they were sewn.
  const sewn = open === 0 && seams.faces ? [asShape(mesh, seams.faces)] : [];
  const folds = findFolds(shapes, strayOf(mesh, tessellation));
  return { mesh, open, warnings, tessellation, folds, shapes: format === 'iges' ? sewn : shapes };
}

interface Seams {
  joined: number;
  /** The longest distance that a corner was moved. */
  farthest: number;
  /** The CAD face of every triangle that was sewn; null if that is not known. */
  faces: Uint32Array | null;
}

/** Share of the part within which two corners are one, since they differ in the last digits only. */
const leastReach = 1e-12;

/** How much further than OpenCascade promises a curve may be from its chord. */
const borderSlack = 2;

/**
 * The solids that the faces of an IGES file enclose. Neighbouring faces have corners of their own along their
 * seam.
 */
async function sew(
  mesh: Mesh,
  shape: RawShape,
  tessellation: Tessellation,
  seams: Seams,
  progress: TaskProgress,
): Promise<Mesh[]> {
  const numbers = new Uint32Array(shape.indices.length / 3);
  for (const [face, { first, end }] of shape.faces.entries()) numbers.fill(face, first, end);
  const rounding = leastReach * longestSide(mesh);
  const faces = facesOfTriangles(mesh, shape, numbers, seams.farthest + rounding);
  seams.faces = faces;
  if (isBalanced(mesh)) return solidsOf(mesh, progress);
  const stray = borderSlack * strayOf(mesh, tessellation);
  const stitched = await stitchBorders(mesh, stray, progress.part(0, 0.4));
  if (stitched === null) return solidsOf(mesh, progress.part(0.4, 1));
  const joined = await joinSeams(stitched.mesh, progress.part(0.4, 0.6));
  seams.joined += joined.joined;
  seams.farthest = Math.max(seams.farthest, joined.farthest);
  const divided = faces && stitched.origins.map((triangle) => faces[triangle]!);
  seams.faces = divided && facesOfTriangles(joined.mesh, stitched.mesh, divided, joined.farthest + rounding);
  return solidsOf(joined.mesh, progress.part(0.6, 1));
}

/** Every run of triangles of one face is a range. */
function asShape({ positions, indices }: Mesh, faceOf: Uint32Array): RawShape {
  const faces: FaceRange[] = [];
  let first = 0;
  for (let i = 1; i <= faceOf.length; i++) {
    if (i < faceOf.length && faceOf[i] === faceOf[first]) continue;
    faces.push({ first, end: i });
    first = i;
  }
  return { positions: Float64Array.from(positions), indices, paint: null, faces };
}

interface RawShape {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly paint: Paint | null;
  readonly faces: readonly FaceRange[];
}

function unwelded({ positions, indices, paint }: RawShape, warnings: GeometryText[]): Mesh {
  const remaining = dropUnusable(positions, indices, warnings);
  const isWhole = remaining.length === indices.length;
  return { positions, indices: remaining, ...(paint && isWhole && paint.palette.coloursOf(paint.corners)) };
}

type OcctMesh = NonNullable<OcctAnswer['meshes']>[number];

/** The colours of the faces, or that of the solid. */
function paintOf({ index, color, brep_faces = [] }: OcctMesh): Paint | null {
  const palette = new Palette();
  const known = new Map<number, number>();
  const numberOf = (colour: readonly number[] | null | undefined): number => {
    if (colour?.length !== 3) return 0;
    const [red, green, blue] = colour.map((value) => fromLinear(value));
    const word = packColour(red!, green!, blue!);
    const number = known.get(word) ?? palette.add(word);
    known.set(word, number);
    return number;
  };
  const corners = new Uint32Array(index.array.length).fill(numberOf(color));
  for (const face of brep_faces) {
    if (face.color) corners.fill(numberOf(face.color), face.first * 3, (face.last + 1) * 3);
  }
  return palette.count > 1 ? { palette, corners } : null;
}

/**
 * One for every solid. The faces of an IGES file may come as many shapes, and only together enclose
 * something.
 */
function shapesOf({ meshes = [] }: OcctAnswer, format: OcctFormat, millimetres: number): RawShape[] {
  const shapes = meshes.map((mesh) => ({
    positions: Float64Array.from(mesh.attributes.position.array, (value) => value * millimetres),
    indices: Uint32Array.from(mesh.index.array),
    paint: paintOf(mesh),
    faces: (mesh.brep_faces ?? []).map(({ first, last }) => ({ first, end: last + 1 })),
  }));
  if (format !== 'iges') return shapes;
  const { positions, indices } = joinMeshes(shapes);
  let first = 0;
  const faces = shapes.flatMap((shape) => {
    const before = first;
    first += shape.indices.length / 3;
    return shape.faces.map((face) => ({ first: before + face.first, end: before + face.end }));
  });
  const paint = joinPaints(shapes);
  return [withoutRepeated({ positions: Float64Array.from(positions), indices, paint, faces })];
}

/**
 * Drops faces that occur again, corner for corner: an entity of an IGES file may belong to several groups.
 */
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

/**
 * OpenCascade trusts the counts of a BREP file and reads beyond its end. A whole number above the file's
 * length cannot be a count of anything in it, unless it is a row of flags.
 */
function refuseImpossibleCounts(bytes: Uint8Array): void {
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

async function translate(
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

/** At the pole of a sphere or the tip of a cone, triangles have two corners in one point. */
function withoutCollapsed({ positions, indices, colours }: Mesh): Mesh {
  const faces: number[] = [];
  const remaining = indices.slice();
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    if (a === b || b === c || c === a) continue;
    remaining[length] = a;
    remaining[length + 1] = b;
    remaining[length + 2] = c;
    length += 3;
    if (colours) faces.push(i / 3);
  }
  const left = length === remaining.length ? remaining : remaining.slice(0, length);
  return { positions, indices: left, ...(colours && { colours: pickColours(colours, faces) }) };
}

/** How far triangles may be from the exact surface, mm. */
function strayOf(mesh: Mesh, { linearDeflection }: Tessellation): number {
  const sides = sizeOf(boundsOf(mesh)!);
  return (linearDeflection * (sides[0] + sides[1] + sides[2])) / 3;
}

function tessellationNote(
  { mesh, tessellation }: Tessellated,
  curved: FittedSurplus | null,
  spread: number,
): GeometryText {
  const values = {
    count: mesh.indices.length / 3,
    deviation: Number(strayOf(mesh, tessellation).toPrecision(2)),
  };
  if (curved === null) return ref('geometry.tessellated', values);
  const doubt = curved.doubt + trustedShare * Math.abs(curved.volume);
  const share = Math.max(leastDoubt, spread, doubt / Math.abs(measureMesh(mesh).volume));
  return ref('geometry.tessellatedExact', { ...values, percent: Number((share * 100).toPrecision(1)) });
}
