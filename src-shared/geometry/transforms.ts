/**
 * Scaled, rotated, mirrored and moved meshes, and what they measure without measuring again: scale in closed form,
 * turns from the points of the convex hull alone. Called by the window while a gizmo is dragged and by whatever
 * bakes a rotated mesh for upload; knows no camera and no unit.
 */
import { convexHull } from './convex-hull.ts';
import type { Measures } from './geometry.ts';
import { centreOf } from './measure.ts';
import type { Bounds, Mesh, Vector } from './mesh.ts';

/** A proper rotation: three rows of a 3 x 3 matrix that is multiplied with points as columns. */
export type Rotation = readonly [
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  zx: number,
  zy: number,
  zz: number,
];

export type Axis = 'x' | 'y' | 'z';

export const noRotation: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** By `angle` radians, counter-clockwise seen against `axis` (any length but zero). */
export function rotationAbout([x, y, z]: Vector, angle: number): Rotation {
  const length = Math.hypot(x, y, z);
  const half = Math.sin(angle / 2) / length;
  return rotationOfQuaternion([x * half, y * half, z * half, Math.cos(angle / 2)]);
}

/** From a quaternion x, y, z, w of any length but zero, as three.js keeps them. */
export function rotationOfQuaternion([x, y, z, w]: readonly [number, number, number, number]): Rotation {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

/** Turns by `first`, then by `second`. */
export function combineRotations(first: Rotation, second: Rotation): Rotation {
  const product: number[] = [];
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      product.push(
        second[row]! * first[column]! +
          second[row + 1]! * first[column + 3]! +
          second[row + 2]! * first[column + 6]!,
      );
    }
  }
  return product as unknown as Rotation;
}

export const turnVector = (r: Rotation, [x, y, z]: Vector): Vector => [
  r[0] * x + r[1] * y + r[2] * z,
  r[3] * x + r[4] * y + r[5] * z,
  r[6] * x + r[7] * y + r[8] * z,
];

/** The mesh rotated about the origin of its file, in float64. */
export function turnMesh({ positions, indices }: Mesh, r: Rotation): Mesh {
  const rotated = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    rotated[i] = r[0] * x + r[1] * y + r[2] * z;
    rotated[i + 1] = r[3] * x + r[4] * y + r[5] * z;
    rotated[i + 2] = r[6] * x + r[7] * y + r[8] * z;
  }
  return { positions: rotated, indices };
}

/** The mesh with every coordinate times `factor` (above 0), in float64. */
export function scaleMesh({ positions, indices }: Mesh, factor: number): Mesh {
  return { positions: Float64Array.from(positions, (value) => value * factor), indices };
}

/** Mirrored at the plane through the origin across `axis`; the faces are rotated over so that outside stays out. */
export function mirrorMesh({ positions, indices }: Mesh, axis: Axis): Mesh {
  const mirrored = positions.slice();
  for (let i = axisNumber[axis]; i < mirrored.length; i += 3) mirrored[i] = -mirrored[i]! + 0;
  const rotated = indices.slice();
  for (let i = 0; i < rotated.length; i += 3) {
    rotated[i + 1] = indices[i + 2]!;
    rotated[i + 2] = indices[i + 1]!;
  }
  return { positions: mirrored, indices: rotated };
}

const axisNumber: Readonly<Record<Axis, 0 | 1 | 2>> = { x: 0, y: 1, z: 2 };

/** What the mesh measures once every coordinate is times `factor` (above 0). */
export function scaleMeasures(measures: Measures, factor: number): Measures {
  const { bounds, volumeBand, centreOfMass } = measures;
  const scale = (vector: Vector): Vector => [vector[0] * factor, vector[1] * factor, vector[2] * factor];
  const cube = factor ** 3;
  return {
    ...measures,
    bounds: bounds && { min: scale(bounds.min), max: scale(bounds.max) },
    area: measures.area * factor ** 2,
    volume: measures.volume * cube,
    volumeBand: volumeBand && { low: volumeBand.low * cube, high: volumeBand.high * cube },
    centreOfMass: centreOfMass && scale(centreOfMass),
  };
}

/** What `mirrorMesh` measures. */
export function mirrorMeasures(measures: Measures, axis: Axis): Measures {
  const { bounds, centreOfMass } = measures;
  const at = axisNumber[axis];
  const mirror = (vector: Vector): Vector =>
    vector.map((v, i) => (i === at ? -v + 0 : v)) as unknown as Vector;
  const swap = (own: Vector, other: Vector): Vector =>
    own.map((v, i) => (i === at ? -other[at] + 0 : v)) as unknown as Vector;
  return {
    ...measures,
    bounds: bounds && { min: swap(bounds.min, bounds.max), max: swap(bounds.max, bounds.min) },
    centreOfMass: centreOfMass && mirror(centreOfMass),
  };
}

/** What is needed to measure any turn of one mesh in the time of its hull, not of its triangles. */
export interface Turnable {
  readonly measures: Measures;
  /** x, y, z of the corners of the convex hull: they alone decide every rotated box. */
  readonly hullPoints: Float64Array;
  /** Sum of the directed areas of the faces; zero for a closed mesh ([Note: volume of an open mesh]). */
  readonly opening: Vector;
}

/** @param measures what `measureMesh` says of this mesh */
export function prepareTurning(mesh: Mesh, measures: Measures): Turnable {
  return {
    measures,
    hullPoints: convexHull(mesh.positions, mesh.indices).points,
    opening: measures.volumeBand === null ? [0, 0, 0] : directedArea(mesh),
  };
}

/**
 * What the mesh measures once `turnMesh` rotated it: area and volume stay, the box comes from the hull. The centre
 * of mass of an open mesh is the rotated estimate, no new one.
 */
export function turnMeasures({ measures, hullPoints, opening }: Turnable, rotation: Rotation): Measures {
  const before = measures.bounds;
  if (before === null) return measures;
  const bounds = rotatedBounds(hullPoints, rotation);
  const centreOfMass = measures.centreOfMass && turnVector(rotation, measures.centreOfMass);
  if (measures.volumeBand === null) return { ...measures, bounds, centreOfMass };
  // An open mesh: the volume about the origin does not change, and its band follows the new box.
  const middle = (measures.volumeBand.low + measures.volumeBand.high) / 2;
  const aboutOrigin = middle + dot(centreOf(before), opening) / 3;
  const rotated = turnVector(rotation, opening);
  const aboutCentre = aboutOrigin - dot(centreOf(bounds), rotated) / 3;
  const reach = [0, 1, 2].map((axis) => bounds.max[axis as 0] - bounds.min[axis as 0]);
  const spread = rotated.reduce((sum, part, axis) => sum + Math.abs(part) * reach[axis]!, 0) / 6;
  const isNearOrigin = Math.abs(aboutOrigin - aboutCentre) <= spread * farOrigin;
  return {
    ...measures,
    bounds,
    centreOfMass,
    volume: isNearOrigin ? aboutOrigin : aboutCentre,
    volumeBand: { low: aboutCentre - spread, high: aboutCentre + spread },
  };
}

/** As in measure.ts: an open mesh's volume about the origin may leave its band by this many half-widths. */
const farOrigin = 5;

/** Box of points (x, y, z each) once rotated. There must be a point. */
export function rotatedBounds(points: ArrayLike<number>, r: Rotation): Bounds {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const px = points[i]!;
    const py = points[i + 1]!;
    const pz = points[i + 2]!;
    const x = r[0] * px + r[1] * py + r[2] * pz;
    const y = r[3] * px + r[4] * py + r[5] * pz;
    const z = r[6] * px + r[7] * py + r[8] * pz;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] };
}

function directedArea({ positions, indices }: Mesh): Vector {
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  return [x / 2, y / 2, z / 2];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
