/** Turns positions and triangles of an indexed format (OBJ, PLY) into a welded mesh with its edges. */

import { GrowingIndices } from '../mesh/growable.ts';
import { PolygonSplitter } from '../readers/split-polygon.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region } from './core.ts';

const block = 65536;

/** Gives the core the splitter for concave polygons. The result says whether some were split roughly. */
export function splitPolygonsOf(core: Core): () => boolean {
  const triangles = new GrowingIndices(16);
  const splitter = new PolygonSplitter(triangles);
  core.splitPolygon = (of, address, count) => {
    const corners = of.words(address, count).slice();
    const positions = of.doubles(of.address(region.raw), of.exports.readVertices() * 3);
    triangles.length = 0;
    splitter.split(positions, corners, count);
    const split = triangles.values.subarray(0, triangles.length);
    of.words(address, split.length).set(split);
    return split.length / 3;
  };
  return () => splitter.isExhausted;
}

/** False if there is nothing to weld, or if a triangle uses a vertex that does not exist. */
export async function weldIndexed(core: Core, progress: TaskProgress): Promise<boolean> {
  const { exports } = core;
  const vertices = exports.readVertices();
  const triangles = exports.readTriangles();
  if (triangles === 0 || exports.highestIndex(0, triangles * 3) >>> 0 >= vertices) return false;
  exports.expect(64, triangles, vertices);
  exports.prepareRaw(vertices);
  for (let first = 0; first < triangles; first += block) {
    exports.weldFaces(first, Math.min(triangles, first + block));
    await progress.step((first + block) / triangles);
  }
  return true;
}
