/**
 * Decides which files the fast core reads by itself, and how; every other file reaches it as a finished mesh
 * (load-mesh.ts). The decisions are those of read-model.ts.
 */

import type { ReadModel } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type ByteSource, readAll, readFully } from '../readers/byte-source.ts';
import { decodeText } from '../readers/decode-text.ts';
import { detectFormat, isArchive, mayBeAsciiStl } from '../readers/detect-format.ts';
import { isExactBinaryStl } from '../readers/stl-binary.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { Core, Kind } from './core.ts';
import { weldPly } from './ply.ts';
import { weldBinaryStl } from './stl-binary.ts';
import { weldAsciiStl, weldObj } from './text.ts';

/** As much of a file as is needed to detect its format. */
const headBytes = 64 * 1024;

export interface CoreRead {
  readonly model: Omit<ReadModel, 'mesh'>;
  readonly kind: Kind;
  /** Set if a reader in TypeScript made the mesh, which must then be loaded into the core. */
  readonly mesh?: Mesh;
}

/** Null: a reader in TypeScript must read it; the core is half full. @throws as `readModel` does */
export async function readWithCore(
  core: Core,
  source: ByteSource,
  fileName: string,
  progress: TaskProgress,
): Promise<CoreRead | null> {
  const head = new Uint8Array(Math.min(headBytes, source.size));
  const length = await readFully(source, head, 0);
  if (length < head.length || length === 0) return null;
  if (isArchive(head)) return readPackage(core, source, fileName, progress);
  const warnings: GeometryText[] = [];
  const format = detectFormat(head, fileName, warnings, source.size);
  const model = { format, unit: null, warnings };
  if (format === 'stl' && (isExactBinaryStl(head, source.size) || !mayBeAsciiStl(decodeText(head)))) {
    await weldBinaryStl(core, source, head, progress, warnings);
    return { model: { ...model, format }, kind: 32 };
  }
  // UTF-16 and byte order marks are for the other readers.
  if (decodeText(head) !== head) return null;
  switch (format) {
    case 'stl':
      if (!(await weldAsciiStl(core, source, progress, warnings))) return null;
      return { model: { ...model, format }, kind: 64 };
    case 'obj':
      if (!(await weldObj(core, source, progress, warnings))) return null;
      return { model: { ...model, format }, kind: 64 };
    case 'ply':
      if (!(await weldPly(core, source, head, progress, warnings))) return null;
      return { model: { ...model, format }, kind: 64 };
    default:
      return null;
  }
}

async function readPackage(
  core: Core,
  source: ByteSource,
  fileName: string,
  progress: TaskProgress,
): Promise<CoreRead | null> {
  const bytes = await readAll(source);
  const warnings: GeometryText[] = [];
  const format = detectFormat(bytes, fileName, warnings);
  if (format !== '3mf') return null;
  const { read3mfWithCore } = await import('./three-mf.ts');
  const read = await read3mfWithCore(core, bytes, progress, warnings);
  if (read === null) return null;
  const model = { format, unit: read.unit, warnings: [...new Set(warnings)] } as const;
  return read.mesh === null ? { model, kind: 64 } : { model, kind: 64, mesh: read.mesh };
}
