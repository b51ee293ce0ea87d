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
import { Places } from '../checks/places.ts';
import { findCrossings } from '../checks/self-intersections.ts';
import { surveyShells } from '../checks/shell-survey.ts';
import { curvedSurplus, type FittedSurplus } from '../core/curve-sums.ts';
import type { CurvedSurplus, Finding } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import { measureMesh } from '../measure/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { brepWithMoreKnots } from './brep-knots.ts';
import { type RawShape, refuseImpossibleCounts } from './cad-shapes.ts';
import { type CadSource, strayOf, type Tessellated, tessellate } from './cad-solids.ts';
import { foldFinding, notRead, otherSideFinding, volumeFinding } from './find-folds.ts';
import { asMillimetres, noteIges } from './iges-notes.ts';
import type { OcctFormat, Tessellation } from './occt/occt-module.ts';
import { isBalanced } from './scene-mesh.ts';
import type { FacePlace, FaceSides } from './step/face-sides.ts';
import { withMoreKnots } from './step/more-knots.ts';

const usual: Tessellation = { linearDeflection: 0.0005, angularDeflection: 0.15 };

/** How much finer a solid with gaps is tried again. */
const refinements = [2, 4] as const;

/** How faces whose triangles cannot be right are tried again. */
const others: readonly Tessellation[] = [
  { linearDeflection: 0.0002, angularDeflection: 0.15 },
  { linearDeflection: 0.001, angularDeflection: 0.15 },
  { linearDeflection: 0.005, angularDeflection: 0.2 },
];

/** Meshes of one solid that differ in volume by more are not certain, and from the second on wrong. */
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

/** A body before it was welded, mm. */
export type ExactBody = Pick<RawShape, 'positions' | 'indices'>;

/** The part that a CAD file has become. */
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

/** The statements of a file that tell whether it was read right. */
interface Stated {
  /** How many solids there are in a file that has surfaces beside them; null if that is not known. */
  readonly solids?: number | null;
  /** The volume that it states in place of this one, mm³; null if they agree, or if it states none. */
  otherVolume?(volume: number): number | null;
  /** Which side its faces show; null if that is not known. */
  readonly sides?: FaceSides | null;
}

/** As `readCad`, with the bodies of which the mesh consists. */
export async function readExact(
  format: OcctFormat,
  given: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  { solids = null, otherVolume = () => null, sides = null }: Stated = {},
): Promise<CadModel & { bodies: readonly ExactBody[] }> {
  if (format === 'brep') refuseImpossibleCounts(given);
  const bytes = format === 'iges' ? noteIges(given, warnings) : given;
  await progress.step(0.02);
  let best = await tessellate(format, { bytes, millimetres: 1, solids }, usual, progress.part(0.02, 0.4));
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
    if (tried !== null && tried.open < best.open) best = tried;
  }
  const wrongIn = (tried: Tessellated): readonly FacePlace[] => sides?.wrongIn(tried.shapes) ?? [];
  const isTurned = (tried: Tessellated): boolean =>
    wrongIn(tried).length > 0 ||
    (tried.open === 0 && !(isBalanced(tried.mesh) && measureMesh(tried.mesh).volume > 0));
  if (sides && isTurned(best)) {
    for (const turned of sides.turned(best.shapes)) {
      const tried = await tryOther({ ...best.source, bytes: turned }, usual, 0.4);
      if (tried === null || tried.open > best.open || isTurned(tried)) continue;
      best = tried;
      break;
    }
  }
  // Cuts across a face mostly differ from one fineness to the next.
  let spread = 0;
  if (best.folds.edges.length > 0) {
    const tries = [best];
    const sound = () => tries.filter(({ folds }) => folds.edges.length === 0);
    const tryAll = async (source: CadSource, finenesses: readonly Tessellation[]): Promise<void> => {
      for (const fineness of finenesses) {
        const tried = await tryOther(source, fineness, 0.4 + tries.length * 0.05);
        if (tried !== null) tries.push(tried);
      }
    };
    const { source } = best;
    const divided = { step: withMoreKnots, brep: brepWithMoreKnots, iges: () => null }[format](source.bytes);
    if (divided !== null) await tryAll({ ...source, bytes: divided }, [usual, others[1]!]);
    if (sound().length < 2) await tryAll(source, others);
    spread = await spreadOf(sound().length > 1 ? sound() : tries, progress);
    best = (spread > sameVolume ? undefined : sound()[0]) ?? best;
  }
  const { tessellation } = best;
  for (const [round, times] of refinements.entries()) {
    const triangles = best.mesh.indices.length / 3;
    if (best.open === 0 || best.open > triangles * fewGaps || triangles > mostTriangles) break;
    const finer = { ...tessellation, linearDeflection: tessellation.linearDeflection / times };
    const tried = await tryOther(best.source, finer, 0.7 + round * 0.1);
    if (tried !== null && tried.open < best.open) best = tried;
  }
  const curved = await curvesOf(best, progress.part(0.9, 0.98));
  const isFolded = spread > sameVolume || best.folds.edges.length > 0;
  const crossing = best.open > 0 || isFolded ? null : await crossingFinding(best, progress.part(0.98, 1));
  const stated = best.open > 0 ? null : otherVolume(measureMesh(best.mesh).volume + (curved?.volume ?? 0));
  const wrong = wrongIn(best);
  const uncertain: Finding[] = [
    ...(wrong.length > 0 ? [otherSideFinding(wrong)] : []),
    ...(isFolded ? [foldFinding(best.folds, spread > nearVolume)] : []),
    ...(crossing ? [crossing] : []),
    ...(stated === null ? [] : [volumeFinding(stated)]),
  ];
  // Without an open edge, such a face was perhaps a whole surface, as a ring is in the IGES files of FreeCAD.
  const empty = format === 'iges' && best.open === 0 ? best.empty : 0;
  const findings = [...uncertain, ...(empty > 0 ? [notRead('geometry.emptyFaces', empty)] : [])];
  warnings.push(...best.warnings, tessellationNote(best, uncertain.length > 0 ? null : curved, spread));
  // Turned or split, the part is a mesh, and only its remarks stay with it.
  warnings.push(...uncertain.map(({ text }) => text));
  await progress.step(1);
  return {
    mesh: best.mesh,
    unit: 'mm',
    bodies: best.shapes,
    ...(curved && { curved: { volume: curved.volume, area: curved.area } }),
    ...(findings.length > 0 && { findings }),
  };
}

/**
 * Where the surface of a solid crosses itself by more than its triangles may stray: it bends more tightly
 * than it is thick, or OpenCascade read another part of a face than is meant. Its volume is not certain.
 */
async function crossingFinding(
  { mesh, tessellation }: Tessellated,
  progress: TaskProgress,
): Promise<Finding | null> {
  const { facts } = await surveyShells(mesh, progress.part(0, 0.2));
  const tree = await TriangleTree.build(mesh, progress.part(0.2, 0.4));
  const stray = strayOf(mesh, tessellation);
  const search = (unseen: number) =>
    findCrossings(mesh, tree, facts.shellOfFace, progress.part(0.4, 1), undefined, unseen);
  const { flags: deep } = await search(stray);
  if (!deep.some((flag) => (flag & 1) !== 0)) return null;
  // Faces that lie near each other count as one plane at first.
  const { flags: any } = await search(0);
  const places = new Places(mesh);
  for (const [face, flag] of deep.entries()) if ((flag & any[face]! & 1) !== 0) places.addFace(face);
  if (places.count === 0) return null;
  return places.toFinding('uncertain-surface', 'warn', {
    text: ref('geometry.crossingSurface', { count: places.count }),
    details: [ref('geometry.crossingSurface.more')],
  });
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

/** The volume and area that the triangles leave out. Null if none, and for an open surface (no volume). */
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
