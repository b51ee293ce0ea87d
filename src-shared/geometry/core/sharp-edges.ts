/**
 * The lines that make a shaded part readable: edges where faces meet sharply, and all that are not between
 * exactly two faces of the same orientation. Only for pictures; quick-check.ts checks openings.
 */
import type { Core, Kind } from './core.ts';

/** An edge is drawn if the normals of its faces differ by more than this angle, as a cosine: 35 degrees. */
export const sharpCosine = Math.cos((35 * Math.PI) / 180);

/** Larger parts (in triangles) are sculpted or scanned: lines would only blacken them and cost time. */
const mostTriangles = 1_500_000;
const mostEdges = 250_000;

/** The most sharp edges that help to read a part. One with more is rough. 0: do not search for them. */
export function mostSharpEdges(triangles: number): number {
  if (triangles > mostTriangles) return 0;
  return triangles > 20_000 ? Math.min(mostEdges, triangles / 2) : mostEdges;
}

/** Pairs of vertex numbers; empty if lines would not help. Call it before the positions are packed. */
export function listSharpEdges(core: Core, kind: Kind): Uint32Array {
  const { exports } = core;
  const most = Math.floor(mostSharpEdges(exports.faces()));
  if (most === 0 || exports.faces() === 0) return new Uint32Array(0);
  const count = exports.listSharpEdges(kind, most, sharpCosine);
  return count > most ? new Uint32Array(0) : core.words(exports.sharpEdges() >>> 0, count * 2).slice();
}
