/**
 * Triangulates a flat region with holes: joins every hole to the outline by the shortest bridge that crosses
 * nothing, and splits the resulting outline like any concave polygon. For generated parts, whose outlines
 * have hundreds of points, not thousands.
 */
import { GrowingIndices } from '../mesh/growable.ts';
import { PolygonSplitter } from '../readers/split-polygon.ts';

export type Point2 = readonly [x: number, y: number];

export interface FlatTriangles {
  /** The points of the outline, then those of every hole, in the order given. */
  readonly points: readonly Point2[];
  /** Three point numbers per triangle, counter-clockwise. */
  readonly indices: Uint32Array;
}

/** @param outline counter-clockwise; `holes` counter-clockwise too, inside the outline, not touching */
export function triangulateRegion(
  outline: readonly Point2[],
  holes: readonly (readonly Point2[])[],
): FlatTriangles {
  const points = [...outline, ...holes.flat()];
  let contour = outline.map((_, i) => i);
  let first = outline.length;
  const waiting = holes.map((hole) => {
    const numbers = hole.map((_, i) => first + i).reverse();
    first += hole.length;
    return numbers;
  });
  while (waiting.length > 0) {
    const bridge = shortestBridge(points, contour, waiting);
    const [hole] = waiting.splice(bridge.hole, 1) as [number[]];
    const around = [...hole.slice(bridge.to), ...hole.slice(0, bridge.to), hole[bridge.to]!];
    contour = [...contour.slice(0, bridge.from + 1), ...around, ...contour.slice(bridge.from)];
  }
  const triangles = new GrowingIndices(contour.length * 3);
  const positions = Float64Array.from(points.flatMap(([x, y]) => [x, y, 0]));
  new PolygonSplitter(triangles).split(positions, contour, contour.length);
  return { points, indices: triangles.finish() };
}

interface Bridge {
  readonly hole: number;
  /** Index in the contour and in the hole. */
  readonly from: number;
  readonly to: number;
}

function shortestBridge(
  points: readonly Point2[],
  contour: readonly number[],
  holes: readonly number[][],
): Bridge {
  const loops = [contour, ...holes];
  const isClear = (p: Point2, q: Point2): boolean =>
    loops.every((loop) =>
      loop.every((a, i) => !cross(p, q, points[a]!, points[loop[(i + 1) % loop.length]!]!)),
    );
  let best: Bridge | null = null;
  let bestLength = Infinity;
  holes.forEach((hole, number) => {
    contour.forEach((a, from) => {
      const p = points[a]!;
      hole.forEach((b, to) => {
        const q = points[b]!;
        const length = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
        if (length >= bestLength || !isClear(p, q)) return;
        best = { hole: number, from, to };
        bestLength = length;
      });
    });
  });
  if (best === null) throw new Error('A hole lies outside its outline.');
  return best;
}

/** Whether two segments cross between their ends. */
const cross = (a: Point2, b: Point2, c: Point2, d: Point2): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

const turn = (a: Point2, b: Point2, c: Point2): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
