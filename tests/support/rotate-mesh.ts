import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';

/** A proper rotation: the three rows of a 3 x 3 matrix that is multiplied by points as columns. */
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

/**
 * By `angle` radians about an axis of any length but zero, counter-clockwise when the axis points at the
 * viewer.
 */
export function rotationAbout([x, y, z]: Vector, angle: number): Rotation {
  const length = Math.hypot(x, y, z);
  const half = Math.sin(angle / 2) / length;
  return rotationOfQuaternion([x * half, y * half, z * half, Math.cos(angle / 2)]);
}

/** From a quaternion x, y, z, w of any length but zero. */
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

/** The mesh rotated about the origin, in float64. */
export function rotateMesh({ positions, indices }: Mesh, r: Rotation): Mesh {
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
