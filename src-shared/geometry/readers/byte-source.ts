/**
 * Where the bytes of a model come from: memory, a file on disk, or anything that can fill a piece of memory.
 * Geometry reads large files through it in pieces, so that they are never in memory as a whole.
 */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /**
   * Fills `target` with the bytes from `offset` and returns their number: as many as fit, unless the source
   * ends. `target` may be memory of the core, so no reference to it may be stored.
   */
  read(target: Uint8Array, offset: number): number | Promise<number>;
  /** All bytes, if they are in memory anyway. */
  readonly bytes?: Uint8Array;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  bytes,
  read(target, offset) {
    const piece = bytes.subarray(offset, offset + target.length);
    target.set(piece);
    return piece.length;
  },
});

/** All bytes of a source. A source that ends early yields fewer. */
export async function readAll(source: ByteSource): Promise<Uint8Array> {
  if (source.bytes !== undefined) return source.bytes;
  const bytes = new Uint8Array(source.size);
  const length = await readFully(source, bytes, 0);
  return bytes.subarray(0, length);
}

/** Fills `target` as far as the source goes. */
export async function readFully(source: ByteSource, target: Uint8Array, offset: number): Promise<number> {
  let length = 0;
  while (length < target.length && offset + length < source.size) {
    const got = await source.read(target.subarray(length), offset + length);
    if (got <= 0) break;
    length += got;
  }
  return length;
}
