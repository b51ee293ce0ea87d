/** The size of an incoming file according to its first bytes. */
import { headerBytes, recordBytes } from '../../src-shared/geometry/readers/stl-binary.ts';

/** Measuring a smaller file takes no longer than involving another thread. */
const worthwhile = 2 * 1024 * 1024;

/**
 * The size of a binary STL that begins with these bytes; null if they are not the beginning of one, or if it
 * is small. Only a guess, since any file may begin like this.
 */
export function sizeOfBinaryStl(first: Buffer): number | null {
  if (first.length < headerBytes) return null;
  const size = headerBytes + first.readUInt32LE(headerBytes - 4) * recordBytes;
  return size >= worthwhile ? size : null;
}
