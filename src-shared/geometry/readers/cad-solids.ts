/**
 * The solids of a CAD file at one fineness: OpenCascade's triangles, sewn along the seams of their faces.
 * cad.ts decides which fineness is the right one.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { boundsOf, longestSide } from '../measure/measure.ts';
import { type Mesh, sizeOf } from '../mesh/mesh.ts';
import { countEdges } from '../repair/count-edges.ts';
import { withoutCollapsed } from '../repair/face-list.ts';
import { noiseNote } from '../repair/weld-noise.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { asShape, joinShapes, type RawShape, shapesOf, translate } from './cad-shapes.ts';
import { type Folds, findFolds } from './find-folds.ts';
import { mayHaveCavities } from './iges-notes.ts';
import type { OcctFormat, Tessellation } from './occt/occt-module.ts';
import { dropUnusable, failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';
import { identity, isBalanced, SceneMesh } from './scene-mesh.ts';
import { joinSeams, solidsOf, withCavities } from './sew-faces.ts';
import { facesOfTriangles, stitchBorders } from './stitch-borders.ts';

export interface Tessellated {
  readonly source: CadSource;
  readonly mesh: Mesh;
  /** Edges of a single triangle. */
  readonly open: number;
  readonly warnings: readonly GeometryText[];
  readonly tessellation: Tessellation;
  readonly folds: Folds;
  /** CAD faces without triangles. */
  readonly empty: number;
  /** The shapes as OpenCascade made them; those of an IGES file, as they were sewn. */
  readonly shapes: readonly RawShape[];
}

export interface CadSource {
  readonly bytes: Uint8Array;
  /** Millimetres in OpenCascade's "millimetre". */
  readonly millimetres: number;
  readonly solids?: number | null;
}

export async function tessellate(
  format: OcctFormat,
  source: CadSource,
  tessellation: Tessellation,
  progress: TaskProgress,
): Promise<Tessellated> {
  const { bytes, millimetres, solids = null } = source;
  const name = format.toUpperCase();
  const answer = await translate(format, bytes, tessellation);
  await progress.step(0.8);
  const warnings: GeometryText[] = [];
  const scene = new SceneMesh(name);
  const seams: Seams = { joined: 0, farthest: 0, faces: null };
  let bodies: { readonly shape: RawShape; readonly solids: readonly Mesh[] }[] = [];
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
    // At the pole of a sphere or the tip of a cone, triangles have two corners in one point.
    const seamless = await joinSeams(withoutCollapsed(whole), progress.part(0.8, 0.82));
    seams.joined += seamless.joined;
    seams.farthest = Math.max(seams.farthest, seamless.farthest);
    const sewn =
      format === 'iges'
        ? await solidsOf(
            await sew(seamless.mesh, shape, tessellation, seams, progress.part(0.82, 0.84)),
            progress.part(0.84, 0.85),
          )
        : [seamless.mesh];
    bodies.push({ shape, solids: sewn });
  }
  const torn = format === 'iges' ? [] : bodies.filter((body) => !body.solids.every(isBalanced));
  if (torn.length > 1) {
    // SolveSpace writes solids whose faces share no edges; each comes as a shape of its own.
    const shape = joinShapes(torn.map((body) => body.shape));
    const apart = await joinSeams(unwelded(shape, warnings), progress.part(0.82, 0.83));
    const whole = await sew(apart.mesh, shape, tessellation, seams, progress.part(0.83, 0.85));
    if (isBalanced(whole)) {
      const joined = seams.faces ? asShape(whole, seams.faces) : shape;
      bodies = [...bodies.filter((body) => !torn.includes(body)), { shape: joined, solids: [whole] }];
    }
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
  const empty = shapes.flatMap(({ faces }) => faces.filter(({ first, end }) => end <= first)).length;
  return {
    ...{ source, mesh, open, warnings, tessellation, folds, empty },
    shapes: format === 'iges' ? sewn : shapes,
  };
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

/** Joins faces at their seams, where neighbours have corners of their own. */
async function sew(
  mesh: Mesh,
  shape: RawShape,
  tessellation: Tessellation,
  seams: Seams,
  progress: TaskProgress,
): Promise<Mesh> {
  const numbers = new Uint32Array(shape.indices.length / 3);
  for (const [face, { first, end }] of shape.faces.entries()) numbers.fill(face, first, end);
  const rounding = leastReach * longestSide(mesh);
  const faces = facesOfTriangles(mesh, shape, numbers, seams.farthest + rounding);
  seams.faces = faces;
  if (isBalanced(mesh)) return mesh;
  const stray = borderSlack * strayOf(mesh, tessellation);
  const stitched = await stitchBorders(mesh, stray, progress.part(0, 0.6));
  if (stitched === null) return mesh;
  const joined = await joinSeams(stitched.mesh, progress.part(0.6, 1));
  seams.joined += joined.joined;
  seams.farthest = Math.max(seams.farthest, joined.farthest);
  const divided = faces && stitched.origins.map((triangle) => faces[triangle]!);
  seams.faces = divided && facesOfTriangles(joined.mesh, stitched.mesh, divided, joined.farthest + rounding);
  return joined.mesh;
}

function unwelded({ positions, indices, paint }: RawShape, warnings: GeometryText[]): Mesh {
  const remaining = dropUnusable(positions, indices, warnings);
  const isWhole = remaining.length === indices.length;
  return { positions, indices: remaining, ...(paint && isWhole && paint.palette.coloursOf(paint.corners)) };
}

/** How far triangles may be from the exact surface, mm. */
export function strayOf(mesh: Mesh, { linearDeflection }: Tessellation): number {
  const sides = sizeOf(boundsOf(mesh)!);
  return (linearDeflection * (sides[0] + sides[1] + sides[2])) / 3;
}
