/** The flat or round face to which a triangle belongs. */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { cornersOf, cross, distanceOf, dot, minus, plus, times, unit } from '../mesh/vectors.ts';
import { fitCircle } from './circle.ts';
import type { Feature, FoundFeature } from './feature.ts';

/** A flat face bends less than this, degrees; CAD exports round their corners. */
const flat = 0.5;
/** A round face bends less than this from triangle to triangle. */
const smooth = 35;
/** Its corners lie this close to a cylinder, as a share of the radius. */
const roundness = 0.003;
/** It bends by at least this altogether, degrees: any gently curved face is nearly round somewhere. */
const leastArc = 40;
/** Its normals lean from the axis by less than this, as a sine: fillets along curves and cones do not. */
const lean = 0.005;
/** Triangles around it from which the direction of its axis is taken. */
const nearby = 12;
/** The round face is followed this far. */
const mostRound = 4000;
/** How many triangles are marked at most. */
const mostMarked = 4000;
/** The flat face is followed this far. */
const mostFlat = 200_000;

/** @param point on the triangle */
export function faceAt(mesh: Mesh, face: number, point: Vector): FoundFeature {
  const faces = new Faces(mesh);
  return faces.round(face, point) ?? faces.flat(face, point);
}

/** The flat face alone, for laying a part on it. Its normal is the mean of those of its triangles. */
export function flatFaceAt(mesh: Mesh, face: number, point: Vector): FlatFace {
  return new Faces(mesh).flat(face, point);
}

export interface FlatFace extends FoundFeature {
  readonly feature: Extract<Feature, { kind: 'plane' }>;
}

class Faces {
  readonly #mesh: Mesh;
  readonly #around: Around;
  readonly #normals = new Map<number, Vector>();

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    this.#around = aroundOf(mesh);
  }

  flat(seed: number, point: Vector): FlatFace {
    const normal = this.#normal(seed);
    const offset = dot(point, normal);
    const size = Math.max(...cornersOf(this.#mesh, seed).map((corner) => distanceOf(corner, point)));
    const found = this.#flood(seed, mostFlat, (face) => {
      const isParallel = dot(this.#normal(face), normal) > cosine(flat);
      return (
        isParallel &&
        cornersOf(this.#mesh, face).every(
          (corner) => Math.abs(dot(corner, normal) - offset) < 1e-4 * (size + 1e-9),
        )
      );
    });
    const area = found.reduce((sum, face) => sum + Math.hypot(...this.#across(face)) / 2, 0);
    const mean = unit(found.reduce<Vector>((sum, face) => plus(sum, this.#across(face)), [0, 0, 0]));
    return {
      feature: { kind: 'plane', at: point, normal: mean, area },
      at: point,
      path: [],
      faces: found.slice(0, mostMarked),
    };
  }

  /** Null if the triangle is on no cylinder. */
  round(seed: number, point: Vector): FoundFeature | null {
    const own = this.#normal(seed);
    const isSmooth = (face: number, from: number): boolean =>
      dot(this.#normal(face), this.#normal(from)) > cosine(smooth);
    let best: FoundFeature | null = null;
    for (const near of this.#flood(seed, nearby, isSmooth)) {
      const turned = cross(own, this.#normal(near));
      if (Math.hypot(...turned) < 1e-3) continue;
      const axis = unit(turned);
      // Includes only triangles along this axis: a fillet or another face may follow smoothly.
      const found = this.#flood(
        seed,
        mostRound,
        (face, from) => Math.abs(dot(this.#normal(face), axis)) < lean && isSmooth(face, from),
      );
      if (best && found.length <= best.faces.length) continue;
      const feature = this.#cylinderOf(seed, found);
      if (feature) best = { feature, at: point, path: [], faces: found.slice(0, mostMarked) };
    }
    return best;
  }

  #cylinderOf(seed: number, faces: readonly number[]): FoundFeature['feature'] | null {
    const own = this.#normal(seed);
    let axis: Vector = [0, 0, 0];
    let arc = 0;
    for (const face of faces) {
      const normal = this.#normal(face);
      const turned = cross(own, normal);
      if (Math.hypot(...turned) > Math.hypot(...axis)) axis = turned;
      arc = Math.max(arc, Math.atan2(Math.hypot(...turned), dot(own, normal)));
    }
    // Seen from the triangle that was asked about, which may be in the middle.
    if (arc * 2 < (leastArc * Math.PI) / 180) return null;
    axis = unit(axis);
    const directions = new Set<string>();
    for (const face of faces) {
      const normal = this.#normal(face);
      if (Math.abs(dot(normal, axis)) > lean) return null;
      directions.add(normal.map((value) => value.toFixed(2)).join(' '));
    }
    // Two or three flat faces around an edge are no cylinder.
    if (directions.size < 4) return null;
    const corners = faces.flatMap((face) => cornersOf(this.#mesh, face));
    const circle = fitCircle(corners, axis);
    if (!circle || circle.error > roundness * circle.radius) return null;
    const [first] = cornersOf(this.#mesh, seed);
    const outward = minus(first, circle.centre);
    const sideways = minus(outward, times(axis, dot(outward, axis)));
    const middle = corners.reduce((sum, corner) => sum + dot(minus(corner, circle.centre), axis), 0);
    return {
      kind: 'cylinder',
      at: plus(circle.centre, times(axis, middle / corners.length)),
      axis,
      radius: circle.radius,
      isHole: dot(sideways, own) < 0,
    };
  }

  #normal(face: number): Vector {
    const normal = this.#normals.get(face) ?? unit(this.#across(face));
    this.#normals.set(face, normal);
    return normal;
  }

  /** Twice the area, along the outward normal. */
  #across(face: number): Vector {
    const [a, b, c] = cornersOf(this.#mesh, face);
    return cross(minus(b, a), minus(c, a));
  }

  /** Triangles reached over shared edges, the nearest first. */
  #flood(seed: number, most: number, isWanted: (face: number, from: number) => boolean): number[] {
    const found = [seed];
    const seen = new Set(found);
    for (let at = 0; at < found.length && found.length < most; at++) {
      const from = found[at]!;
      for (const face of this.#beside(from)) {
        if (seen.has(face) || found.length >= most) continue;
        if (!isWanted(face, from)) continue;
        seen.add(face);
        found.push(face);
      }
    }
    return found;
  }

  #beside(face: number): number[] {
    const { indices } = this.#mesh;
    const { starts, faces } = this.#around;
    const own = [indices[face * 3]!, indices[face * 3 + 1]!, indices[face * 3 + 2]!];
    const found: number[] = [];
    own.forEach((vertex, corner) => {
      const next = own[(corner + 1) % 3]!;
      for (let i = starts[vertex]!; i < starts[vertex + 1]!; i++) {
        const other = faces[i]! * 3;
        const shares = indices[other] === next || indices[other + 1] === next || indices[other + 2] === next;
        if (other !== face * 3 && shares) found.push(other / 3);
      }
    });
    return found;
  }
}

/** The faces around every vertex: those of vertex v are from `starts[v]` up to `starts[v + 1]`. */
interface Around {
  readonly starts: Uint32Array;
  readonly faces: Uint32Array;
}

const known = new WeakMap<Uint32Array, Around>();

function aroundOf({ positions, indices }: Mesh): Around {
  const found = known.get(indices);
  if (found) return found;
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (let i = 0; i < indices.length; i++) starts[indices[i]! + 1]!++;
  for (let vertex = 1; vertex < starts.length; vertex++) starts[vertex]! += starts[vertex - 1]!;
  const next = starts.slice();
  const faces = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) faces[next[indices[i]!]!++] = Math.floor(i / 3);
  const around = { starts, faces };
  known.set(indices, around);
  return around;
}

const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
