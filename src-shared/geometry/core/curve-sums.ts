/** What flat triangles leave out of curved surfaces, from the fast core; readers/curved-faces.ts is the reference. */
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { FaceRange, FittedSurplus } from '../readers/curved-faces.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region, returnCore, takeCore } from './core.ts';

/** Triangles between two looks at progress and cancellation. */
const stretch = 8192;

/** Null if WebAssembly does not work here, or has too little memory. @throws AbortError */
export async function curvedSurplusWithCore(
  mesh: Mesh,
  faces: readonly FaceRange[],
  tolerance: number,
  progress: TaskProgress,
): Promise<FittedSurplus | null> {
  const core = takeCore();
  if (core === null) return null;
  try {
    load(core, mesh, tolerance);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
  try {
    const { exports } = core;
    const triangles = mesh.indices.length / 3;
    let next = stretch;
    for (const { first, end } of faces) {
      exports.enterFace(first, end);
      for (let from = first; from < end; from += stretch) {
        const to = Math.min(end, from + stretch);
        exports.addCurves(from, to);
        if (to < next) continue;
        next = to + stretch;
        await progress.step(to / triangles);
      }
    }
    const [volume, area, doubt, gained] = core.doubles(exports.curveSumsAddress() >>> 0, 4);
    return { volume: volume!, area: area! + gained!, doubt: doubt! };
  } finally {
    // Only a step throws here, so the core is sound.
    returnCore(core);
  }
}

function load(core: Core, mesh: Mesh, tolerance: number): void {
  const { positions, indices } = mesh;
  core.reserve(region.raw, positions.length * 8);
  core.reserve(region.indices, indices.byteLength);
  core.reserve(region.parents, indices.byteLength);
  core.doubles(core.address(region.raw), positions.length).set(positions);
  core.words(core.address(region.indices), indices.length).set(indices);
  core.words(core.address(region.parents), indices.length).set(weldMesh(mesh).indices);
  core.exports.startCurves(positions.length / 3, indices.length / 3, tolerance);
}
