/** The last step of every reader: welds triangles and treats unusable coordinates alike in all formats. */
import { ref } from '../../messages/messages.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { Palette } from './palette.ts';

/** A coordinate beyond the range of float32 is garbage, and areas and volumes could overflow. */
export const largestCoordinate = 3.4e38;

const isUsable = (value: number): boolean => value >= -largestCoordinate && value <= largestCoordinate;

/** With more unusable triangles than one in this many, the file counts as damaged. */
const toleratedShare = 10;

export function failNoTriangles(what: GeometryText): never {
  throw geometryError('file-no-triangles', ref('geometry.withoutTriangles', { what }));
}

export function failDamaged(what: GeometryText): never {
  throw geometryError('file-damaged', ref('geometry.damaged', { what }));
}

/** The warning for triangles that were left out, or an error if there are too many. */
export function reportUnusable(unusable: number, all: number, warnings: GeometryText[]): void {
  if (unusable === 0) return;
  const found = { count: unusable, all };
  if (unusable * toleratedShare > all) failDamaged(ref('geometry.unusable', found));
  warnings.push(ref('geometry.unusableDropped', found));
}

/** The paint of raw triangles: for each corner, a number in the palette. */
export interface Paint {
  readonly palette: Palette;
  readonly corners: Uint32Array;
}

/** Leaves out triangles with unusable coordinates and welds the rest. All indices must be in range. */
export function finishMesh(
  positions: Mesh['positions'],
  indices: Uint32Array,
  warnings: GeometryText[],
  paint: Paint | null = null,
): Mesh {
  const usable = dropUnusable(positions, indices, warnings);
  if (paint === null) return weldMesh({ positions, indices: usable });
  const { corners, palette } = paint;
  const isWhole = usable.length === indices.length;
  const painted = isWhole
    ? corners
    : corners.filter((_, i) => {
        const first = i - (i % 3);
        return [0, 1, 2].every((corner) => isUsableVertex(positions, indices[first + corner]!));
      });
  return weldMesh({ positions, indices: usable, ...palette.coloursOf(painted) });
}

/** The triangles without those that have unusable coordinates. */
export function dropUnusable(
  positions: Mesh['positions'],
  indices: Uint32Array,
  warnings: GeometryText[],
): Uint32Array {
  if (positions.every(isUsable)) return indices;
  const usable = new Uint32Array(indices.length);
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i]!;
    const b = indices[i + 1]!;
    const c = indices[i + 2]!;
    if (!isUsableVertex(positions, a) || !isUsableVertex(positions, b) || !isUsableVertex(positions, c)) {
      continue;
    }
    usable[length] = a;
    usable[length + 1] = b;
    usable[length + 2] = c;
    length += 3;
  }
  reportUnusable((indices.length - length) / 3, indices.length / 3, warnings);
  return usable.slice(0, length);
}

const isUsableVertex = (positions: Mesh['positions'], vertex: number): boolean =>
  isUsable(positions[vertex * 3]!) &&
  isUsable(positions[vertex * 3 + 1]!) &&
  isUsable(positions[vertex * 3 + 2]!);
