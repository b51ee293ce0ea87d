/**
 * Every triangle's plane, with coordinates in it: corner a lies at 0, 0 and b on the first axis. Stored in
 * rows of numbers.
 */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import type { FlatTriangle } from './surface-quadratic.ts';

/** Numbers of a row. */
export const planeRow = 13;
/** Where they are in it: three vectors, the coordinates of b and c, and the triangle's area. */
export const place = { normal: 0, first: 3, second: 6, bx: 9, cx: 10, cy: 11, area: 12 } as const;

export class Planes {
  readonly rows: Float64Array;
  readonly #flat = { bx: 0, cx: 0, cy: 0 };

  constructor({ positions, indices }: Mesh) {
    const triangles = indices.length / 3;
    this.rows = new Float64Array(triangles * planeRow);
    for (let i = 0; i < triangles; i++) {
      this.#set(
        i * planeRow,
        positions,
        indices[i * 3]! * 3,
        indices[i * 3 + 1]! * 3,
        indices[i * 3 + 2]! * 3,
      );
    }
  }

  /** 0 for a triangle without area, which has no plane. */
  areaOf(triangle: number): number {
    return this.rows[triangle * planeRow + place.area]!;
  }

  /** The same object for all. */
  flat(triangle: number): FlatTriangle {
    const at = triangle * planeRow;
    this.#flat.bx = this.rows[at + place.bx]!;
    this.#flat.cx = this.rows[at + place.cx]!;
    this.#flat.cy = this.rows[at + place.cy]!;
    return this.#flat;
  }

  /** @param from, to places of vectors in `rows` */
  dot(from: number, to: number): number {
    const { rows } = this;
    return rows[from]! * rows[to]! + rows[from + 1]! * rows[to + 1]! + rows[from + 2]! * rows[to + 2]!;
  }

  #set(at: number, p: Mesh['positions'], a: number, b: number, c: number): void {
    const { rows } = this;
    const [ax, ay, az] = [p[a]!, p[a + 1]!, p[a + 2]!];
    const [x1, y1, z1] = [p[b]! - ax, p[b + 1]! - ay, p[b + 2]! - az];
    const [x2, y2, z2] = [p[c]! - ax, p[c + 1]! - ay, p[c + 2]! - az];
    const [nx, ny, nz] = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2];
    const double = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const width = Math.sqrt(x1 * x1 + y1 * y1 + z1 * z1);
    if (!(double > 1e-12 * (width * width + (x2 * x2 + y2 * y2 + z2 * z2)))) return;
    const [ux, uy, uz] = [nx / double, ny / double, nz / double];
    const [fx, fy, fz] = [x1 / width, y1 / width, z1 / width];
    const [sx, sy, sz] = [uy * fz - uz * fy, uz * fx - ux * fz, ux * fy - uy * fx];
    rows.set([ux, uy, uz, fx, fy, fz, sx, sy, sz], at);
    rows[at + place.bx] = width;
    rows[at + place.cx] = x2 * fx + y2 * fy + z2 * fz;
    rows[at + place.cy] = x2 * sx + y2 * sy + z2 * sz;
    rows[at + place.area] = double / 2;
  }
}
