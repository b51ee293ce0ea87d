/** Straight holes from a cavity to the outside: the first one below, the others as far apart as can be. */
import { boundsOf, centreOf } from '../measure/measure.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { NearestSurface } from '../mesh/nearest-surface.ts';
import { cross, distanceOf, minus, perpendicularTo, plus, pointAt, times, unit } from '../mesh/vectors.ts';
import { makeCylinder } from '../shapes/solids.ts';

export interface EscapeHole {
  /** Where it opens on the outer surface. */
  readonly point: Vector;
  /** Out of the part; length 1. */
  readonly direction: Vector;
  readonly diameter: number;
  /** Thickness of the wall that it goes through. */
  readonly depth: number;
}

const sides = 48;

/** How many points of the cavity are considered. */
const mostCandidates = 4000;

export function placeHoles(
  cavity: Mesh,
  surface: NearestSurface,
  { holes, holeDiameter }: { readonly holes: number; readonly holeDiameter: number },
): EscapeHole[] {
  const { positions } = cavity;
  const centre = centreOf(boundsOf(cavity)!);
  const stride = Math.ceil(positions.length / 3 / mostCandidates);
  const candidates: EscapeHole[] = [];
  const others: EscapeHole[] = [];
  for (let i = 0; i < positions.length / 3; i += stride) {
    const inside = pointAt(positions, i);
    const depth = surface.distance(...inside);
    const point: Vector = [surface.x, surface.y, surface.z];
    const direction = unit(minus(point, inside));
    const hole: EscapeHole = { point, direction, diameter: holeDiameter, depth };
    // A whole wall must also be left beside the hole: deeper inside, no other wall is nearer than the pierced
    // one.
    const deeper = minus(inside, times(direction, holeDiameter / 2));
    const isFree = surface.distance(...deeper) >= (depth + holeDiameter / 2) * 0.98;
    (isFree ? candidates : others).push(hole);
  }
  if (candidates.length === 0) candidates.push(...others);
  const placed: EscapeHole[] = [];
  while (placed.length < holes && candidates.length > 0) {
    const rate = ({ point, direction }: EscapeHole): number =>
      placed.length === 0
        ? // Straight down, and near the middle.
          -direction[2] * 10 * holeDiameter - Math.hypot(point[0] - centre[0], point[1] - centre[1])
        : Math.min(...placed.map((other) => distanceOf(other.point, point)));
    const best = candidates.reduce((a, b) => (rate(b) > rate(a) ? b : a));
    // Holes that overlap are one.
    if (placed.length > 0 && rate(best) < holeDiameter * 2) break;
    placed.push(best);
  }
  return placed;
}

/** The cylinder that is cut out: from the cavity to the outside, never narrower than asked. */
export function makeHole({ point, direction, diameter, depth }: EscapeHole): Mesh {
  const radius = diameter / 2 / Math.cos(Math.PI / sides);
  const beyond = depth / 2 + diameter / 2;
  const { positions, indices } = makeCylinder(radius, depth + 2 * beyond, sides);
  const u = perpendicularTo(direction);
  const v = cross(direction, u);
  const start = minus(point, times(direction, depth + beyond));
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const across = plus(times(u, positions[i]!), times(v, positions[i + 1]!));
    placed.set(plus(start, plus(across, times(direction, positions[i + 2]!))), i);
  }
  return { positions: placed, indices };
}
