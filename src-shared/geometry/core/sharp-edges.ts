/** The edges that make a shaded picture readable, from the core: the same as those of checks/sharp-edges.ts. */
import { mostSharpEdges, sharpCosine } from '../checks/sharp-edges.ts';
import type { Core, Kind } from './core.ts';

/** Pairs of vertex numbers; empty if lines would not help. Call it before the positions are packed. */
export function listSharpEdges(core: Core, kind: Kind): Uint32Array {
  const { exports } = core;
  const most = Math.floor(mostSharpEdges(exports.faces()));
  if (most === 0 || exports.faces() === 0) return new Uint32Array(0);
  const list = kind === 32 ? exports.listSharpEdges32 : exports.listSharpEdges64;
  const count = list(most, sharpCosine);
  return count > most ? new Uint32Array(0) : core.words(exports.sharpEdges() >>> 0, count * 2).slice();
}
