/**
 * Cuts a mesh with a plane: the outlines of the section, exactly where the plane meets each triangle. The
 * view fills them and shows their area.
 *
 * [Note: cuts of damaged meshes] Outlines are followed along shared edges, whichever way the faces point, and
 * then turn the way most of their faces say. A gap up to `mostGap` of the section is bridged by a straight
 * line; a wider one leaves an open line, which is drawn and not filled.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { TriangleBlocks } from '../mesh/triangle-blocks.ts';
import { cross, distanceOf, dot, minus, plus, pointAt, times } from '../mesh/vectors.ts';

/** All p with p · normal = offset. */
export interface Plane {
  /** Length 1. */
  readonly normal: Vector;
  readonly offset: number;
}

/** In the coordinates of the mesh. */
export interface Cut {
  /** Closed outlines, x, y, z a point: counter-clockwise about the normal around material, else clockwise. */
  readonly loops: readonly Float64Array[];
  /** Outlines that do not close. */
  readonly open: readonly Float64Array[];
  /** Enclosed by the loops; holes count as empty. Parts that overlap count twice. */
  readonly area: number;
  readonly length: number;
}

const mostGap = 0.03;
/** With more loose ends than this the mesh is a heap of triangles, and pairing them would take long. */
const mostChains = 500;

export function cutMesh(mesh: Mesh, plane: Plane): Cut {
  const pieces = crossings(mesh, plane);
  const chains = chainsOf(pieces);
  const loops = chains.filter(({ closed }) => closed).map(({ points }) => points);
  const { closed, open } = bridge(chains.filter((chain) => !chain.closed).map(({ points }) => points));
  loops.push(...closed);
  return {
    loops: loops.map((points) => Float64Array.from(points)),
    open: open.map((points) => Float64Array.from(points)),
    area: Math.abs(loops.reduce((sum, points) => sum + signedArea(points, plane.normal), 0)),
    length:
      loops.reduce((sum, points) => sum + lengthOf(points, true), 0) +
      open.reduce((sum, points) => sum + lengthOf(points, false), 0),
  };
}

/** Line pieces, each from the mesh's edge `from` to its edge `to`. */
interface Pieces {
  readonly from: number[];
  readonly to: number[];
  /** x, y, z of both ends. */
  readonly ends: number[];
}

function crossings(mesh: Mesh, { normal, offset }: Plane): Pieces {
  const { positions, indices } = mesh;
  const [nx, ny, nz] = normal;
  const vertices = positions.length / 3;
  const found: Pieces = { from: [], to: [], ends: [] };
  // Points in the plane count as above it, so every triangle has either no crossing or exactly two.
  const height = (vertex: number): number =>
    positions[vertex * 3]! * nx + positions[vertex * 3 + 1]! * ny + positions[vertex * 3 + 2]! * nz - offset;
  const cross = (a: number, b: number, atA: number, atB: number): number => {
    // From the lower vertex number, so that both faces of an edge get the same point to the last bit.
    const [low, high, atLow, atHigh] = a < b ? [a, b, atA, atB] : [b, a, atB, atA];
    const share = atLow / (atLow - atHigh);
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[low * 3 + axis]!;
      found.ends.push(start + (positions[high * 3 + axis]! - start) * share);
    }
    return low * vertices + high;
  };
  TriangleBlocks.of(mesh).acrossPlane(normal, offset, (first, end) => {
    for (let face = first; face < end; face++) {
      const corners = [indices[face * 3]!, indices[face * 3 + 1]!, indices[face * 3 + 2]!] as const;
      const at = [height(corners[0]), height(corners[1]), height(corners[2])] as const;
      const above = (at[0] >= 0 ? 1 : 0) + (at[1] >= 0 ? 1 : 0) + (at[2] >= 0 ? 1 : 0);
      if (above === 0 || above === 3) continue;
      // Down through one edge of the triangle and up through another: with the material on the left.
      let down = 0;
      while (!(at[down]! >= 0 && at[(down + 1) % 3]! < 0)) down++;
      let up = 0;
      while (!(at[up]! < 0 && at[(up + 1) % 3]! >= 0)) up++;
      const [d, u] = [(down + 1) % 3, (up + 1) % 3];
      found.from.push(cross(corners[down]!, corners[d]!, at[down]!, at[d]!));
      found.to.push(cross(corners[up]!, corners[u]!, at[up]!, at[u]!));
    }
  });
  return found;
}

interface Chain {
  readonly points: number[];
  readonly closed: boolean;
}

/** Joins pieces that meet in the same edge of the mesh. */
function chainsOf({ from, to, ends }: Pieces): Chain[] {
  const meeting = new Map<number, number[]>();
  const note = (edge: number, piece: number): void => {
    const others = meeting.get(edge);
    if (others) others.push(piece);
    else meeting.set(edge, [piece]);
  };
  for (let piece = 0; piece < from.length; piece++) {
    note(from[piece]!, piece);
    note(to[piece]!, piece);
  }
  const used = new Uint8Array(from.length);
  const chains: Chain[] = [];
  const follow = (start: number, isForward: boolean): void => {
    const points: number[] = [];
    let turns = 0;
    let piece = start;
    let forward = isForward;
    const firstEdge = forward ? from[piece]! : to[piece]!;
    for (;;) {
      used[piece] = 1;
      turns += forward ? 1 : -1;
      const at = piece * 6 + (forward ? 0 : 3);
      points.push(ends[at]!, ends[at + 1]!, ends[at + 2]!);
      const edge = forward ? to[piece]! : from[piece]!;
      const free = meeting.get(edge)!.filter((other) => !used[other]);
      // Where more than two faces meet, one that points the same way continues the outline.
      const next = free.find((other) => (forward ? from[other] : to[other]) === edge) ?? free[0];
      if (next === undefined || edge === firstEdge) {
        const closed = edge === firstEdge;
        const last = piece * 6 + (forward ? 3 : 0);
        if (!closed) points.push(ends[last]!, ends[last + 1]!, ends[last + 2]!);
        chains.push({ points: turns < 0 ? reversed(points) : points, closed });
        return;
      }
      forward = from[next] === edge;
      piece = next;
    }
  };
  // Starts at loose ends, so that only loops are left.
  for (let piece = 0; piece < from.length; piece++) {
    if (used[piece]) continue;
    if (meeting.get(from[piece]!)!.length === 1) follow(piece, true);
    else if (meeting.get(to[piece]!)!.length === 1) follow(piece, false);
  }
  for (let piece = 0; piece < from.length; piece++) if (!used[piece]) follow(piece, true);
  return chains;
}

function reversed(points: readonly number[]): number[] {
  const turned: number[] = [];
  for (let at = points.length - 3; at >= 0; at -= 3)
    turned.push(points[at]!, points[at + 1]!, points[at + 2]!);
  return turned;
}

/** Joins the end of a line with the nearest start, the narrowest gaps first. */
function bridge(chains: readonly number[][]): { closed: number[][]; open: number[][] } {
  if (chains.length === 0 || chains.length > mostChains) return { closed: [], open: [...chains] };
  const most = mostGap * extentOf(chains);
  const gaps: { end: number; start: number; gap: number }[] = [];
  chains.forEach((one, end) => {
    chains.forEach((other, start) => {
      const gap = distanceOf(pointOf(one, -1), pointOf(other, 0));
      if (gap <= most) gaps.push({ end, start, gap });
    });
  });
  gaps.sort((a, b) => a.gap - b.gap);
  const after = new Int32Array(chains.length).fill(-1);
  const before = new Int32Array(chains.length).fill(-1);
  for (const { end, start } of gaps) {
    if (after[end] !== -1 || before[start] !== -1) continue;
    after[end] = start;
    before[start] = end;
  }
  const done = new Uint8Array(chains.length);
  const closed: number[][] = [];
  const open: number[][] = [];
  const gather = (first: number): { points: number[]; isClosed: boolean } => {
    const points: number[] = [];
    let at = first;
    do {
      done[at] = 1;
      points.push(...chains[at]!);
      at = after[at]!;
    } while (at !== -1 && at !== first);
    return { points, isClosed: at === first };
  };
  chains.forEach((_, first) => {
    if (before[first] === -1) open.push(gather(first).points);
  });
  chains.forEach((_, first) => {
    if (!done[first]) closed.push(gather(first).points);
  });
  return { closed, open };
}

const pointOf = (points: readonly number[], which: 0 | -1): Vector =>
  pointAt(points, which === 0 ? 0 : points.length / 3 - 1);

function extentOf(chains: readonly number[][]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const points of chains) {
    points.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3]!, value);
      high[i % 3] = Math.max(high[i % 3]!, value);
    });
  }
  return Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
}

function signedArea(points: readonly number[], normal: Vector): number {
  const first = pointOf(points, 0);
  let sum: Vector = [0, 0, 0];
  for (let i = 1; i + 1 < points.length / 3; i++) {
    const [a, b] = [minus(pointAt(points, i), first), minus(pointAt(points, i + 1), first)];
    sum = plus(sum, times(cross(a, b), 0.5));
  }
  return dot(sum, normal);
}

function lengthOf(points: readonly number[], isClosed: boolean): number {
  let sum = 0;
  for (let i = 1; i < points.length / 3; i++) sum += distanceOf(pointAt(points, i), pointAt(points, i - 1));
  return isClosed ? sum + distanceOf(pointOf(points, -1), pointOf(points, 0)) : sum;
}
