/**
 * What every reader ends with: triangles over raw vertices become a welded mesh, with unusable coordinates
 * dealt with in one way for all formats.
 */
import { CodedError } from '../../result.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';

/** Beyond the range of float32 a coordinate is garbage, and areas and volumes could overflow. */
export const largestCoordinate = 3.4e38;

const isUsable = (value: number): boolean => value >= -largestCoordinate && value <= largestCoordinate;

/** More unusable triangles than one in this many, and the file is damaged rather than blemished. */
const toleratedShare = 10;

export function failNoTriangles(what: string): never {
  throw new CodedError(
    'file-no-triangles',
    `${what} Export the part as a mesh (a solid made of triangles) and try again.`,
  );
}

export function failDamaged(what: string): never {
  throw new CodedError('file-damaged', `${what} Export the part again from your CAD program.`);
}

/** The warning for triangles that were left out, or an error where they are too many to be an accident. */
export function reportUnusable(unusable: number, all: number, warnings: string[]): void {
  if (unusable === 0) return;
  const count = `${unusable.toLocaleString('en')} of ${all.toLocaleString('en')} triangles`;
  if (unusable * toleratedShare > all) {
    failDamaged(`In ${count} a coordinate is not a usable number.`);
  }
  warnings.push(
    `${count} ${unusable === 1 ? 'was' : 'were'} left out because a coordinate is not a usable number.`,
  );
}

/** Leaves out triangles with unusable coordinates and welds the rest. All indices must be in range. */
export function finishMesh(positions: Float64Array, indices: Uint32Array, warnings: string[]): Mesh {
  return weldMesh({ positions, indices: dropUnusable(positions, indices, warnings) });
}

function dropUnusable(positions: Float64Array, indices: Uint32Array, warnings: string[]): Uint32Array {
  if (positions.every(isUsable)) return indices;
  const kept = new Uint32Array(indices.length);
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]!;
    const b = indices[i + 1]!;
    const c = indices[i + 2]!;
    if (!isUsableVertex(positions, a) || !isUsableVertex(positions, b) || !isUsableVertex(positions, c)) {
      continue;
    }
    kept[length] = a;
    kept[length + 1] = b;
    kept[length + 2] = c;
    length += 3;
  }
  reportUnusable((indices.length - length) / 3, indices.length / 3, warnings);
  return kept.slice(0, length);
}

const isUsableVertex = (positions: Float64Array, vertex: number): boolean =>
  isUsable(positions[vertex * 3]!) &&
  isUsable(positions[vertex * 3 + 1]!) &&
  isUsable(positions[vertex * 3 + 2]!);
