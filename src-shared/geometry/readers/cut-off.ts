/**
 * Whether a file says itself that it is cut off: its length or its end does not fit what it announces. So is
 * every file while a program is still writing it.
 */
import type { GeometryText } from '../geometry-text.ts';
import { textOf } from './byte-scanner.ts';
import { mayBeAsciiStl } from './detect-format.ts';
import { endsSolid, stlTailBytes } from './stl-ascii.ts';
import { headerBytes, isExactBinaryStl, saysMoreTriangles } from './stl-binary.ts';

/** As much of its beginning and of its end as `isCutOff` needs; the whole file if that is shorter. */
export const cutOffHead = 1024;
/** A ZIP archive ends with its directory's end, behind which there may be a comment. */
export const cutOffTail = 66_000;

/** Remarks of readers on such a file; others cannot be read at all. */
export const saysCutOff = ({ key }: GeometryText): boolean =>
  key === 'geometry.cutOffStl' || key === 'geometry.cutOffTriangle' || key === 'geometry.wrongCountCutOff';

/** @param size bytes of the file @param name the content of some formats does not reveal them */
export function isCutOff(head: Uint8Array, tail: Uint8Array, size: number, name: string): boolean {
  const start = textOf(head, 0, Math.min(head.length, 80));
  const end = textOf(tail, Math.max(0, tail.length - 400), tail.length).trimEnd();
  if (start.startsWith('PK\x03\x04')) return !textOf(tail, 0, tail.length).includes('PK\x05\x06');
  if (start.startsWith('glTF')) {
    return head.length < 12 || new DataView(head.buffer, head.byteOffset).getUint32(8, true) > size;
  }
  if (start.startsWith('ISO-10303-21')) return !/END-ISO-10303-21\s*;$/.test(end);
  if (/^(\xef\xbb\xbf)?\s*<\?xml/.test(start)) {
    const root = /<([a-z][\w:.-]*)[\s>]/i.exec(textOf(head, 0, head.length))?.[1];
    return root !== undefined && !end.includes(`</${root}>`);
  }
  if (!/\.stl$/i.test(name)) return false;
  if (!isExactBinaryStl(head, size) && mayBeAsciiStl(head)) return !endsSolid(tail.subarray(-stlTailBytes));
  return size < headerBytes || saysMoreTriangles(head, size);
}
