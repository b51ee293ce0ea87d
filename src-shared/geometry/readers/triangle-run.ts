/** Triangles that share corners with their neighbours, as in COLLADA and X3D. */
import type { FaceCollector } from './face-collector.ts';

/** A strip, in which every second triangle runs the other way, or a fan about its first corner. */
export function addTriangleRun(
  faces: FaceCollector,
  corners: Uint32Array,
  isFan: boolean,
  paints: Uint32Array | null = null,
): void {
  for (let i = 0; i + 2 < corners.length; i++) {
    const isRotated = !isFan && i % 2 === 1;
    const at = [isFan ? 0 : i, isRotated ? i + 2 : i + 1, isRotated ? i + 1 : i + 2];
    const [first, second, third] = [corners[at[0]!]!, corners[at[1]!]!, corners[at[2]!]!];
    if (first === second || second === third || third === first) continue;
    faces.addTriangle(first, second, third, paints && at.map((place) => paints[place]!));
  }
}
