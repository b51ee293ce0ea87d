/**
 * Where the triangles of a CAD face cannot be those of the face: OpenCascade sometimes loses up to three
 * quarters of a face, cuts across it or folds it, and its mesh is closed all the same. It promises that
 * triangles stray from the surface by no more than a given distance, and their corners lie exactly on it. So
 * the angle between two triangles of one face, with their height above the common edge, says how far the
 * surface bulges over them: a circle through three points strays by an eighth of the angle times the chord.
 * Of 64 sound solids none strayed by more than 1.4 times the promise, of 5 wrong ones none by less than 2.5
 * times. Only a face with a crease of its own does so by right. Needs nothing but the triangles, so it is the
 * same for STEP, IGES and BREP.
 */
import { ref } from '../../messages/messages.ts';
import { Places } from '../checks/places.ts';
import type { FaceRange } from '../core/curve-sums.ts';
import type { Finding } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import type { FacePlace } from './step/face-sides.ts';

/** By how many times the promised distance triangles must stray to be wrong. */
const farthest = 2;

/** The triangles of a shape as OpenCascade gives them: its faces share no corners. */
interface FacedShape extends Pick<Mesh, 'positions' | 'indices'> {
  readonly faces: readonly FaceRange[];
}

export interface Folds {
  /** CAD faces with a fold. */
  readonly faces: number;
  /** The triangles beside the folds. */
  readonly mesh: Mesh;
  /** Pairs of corners of `mesh`. */
  readonly edges: readonly (readonly [number, number])[];
}

/** @param stray how far triangles may be from the surface, by OpenCascade's promise */
export function findFolds(shapes: readonly FacedShape[], stray: number): Folds {
  const found = shapes.map((shape) => foldsOf(shape, stray));
  let [first, faces] = [0, 0];
  const edges: [number, number][] = [];
  for (const [i, { edges: own, faces: folded }] of found.entries()) {
    for (const [a, b] of own) edges.push([first + a, first + b]);
    first += shapes[i]!.positions.length / 3;
    faces += folded.size;
  }
  return { faces, edges, mesh: edges.length === 0 ? nothing : joinMeshes(shapes) };
}

const nothing: Mesh = { positions: new Float64Array(0), indices: new Uint32Array(0) };

function foldsOf({ positions, indices, faces }: FacedShape, stray: number) {
  const normals = new Float64Array(indices.length);
  const areas = new Float64Array(indices.length / 3);
  const normal = new Float64Array(3);
  for (let i = 0; i < indices.length; i += 3) {
    crossEdges(positions, indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3, normal);
    normals.set(normal, i);
    areas[i / 3] = Math.hypot(normal[0]!, normal[1]!, normal[2]!);
  }
  // The half-edges that begin at a corner, as a list.
  const heads = new Int32Array(positions.length / 3).fill(-1);
  const next = new Int32Array(indices.length);
  const folds: { edges: [number, number][]; faces: Set<number> } = { edges: [], faces: new Set() };
  for (let half = 0; half < indices.length; half++) {
    const [from, to] = [indices[half]!, indices[endOf(half)]!];
    const own = Math.floor(half / 3);
    for (let other = heads[to]!; other >= 0; other = next[other]!) {
      if (indices[endOf(other)] !== from) continue;
      const beside = Math.floor(other / 3);
      const [one, two] = [areas[own]!, areas[beside]!];
      let [along, dot] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        along += (positions[to * 3 + axis]! - positions[from * 3 + axis]!) ** 2;
        dot += normals[own * 3 + axis]! * normals[beside * 3 + axis]!;
      }
      const angle = Math.acos(Math.max(-1, Math.min(1, dot / (one * two))));
      const height = Math.min(one, two) / Math.sqrt(along);
      if (!((angle * height) / 8 > farthest * stray)) continue;
      folds.edges.push([from, to]);
      folds.faces.add(faces.findIndex(({ first, end }) => own >= first && own < end));
    }
    next[half] = heads[from]!;
    heads[from] = half;
  }
  return folds;
}

const endOf = (half: number): number => (half % 3 === 2 ? half - 2 : half + 1);

/** A finding without places, for what OpenCascade silently leaves out or reads as another shape. */
const withoutPlaces = (count: number, text: GeometryText, more: GeometryText): Finding => ({
  kind: 'uncertain-surface',
  severity: 'warn',
  count,
  text,
  details: [more],
  edges: [],
  faces: [],
  sphere: null,
});

export const notRead = (
  what: 'geometry.missingBodies' | 'geometry.missingLinks' | 'geometry.emptyFaces',
  count: number,
): Finding => withoutPlaces(count, ref(what, { count }), ref('geometry.missingBodies.more'));

/** @param stated the volume that the file states, mm³ */
export const volumeFinding = (stated: number): Finding =>
  withoutPlaces(
    1,
    ref('geometry.otherVolume', { stated: Number(stated.toPrecision(4)) }),
    ref('geometry.otherVolume.more'),
  );

/** Faces of which another part was read than the file describes. */
export function otherSideFinding(wrong: readonly FacePlace[]): Finding {
  const shapes = wrong.map(({ shape, first, end }) => ({
    positions: shape.positions,
    indices: shape.indices.subarray(first * 3, end * 3),
  }));
  const places = new Places(joinMeshes(shapes));
  const triangles = wrong.reduce((sum, { first, end }) => sum + end - first, 0);
  for (let face = 0; face < triangles; face++) places.addFace(face);
  places.count = wrong.length;
  return places.toFinding('uncertain-surface', 'fail', {
    text: ref('geometry.otherSide', { count: wrong.length }),
    details: [ref('geometry.otherSide.more')],
  });
}

/** @param isWrong whether meshes of several finenesses differ so much that this one is certainly wrong */
export function foldFinding({ faces, edges, mesh }: Folds, isWrong: boolean): Finding {
  const places = new Places(mesh);
  for (const [a, b] of edges) places.addEdge(a, b);
  places.count = faces;
  return places.toFinding('uncertain-surface', isWrong ? 'fail' : 'warn', {
    text: ref('geometry.uncertainFaces', { count: faces }),
    details: [ref(isWrong ? 'geometry.uncertainFaces.wrong' : 'geometry.uncertainFaces.folded')],
  });
}
