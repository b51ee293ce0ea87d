/** Triangles that share corners with their neighbours, as in COLLADA and X3D. */
import type { FaceCollector } from './face-collector.ts';

/** A strip, in which every second triangle runs the other way, or a fan about its first corner. */
export function addTriangleRun(faces: FaceCollector, corners: Uint32Array, isFan: boolean): void {
  for (let i = 0; i + 2 < corners.length; i++) {
    const first = corners[isFan ? 0 : i]!;
    const isRotated = !isFan && i % 2 === 1;
    const second = corners[isRotated ? i + 2 : i + 1]!;
    const third = corners[isRotated ? i + 1 : i + 2]!;
    if (first !== second && second !== third && third !== first) faces.addTriangle(first, second, third);
  }
}
