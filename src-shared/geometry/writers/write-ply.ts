/** Binary PLY with a value and a colour per vertex, as MeshLab, CloudCompare and ParaView read it. */
import type { Mesh } from '../mesh/mesh.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** @param values one per vertex, in the property `quality` @param colourOf 0 to 255 */
export function writePly(
  { positions, indices }: Mesh,
  values: Float32Array,
  colourOf: (value: number) => Colour,
): Uint8Array {
  const [vertices, faces] = [positions.length / 3, indices.length / 3];
  const lines = [
    ['ply'],
    ['format', 'binary_little_endian', '1.0'],
    ['element', 'vertex', vertices],
    ...['x', 'y', 'z', 'quality'].map((name) => ['property', 'float', name]),
    ...['red', 'green', 'blue'].map((name) => ['property', 'uchar', name]),
    ['element', 'face', faces],
    ['property', 'list', 'uchar', 'int', 'vertex_indices'],
    ['end_header'],
  ];
  const text = lines.map((words) => `${words.join(' ')}\n`).join('');
  const header = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const bytes = new Uint8Array(header.length + vertices * 19 + faces * 13);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + axis * 4, positions[vertex * 3 + axis]!, true);
    view.setFloat32(at + 12, values[vertex]!, true);
    bytes.set(colourOf(values[vertex]!), at + 16);
    at += 19;
  }
  for (let face = 0; face < faces; face++) {
    view.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner++) {
      view.setUint32(at + 1 + corner * 4, indices[face * 3 + corner]!, true);
    }
    at += 13;
  }
  return bytes;
}
