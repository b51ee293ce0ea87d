/** What the first bytes of an incoming file say about its size. */
import { headerBytes, recordBytes } from '../../src-shared/geometry/readers/stl-binary.ts';

/** Smaller files are measured in the time that it takes to tell another thread about them. */
const worthwhile = 2 * 1024 * 1024;

/**
 * Bytes of the binary STL that begins so; null where these are no such file's first bytes, or of a small one. A guess:
 * any file can begin so.
 */
export function sizeOfBinaryStl(first: Buffer): number | null {
  if (first.length < headerBytes) return null;
  const size = headerBytes + first.readUInt32LE(headerBytes - 4) * recordBytes;
  return size >= worthwhile ? size : null;
}
