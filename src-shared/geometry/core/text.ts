/** Reads ASCII STL and OBJ through the fast core. Null, with the core half full: other readers must do it. */

import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { type ByteSource, readFully } from '../readers/byte-source.ts';
import { endsSolid, stlTailBytes } from '../readers/stl-ascii.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region } from './core.ts';
import { splitPolygonsOf, weldIndexed } from './indexed-mesh.ts';
import { eachPiece, endOfLines, pieceSpace, withinLines } from './pieces.ts';

/** False if the file is not the plain ASCII STL that nearly all programs write. */
export async function weldAsciiStl(
  core: Core,
  source: ByteSource,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<boolean> {
  const { exports } = core;
  // Most programs write about 250 bytes a triangle.
  const expected = Math.ceil(source.size / 250);
  core.reserve(region.input, pieceSpace);
  exports.expect(64, expected, Math.ceil(expected * 0.52));
  const isRead = await eachPiece(core, source, 0, progress, (start, end, isLast) => {
    const used = exports.readFacets(start, end, isLast ? 1 : 0) >>> 0;
    return used === 0 ? null : used;
  });
  if (!isRead) return false;
  exports.flushCorners();
  if (exports.faces() === 0) return false;
  const tail = new Uint8Array(Math.min(stlTailBytes, source.size));
  await readFully(source, tail, source.size - tail.length);
  if (!endsSolid(tail)) warnings.push(ref('geometry.cutOffStl'));
  return true;
}

/**
 * False if the file has anything but plain vertices and faces among lines that may be ignored. Free-form
 * surfaces are counted by the other reader.
 */
export async function weldObj(
  core: Core,
  source: ByteSource,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<boolean> {
  const { exports } = core;
  const isExhausted = splitPolygonsOf(core);
  const isRead = await eachPiece(core, source, 0, progress.part(0, 0.75), (start, end, isLast) => {
    const stop = endOfLines(core, start, end, isLast);
    if (stop === null) return null;
    return withinLines(core, stop, () => exports.readObjLines(start, stop)) === 0 ? null : stop;
  });
  if (!isRead || !(await weldIndexed(core, progress.part(0.75, 1)))) return false;
  if (isExhausted()) warnings.push(roughlySplit);
  return true;
}

export const roughlySplit = ref('geometry.roughlySplit');
