/** The triangles square to an axis, from the core, for measure/drawn-lengths.ts. */
import { sampleStride } from '../measure/drawn-lengths.ts';
import { type Core, type Kind, region } from './core.ts';

/** Axis, place and doubled area of each. Call it before the positions are packed. */
export function listFlatFaces(core: Core, kind: Kind): Float64Array {
  const { exports } = core;
  const faces = exports.faces();
  if (faces === 0) return new Float64Array(0);
  const count = exports.listFlatFaces(kind, faces, sampleStride(faces));
  return core.doubles(core.address(region.scratch), count * 3).slice();
}
