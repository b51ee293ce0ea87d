/**
 * The normal of a triangle. Its corners are given as indices into an array of coordinates (three times the
 * vertex numbers). Loops that also need the edges compute the normal in place.
 */

type Coordinates = Float32Array | Float64Array;

/** Writes the cross product of the edges ab and ac into `normal`: twice the triangle's area long. */
export function crossEdges(
  positions: Coordinates,
  a: number,
  b: number,
  c: number,
  normal: Float64Array,
): void {
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
}

const normal = new Float64Array(3);

export function doubleArea(positions: Coordinates, a: number, b: number, c: number): number {
  crossEdges(positions, a, b, c, normal);
  // Math.hypot takes several times as long, and is needed only for larger numbers than any part has.
  return Math.sqrt(normal[0]! * normal[0]! + normal[1]! * normal[1]! + normal[2]! * normal[2]!);
}
