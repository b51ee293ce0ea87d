/**
 * The files of the geometry bench besides the torus: a real scan of the corpus repeated side by side, and the
 * writers.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { write3mf } from '../../src-shared/geometry/writers/write-3mf.ts';

const corpusScan = new URL(
  '../../../shared/corpus/alecjacobson-common-3d-test-models/data/igea.ply',
  import.meta.url,
);

/** Null if the corpus is missing. */
export async function loadScan(): Promise<Mesh | null> {
  try {
    return (await analyseModel(readFileSync(corpusScan), 'igea.ply')).mesh;
  } catch {
    return null;
  }
}

/** Copies side by side, as one mesh of at least this many triangles. */
export function repeatMesh({ positions, indices }: Mesh, triangles: number): Mesh {
  const copies = Math.ceil((triangles * 3) / indices.length);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  const step = (high - low) * 1.1;
  const all = {
    positions: new Float32Array(positions.length * copies),
    indices: new Uint32Array(indices.length * copies),
  };
  for (let copy = 0; copy < copies; copy++) {
    for (let i = 0; i < positions.length; i++) {
      all.positions[copy * positions.length + i] = positions[i]! + (i % 3 === 0 ? step * copy : 0);
    }
    for (let i = 0; i < indices.length; i++) {
      all.indices[copy * indices.length + i] = indices[i]! + (copy * positions.length) / 3;
    }
  }
  return all;
}

/** In pieces, since ten million triangles are 500 MB. */
export function writeStlFile(path: string, { positions, indices }: Mesh): void {
  const file = openSync(path, 'w');
  const triangles = indices.length / 3;
  const header = Buffer.alloc(84);
  header.writeUInt32LE(triangles, 80);
  writeSync(file, header);
  const block = 65536;
  for (let first = 0; first < triangles; first += block) {
    const count = Math.min(block, triangles - first);
    const bytes = Buffer.alloc(count * 50);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let i = 0; i < count * 3; i++) {
      const vertex = indices[first * 3 + i]! * 3;
      const at = Math.floor(i / 3) * 50 + 12 + (i % 3) * 12;
      for (let axis = 0; axis < 3; axis++) view.setFloat32(at + axis * 4, positions[vertex + axis]!, true);
    }
    writeSync(file, bytes);
  }
  closeSync(file);
}

/** Lines are written in blocks, since a string ends at 512 MB. */
function writeLines(path: string, count: number, line: (i: number) => string): void {
  const file = openSync(path, 'a');
  for (let first = 0; first < count; first += 10_000) {
    let text = '';
    for (let i = first; i < Math.min(count, first + 10_000); i++) text += line(i);
    writeSync(file, text);
  }
  closeSync(file);
}

/** As most programs write it: exponents with six decimals. */
export function writeAsciiStlFile(path: string, { positions, indices }: Mesh): void {
  const coordinates = (vertex: number): string =>
    [0, 1, 2].map((axis) => positions[vertex * 3 + axis]!.toExponential(6)).join(' ');
  writeFileSync(path, 'solid bench\n');
  writeLines(path, indices.length / 3, (i) => {
    const corners = [0, 1, 2].map((k) => `      vertex ${coordinates(indices[i * 3 + k]!)}\n`).join('');
    return `  facet normal 5.773503e-01 -5.773503e-01 5.773503e-01\n    outer loop\n${corners}    endloop\n  endfacet\n`;
  });
  writeLines(path, 1, () => 'endsolid bench\n');
}

export function writeObjFile(path: string, { positions, indices }: Mesh): void {
  writeFileSync(path, '# bench\n');
  const six = (value: number): string => value.toFixed(6);
  writeLines(
    path,
    positions.length / 3,
    (i) => `v ${six(positions[i * 3]!)} ${six(positions[i * 3 + 1]!)} ${six(positions[i * 3 + 2]!)}\n`,
  );
  writeLines(
    path,
    indices.length / 3,
    (i) => `f ${indices[i * 3]! + 1} ${indices[i * 3 + 1]! + 1} ${indices[i * 3 + 2]! + 1}\n`,
  );
}

export function writePlyFile(path: string, { positions, indices }: Mesh): void {
  const [vertices, faces] = [positions.length / 3, indices.length / 3];
  const header = `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\nelement face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;
  const body = Buffer.alloc(vertices * 12 + faces * 13);
  for (let i = 0; i < positions.length; i++) body.writeFloatLE(positions[i]!, i * 4);
  for (let face = 0; face < faces; face++) {
    const at = vertices * 12 + face * 13;
    body[at] = 3;
    for (let k = 0; k < 3; k++) body.writeInt32LE(indices[face * 3 + k]!, at + 1 + k * 4);
  }
  writeFileSync(path, Buffer.concat([Buffer.from(header), body]));
}

export async function write3mfFile(path: string, mesh: Mesh): Promise<void> {
  writeFileSync(path, await write3mf(mesh, { unit: 'mm' }));
}
