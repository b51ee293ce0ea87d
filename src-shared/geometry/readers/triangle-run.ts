/** Triangles that share corners with their neighbours, as in COLLADA, glTF and X3D. */
import type { FaceCollector } from './face-collector.ts';

/**
 * The places of the corners of every triangle in a strip, in which every second triangle runs the other way,
 * or in a fan about its first corner. Triangles without area, which connect strips, are left out.
 */
export function* trianglesInRun(
  corners: ArrayLike<number>,
  isFan: boolean,
): Generator<readonly [number, number, number]> {
  for (let i = 0; i + 2 < corners.length; i++) {
    const isRotated = !isFan && i % 2 === 1;
    const at = [isFan ? 0 : i, isRotated ? i + 2 : i + 1, isRotated ? i + 1 : i + 2] as const;
    const [first, second, third] = [corners[at[0]], corners[at[1]], corners[at[2]]];
    if (first !== second && second !== third && third !== first) yield at;
  }
}

export function addTriangleRun(
  faces: FaceCollector,
  corners: Uint32Array,
  isFan: boolean,
  paints: Uint32Array | null = null,
): void {
  for (const at of trianglesInRun(corners, isFan)) {
    const [first, second, third] = at;
    const painted = paints && at.map((place) => paints[place]!);
    faces.addTriangle(corners[first]!, corners[second]!, corners[third]!, painted);
  }
}
