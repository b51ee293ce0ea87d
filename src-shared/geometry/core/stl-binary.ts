/** Reads binary STL through the fast core: in pieces straight into its memory, welded as they arrive. */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Bounds, Vector } from '../mesh/mesh.ts';
import { type ByteSource, readFully } from '../readers/byte-source.ts';
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
import { type Core, region } from './core.ts';

/**
 * Triangles per call: enough to outweigh its cost, few enough for the cache and for the engine to optimise the loop.
 */
const triangles = 4096;

/** Vertices per triangle: a little more than a closed mesh has. */
const vertexShare = 0.52;

/** A 16-byte load of the last corner reaches beyond its record. */
const slack = 64;

/** Fills the core with all triangles. @throws as `readBinaryStl` does */
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
  exports.expect32(count, Math.ceil(count * vertexShare));
  await eachPiece(core, source, count, progress, (address, records) => exports.weldRecords(address, records));
  reportUnusable(exports.unusableFaces(), count, warnings);
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

export interface QuickMeasures {
  readonly bounds: Bounds;
  readonly area: number;
  /** Signed; about the first vertex if the surface is not closed. */
  readonly volume: number;
  /** Every edge has as many faces one way as the other. */
  readonly isClosed: boolean;
}

/**
 * Box, area, volume and whether the surface is closed, several times as fast as a full check, in constant memory. Only
 * for a first answer: it does not know which faces touch. Null if a coordinate is unusable, which the full check
 * explains.
 */
export async function measureBinaryStl(
  core: Core,
  source: ByteSource,
  header: Uint8Array,
  progress: TaskProgress,
): Promise<QuickMeasures | null> {
  const { exports } = core;
  const count = countTriangles(header, source.size, []);
  core.reserve(region.input, triangles * recordBytes + slack);
  let origin: Vector | null = null;
  await eachPiece(core, source, count, progress, (address, records) => {
    if (origin === null) {
      const [x, y, z] = new Float32Array(core.bytes(address + 12, 12).slice().buffer);
      origin = [x!, y!, z!];
    }
    exports.measureRecords(address, records, ...origin);
  });
  if (exports.unusableFaces() > 0) return null;
  const box = core.doubles(exports.quickBoxAddress(), 6);
  const totals = core.doubles(exports.totalsAddress(), 4);
  return {
    bounds: { min: [box[0]!, box[1]!, box[2]!], max: [box[3]!, box[4]!, box[5]!] },
    area: (totals[0]! + totals[1]!) / 2,
    volume: (totals[2]! + totals[3]!) / 6,
    isClosed: exports.isBalanced() !== 0,
  };
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
