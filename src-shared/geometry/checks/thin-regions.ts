/**
 * Gathers thin samples of the surface into regions and tells walls from edges. A wall has two roughly
 * opposite faces and some thickness over an area; towards an edge, or the tip of a wedge, it has none.
 */
import type { Vector } from '../mesh/mesh.ts';
import { pointAt } from '../mesh/vectors.ts';
import { UnionFind } from './union-find.ts';

export interface ThinRegion {
  /** Area of both sides in square file units, estimated from the samples. */
  readonly area: number;
  /** Share of the whole surface. */
  readonly share: number;
  readonly thinnest: number;
  /** Whether it is large enough to decide about the part. */
  readonly isLarge: boolean;
  readonly place: Vector;
}

export class ThinSamples {
  readonly #points: number[] = [];
  readonly #thickness: number[] = [];

  add([x, y, z]: Vector, thickness: number): void {
    this.#points.push(x, y, z);
    this.#thickness.push(thickness);
  }

  /**
   * The regions of walls, the largest first. `limit` is the thickness up to which samples count as thin,
   * `area` the whole surface and `samples` all its samples.
   */
  walls(limit: number, area: number, samples: number): ThinRegion[] {
    const each = area / samples;
    const least = Math.min(sensibleArea * limit * limit, sensibleShare * area);
    return gather(this.#points, Math.max(limit, 2 * Math.sqrt(each)))
      .filter((region) => region.length >= fewest && this.#keepsThickness(region))
      .map((region) => this.#describe(region, each, area, least))
      .sort((a, b) => b.area - a.area);
  }

  /** In a wedge the thickness is spread evenly from nothing to the limit. */
  #keepsThickness(region: readonly number[]): boolean {
    const sorted = Float64Array.from(region, (i) => this.#thickness[i]!).sort();
    const low = sorted[Math.floor(sorted.length * 0.1)]!;
    const middle = sorted[Math.floor(sorted.length * 0.5)]!;
    return low >= middle * steadiness;
  }

  #describe(region: readonly number[], each: number, area: number, least: number): ThinRegion {
    let thinnest = region[0]!;
    for (const i of region) if (this.#thickness[i]! < this.#thickness[thinnest]!) thinnest = i;
    return {
      area: region.length * each,
      share: (region.length * each) / area,
      thinnest: this.#thickness[thinnest]!,
      isLarge: region.length * each >= least,
      place: pointAt(this.#points, thinnest),
    };
  }
}

/** A region counts from seven by seven limits on, on either side, or from this share of a small part on. */
const sensibleArea = 100;
const sensibleShare = 0.05;
/** With fewer samples, an area cannot be estimated. */
const fewest = 20;
/** Least share of the middle thickness that a tenth of a wall may fall below. */
const steadiness = 0.25;

/** Groups points (x, y, z) in the same or neighbouring cells of this size, in linear time. */
export function gather(points: readonly number[], cell: number): number[][] {
  const count = points.length / 3;
  const groups = new UnionFind(count);
  const firsts = new Map<string, number>();
  const cells = Int32Array.from(points, (value) => Math.floor(value / cell));
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [cells[i * 3]!, cells[i * 3 + 1]!, cells[i * 3 + 2]!];
    const own = `${x},${y},${z}`;
    const known = firsts.get(own);
    if (known !== undefined) {
      groups.join(known, i);
      continue;
    }
    firsts.set(own, i);
    for (let near = 0; near < 27; near++) {
      const [dx, dy, dz] = [(near % 3) - 1, (Math.floor(near / 3) % 3) - 1, Math.floor(near / 9) - 1];
      const other = firsts.get(`${x + dx},${y + dy},${z + dz}`);
      if (other !== undefined) groups.join(other, i);
    }
  }
  const regions = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const root = groups.find(i);
    const region = regions.get(root);
    if (region === undefined) regions.set(root, [i]);
    else region.push(i);
  }
  return [...regions.values()];
}
