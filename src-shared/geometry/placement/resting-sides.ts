/**
 * The sides on which a part can lie: flat sides of its convex hull over which its centre of mass stands. Two
 * sides that lean by less than a degree and a hundredth of a percent of the part are one.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { cornersOf, cross, dot, minus, plus, pointAt, times, unit } from '../mesh/vectors.ts';
import type { ConvexHull } from './convex-hull.ts';

export interface RestingSide {
  /** Unit normal outward from the side; it points down when the part lies on it. */
  readonly normal: Vector;
  /** Area within the outline that carries the part, including holes and hollows. */
  readonly area: number;
  /** Area of the faces that touch the ground. */
  readonly contact: number;
  /** Height of the part above the ground. */
  readonly height: number;
  /** The part falls over when it is tilted by more than this, in degrees. */
  readonly tipsAt: number;
}

/** How many sides are returned, those of the largest area first. */
const mostSides = 6;

/** Smaller sides belong to a rounded part, which does not rest on them. */
const leastShare = 0.005;

const sameDirection = Math.cos(Math.PI / 180);
const samePlane = 1e-4;

/** @param centre of mass, in the coordinates of the mesh */
export function restingSides(
  mesh: Mesh,
  { mesh: hull, origin, tolerance }: ConvexHull,
  centre: Vector,
): RestingSide[] {
  const { positions, indices } = hull;
  const weight = minus(centre, origin);
  const flatness = Math.max(tolerance, samePlane * extentOf(positions));
  const facets = facetsOf(hull);
  const least = leastShare * facets.reduce((sum, { area }) => sum + area, 0);
  const sideOf = new Int32Array(facets.length).fill(-1);
  const sides: (RestingSide & { readonly offset: number })[] = [];
  const across = neighboursOf(indices);
  const bySize = facets.map((_, at) => at).sort((a, b) => facets[b]!.area - facets[a]!.area);
  for (const [number, seed] of bySize.entries()) {
    if (sideOf[seed] !== -1) continue;
    const seedFacet = facets[seed]!;
    const group = [seed];
    sideOf[seed] = number;
    let area = 0;
    let sum: Vector = [0, 0, 0];
    for (let at = 0; at < group.length; at++) {
      const own = facets[group[at]!]!;
      area += own.area;
      sum = plus(sum, times(own.normal, own.area));
      for (let edge = 0; edge < 3; edge++) {
        const next = across[group[at]! * 3 + edge]!;
        if (next < 0 || sideOf[next] !== -1 || dot(facets[next]!.normal, seedFacet.normal) < sameDirection)
          continue;
        const isFlat = [0, 1, 2].every(
          (corner) => seedFacet.offset - dot(cornerOf(hull, next * 3 + corner), seedFacet.normal) <= flatness,
        );
        if (!isFlat) continue;
        sideOf[next] = number;
        group.push(next);
      }
    }
    if (area < least) continue;
    const normal = unit(sum);
    const margin = marginOf(hull, group, sideOf, number, across, normal, weight);
    if (margin <= 0) continue;
    let lowest = Infinity;
    let offset = -Infinity;
    for (let i = 0; i < positions.length; i += 3) {
      const along = positions[i]! * normal[0] + positions[i + 1]! * normal[1] + positions[i + 2]! * normal[2];
      lowest = Math.min(lowest, along);
      offset = Math.max(offset, along);
    }
    sides.push({
      normal,
      area,
      contact: 0,
      height: offset - lowest,
      tipsAt: (Math.atan2(margin, offset - dot(weight, normal)) * 180) / Math.PI,
      offset,
    });
  }
  return sides
    .sort((a, b) => b.area - a.area)
    .slice(0, mostSides)
    .map(({ offset, ...side }) => ({
      ...side,
      contact: contactOf(mesh, origin, side.normal, offset - flatness),
    }));
}

interface HullFacet {
  readonly normal: Vector;
  readonly offset: number;
  readonly area: number;
}

function facetsOf(hull: ConvexHull['mesh']): HullFacet[] {
  return Array.from({ length: hull.indices.length / 3 }, (_, facet) => {
    const [a, b, c] = cornersOf(hull, facet);
    const crossed = cross(minus(b, a), minus(c, a));
    const normal = unit(crossed);
    return { normal, offset: dot(normal, a), area: Math.hypot(...crossed) / 2 };
  });
}

const cornerOf = ({ positions, indices }: ConvexHull['mesh'], at: number): Vector =>
  pointAt(positions, indices[at]!);

/** The facet across each edge; -1 if there is none. */
function neighboursOf(indices: Uint32Array): Int32Array {
  const across = new Int32Array(indices.length).fill(-1);
  const edges = new Map<string, number>();
  const end = (at: number): number => indices[at - (at % 3) + ((at + 1) % 3)]!;
  for (let at = 0; at < indices.length; at++) edges.set(`${indices[at]} ${end(at)}`, at);
  for (let at = 0; at < indices.length; at++) {
    const other = edges.get(`${end(at)} ${indices[at]}`);
    if (other !== undefined) across[at] = Math.floor(other / 3);
  }
  return across;
}

/** How far the weight stands inside the outline of a side; negative if it stands beside it. */
function marginOf(
  hull: ConvexHull['mesh'],
  group: readonly number[],
  sideOf: Int32Array,
  number: number,
  across: Int32Array,
  normal: Vector,
  weight: Vector,
): number {
  let margin = Infinity;
  for (const facet of group) {
    for (let edge = 0; edge < 3; edge++) {
      const next = across[facet * 3 + edge]!;
      if (next >= 0 && sideOf[next] === number) continue;
      const from = cornerOf(hull, facet * 3 + edge);
      const along = minus(cornerOf(hull, facet * 3 + ((edge + 1) % 3)), from);
      const flat = minus(along, times(normal, dot(along, normal)));
      const inward = unit(cross(normal, flat));
      margin = Math.min(margin, dot(minus(weight, from), inward));
    }
  }
  return margin;
}

/** Area of the faces beyond `offset` in this direction. */
function contactOf(mesh: Mesh, origin: Vector, normal: Vector, offset: number): number {
  const { positions, indices } = mesh;
  const reach = offset + dot(origin, normal);
  const isBeyond = (vertex: number): boolean =>
    positions[vertex * 3]! * normal[0] +
      positions[vertex * 3 + 1]! * normal[1] +
      positions[vertex * 3 + 2]! * normal[2] >=
    reach;
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    if (!isBeyond(indices[i]!) || !isBeyond(indices[i + 1]!) || !isBeyond(indices[i + 2]!)) continue;
    const [a, b, c] = cornersOf(mesh, i / 3);
    // Faces that point sideways within rounding do not touch the ground.
    area += Math.max(0, dot(cross(minus(b, a), minus(c, a)), normal) / 2);
  }
  return area;
}

function extentOf(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    most = Math.max(most, Math.hypot(positions[i]!, positions[i + 1]!, positions[i + 2]!));
  }
  return most * 2;
}
