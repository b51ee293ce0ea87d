/**
 * Turns the core's triangles into the same measures and findings that measure.ts and quick-check.ts give for
 * the same mesh. Where the core only notices a problem (flipped or duplicate faces, non-manifold edges, parts
 * that may be inside out), quick-check.ts itself examines the core's arrays.
 */

import { Places } from '../checks/places.ts';
import { checkMeshAt, concludeChecks } from '../checks/quick-check.ts';
import type { Checks, Measures } from '../geometry.ts';
import { centreOf, measuresOf } from '../measure/measure.ts';
import { type Bounds, type Mesh, sizeOf } from '../mesh/mesh.ts';
import { pointAt } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { Core, Kind } from './core.ts';
import { listFlatFaces } from './flat-faces.ts';
import { listOpenEdges } from './open-edges.ts';
import { packMesh } from './pack-mesh.ts';
import { listSharpEdges } from './sharp-edges.ts';

/** Faces between two checks of the clock. */
const block = 65536;

/** How many faces without area the core remembers. */
const mostEmpty = 4000;

const noMesh: Mesh = { positions: new Float32Array(0), indices: new Uint32Array(0) };

export interface Conclusion {
  /** Views of the core's memory, valid until its next job. Made on first use: sound meshes need none. */
  mesh(): Mesh;
  readonly measures: Measures;
  readonly checks: Checks;
  /** Present if requested. */
  readonly sharpEdges?: Uint32Array;
  /** Present if requested (flat-faces.ts). */
  readonly flatFaces?: Float64Array;
}

export interface ConcludeOptions {
  /** Some vertices belong to no triangle, so that the box must leave them out. */
  readonly hasUnused?: boolean;
  /** Also list the sharp edges. */
  readonly sharpEdges?: boolean;
  /** Also list the triangles square to an axis. */
  readonly flatFaces?: boolean;
}

export async function conclude(
  core: Core,
  kind: Kind,
  progress: TaskProgress,
  options: ConcludeOptions = {},
): Promise<Conclusion> {
  const { exports } = core;
  const faces = exports.faces();
  const bounds = boundsOf(core, kind, options.hasUnused ?? false);
  const measures = await measure(core, kind, bounds, progress.part(0, 0.5));
  const groups = exports.numberGroups(faces);
  const openEdges = listOpenEdges(core, kind);
  const needsReference =
    exports.complicated() > 0 ||
    exports.emptyFaces() > mostEmpty ||
    ((groups > 1 || faces === 2) && exports.hasDuplicateFaces(faces, groups) !== 0) ||
    mayBeInverted(core, kind, groups, bounds, measures, openEdges);
  const parts = needsReference ? 0 : exports.countParts(faces, groups);
  const empty = core.words(exports.emptyFacesAddress(), Math.min(mostEmpty, exports.emptyFaces())).slice();
  const lists = {
    ...(options.sharpEdges && { sharpEdges: listSharpEdges(core, kind) }),
    ...(options.flatFaces && { flatFaces: listFlatFaces(core, kind) }),
  };
  await progress.step(0.6);
  let packed: Mesh | null = null;
  const mesh = (): Mesh => {
    packed ??= packMesh(core, kind);
    return packed;
  };
  if (needsReference) {
    return { ...lists, mesh, measures, checks: await checkMeshAt(mesh(), progress.part(0.6, 1)) };
  }

  const nothing = new Places(noMesh);
  const open = openEdges.length > 0 ? new Places(mesh()) : nothing;
  addOpenEdges(open, openEdges, exports.vertices());
  const degenerate = empty.length > 0 ? new Places(mesh()) : nothing;
  for (const face of empty) degenerate.addFace(face);
  const checks = concludeChecks({
    open,
    nonManifold: nothing,
    hasUnbalancedEdges: false,
    flipped: null,
    inverted: nothing,
    groups,
    duplicates: nothing,
    degenerate,
    parts,
  });
  await progress.step(1);
  return { ...lists, mesh, measures, checks };
}

function boundsOf(core: Core, kind: Kind, hasUnused: boolean): Bounds {
  const { exports } = core;
  if (kind === 64 && hasUnused) exports.findUsedBox64();
  else exports.findBox(kind);
  const box = core.doubles(exports.boxAddress(), 6);
  return { min: pointAt(box, 0), max: pointAt(box, 1) };
}

async function measure(core: Core, kind: Kind, bounds: Bounds, progress: TaskProgress): Promise<Measures> {
  const { exports } = core;
  const faces = exports.faces();
  const [x, y, z] = centreOf(bounds);
  for (let first = 0; first < faces; first += block) {
    exports.addFaces(kind, first, Math.min(faces, first + block), x, y, z);
    await progress.step((first + block) / faces);
  }
  const totals = core.doubles(exports.totalsAddress(), 16);
  const sum = (index: number): number => totals[index * 2]! + totals[index * 2 + 1]!;
  return measuresOf(faces, exports.vertices(), bounds, {
    area: sum(0) / 2,
    six: sum(1),
    directed: [sum(2), sum(3), sum(4)],
    moment: [sum(5), sum(6), sum(7)],
  });
}

/** In the order of quick-check.ts: by the lower, then by the higher vertex. */
function addOpenEdges(places: Places, edges: Uint32Array, vertices: number): void {
  const keys = new Float64Array(edges.length / 3);
  for (let i = 0; i < keys.length; i++) keys[i] = edges[i * 3]! * vertices + edges[i * 3 + 1]!;
  keys.sort();
  for (const key of keys) {
    const low = Math.floor(key / vertices);
    places.addEdge(low, key - low * vertices);
  }
}

/** Whether some closed group of faces has a negative volume, as cavities and inverted parts have. */
function mayBeInverted(
  core: Core,
  kind: Kind,
  groups: number,
  bounds: Bounds,
  measures: Measures,
  openEdges: Uint32Array,
): boolean {
  const { exports } = core;
  if (groups === 1) {
    if (openEdges.length > 0) return false;
    // Far from zero, the sum above gives the sign; near zero, the order of addition might change it.
    const reach = Math.max(...sizeOf(bounds));
    if (measures.volume > 1e-9 * measures.area * reach) return false;
  }
  const [x, y, z] = centreOf(bounds);
  const address = exports.addGroupVolumes(kind, groups, x, y, z);
  const isOpen = new Uint8Array(groups);
  for (let i = 2; i < openEdges.length; i += 3) isOpen[openEdges[i]!] = 1;
  return core.doubles(address >>> 0, groups).some((volume, group) => volume < 0 && isOpen[group] === 0);
}
