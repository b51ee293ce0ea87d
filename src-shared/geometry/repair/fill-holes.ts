/**
 * Closes simple holes: rings of open edges that are small compared with their part. Small rings get the
 * surface of least area, larger flat ones are split like polygons, and others are closed from their sharpest
 * corners inward.
 *
 * [Note: what a hole is] An opening whose lid would be more than a quarter as large as the rest of its shell
 * belongs to the design (an open sheet, a bowl without thickness), and is not closed.
 */
import { EdgeIndex, faceOf, nextInFace } from '../checks/edges.ts';
import { UnionFind } from '../checks/union-find.ts';
import { GrowingIndices } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { doubleArea } from '../mesh/normal.ts';
import { PolygonSplitter } from '../readers/split-polygon.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { edgeKey } from './face-list.ts';
import { isFlatRing, leastAreaSurface, sharpestFirst } from './span-ring.ts';

export interface FilledHoles {
  readonly mesh: Mesh;
  readonly filled: number;
  readonly faces: number;
  readonly area: number;
  /** Openings that are too large, and rings of open edges that do not close or intersect other faces. */
  readonly tooLarge: number;
  readonly unclear: number;
}

/** Up to this share of its shell's area, a lid closes a hole. */
const largestShare = 0.25;

/** Up to this many edges, the surface of least area is worth its cubic time. */
const mostForLeastArea = 120;
const mostForSharpest = 20_000;

/** Steps to spend on least areas before the rings of a mesh that is all holes are closed the quick way. */
const leastAreaBudget = 100_000_000;

export async function fillHoles(mesh: Mesh, progress: TaskProgress): Promise<FilledHoles> {
  const { positions, indices } = mesh;
  const survey = await findOpenEdges(mesh, progress.part(0, 0.6));
  const nothing = { mesh, filled: 0, faces: 0, area: 0, tooLarge: 0, unclear: 0 };
  if (survey.halfEdges.length === 0) return nothing;
  const { rings, loose } = chainRings(indices, survey.halfEdges);
  const added: number[] = [];
  const spanner = new RingSpanner(positions, survey.inner);
  let { filled, area, tooLarge, unclear } = { ...nothing, unclear: loose };
  for (const [number, ring] of rings.entries()) {
    const vertices = ring.map((halfEdge) => indices[halfEdge]!);
    const isLone = isSingleFace(ring);
    const lid = isLone ? null : spanner.span(vertices.reverse());
    const lidArea = lid === null ? 0 : areaOf(positions, lid);
    if (isLone || lidArea > survey.areaOfShell(faceOf(ring[0]!)) * largestShare) {
      tooLarge++;
      continue;
    }
    if (lid === null) {
      unclear++;
      continue;
    }
    for (const vertex of lid) added.push(vertex);
    for (let i = 0; i < lid.length; i += 3) {
      // The next ring must not make the same edges again.
      survey.inner.add(edgeKey(lid[i]!, lid[i + 1]!));
      survey.inner.add(edgeKey(lid[i + 1]!, lid[i + 2]!));
      survey.inner.add(edgeKey(lid[i + 2]!, lid[i]!));
    }
    filled++;
    area += lidArea;
    await progress.step(0.6 + (0.4 * number) / rings.length);
  }
  const all = new Uint32Array(indices.length + added.length);
  all.set(indices);
  all.set(added, indices.length);
  const faces = added.length / 3;
  return { mesh: faces === 0 ? mesh : { positions, indices: all }, filled, faces, area, tooLarge, unclear };
}

interface OpenEdges {
  /** Half-edges without a partner. */
  readonly halfEdges: readonly number[];
  /** Edges with two or more faces between corners of open edges: a lid must not use them again. */
  readonly inner: Set<number>;
  areaOfShell(face: number): number;
}

async function findOpenEdges(mesh: Mesh, progress: TaskProgress): Promise<OpenEdges> {
  const { positions, indices } = mesh;
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.4));
  const shells = new UnionFind(indices.length / 3);
  const isOpen = new Uint8Array(positions.length / 3);
  const halfEdges: number[] = [];
  await edges.walk(
    (low, high, uses, count) => {
      for (let i = 1; i < count; i++) shells.join(faceOf(uses[0]!), faceOf(uses[i]!));
      if (count !== 1) return;
      halfEdges.push(uses[0]!);
      isOpen[low] = 1;
      isOpen[high] = 1;
    },
    progress.part(0.4, 0.7),
  );
  const inner = new Set<number>();
  const areas = new Map<number, number>();
  if (halfEdges.length > 0) {
    await edges.walk(
      (low, high, _uses, count) => {
        if (count > 1 && isOpen[low] === 1 && isOpen[high] === 1) inner.add(edgeKey(low, high));
      },
      progress.part(0.7, 1),
    );
    for (let i = 0; i < indices.length; i += 3) {
      const root = shells.find(i / 3);
      areas.set(root, (areas.get(root) ?? 0) + areaOf(positions, indices.subarray(i, i + 3)));
    }
  }
  // In the order of the file, so that the same file is always repaired the same way.
  halfEdges.sort((a, b) => a - b);
  return { halfEdges, inner, areaOfShell: (face) => areas.get(shells.find(face)) ?? 0 };
}

/** Follows open edges from face to face into rings that pass every corner once. */
function chainRings(
  indices: Uint32Array,
  halfEdges: readonly number[],
): { rings: number[][]; loose: number } {
  const leaving = new Map<number, number[]>();
  for (const halfEdge of halfEdges) {
    const from = indices[halfEdge]!;
    const known = leaving.get(from);
    if (known) known.push(halfEdge);
    else leaving.set(from, [halfEdge]);
  }
  const rings: number[][] = [];
  let loose = 0;
  const isUsed = new Set<number>();
  for (const start of halfEdges) {
    if (isUsed.has(start)) continue;
    const path: number[] = [];
    /** The position in the path at which a corner is left. */
    const placeOf = new Map<number, number>();
    let at: number | undefined = start;
    while (at !== undefined) {
      isUsed.add(at);
      placeOf.set(indices[at]!, path.length);
      path.push(at);
      const to: number = indices[nextInFace(at)]!;
      const back = placeOf.get(to);
      if (back !== undefined) {
        const ring = path.splice(back);
        for (const halfEdge of ring) placeOf.delete(indices[halfEdge]!);
        rings.push(ring);
        if (path.length === 0) break;
      }
      at = leaving.get(to)?.find((halfEdge) => !isUsed.has(halfEdge));
    }
    if (path.length > 0) loose++;
  }
  return { rings, loose };
}

/** The border of a single triangle is not a hole. */
const isSingleFace = (ring: readonly number[]): boolean =>
  ring.length === 3 && ring.every((halfEdge) => faceOf(halfEdge) === faceOf(ring[0]!));

/** Chooses how a ring is spanned. */
class RingSpanner {
  readonly #positions: Mesh['positions'];
  readonly #taken: ReadonlySet<number>;
  #budget = leastAreaBudget;

  constructor(positions: Mesh['positions'], taken: ReadonlySet<number>) {
    this.#positions = positions;
    this.#taken = taken;
  }

  /** Three vertices per face; null if every way would use an edge for the third time. */
  span(ring: readonly number[]): number[] | null {
    if (ring.length < 3) return null;
    const points = new Float64Array(ring.length * 3);
    ring.forEach((vertex, i) => {
      for (let axis = 0; axis < 3; axis++) points[i * 3 + axis] = this.#positions[vertex * 3 + axis]!;
    });
    const corners = this.#corners(points, ring);
    return corners === null ? null : Array.from(corners, (corner) => ring[corner]!);
  }

  #corners(points: Float64Array, ring: readonly number[]): ArrayLike<number> | null {
    const isFree = (a: number, b: number): boolean => !this.#taken.has(edgeKey(ring[a]!, ring[b]!));
    if (ring.length <= mostForLeastArea && this.#budget > 0) {
      this.#budget -= ring.length ** 3 / 6;
      return leastAreaSurface(points, isFree);
    }
    if (isFlatRing(points)) {
      const triangles = new GrowingIndices(ring.length * 3);
      const order = ring.map((_, i) => i);
      new PolygonSplitter(triangles).split(points, order, ring.length);
      return triangles.finish();
    }
    return ring.length <= mostForSharpest ? sharpestFirst(points, isFree) : null;
  }
}

function areaOf(positions: Mesh['positions'], faces: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [faces[i]! * 3, faces[i + 1]! * 3, faces[i + 2]! * 3];
    sum += doubleArea(positions, a, b, c) / 2;
  }
  return sum;
}
