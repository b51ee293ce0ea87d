/**
 * Makes a customised product's file: the base model with raised text or a picture's relief on its upper side,
 * each on a plate that is sunk a little into the model, so that both print as one piece
 * [Assumption: customised-shape]. Runs on a thread; knows no HTTP and no database.
 */
import { boundsOf } from '../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { readModel } from '../../src-shared/geometry/readers/read-model.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { CodedError } from '../../src-shared/result.ts';
import { decodeImage } from '../images/decode-image.ts';
import { fieldOfPicture, fieldOfText, type HeightField, solidOf } from './height-field.ts';

export interface Customisation {
  readonly text: string | null;
  readonly picture: Uint8Array | null;
  /** Metres per unit of the base file, which the result keeps. */
  readonly scale: number;
}

/** Millimetres: how deep the plate sits in the model, how far it stands out, how high the relief rises. */
const sunk = 0.5;
const plate = 0.6;
const relief = 1;
/** Share of the upper side that is covered. */
const covered = 0.9;

/** The bytes of a binary STL. @throws CodedError if the base or the picture cannot be read */
export async function customiseModel(
  base: Uint8Array,
  fileName: string,
  customisation: Customisation,
): Promise<Buffer> {
  const { mesh } = await readModel(base, fileName);
  const parts: Mesh[] = [mesh];
  const fields = [
    ...(customisation.text === null || customisation.text.trim() === ''
      ? []
      : [fieldOfText(customisation.text)]),
    ...(customisation.picture === null
      ? []
      : [fieldOfPicture(await decodeImage(Buffer.from(customisation.picture)))]),
  ];
  // With both, the text has the front third of the upper side and the picture the rest.
  const shares: readonly (readonly [number, number])[] =
    fields.length === 2
      ? [
          [0, 1 / 3],
          [1 / 3, 1],
        ]
      : [[0, 1]];
  for (const [i, field] of fields.entries())
    parts.push(placeOn(mesh, field, shares[i]!, customisation.scale));
  return Buffer.from(writeBinaryStl(joined(parts)).buffer);
}

function placeOn(base: Mesh, field: HeightField, [from, to]: readonly [number, number], scale: number): Mesh {
  const bounds = boundsOf(base);
  if (!bounds) throw new CodedError('file-no-triangles', 'The base model has no faces.');
  const unit = 0.001 / scale;
  const [sizeX, sizeY] = [bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]];
  const depth = sizeY * (to - from);
  const aspect = (field.rows - 1) / (field.columns - 1);
  const width = Math.min(sizeX * covered, (depth * covered) / aspect);
  const height = bounds.max[2] - bounds.min[2];
  if (width <= 0) throw new CodedError('file-no-triangles', 'The base model is flat.');
  return solidOf(field, {
    x: (bounds.min[0] + bounds.max[0] - width) / 2,
    y: bounds.min[1] + sizeY * from + (depth - width * aspect) / 2,
    width,
    bottom: bounds.max[2] - Math.min(sunk * unit, height / 2),
    level: bounds.max[2] + plate * unit,
    top: bounds.max[2] + (plate + relief) * unit,
  });
}

/** All parts in one mesh; they stay separate shells. */
function joined(parts: readonly Mesh[]): Mesh {
  const vertices = parts.reduce((sum, part) => sum + part.positions.length, 0);
  const corners = parts.reduce((sum, part) => sum + part.indices.length, 0);
  const positions = new Float64Array(vertices);
  const indices = new Uint32Array(corners);
  let [position, index] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, position);
    const first = position / 3;
    indices.set(
      part.indices.map((vertex) => vertex + first),
      index,
    );
    position += part.positions.length;
    index += part.indices.length;
  }
  return { positions, indices };
}
