/** The edges with a single face, from the core. */
import { type Core, type Kind, region } from './core.ts';

/** Lower vertex, higher vertex and group of every open edge, unordered. Call it after `numberGroups`. */
export function listOpenEdges(core: Core, kind: Kind): Uint32Array {
  const { exports } = core;
  if (exports.open() === 0) return new Uint32Array(0);
  const end = exports.listOpenEdges(kind) >>> 0;
  const start = core.address(region.scratch);
  return core.words(start, (end - start) / 4).slice();
}
