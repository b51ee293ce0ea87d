/** The distance from a surface on a grid, in a band around one distance; linear between its points. */
import { type Bounds, sizeOf, type Vector } from '../mesh/mesh.ts';
import type { NearestSurface } from '../mesh/nearest-surface.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';

/** Points of the grid: 16 MB. */
const mostPoints = 2_000_000;

/** Grid steps to a wall, unless that would be too many points. */
const stepsPerWall = 4;

export class DistanceGrid {
  readonly step: number;
  readonly #from: Vector;
  readonly #counts: Vector;
  readonly #values: Float32Array;

  private constructor(step: number, from: Vector, counts: Vector, values: Float32Array) {
    this.step = step;
    this.#from = from;
    this.#counts = counts;
    this.#values = values;
  }

  /**
   * Distances up to three steps beyond `level` are exact at the points; deeper inside they are cut off there.
   * Outside, beyond `level`, they are negative. @throws AbortError
   */
  static async measure(
    surface: NearestSurface,
    bounds: Bounds,
    level: number,
    progress: TaskProgress,
  ): Promise<DistanceGrid> {
    const size = sizeOf(bounds);
    const finest = level / stepsPerWall;
    const step = Math.max(finest, Math.cbrt((size[0] * size[1] * size[2]) / mostPoints));
    const counts = size.map((side) => Math.ceil(side / step) + 3) as unknown as Vector;
    const from = bounds.min.map((low) => low - step) as unknown as Vector;
    const [nx, ny, nz] = counts;
    const values = new Float32Array(nx * ny * nz);
    const most = level + 3 * step;
    for (let k = 0, at = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        let isFarInside = false;
        let isFarOutside = false;
        for (let i = 0; i < nx; i++, at++) {
          const [x, y, z] = [from[0] + i * step, from[1] + j * step, from[2] + k * step];
          const distance = Math.min(most, surface.distance(x, y, z, most));
          // Points nearer than the level do not belong to the cavity, whether inside or outside. Between two
          // points farther from the surface than a step, there is no surface.
          const isOutside: boolean =
            distance > level && !isFarInside && (isFarOutside || surface.winding(x, y, z) <= 0);
          values[at] = isOutside ? -distance : distance;
          isFarOutside = isOutside && distance > step;
          isFarInside = !isOutside && distance > Math.max(level, step);
        }
        await progress.step((k * ny + j) / (nz * ny));
      }
    }
    return new DistanceGrid(step, from, counts, values);
  }

  at(x: number, y: number, z: number): number {
    const [nx, ny, nz] = this.#counts;
    const fx = Math.min(nx - 1.001, Math.max(0, (x - this.#from[0]) / this.step));
    const fy = Math.min(ny - 1.001, Math.max(0, (y - this.#from[1]) / this.step));
    const fz = Math.min(nz - 1.001, Math.max(0, (z - this.#from[2]) / this.step));
    const [i, j, k] = [Math.floor(fx), Math.floor(fy), Math.floor(fz)];
    const [u, v, w] = [fx - i, fy - j, fz - k];
    const values = this.#values;
    const first = (k * ny + j) * nx + i;
    const along = (from: number): number => values[from]! * (1 - u) + values[from + 1]! * u;
    const near = along(first) * (1 - v) + along(first + nx) * v;
    const far = along(first + nx * ny) * (1 - v) + along(first + nx * ny + nx) * v;
    return near * (1 - w) + far * w;
  }
}
