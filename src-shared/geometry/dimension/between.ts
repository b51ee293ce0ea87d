/** Distances and angles between two features. Lines, planes and axes count as endless, as on a drawing. */
import type { Vector } from '../mesh/mesh.ts';
import { cross, dot, minus, plus, times, unit } from '../mesh/vectors.ts';
import type { Feature } from './feature.ts';

export interface Between {
  /** Null where none makes sense, as between planes at an angle. */
  readonly distance: number | null;
  /** Along x, y and z; only between points. */
  readonly along: Vector | null;
  /** 0 to 90 degrees; null where a feature has no direction. */
  readonly angle: number | null;
  /** The ends of the distance, to draw it. */
  readonly ends: readonly [Vector, Vector] | null;
}

/** Below this angle, in degrees, two directions are parallel: exports round their coordinates. */
const parallel = 0.05;

type Form =
  | { readonly form: 'point'; readonly at: Vector }
  | { readonly form: 'line'; readonly at: Vector; readonly along: Vector }
  | { readonly form: 'plane'; readonly at: Vector; readonly normal: Vector };

/** A circle counts as its centre, a cylinder as its axis. */
function formOf(feature: Feature): Form {
  switch (feature.kind) {
    case 'point':
      return { form: 'point', at: feature.at };
    case 'circle':
      return { form: 'point', at: feature.centre };
    case 'line':
      return { form: 'line', at: feature.from, along: unit(minus(feature.to, feature.from)) };
    case 'cylinder':
      return { form: 'line', at: feature.at, along: feature.axis };
    case 'plane':
      return { form: 'plane', at: feature.at, normal: feature.normal };
  }
}

export function between(first: Feature, second: Feature): Between {
  const [a, b] = [formOf(first), formOf(second)];
  if (a.form === 'point' && b.form === 'point') return { ...reach(a.at, b.at), along: minus(b.at, a.at) };
  if (a.form === 'point' && b.form === 'line') return reach(a.at, footOnLine(a.at, b.at, b.along));
  if (a.form === 'point' && b.form === 'plane') return reach(a.at, footOnPlane(a.at, b.at, b.normal));
  if (a.form === 'line' && b.form === 'line') return betweenLines(a.at, a.along, b.at, b.along);
  if (a.form === 'line' && b.form === 'plane') {
    const angle = 90 - angleOf(a.along, b.normal);
    return leaning(angle, () => [a.at, footOnPlane(a.at, b.at, b.normal)]);
  }
  if (a.form === 'plane' && b.form === 'plane') {
    return leaning(angleOf(a.normal, b.normal), () => [a.at, footOnPlane(a.at, b.at, b.normal)]);
  }
  const turned = between(second, first);
  return { ...turned, ends: turned.ends && [turned.ends[1], turned.ends[0]] };
}

const reach = (from: Vector, to: Vector): Between => ({
  distance: Math.hypot(...minus(to, from)),
  along: null,
  angle: null,
  ends: [from, to],
});

/** Features at an angle have no distance; only parallel ones do. */
function leaning(angle: number, ends: () => [Vector, Vector]): Between {
  if (angle >= parallel) return { distance: null, along: null, angle, ends: null };
  return { ...reach(...ends()), angle: 0 };
}

function betweenLines(p: Vector, u: Vector, q: Vector, v: Vector): Between {
  const angle = angleOf(u, v);
  if (angle < parallel) return { ...reach(p, footOnLine(p, q, v)), angle: 0 };
  // The shortest line between two lines is at right angles to both.
  const w = minus(p, q);
  const [uv, uw, vw] = [dot(u, v), dot(u, w), dot(v, w)];
  const share = 1 - uv * uv;
  const from = plus(p, times(u, (uv * vw - uw) / share));
  const to = plus(q, times(v, (vw - uv * uw) / share));
  return { ...reach(from, to), angle };
}

const footOnLine = (point: Vector, at: Vector, along: Vector): Vector =>
  plus(at, times(along, dot(minus(point, at), along)));

const footOnPlane = (point: Vector, at: Vector, normal: Vector): Vector =>
  minus(point, times(normal, dot(minus(point, at), normal)));

/** Between two directions of length 1 or their opposites, degrees. */
const angleOf = (a: Vector, b: Vector): number =>
  (Math.atan2(Math.hypot(...cross(a, b)), Math.abs(dot(a, b))) * 180) / Math.PI;
