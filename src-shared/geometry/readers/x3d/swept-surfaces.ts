/** Surfaces that X3D and VRML describe by rows of numbers: extrusions along a spine, grids of heights. */
import { GrowingNumbers } from '../../mesh/growable.ts';
import type { Vector } from '../../mesh/mesh.ts';
import { cross, directionOf, distanceOf, dot, minus, pointAt, times } from '../../mesh/vectors.ts';
import { FaceCollector } from '../face-collector.ts';
import { type Matrix, rotation } from '../scene-mesh.ts';

interface Surface {
  readonly positions: GrowingNumbers;
  readonly faces: FaceCollector;
}

interface Extrusion {
  /** x, z pairs. */
  readonly crossSection: ArrayLike<number>;
  /** Points of the path. */
  readonly spine: ArrayLike<number>;
  /** x, z pairs and axis-angle quadruples, one for all or one for each point of the spine. */
  readonly scale: ArrayLike<number>;
  readonly orientation: ArrayLike<number>;
  /** In a unit of the angles. */
  readonly radians: number;
  readonly beginCap: boolean;
  readonly endCap: boolean;
}

/** A few numbers may describe many corners, but no more than a print needs. */
const mostCorners = 1_000_000;

/** Null if it has no surface. Faces are counter-clockwise seen from outside for a clockwise cross-section. */
export function makeExtrusion(given: Extrusion): Surface | 'too-large' | null {
  const { crossSection, scale, orientation, radians } = given;
  const spine = vectorsOf(given.spine);
  const corners = Math.floor(crossSection.length / 2);
  if (spine.length < 2 || corners < 2) return null;
  if (spine.length * corners > mostCorners) return 'too-large';
  const positions = new GrowingNumbers(spine.length * corners * 3);
  for (const [ring, { origin, x, y, z }] of framesOf(spine).entries()) {
    const size = Math.min(ring, Math.max(1, Math.floor(scale.length / 2)) - 1) * 2;
    const turn = Math.min(ring, Math.max(1, Math.floor(orientation.length / 4)) - 1) * 4;
    const [sx, sz] = [scale[size] ?? 1, scale[size + 1] ?? 1];
    const axis = [orientation[turn] ?? 0, orientation[turn + 1] ?? 0, orientation[turn + 2] ?? 1] as const;
    const m = rotation(axis, (orientation[turn + 3] ?? 0) * radians);
    for (let i = 0; i < corners; i++) {
      const local = turned(m, crossSection[i * 2]! * sx, crossSection[i * 2 + 1]! * sz);
      const at = (k: 0 | 1 | 2): number => origin[k] + x[k] * local[0] + y[k] * local[1] + z[k] * local[2];
      positions.push3(at(0), at(1), at(2));
    }
  }
  const faces = new FaceCollector(positions, spine.length * corners * 2);
  for (let ring = 0; ring + 1 < spine.length; ring++) {
    for (let i = 0; i + 1 < corners; i++) {
      const a = ring * corners + i;
      faces.addTriangle(a, a + 1, a + corners + 1);
      faces.addTriangle(a, a + corners + 1, a + corners);
    }
  }
  const isRound = isClosed(Array.from({ length: corners }, (_, i) => outlineAt(crossSection, i)));
  const capCorners = isRound ? corners - 1 : corners;
  // A spine that comes back to its beginning has no ends.
  if (isClosed(spine)) return { positions, faces };
  if (given.beginCap)
    faces.add(
      Uint32Array.from({ length: capCorners }, (_, i) => capCorners - 1 - i),
      capCorners,
    );
  const last = (spine.length - 1) * corners;
  if (given.endCap)
    faces.add(
      Uint32Array.from({ length: capCorners }, (_, i) => last + i),
      capCorners,
    );
  return { positions, faces };
}

/** Null if there are fewer heights than the dimensions demand. */
export function makeElevationGrid(
  [columns, rows]: readonly [number, number],
  [dx, dz]: readonly [number, number],
  heights: ArrayLike<number>,
): Surface | null {
  if (!(columns >= 2 && rows >= 2 && columns * rows <= heights.length)) return null;
  if (!Number.isInteger(columns) || !Number.isInteger(rows)) return null;
  const positions = new GrowingNumbers(columns * rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      positions.push3(column * dx, heights[row * columns + column]!, row * dz);
    }
  }
  const faces = new FaceCollector(positions, columns * rows * 2);
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      faces.addTriangle(a, a + columns, a + columns + 1);
      faces.addTriangle(a, a + columns + 1, a + 1);
    }
  }
  return { positions, faces };
}

/** The plane of the cross-section at a point of the spine. */
interface Frame {
  readonly origin: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

/** As in VRML97 6.18: y along the spine, z out of its bend, both carried on where it is straight. */
function framesOf(spine: readonly Vector[]): Frame[] {
  const last = spine.length - 1;
  const isRing = isClosed(spine);
  const before = (i: number): Vector => spine[i > 0 ? i - 1 : isRing ? last - 1 : 0]!;
  const behind = (i: number): Vector => spine[i < last ? i + 1 : isRing ? 1 : last]!;
  const ups = carriedOn(spine.map((_, i) => directionOf(minus(behind(i), before(i)))));
  const bends = spine.map((point, i) => directionOf(cross(minus(behind(i), point), minus(before(i), point))));
  if (bends.every((bend) => bend === null)) {
    const straight = uprightTurn(ups[0] ?? [0, 1, 0]);
    return spine.map((origin) => ({ origin, ...straight }));
  }
  const outs = carriedOn(bends);
  let previous: Vector | null = null;
  return spine.map((origin, i) => {
    const y = ups[i]!;
    let z = outs[i]!;
    if (previous !== null && dot(previous, z) < 0) z = times(z, -1);
    previous = z;
    const x = directionOf(cross(y, z)) ?? [1, 0, 0];
    return { origin, x, y, z: directionOf(cross(x, y)) ?? z };
  });
}

/** The smallest turn of the upright axes that brings y to `up`. */
function uprightTurn(up: Vector): Omit<Frame, 'origin'> {
  const axis = cross([0, 1, 0], up);
  const angle = Math.atan2(Math.sqrt(dot(axis, axis)), up[1]);
  const m = rotation(directionOf(axis) ?? [1, 0, 0], angle);
  const column = (k: number): Vector => [m[k]!, m[k + 4]!, m[k + 8]!];
  return { x: column(0), y: column(1), z: column(2) };
}

/** Fills gaps from the direction before, and gaps at the beginning from the first one after them. */
function carriedOn(vectors: readonly (Vector | null)[]): Vector[] {
  let known = vectors.find((vector) => vector !== null) ?? [0, 1, 0];
  return vectors.map((vector) => {
    known = vector ?? known;
    return known;
  });
}

const vectorsOf = (values: ArrayLike<number>): Vector[] =>
  Array.from({ length: Math.floor(values.length / 3) }, (_, i) => pointAt(values, i));

/** (x, 0, z), turned. */
const turned = (m: Matrix, x: number, z: number): Vector => [
  m[0]! * x + m[2]! * z,
  m[4]! * x + m[6]! * z,
  m[8]! * x + m[10]! * z,
];

const outlineAt = (crossSection: ArrayLike<number>, i: number): Vector => [
  crossSection[i * 2]!,
  crossSection[i * 2 + 1]!,
  0,
];

/** Share of the longest distance from the beginning; programs write a full turn with the last digits off. */
const rounding = 1e-6;

function isClosed(line: readonly Vector[]): boolean {
  const distances = line.map((point) => distanceOf(point, line[0]!));
  return distances.at(-1)! <= rounding * Math.max(...distances);
}
