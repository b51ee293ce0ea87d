/** Writes parts that were made from others: turned, repaired or split. */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { write3mf } from '../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';
import type { MadeFile } from './messages.ts';

/** Whether the part becomes 3MF, which has all digits and colours, and not STL. `unit`: see `Making`. */
export const isWrittenExactly = (mesh: Mesh, unit: LengthUnit | null): unit is LengthUnit =>
  mesh.colours !== undefined && unit !== null;

/** `unit`: see `Making`. */
export async function writeMade(mesh: Mesh, unit: LengthUnit | null, title: string): Promise<MadeFile> {
  if (isWrittenExactly(mesh, unit)) return { bytes: await write3mf(mesh, { unit, title }), format: '3mf' };
  return { bytes: writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>, format: 'stl' };
}
