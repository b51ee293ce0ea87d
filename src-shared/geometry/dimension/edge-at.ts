/** The corner, straight edge or round edge near a point, among the sharp edges of a part. */
import type { Vector } from '../mesh/mesh.ts';
import { cross, distanceOf, dot, minus, plus, pointAt, times, unit } from '../mesh/vectors.ts';
import { fitCircle } from './circle.ts';
import type { FoundFeature } from './feature.ts';

/** Positions, and pairs of vertex numbers: the sharp edges. */
export interface SharpEdges {
  readonly positions: ArrayLike<number>;
  readonly edges: Uint32Array;
}

/** A straight edge goes on while it turns less than this, degrees. */
const straight = 0.5;
/** A round edge turns less than this from piece to piece. */
const round = 50;
/** A round edge has at least this many pieces. */
const leastPieces = 5;
/** Its corners lie this close to a circle, as a share of the radius. */
const roundness = 0.01;

/** `reach`: how far from the point an edge may be. Null if none is that near. */
export function edgeAt(sharp: SharpEdges, point: Vector, reach: number): FoundFeature | null {
  const { edges } = sharp;
  let nearest = -1;
  let least = reach;
  for (let i = 0; i < edges.length; i += 2) {
    const distance = distanceTo(sharp, i, point);
    if (distance < least) [nearest, least] = [i, distance];
  }
  if (nearest < 0) return null;
  const chain = new EdgeChain(sharp);
  const ends = [edges[nearest]!, edges[nearest + 1]!] as const;
  const near = ends.filter((end) => distanceOf(chain.at(end), point) < reach);
  const corner = near.find((end) => chain.isCorner(end));
  if (corner !== undefined) {
    const at = chain.at(corner);
    return { feature: { kind: 'point', at }, at, path: [], faces: [] };
  }
  return chain.roundEdge(ends) ?? chain.straightEdge(ends);
}

class EdgeChain {
  readonly #sharp: SharpEdges;
  readonly #across: Map<number, number[]>;

  constructor(sharp: SharpEdges) {
    this.#sharp = sharp;
    this.#across = neighboursOf(sharp.edges);
  }

  at(vertex: number): Vector {
    return pointAt(this.#sharp.positions, vertex);
  }

  /** Where edges end, fork or turn sharply. */
  isCorner(vertex: number): boolean {
    const others = this.#across.get(vertex) ?? [];
    return others.length !== 2 || this.#turn(others[0]!, vertex, others[1]!) > round;
  }

  straightEdge([a, b]: readonly [number, number]): FoundFeature {
    const points = this.#run(a, b, (before, vertex, next) => this.#turn(before, vertex, next) < straight);
    const [from, to] = [this.at(points[0]!), this.at(points.at(-1)!)];
    return {
      feature: { kind: 'line', from, to },
      at: times(plus(from, to), 0.5),
      path: points.flatMap((vertex) => this.at(vertex)),
      faces: [],
    };
  }

  roundEdge([a, b]: readonly [number, number]): FoundFeature | null {
    const turns = (before: number, vertex: number, next: number): boolean => {
      const turn = this.#turn(before, vertex, next);
      return turn >= straight && turn < round;
    };
    const whole = this.#run(a, b, turns);
    // The arc around this piece: a slot has straight pieces and other arcs beside it.
    for (const points of [whole, this.#shorter(whole, a, b)]) {
      const corners = points.map((vertex) => this.at(vertex));
      const isClosed = points[0] === points.at(-1);
      const distinct = isClosed ? corners.slice(0, -1) : corners;
      if (points.length <= leastPieces) continue;
      const axis = this.#axisOf(distinct);
      const circle = fitCircle(distinct, axis);
      if (!circle || circle.error > roundness * circle.radius) continue;
      const isFlat = distinct.every(
        (corner) => Math.abs(dot(minus(corner, circle.centre), axis)) < roundness * circle.radius,
      );
      if (!isFlat) continue;
      return {
        feature: { kind: 'circle', centre: circle.centre, axis, radius: circle.radius },
        at: circle.centre,
        path: corners.flat(),
        faces: [],
      };
    }
    return null;
  }

  /** At right angles to the plane of the points, by their enclosed area. */
  #axisOf(points: readonly Vector[]): Vector {
    const [first] = points as [Vector];
    let sum: Vector = [0, 0, 0];
    for (let i = 1; i + 1 < points.length; i++) {
      sum = plus(sum, cross(minus(points[i]!, first), minus(points[i + 1]!, first)));
    }
    return unit(sum);
  }

  /** At most eight pieces on either side. */
  #shorter(points: readonly number[], a: number, b: number): number[] {
    const at = points.findIndex(
      (vertex, i) => (vertex === a && points[i + 1] === b) || (vertex === b && points[i + 1] === a),
    );
    return points.slice(Math.max(0, at - 8), at + 10);
  }

  /** The vertices before a, from a to b, and after b, while the edge goes on; closed if it returns. */
  #run(a: number, b: number, goesOn: (before: number, vertex: number, next: number) => boolean): number[] {
    const points = [a, b];
    const grow = (): boolean => {
      for (;;) {
        const [before, vertex] = [points.at(-2)!, points.at(-1)!];
        const others = (this.#across.get(vertex) ?? []).filter((other) => other !== before);
        const next = others.length === 1 ? others[0]! : undefined;
        if (next === undefined || !goesOn(before, vertex, next) || points.length > 100_000) return false;
        points.push(next);
        if (next === points[0]) return true;
      }
    };
    if (grow()) return points;
    points.reverse();
    grow();
    return points;
  }

  /** Change of direction in degrees; 0 is straight ahead. */
  #turn(before: number, vertex: number, next: number): number {
    const [from, to] = [minus(this.at(vertex), this.at(before)), minus(this.at(next), this.at(vertex))];
    return (Math.atan2(Math.hypot(...cross(from, to)), dot(from, to)) * 180) / Math.PI;
  }
}

const known = new WeakMap<Uint32Array, Map<number, number[]>>();

function neighboursOf(edges: Uint32Array): Map<number, number[]> {
  const found = known.get(edges);
  if (found) return found;
  const across = new Map<number, number[]>();
  const note = (from: number, to: number): void => {
    const others = across.get(from);
    if (others) others.push(to);
    else across.set(from, [to]);
  };
  for (let i = 0; i < edges.length; i += 2) {
    note(edges[i]!, edges[i + 1]!);
    note(edges[i + 1]!, edges[i]!);
  }
  known.set(edges, across);
  return across;
}

function distanceTo({ positions, edges }: SharpEdges, edge: number, [x, y, z]: Vector): number {
  const a = edges[edge]! * 3;
  const b = edges[edge + 1]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const wx = x - positions[a]!;
  const wy = y - positions[a + 1]!;
  const wz = z - positions[a + 2]!;
  const square = ux * ux + uy * uy + uz * uz;
  const share = square > 0 ? Math.min(1, Math.max(0, (wx * ux + wy * uy + wz * uz) / square)) : 0;
  return Math.hypot(wx - share * ux, wy - share * uy, wz - share * uz);
}
