/**
 * What the flat triangles of a CAD file leave out of its curved surfaces, in volume and area. The corners of
 * the triangles lie exactly on a surface, so those around a triangle tell how it bulges. The fast core does
 * the work; the reference in tests/oracle/curved-faces.ts explains it. What then remains is mostly less than
 * a tenth of what the triangles miss (docs/geometry.md).
 */
import type { CurvedSurplus } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region, returnCore, takeCore } from './core.ts';

/** The triangles of one face of a solid, as a range. */
export interface FaceRange {
  readonly first: number;
  readonly end: number;
}

export interface FittedSurplus extends CurvedSurplus {
  /** By how much `volume` may be wrong where a quadratic does not fit, in file units^3. */
  readonly doubt: number;
}

/** Triangles between two checks of progress and cancellation. */
const stretch = 8192;

/**
 * @param tolerance how far triangles may stray, file units @throws AbortError; CodedError `file-too-large`
 */
export async function curvedSurplus(
  mesh: Mesh,
  faces: readonly FaceRange[],
  tolerance: number,
  progress: TaskProgress,
): Promise<FittedSurplus> {
  const core = takeCore();
  load(core, mesh, tolerance);
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
