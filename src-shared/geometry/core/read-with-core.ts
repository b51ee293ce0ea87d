/**
 * Which files the fast core reads by itself, and how. Everything else comes to it as a finished mesh (load-mesh.ts).
 * Decides exactly as read-model.ts does.
 */
import { detectFormat, isArchive, looksLikeAsciiStl } from '../detect-format.ts';
import type { ReadModel } from '../geometry.ts';
import type { Pace } from '../pace.ts';
import { decodeText } from '../readers/decode-text.ts';
import { isExactBinaryStl } from '../readers/stl-binary.ts';
import { type ByteSource, readFully } from '../source.ts';
import type { Core, Kind } from './core.ts';
import { weldBinaryStl } from './stl-binary.ts';

/** As much of a file as tells its format. */
const headBytes = 64 * 1024;

export interface CoreRead {
  readonly model: Omit<ReadModel, 'mesh'>;
  readonly kind: Kind;
}

/** Null where the file is for a reader in TypeScript; then the core is still empty. @throws as `readModel` does */
export async function readWithCore(
  core: Core,
  source: ByteSource,
  fileName: string,
  pace: Pace,
): Promise<CoreRead | null> {
  const head = new Uint8Array(Math.min(headBytes, source.size));
  const length = await readFully(source, head, 0);
  if (length < head.length || length === 0) return null;
  if (isArchive(head)) return null;
  const warnings: string[] = [];
  const format = detectFormat(head, fileName, warnings, source.size);
  if (format !== 'stl') return null;
  if (isExactBinaryStl(head, source.size) || !looksLikeAsciiStl(decodeText(head))) {
    await weldBinaryStl(core, source, head, pace, warnings);
    return { model: { format, unit: null, warnings }, kind: 32 };
  }
  return null;
}
