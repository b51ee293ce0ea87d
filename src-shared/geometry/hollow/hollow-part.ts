/**
 * Hollows a solid: a shell of given thickness with straight holes through which powder or resin can leave.
 *
 * [Note: how thick] The distance from the surface is computed on a grid and interpolated between its points;
 * Manifold makes the surface of the cavity from it. Grid steps round off what is finer, so every corner of
 * the cavity is measured again against the part, and the cavity is made smaller until none is nearer than
 * asked (to a hundredth). Between its corners the cavity is made of flat triangles no longer than about a
 * grid step, which are joined in the end where they lie in one plane.
 */
import { ref } from '../../messages/messages.ts';
import type { ReadOptions } from '../geometry.ts';
import { geometryError } from '../geometry-text.ts';
import { boundsOf, centreOf, measureMesh } from '../measure/measure.ts';
import { type Mesh, sizeOf, type Vector } from '../mesh/mesh.ts';
import { NearestSurface } from '../mesh/nearest-surface.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { splitShells } from '../repair/split-shells.ts';
import { surfaceOfField, uniteBodies } from '../repair/union-engine.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { DistanceGrid } from './distance-grid.ts';
import { type EscapeHole, makeHole, placeHoles } from './escape-holes.ts';

export interface HollowOptions extends ReadOptions {
  /** Thickness of the shell, in the units of the mesh. */
  readonly wall: number;
  readonly holeDiameter: number;
  /** Holes for each cavity. */
  readonly holes: number;
}

export interface Hollowed {
  /** Closed; the holes are part of it. */
  readonly mesh: Mesh;
  readonly holes: readonly EscapeHole[];
  readonly cavities: number;
  /** Volume of material, before and after. */
  readonly before: number;
  readonly after: number;
  /** The thinnest place of the shell, measured at every corner of the cavity; holes apart. */
  readonly thinnest: number;
  /** Distance between the points of the grid: what is finer is rounded off. */
  readonly resolution: number;
}

const offsets = [0.3717, 0.2893, 0.4339];

/** How much thinner than asked the shell may be at a corner of the cavity. */
const allowed = 0.01;

/**
 * @param mesh a closed solid with its faces outward @throws CodedError `wall-too-thick` if nothing would be
 * hollow, `not-a-solid`, `repair-part-missing`; AbortError
 */
export async function hollowPart(mesh: Mesh, options: HollowOptions): Promise<Hollowed> {
  const { wall, holeDiameter } = options;
  const progress = new TaskProgress(options);
  const bounds = boundsOf(mesh);
  if (bounds === null) throw geometryError('not-a-solid', ref('geometry.hollowOpen'));
  if (measureMesh(mesh).volume < 0) throw geometryError('not-a-solid', ref('geometry.hollowInverted'));
  const tree = await TriangleTree.build(mesh, progress.part(0, 0.05));
  const surface = new NearestSurface(tree);
  const grid = await DistanceGrid.measure(surface, bounds, wall, progress.part(0.05, 0.7));
  // Flat walls must not pass through the points of the engine's own grid, where corners would fall together.
  const field = {
    min: bounds.min.map((low, axis) => low - grid.step * offsets[axis]!) as unknown as Vector,
    max: bounds.max,
  };
  let level = wall;
  let cavity: Mesh | null = null;
  let thinnest = 0;
  for (let attempt = 0; attempt < 4; attempt++) {
    cavity = await surfaceOfField((x, y, z) => grid.at(x, y, z), field, grid.step, level);
    await progress.step(0.7 + attempt * 0.04);
    if (cavity === null) break;
    thinnest = leastDistance(cavity, surface);
    if (thinnest >= wall * (1 - allowed)) break;
    level += wall - thinnest;
  }
  const bodies = cavity === null ? [] : await splitShells(cavity, { ...signalOf(options) });
  // Nothing can leave a cavity that is not wider than its hole.
  const wide = bodies.filter((body) => Math.min(...sizeOf(boundsOf(body)!)) > holeDiameter);
  if (wide.length === 0) throw geometryError('wall-too-thick', ref('geometry.hollowTooThick'));
  const holes = wide.flatMap((body) => placeHoles(body, surface, options));
  await progress.step(0.9);
  const cut = [...wide, ...holes.map(makeHole)];
  // Colours belong to faces, which have to stay as they are.
  const finish = { isApart: true, isSimplified: mesh.colours === undefined };
  const body = { outside: mesh, cavities: cut };
  const hollowed = await uniteBodies([body], originOf(mesh, bounds), finish);
  if (hollowed === null) throw geometryError('not-a-solid', ref('geometry.hollowOpen'));
  await progress.step(1);
  return {
    mesh: hollowed,
    holes,
    cavities: wide.length,
    before: measureMesh(mesh).volume,
    after: measureMesh(hollowed).volume,
    thinnest: Math.min(...wide.map((body) => leastDistance(body, surface))),
    resolution: grid.step,
  };
}

const signalOf = ({ signal }: ReadOptions): ReadOptions => (signal === undefined ? {} : { signal });

function leastDistance({ positions }: Mesh, surface: NearestSurface): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    least = Math.min(least, surface.distance(positions[i]!, positions[i + 1]!, positions[i + 2]!, least));
  }
  return least;
}

/** float32 positions pass through the engine unchanged; others lose the least near the middle of the part. */
const originOf = (mesh: Mesh, bounds: NonNullable<ReturnType<typeof boundsOf>>): Vector =>
  mesh.positions instanceof Float32Array ? [0, 0, 0] : centreOf(bounds);
