/**
 * Finds pins, wires and small details, which are thinner than the limit in two directions; a wall is thin in
 * only one. From the middle of the thin place, rays go out square to the thickness; if the part ends within
 * the limit on one of these lines too, the place is a pin.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { RayCaster } from './ray-caster.ts';
import { gather } from './thin-regions.ts';
import type { WallSamples } from './wall-field.ts';

/** File units. */
export interface PinRegion {
  readonly thinnest: number;
  /** Distance between the samples that are farthest apart; a curved wire is longer. */
  readonly length: number;
  /** Area of its surface, estimated from the samples. */
  readonly area: number;
  /** Whether it is long enough to decide about the part; otherwise it is a detail. */
  readonly isLong: boolean;
  readonly place: Vector;
}

export interface Pins {
  /** The longest first. */
  readonly regions: readonly PinRegion[];
  /** The samples on pins, as a list and as a mark on every sample. */
  readonly samples: readonly number[];
  readonly isPin: Uint8Array;
}

/** How many samples are examined, evenly chosen; on a part of thin walls, these are enough. */
const mostExamined = 20_000;

/** Lines square to the thickness, 30 degrees apart; across a pin, one of them is at most 4 % too long. */
const lines = 6;
const spare = 1.04;

/** A pin at least this many limits long decides about the part. */
const long = 7;

/** With fewer samples, nothing is concluded. */
const fewest = 6;

/** Least share of the middle thickness that a tenth of a pin may fall below; in a cone it is less. */
const steadiness = 0.6;

/** Cosine of the angle up to which two sides face each other: 50 degrees. */
const facing = Math.cos((50 * Math.PI) / 180);

/** Samples between two checks of the clock. */
const block = 256;

/**
 * @param thin the samples below the limit, ascending
 * @throws AbortError
 */
export async function findPins(
  mesh: Mesh,
  caster: RayCaster,
  samples: WallSamples,
  thin: readonly number[],
  { limit, spacing }: { limit: number; spacing: number },
  progress: TaskProgress,
): Promise<Pins> {
  const { positions, thickness } = samples;
  const stride = Math.max(1, Math.ceil(thin.length / mostExamined));
  const found: number[] = [];
  for (let i = 0; i < thin.length; i += stride) {
    const sample = thin[i]!;
    if (isNarrow(mesh, caster, samples, sample, limit)) found.push(sample);
    if ((i / stride) % block === 0) await progress.step(i / thin.length);
  }
  const points = found.flatMap((sample) => [
    positions[sample * 3]!,
    positions[sample * 3 + 1]!,
    positions[sample * 3 + 2]!,
  ]);
  const regions: PinRegion[] = [];
  const onPins: number[] = [];
  // Wide enough for the samples of one pin to be neighbours.
  for (const region of gather(points, Math.max(limit, 2 * spacing * Math.sqrt(stride)))) {
    const walls = Float64Array.from(region, (i) => thickness[found[i]!]!).sort();
    const isSteady = walls[Math.floor(walls.length * 0.1)]! >= steadiness * walls[walls.length >> 1]!;
    if (region.length < fewest || !isSteady) continue;
    const thinnest = region.reduce((a, b) => (thickness[found[b]!]! < thickness[found[a]!]! ? b : a));
    const length = extentOf(points, region);
    regions.push({
      thinnest: walls[0]!,
      length,
      area: region.length * stride * spacing * spacing,
      isLong: length >= long * limit,
      place: [points[thinnest * 3]!, points[thinnest * 3 + 1]!, points[thinnest * 3 + 2]!],
    });
    for (const i of region) onPins.push(found[i]!);
  }
  const isPin = new Uint8Array(thickness.length);
  for (const sample of onPins) isPin[sample] = 1;
  // At the very end of a pin, no line passes through two facing sides.
  const near = neighbours(positions, onPins, Math.max(limit / 4, spacing));
  for (const sample of thin) if (isPin[sample] === 0 && near(sample)) isPin[sample] = 1;
  return {
    regions: regions.sort((a, b) => b.length - a.length),
    samples: thin.filter((sample) => isPin[sample] === 1),
    isPin,
  };
}

/** Finds the samples that lie in the same cells as these, or in neighbouring cells. */
function neighbours(
  positions: WallSamples['positions'],
  samples: readonly number[],
  cell: number,
): (sample: number) => boolean {
  const at = (sample: number, axis: number) => Math.floor(positions[sample * 3 + axis]! / cell);
  const cells = new Set<string>();
  for (const sample of samples) {
    for (let near = 0; near < 27; near++) {
      const [dx, dy, dz] = [(near % 3) - 1, (Math.floor(near / 3) % 3) - 1, Math.floor(near / 9) - 1];
      cells.add(`${at(sample, 0) + dx},${at(sample, 1) + dy},${at(sample, 2) + dz}`);
    }
  }
  return (sample) => cells.has(`${at(sample, 0)},${at(sample, 1)},${at(sample, 2)}`);
}

const normal = new Float64Array(3);

/** Whether the part is narrower than the limit along a line square to the thickness, too. */
function isNarrow(
  { positions, indices }: Mesh,
  caster: RayCaster,
  samples: WallSamples,
  sample: number,
  limit: number,
): boolean {
  const face = samples.faces[sample]! * 3;
  crossEdges(positions, indices[face]! * 3, indices[face + 1]! * 3, indices[face + 2]! * 3, normal);
  const size = Math.hypot(normal[0]!, normal[1]!, normal[2]!);
  const [dx, dy, dz] = [-normal[0]! / size, -normal[1]! / size, -normal[2]! / size];
  const half = samples.thickness[sample]! / 2;
  const x = samples.positions[sample * 3]! + half * dx;
  const y = samples.positions[sample * 3 + 1]! + half * dy;
  const z = samples.positions[sample * 3 + 2]! + half * dz;
  // Two directions square to the thickness and to each other.
  const [ax, ay, az] = square(dx, dy, dz);
  const [bx, by, bz] = [dy * az - dz * ay, dz * ax - dx * az, dx * ay - dy * ax];
  const most = limit * spare;
  for (let line = 0; line < lines; line++) {
    const c = Math.cos((Math.PI * line) / lines);
    const s = Math.sin((Math.PI * line) / lines);
    const [ux, uy, uz] = [c * ax + s * bx, c * ay + s * by, c * az + s * bz];
    const there = caster.exitFrom(x, y, z, ux, uy, uz, most);
    if (there === Infinity) continue;
    const [nx, ny, nz] = caster.exit;
    if (caster.exitFrom(x, y, z, -ux, -uy, -uz, most - there) === Infinity) continue;
    const [mx, my, mz] = caster.exit;
    // Across the corner of a wall, the two sides do not face each other; along a round edge, the line only
    // grazes one.
    const isAcross = Math.min(nx * ux + ny * uy + nz * uz, -(mx * ux + my * uy + mz * uz)) >= facing;
    if (isAcross && nx * mx + ny * my + nz * mz <= -facing) return true;
  }
  return false;
}

function square(x: number, y: number, z: number): Vector {
  // Starts from another axis than the one nearest to the direction.
  const [px, py, pz] = Math.abs(x) < 0.6 ? [0, -z, y] : [-z, 0, x];
  const length = Math.hypot(px, py, pz);
  return [px / length, py / length, pz / length];
}

/** Distance between two points that are about the farthest apart. */
function extentOf(points: readonly number[], region: readonly number[]): number {
  const distance = (a: number, b: number) =>
    Math.hypot(
      points[a * 3]! - points[b * 3]!,
      points[a * 3 + 1]! - points[b * 3 + 1]!,
      points[a * 3 + 2]! - points[b * 3 + 2]!,
    );
  const farthest = (from: number) => region.reduce((a, b) => (distance(b, from) > distance(a, from) ? b : a));
  const end = farthest(region[0]!);
  return distance(end, farthest(end));
}
