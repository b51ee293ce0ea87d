/** What the first bytes of an incoming file say about its size. */
import { headerBytes, recordBytes } from '../../src-shared/geometry/readers/stl-binary.ts';

/** A smaller file is measured in the time that it takes to involve another thread. */
const worthwhile = 2 * 1024 * 1024;

/**
 * The size of a binary STL that begins with these bytes; null if they are not the beginning of one, or if it is
 * small. A guess, since any file may begin like this.
 */
export function sizeOfBinaryStl(first: Buffer): number | null {
  if (first.length < headerBytes) return null;
  const size = headerBytes + first.readUInt32LE(headerBytes - 4) * recordBytes;
  return size >= worthwhile ? size : null;
}
