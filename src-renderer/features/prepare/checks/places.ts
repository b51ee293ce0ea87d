/** The single places of a finding: its edges and faces grouped by contact, each with an enclosing sphere. */
import type { Finding } from '../../../../src-shared/geometry/geometry.ts';
import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { Drawing } from '../../../geometry/messages.ts';

/** File units. */
export interface Place {
  readonly centre: Vector;
  readonly radius: number;
}

/** More places than anybody steps through. */
const mostPlaces = 500;

/** Largest first. What was counted as one is one place, however much of it is marked. */
export function placesOf(
  { edges, faces, count, sphere }: Pick<Finding, 'edges' | 'faces' | 'count' | 'sphere'>,
  drawing: Pick<Drawing, 'positions' | 'indices' | 'origin'>,
): readonly Place[] {
  if (count === 1 && sphere !== null) return [sphere];
  const groups = new Groups();
  for (let i = 0; i < edges.length; i += 6) {
    groups.add([point(edges, i), point(edges, i + 3)]);
  }
  const { positions, indices, origin } = drawing;
  for (const face of faces) {
    const corners = [0, 1, 2].map((corner): Vector => {
      const [x, y, z] = point(positions, indices[face * 3 + corner]! * 3);
      return [x + origin[0], y + origin[1], z + origin[2]];
    });
    groups.add(corners);
  }
  return groups
    .spheres()
    .sort((a, b) => b.radius - a.radius)
    .slice(0, mostPlaces);
}

const point = (values: ArrayLike<number>, at: number): Vector => [
  values[at]!,
  values[at + 1]!,
  values[at + 2]!,
];

/** Joins shapes that share a point. */
class Groups {
  readonly #parents: number[] = [];
  readonly #points: Vector[] = [];
  readonly #known = new Map<string, number>();

  add(shape: readonly Vector[]): void {
    const roots = shape.map((at) => this.#find(this.#number(at)));
    for (const root of roots) this.#parents[this.#find(root)] = this.#find(roots[0]!);
  }

  spheres(): Place[] {
    const boxes = new Map<number, { low: [number, number, number]; high: [number, number, number] }>();
    this.#points.forEach((at, number) => {
      const root = this.#find(number);
      const box = boxes.get(root) ?? { low: [...at], high: [...at] };
      for (const axis of [0, 1, 2] as const) {
        box.low[axis] = Math.min(box.low[axis], at[axis]);
        box.high[axis] = Math.max(box.high[axis], at[axis]);
      }
      boxes.set(root, box);
    });
    return [...boxes.values()].map(({ low, high }) => ({
      centre: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
      radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2,
    }));
  }

  #number(at: Vector): number {
    const key = at.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#points.push(at) - 1;
    this.#parents.push(number);
    this.#known.set(key, number);
    return number;
  }

  #find(number: number): number {
    let root = number;
    while (this.#parents[root] !== root) root = this.#parents[root]!;
    for (let at = number; at !== root; ) {
      const next = this.#parents[at]!;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }
}
