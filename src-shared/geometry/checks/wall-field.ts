/**
 * The thickness of the wall at any point of the surface, from the samples around it: for the map of the
 * walls, and for the point under the cursor. A sample counts more the nearer it is and the more its face
 * points the same way, so nothing is mixed across sharp edges or through the wall.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';

/** The points at which walls were measured. File units. */
export interface WallSamples {
  readonly positions: Float32Array | Float64Array;
  /** NaN where no wall was met, as beside an edge. */
  readonly thickness: Float32Array;
  /** The face of every sample, ascending. */
  readonly faces: Uint32Array;
}

/** Thickness at a point, and how sure it is. File units. */
export interface WallHere {
  /** The weighted mean of the samples around; NaN if most of them met no wall. */
  readonly thickness: number;
  /** The thinnest and the thickest of these samples; NaN if none met a wall. */
  readonly least: number;
  readonly most: number;
  /** How many samples met a wall, at most `reach` away. */
  readonly samples: number;
  readonly reach: number;
}

/** Samples farther away than this many usual distances between samples do not count. */
const reachInSpacings = 2;

export class WallField {
  readonly reach: number;
  readonly #samples: WallSamples;
  readonly #normals: Float32Array;
  /** Samples sorted by the hash of their cell, and where each hash begins. */
  readonly #order: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #mask: number;
  /** Where cell 0, 0, 0 begins. */
  readonly #zero: Vector;

  /** `spacing`: the usual distance between neighbouring samples. */
  constructor(mesh: Mesh, samples: WallSamples, spacing: number) {
    this.#samples = samples;
    this.reach = spacing * reachInSpacings;
    const count = samples.faces.length;
    const { positions } = samples;
    this.#zero = count > 0 ? [positions[0]!, positions[1]!, positions[2]!] : [0, 0, 0];
    this.#normals = normalsOf(mesh, samples);
    let slots = 1;
    while (slots < count) slots *= 2;
    this.#mask = slots - 1;
    this.#starts = new Uint32Array(slots + 1);
    this.#order = new Uint32Array(count);
    const hashes = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const hash = this.#hash(
        this.#cell(positions[i * 3]!, 0),
        this.#cell(positions[i * 3 + 1]!, 1),
        this.#cell(positions[i * 3 + 2]!, 2),
      );
      hashes[i] = hash;
      this.#starts[hash + 1]!++;
    }
    for (let i = 0; i < slots; i++) this.#starts[i + 1]! += this.#starts[i]!;
    const next = this.#starts.slice();
    for (let i = 0; i < count; i++) this.#order[next[hashes[i]!]!++] = i;
  }

  /** `nx, ny, nz`: the outward direction of the surface there, of length 1. Null if no sample is near. */
  at(x: number, y: number, z: number, nx: number, ny: number, nz: number): WallHere | null {
    const { positions, thickness } = this.#samples;
    const normals = this.#normals;
    const order = this.#order;
    const starts = this.#starts;
    const far = this.reach * this.reach;
    const [cx, cy, cz] = [this.#cell(x, 0), this.#cell(y, 1), this.#cell(z, 2)];
    let met = 0;
    let unmet = 0;
    let sum = 0;
    let samples = 0;
    let least = Number.NaN;
    let most = Number.NaN;
    for (let ix = cx - 1; ix <= cx + 1; ix++) {
      for (let iy = cy - 1; iy <= cy + 1; iy++) {
        for (let iz = cz - 1; iz <= cz + 1; iz++) {
          const hash = this.#hash(ix, iy, iz);
          for (let place = starts[hash]!; place < starts[hash + 1]!; place++) {
            const i = order[place]!;
            const at = i * 3;
            const dx = positions[at]! - x;
            const dy = positions[at + 1]! - y;
            const dz = positions[at + 2]! - z;
            const away = dx * dx + dy * dy + dz * dz;
            if (!(away <= far)) continue;
            const same = normals[at]! * nx + normals[at + 1]! * ny + normals[at + 2]! * nz;
            if (!(same > leastAgreement)) continue;
            // Two cells can have the same hash.
            if (
              this.#cell(positions[at]!, 0) !== ix ||
              this.#cell(positions[at + 1]!, 1) !== iy ||
              this.#cell(positions[at + 2]!, 2) !== iz
            )
              continue;
            const weight = Math.exp((-6 * away) / far) * same ** 8;
            const wall = thickness[i]!;
            if (Number.isNaN(wall)) {
              unmet += weight;
              continue;
            }
            met += weight;
            sum += weight * wall;
            samples++;
            if (!(wall >= least)) least = wall;
            if (!(wall <= most)) most = wall;
          }
        }
      }
    }
    if (met + unmet === 0) return null;
    return { thickness: met >= unmet ? sum / met : Number.NaN, least, most, samples, reach: this.reach };
  }

  #cell(value: number, axis: 0 | 1 | 2): number {
    return Math.floor((value - this.#zero[axis]) / this.reach);
  }

  #hash(ix: number, iy: number, iz: number): number {
    return (Math.imul(ix, 73856093) ^ Math.imul(iy, 19349663) ^ Math.imul(iz, 83492791)) & this.#mask;
  }
}

/** Cosine of the angle beyond which two faces point different ways: 60 degrees. */
const leastAgreement = 0.5;

function normalsOf({ positions, indices }: Mesh, { faces }: WallSamples): Float32Array {
  const normals = new Float32Array(faces.length * 3);
  const normal = new Float64Array(3);
  for (let i = 0; i < faces.length; i++) {
    const face = faces[i]! * 3;
    crossEdges(positions, indices[face]! * 3, indices[face + 1]! * 3, indices[face + 2]! * 3, normal);
    const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!);
    if (length === 0) continue;
    for (let axis = 0; axis < 3; axis++) normals[i * 3 + axis] = normal[axis]! / length;
  }
  return normals;
}
