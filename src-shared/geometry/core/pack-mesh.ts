/** The mesh that the core holds, as views of its memory, valid until its next job. */
import type { Mesh } from '../mesh/mesh.ts';
import { type Core, type Kind, region } from './core.ts';

/** Call it once, after all else: the positions are moved together. */
export function packMesh(core: Core, kind: Kind): Mesh {
  const { exports } = core;
  const isSingle = kind === 32 || exports.fitsFloat32() !== 0;
  const address = exports.packPositions(kind, isSingle ? 1 : 0) >>> 0;
  const values = exports.vertices() * 3;
  return {
    positions: isSingle ? core.singles(address, values) : core.doubles(address, values),
    indices: core.words(core.address(region.indices), exports.faces() * 3),
  };
}
