/**
 * Finds cavities that powder or resin cannot leave: closed ones, and those whose way out is narrower than the
 * escape hole that the technology needs.
 *
 * [Note: widest way out] The empty voxels are added in the order of their distance to the surface, the widest
 * places first. What is connected then grows together, and where a chamber first touches the outside is the
 * narrowest place of its widest way out: twice the distance there is the diameter of the largest ball that
 * gets out. A groove or a bore is no chamber, because it is hardly wider inside than at its mouth. Diameters
 * are at most `inexact` voxels too small.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { fillVoidGrid, isInMaterial, type VoidGrid, wallAlong } from './void-grid.ts';

/** A cavity that does not release what is in it. File units. */
export interface TrappedCavity {
  /** Volume of the cavity, and so of what stays in it. */
  readonly volume: number;
  /** Its widest place. */
  readonly place: Vector;
  /** The diameter of the largest ball in it, at least; null if that was not measured. */
  readonly width: number | null;
  /** The diameter of the largest ball that gets out lies between these; null if it is closed on all sides. */
  readonly opening: { readonly least: number; readonly most: number } | null;
  /** Faces around it. */
  readonly faces: readonly number[];
}

/** Diameters that ways out need, file units: the narrowest sets the fineness, the widest the end. */
export interface EscapeHoles {
  readonly narrowest: number;
  readonly widest: number;
}

export interface TrappedSearch {
  /** Null if the grid would be too coarse for such holes, or the surface is too intricate. */
  readonly cavities: readonly TrappedCavity[] | null;
  /** Side of a voxel, file units. */
  readonly resolution: number;
}

/** The largest number of voxels. */
export const mostVoxels = 2_000_000;
/** Smaller parts are divided this finely, whatever the hole. */
const fewestVoxels = 300_000;

/** Voxels per hole: as many as usual, and the fewest with which an opening is known from a wall. */
const [usualPerHole, fewestPerHole] = [6, 3];

/** How much a diameter can be larger than measured, in voxels: ways along the axes miss the middle. */
const inexact = Math.sqrt(3);

/** Narrower openings are certainly found to be narrower than the hole. */
export const certainlyNarrow = (escapeHole: number, side: number): number => escapeHole - inexact * side;

/** A chamber is at least this many times as wide as its opening. */
const wider = 1.5;

/** Faces that are marked for one cavity. */
export const mostFaces = 100_000;
/** How far before a face its cavity is searched, in voxels; below one, so that no narrow gap is skipped. */
const ahead = 0.9;

/** Smaller cavities than this cube are left out. */
export const leastVolume = (escapeHole: number): number => (escapeHole / 2) ** 3;

/** Whether something stays in the cavity where ways out must be this wide. */
export const staysIn = (
  { volume, opening }: Pick<TrappedCavity, 'volume' | 'opening'>,
  escapeHole: number,
): boolean => opening === null || (opening.most < escapeHole && volume >= leastVolume(escapeHole));

export async function findTrapped(
  mesh: Mesh,
  box: { readonly min: Vector; readonly max: Vector },
  { narrowest, widest }: EscapeHoles,
  progress: TaskProgress,
  isClosedCavity: (face: number) => boolean = () => false,
  voxels = mostVoxels,
): Promise<TrappedSearch> {
  const side = sideFor(box, narrowest, voxels);
  if (!(side > 0 && narrowest >= side * fewestPerHole)) return { cavities: null, resolution: side };
  const grid = await fillVoidGrid(mesh, box.min, box.max, side, progress.part(0, 0.7));
  if (grid === null) return { cavities: null, resolution: side };
  const chambers = new Chambers(grid, widest, leastVolume(narrowest));
  await chambers.grow(progress.part(0.7, 1));
  return { cavities: chambers.found(mesh, isClosedCavity), resolution: side };
}

function sideFor({ min, max }: { min: Vector; max: Vector }, hole: number, voxels: number): number {
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const longest = Math.max(...sides);
  // As a share of the cube around it; a flat part still has a few layers of voxels.
  const volume = sides.reduce((product, length) => product * Math.max(length / longest, 0.01), 1);
  const coarsest = longest * Math.cbrt(volume / Math.min(fewestVoxels, voxels));
  const finest = longest * Math.cbrt(volume / voxels) * 1.1;
  return Math.max(finest, Math.min(coarsest, hole / usualPerHole));
}

/** Voxels that are connected at some distance from the surface. */
interface Chamber {
  voxels: number;
  /** The largest distance in it, and where. */
  peak: number;
  at: number;
  /** Half the width of its way out; null until it has met the outside. */
  mouth: number | null;
}

/** The number of the chamber that stands for the outside. */
const outside = 0;

class Chambers {
  readonly #grid: VoidGrid;
  readonly #hole: number;
  readonly #leastVolume: number;
  readonly #all: Chamber[] = [{ voxels: 0, peak: Infinity, at: -1, mouth: null }];
  readonly #parents: number[] = [outside];
  /** The chamber of every voxel, -1 for none yet. */
  readonly #of: Int32Array;
  readonly #normal = new Float64Array(3);

  constructor(grid: VoidGrid, hole: number, least: number) {
    this.#grid = grid;
    this.#hole = hole;
    this.#leastVolume = least;
    this.#of = new Int32Array(grid.flags.length).fill(-1);
  }

  async grow(progress: TaskProgress): Promise<void> {
    const { size } = this.#grid;
    const [nx, ny, nz] = size;
    const border = (voxel: number): boolean => {
      const x = voxel % nx;
      const y = Math.floor(voxel / nx) % ny;
      const z = Math.floor(voxel / (nx * ny));
      return x === 0 || y === 0 || z === 0 || x === nx - 1 || y === ny - 1 || z === nz - 1;
    };
    const order = this.#byDistance();
    await progress.step(0.3);
    for (let voxel = 0; voxel < this.#of.length; voxel++) {
      if (border(voxel) && !isInMaterial(this.#grid.flags[voxel]!)) this.#of[voxel] = outside;
    }
    for (let i = 0; i < order.length; i++) {
      const voxel = order[i]!;
      if (this.#of[voxel] === -1) this.#add(voxel);
      if (i % 65_536 === 0) await progress.step(0.3 + (0.7 * i) / order.length);
    }
  }

  found(mesh: Mesh, isClosedCavity: (face: number) => boolean): TrappedCavity[] {
    const { side, corner, size, distances } = this.#grid;
    const chosen = new Set<number>();
    for (let i = 1; i < this.#all.length; i++) {
      if (this.#find(i) !== i) continue;
      const { mouth } = this.#all[i]!;
      if (mouth !== null || this.#isChamber(this.#all[i]!, 0)) chosen.add(i);
    }
    const faces = this.#facesOf(mesh, chosen);
    const [nx, ny] = size;
    const cavities: TrappedCavity[] = [];
    for (const number of chosen) {
      const { voxels, peak, at, mouth } = this.#all[number]!;
      const around = [...(faces.get(number) ?? [])];
      // One of its shells is a closed cavity, which is known exactly; others are parts that lie in it.
      if (mouth === null && around.some(isClosedCavity)) continue;
      const step = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
      cavities.push({
        volume: voxels * side ** 3,
        place: [corner[0] + step[0]! * side, corner[1] + step[1]! * side, corner[2] + step[2]! * side],
        width: 2 * Math.max(peak, distances[at]!),
        opening: { least: 2 * (mouth ?? 0), most: 2 * (mouth ?? 0) + inexact * side },
        faces: around,
      });
    }
    return cavities.sort((a, b) => b.volume - a.volume);
  }

  /** Empty voxels, those farthest from the surface first. Linear, by counting. */
  #byDistance(): Uint32Array {
    const { flags, distances } = this.#grid;
    const levels = 1024;
    // Wider places need no order: everything gets through them.
    const scale = (levels - 1) / this.#hole;
    const level = (voxel: number): number =>
      levels - 1 - Math.min(levels - 1, Math.floor(distances[voxel]! * scale));
    const starts = new Uint32Array(levels + 1);
    for (let voxel = 0; voxel < flags.length; voxel++) {
      if (!isInMaterial(flags[voxel]!)) starts[level(voxel) + 1]!++;
    }
    for (let i = 0; i < levels; i++) starts[i + 1]! += starts[i]!;
    const order = new Uint32Array(starts[levels]!);
    for (let voxel = 0; voxel < flags.length; voxel++) {
      if (!isInMaterial(flags[voxel]!)) order[starts[level(voxel)]!++] = voxel;
    }
    return order;
  }

  #add(voxel: number): void {
    const { size, flags } = this.#grid;
    const of = this.#of;
    const [nx, ny] = size;
    let into = -1;
    for (let axis = 0; axis < 3; axis++) {
      const step = axis === 0 ? 1 : axis === 1 ? nx : nx * ny;
      const wall = wallAlong[axis]!;
      if ((flags[voxel]! & wall) === 0 && of[voxel + step]! >= 0)
        into = this.#join(into, of[voxel + step]!, voxel);
      if ((flags[voxel - step]! & wall) === 0 && of[voxel - step]! >= 0) {
        into = this.#join(into, of[voxel - step]!, voxel);
      }
    }
    const distance = this.#grid.distances[voxel]!;
    if (into < 0) {
      into = this.#all.length;
      this.#all.push({ voxels: 0, peak: distance, at: voxel, mouth: null });
      this.#parents.push(into);
    }
    of[voxel] = into;
    const chamber = this.#all[into]!;
    chamber.voxels++;
    if (distance > chamber.peak) {
      chamber.peak = distance;
      chamber.at = voxel;
    }
  }

  /** Connects two chambers at a voxel; one that meets the outside by too narrow a mouth stays apart. */
  #join(a: number, b: number, voxel: number): number {
    const two = this.#find(b);
    if (a < 0 || a === two) return two;
    const [one, other] = [this.#all[a]!, this.#all[two]!];
    const isOut = a === outside || two === outside;
    if (isOut) {
      const inner = a === outside ? other : one;
      if (inner.mouth !== null) return outside;
      const mouth = this.#grid.distances[voxel]!;
      if (this.#isChamber(inner, mouth)) {
        inner.mouth = mouth;
        return outside;
      }
    } else if (one.mouth !== null && other.mouth !== null) return a;
    // The outside takes in the other before all, then a chamber with a known mouth, then the wider one.
    const keepsFirst =
      a === outside ||
      (two !== outside && (one.mouth !== null || (other.mouth === null && one.peak >= other.peak)));
    const [root, child] = keepsFirst ? [a, two] : [two, a];
    const [into, from] = [this.#all[root]!, this.#all[child]!];
    this.#parents[child] = root;
    into.voxels += from.voxels;
    if (from.peak > into.peak) {
      into.peak = from.peak;
      into.at = from.at;
    }
    return root;
  }

  #isChamber({ voxels, peak }: Chamber, mouth: number): boolean {
    const { side } = this.#grid;
    const most = mouth + (inexact * side) / 2;
    return 2 * most < this.#hole && peak >= wider * most && voxels * side ** 3 >= this.#leastVolume;
  }

  #find(chamber: number): number {
    const parents = this.#parents;
    let at = chamber;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** The faces at each chamber: those that it lies just before, and the nearest one of each of its voxels. */
  #facesOf(mesh: Mesh, chosen: ReadonlySet<number>): Map<number, Set<number>> {
    const { side, distances, seeds, seedFaces } = this.#grid;
    const faces = new Map([...chosen].map((chamber) => [chamber, new Set<number>()]));
    if (chosen.size === 0) return faces;
    const add = (voxel: number, face: number): void => {
      if (!(this.#of[voxel]! > outside)) return;
      const own = faces.get(this.#find(this.#of[voxel]!));
      if (own && own.size < mostFaces) own.add(face);
    };
    for (let face = 0; face < mesh.indices.length / 3; face++) add(this.#voxelBefore(mesh, face), face);
    for (let voxel = 0; voxel < this.#of.length; voxel++) {
      if (this.#of[voxel]! > outside && distances[voxel]! <= side) add(voxel, seedFaces[seeds[voxel]!]!);
    }
    return faces;
  }

  #voxelBefore({ positions, indices }: Mesh, face: number): number {
    const { size, side, corner } = this.#grid;
    const [a, b, c] = [indices[face * 3]! * 3, indices[face * 3 + 1]! * 3, indices[face * 3 + 2]! * 3];
    crossEdges(positions, a, b, c, this.#normal);
    const length = Math.hypot(this.#normal[0]!, this.#normal[1]!, this.#normal[2]!) || 1;
    const along = (axis: 0 | 1 | 2): number => {
      const middle = (positions[a + axis]! + positions[b + axis]! + positions[c + axis]!) / 3;
      return Math.round((middle - corner[axis]) / side + (ahead * this.#normal[axis]!) / length);
    };
    return along(0) + size[0] * (along(1) + size[1] * along(2));
  }
}
