/**
 * STEP: exact bodies, which OpenCascade reads, and bodies of triangles (AP242), which it does not know. A
 * body that the file has in both ways is read once, as the exact one.
 */
import { ref } from '../../../messages/messages.ts';
import type { GeometryText } from '../../geometry-text.ts';
import { boundsOf, measureMesh } from '../../measure/measure.ts';
import { joinMeshes } from '../../mesh/join-meshes.ts';
import { type Mesh, sizeOf } from '../../mesh/mesh.ts';
import { TaskProgress } from '../../runtime/task-progress.ts';
import { textOf } from '../byte-scanner.ts';
import { type CadModel, type ExactBody, readExact } from '../cad.ts';
import { notRead } from '../find-folds.ts';
import { failNoTriangles } from '../raw-mesh.ts';
import { SceneMesh } from '../scene-mesh.ts';
import { FaceSides } from './face-sides.ts';
import { readFlatSolids } from './flat-solids.ts';
import { otherVolume } from './stated-volumes.ts';
import { isTelling, noteStep } from './step-notes.ts';
import { StepText, statementsIn } from './step-text.ts';
import { type PlacedBody, readTessellated } from './tessellated-items.ts';

const exactBody = /^(MANIFOLD_SOLID_BREP|FACETED_BREP|BREP_WITH_VOIDS|\w+_BASED_SURFACE_MODEL)$/;
/** Includes surfaces that belong to no body. */
const anyExact = /^(\w+_BREP|BREP_WITH_VOIDS|\w+_SURFACE_MODEL|ADVANCED_FACE|FACE_SURFACE|GEOMETRIC_SET)$/;

/** Triangles and exact surface are one body if boxes and volumes differ by less than this share. */
const [sameBox, sameVolume] = [0.01, 0.03];

export async function readStep(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<CadModel> {
  const flat = await readFlatSolids(bytes, progress, warnings);
  if (flat !== null) return { mesh: flat, unit: 'mm' };
  const file = isTelling(bytes) ? new StepText(bytes) : null;
  if (file !== null) noteStep(file, warnings);
  const bodies = file === null ? [] : await readTessellated(file, progress.part(0, 0.1), warnings);
  if (file === null || bodies.length === 0) {
    const hasOnlyTriangles = file !== null && has(file, /TRIANGULATED_/) && !has(file, anyExact);
    if (hasOnlyTriangles) failNoTriangles(ref('geometry.noFaces', { format: 'STEP' }));
    return withoutBodies(await readBodies(bytes, progress.part(0.1, 1), warnings));
  }
  if (!has(file, exactBody)) {
    const mesh = await joined(bodies, progress.part(0.1, 1));
    warnings.push(ref('geometry.tessellatedRead'));
    return { mesh, unit: 'mm' };
  }
  const exact = await readBodies(bytes, progress.part(0.1, 0.9), warnings);
  const own = await withoutRepeated(bodies, exact.bodies);
  const repeated = bodies.length - own.length;
  if (repeated > 0) warnings.push(ref('geometry.tessellatedRepeated', { count: repeated }));
  if (own.length === 0) return withoutBodies(exact);
  warnings.push(ref('geometry.tessellatedRead'));
  const mesh = joinMeshes([exact.mesh, await joined(own, progress.part(0.9, 1))]);
  return { ...withoutBodies(exact), mesh };
}

/** A reader that may read a body more than once. */
const placing =
  /^(MAPPED_ITEM|NEXT_ASSEMBLY_USAGE_OCCURRENCE|REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION)$/;

/** How often an entity begins with each of these types; takes a millisecond for each megabyte. */
function countTypes(bytes: Uint8Array, types: readonly string[]): number[] {
  const counts = types.map(() => 0);
  const letters = types.map((type) => [type.charCodeAt(0), type.charCodeAt(1)] as const);
  for (const { keyword } of statementsIn(bytes)) {
    for (let i = 0; i < types.length; i++) {
      const [first, second] = letters[i]!;
      if (bytes[keyword] !== first || bytes[keyword + 1] !== second) continue;
      // Others begin with the same letters.
      const end = keyword + types[i]!.length;
      if (/^(\w+)\W$/.exec(textOf(bytes, keyword, end + 1))?.[1] === types[i]) counts[i]!++;
    }
  }
  return counts;
}

/** As OpenCascade reads the file, with what it left out or what nobody can print. */
async function readBodies(bytes: Uint8Array, progress: TaskProgress, warnings: GeometryText[]) {
  const [sheets, measures, ...counts] = countTypes(bytes, [
    ...[
      'OPEN_SHELL',
      'MEASURE_REPRESENTATION_ITEM',
      'MANIFOLD_SOLID_BREP',
      'FACETED_BREP',
      'BREP_WITH_VOIDS',
    ],
  ]);
  const solids = counts.reduce((sum, count) => sum + count, 0);
  const text = new StepText(bytes);
  const isPlaced = text.all(placing).size > 0;
  const isEachOnce = sheets! > 0 && solids > 0 && !isPlaced;
  const exact = await readExact('step', bytes, progress, warnings, {
    solids: isEachOnce ? solids : null,
    ...(measures! > 0 && { otherVolume: (volume) => otherVolume(text, volume) }),
    sides: new FaceSides(text, isPlaced),
  });
  const missing = solids - exact.bodies.length;
  return missing > 0
    ? { ...exact, findings: [...(exact.findings ?? []), notRead('geometry.missingBodies', missing)] }
    : exact;
}

const has = (file: StepText, type: RegExp): boolean => file.all(type).size > 0;

const withoutBodies = ({
  bodies: _bodies,
  ...read
}: Awaited<ReturnType<typeof readExact>>): Omit<typeof read, 'bodies'> => read;

async function joined(bodies: readonly PlacedBody[], progress: TaskProgress): Promise<Mesh> {
  const scene = new SceneMesh('STEP');
  for (const { mesh, matrix } of bodies) scene.place(mesh, matrix);
  return scene.finish(progress);
}

/** Drops bodies that lie where an exact body is: writers do not always link both. */
async function withoutRepeated(
  bodies: readonly PlacedBody[],
  exact: readonly ExactBody[],
): Promise<PlacedBody[]> {
  const known = exact.map(shapeOf);
  const distinct: PlacedBody[] = [];
  for (const placed of bodies) {
    const shape = shapeOf(await joined([placed], new TaskProgress({})));
    if (!known.some((other) => isSame(shape, other))) distinct.push(placed);
  }
  return distinct;
}

interface Shape {
  readonly box: readonly number[];
  readonly size: number;
  readonly volume: number;
}

function shapeOf(mesh: Mesh): Shape {
  const bounds = boundsOf(mesh) ?? { min: [0, 0, 0] as const, max: [0, 0, 0] as const };
  return {
    box: [...bounds.min, ...bounds.max],
    size: Math.max(...sizeOf(bounds)),
    volume: Math.abs(measureMesh(mesh).volume),
  };
}

const isSame = (one: Shape, other: Shape): boolean =>
  one.box.every((value, i) => Math.abs(value - other.box[i]!) <= sameBox * other.size) &&
  Math.abs(one.volume - other.volume) <= sameVolume * other.volume;
