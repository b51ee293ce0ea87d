/** Reads binary STL through the fast core: in pieces straight into its memory, welded as they arrive. */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type ByteSource, bytesSource, readFully } from '../readers/byte-source.ts';
import { checkRecords } from '../readers/check-records.ts';
import { failDamaged, reportUnusable } from '../readers/raw-mesh.ts';
import {
  countTriangles,
  headerBytes,
  isExactBinaryStl,
  recordBytes,
  recordsToCheck,
} from '../readers/stl-binary.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region, returnCore, takeCore } from './core.ts';
import { packMesh } from './pack-mesh.ts';

/** Triangles per call: enough to outweigh its cost, few enough for the cache and the optimiser. */
const triangles = 4096;

/** Vertices per triangle: a little more than a closed mesh has. */
const vertexShare = 0.52;

/** A 16-byte load of the last corner reaches beyond its record. */
const slack = 64;

/**
 * Fills the core with all triangles. @throws CodedError `file-damaged`, `file-no-triangles`, `file-too-large`
 */
export async function weldBinaryStl(
  core: Core,
  source: ByteSource,
  header: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<void> {
  const { exports } = core;
  const count = countTriangles(header, source.size, warnings);
  if (!isExactBinaryStl(header, source.size)) checkRecords(await recordsOf(source, count));
  core.reserve(region.input, triangles * recordBytes + slack);
  exports.expect(32, count, Math.ceil(count * vertexShare));
  await eachPiece(core, source, count, progress, (address, records) => exports.weldRecords(address, records));
  reportUnusable(exports.unusableFaces(), count, warnings);
}

/** The mesh alone. @throws as above */
export async function readBinaryStl(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Mesh> {
  const core = takeCore();
  await weldBinaryStl(core, bytesSource(bytes), bytes, progress, warnings);
  const { positions, indices } = packMesh(core, 32);
  const mesh = { positions: positions.slice(), indices: indices.slice() };
  returnCore(core);
  return mesh;
}

async function recordsOf(source: ByteSource, count: number): Promise<Uint8Array[]> {
  const records: Uint8Array[] = [];
  for (const at of recordsToCheck(count)) {
    const record = new Uint8Array(recordBytes);
    await readFully(source, record, at);
    records.push(record);
  }
  return records;
}

async function eachPiece(
  core: Core,
  source: ByteSource,
  count: number,
  progress: TaskProgress,
  use: (address: number, records: number) => void,
): Promise<void> {
  for (let first = 0; first < count; first += triangles) {
    const records = Math.min(triangles, count - first);
    const target = core.bytes(core.address(region.input), records * recordBytes);
    const length = await readFully(source, target, headerBytes + first * recordBytes);
    if (length < target.length) failDamaged(ref('geometry.fileShrank'));
    use(core.address(region.input), records);
    await progress.step((first + records) / count);
  }
}
