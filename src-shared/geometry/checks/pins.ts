/**
 * Finds pins, wires and small details, which are thin in two directions; a wall is thin in only one. From the
 * middle of the thin place, rays go out square to the thickness; if the part ends within three times the
 * thickness on one of these lines too, the place is a pin. Pins of every thickness are found, so one
 * measurement answers for every limit.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import { distanceOf, pointAt } from '../mesh/vectors.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { RayEnds } from './ray-caster.ts';
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
  /** For every sample, the least thickness of the pin on which it is; Infinity if it is on none. */
  readonly thickness: Float64Array;
}

/** How many samples of about one thickness are examined, evenly chosen. */
const mostExamined = 4000;

/** Factor from one examined thickness to the next. */
const step = 1.5;

/** A place is a pin if it is at most this many times as wide as thick. */
const widest = 3;

/** Lines square to the thickness, 30 degrees apart; across a pin, one of them is at most 4 % too long. */
const lines = 6;
const spare = 1.04;

/** A pin at least this many times as long as thick decides about the part. */
const long = 10;

/** With fewer samples, nothing is concluded. */
const fewest = 8;

/** Least share of the middle thickness that a tenth of a pin may fall below; in a cone it is less. */
const steadiness = 0.6;

/** Cosine of the angle up to which two sides face each other: 50 degrees. */
const facing = Math.cos((50 * Math.PI) / 180);

/** Towards the tip of a cone, each band of thickness has 1.25 times the area of all thinner ones. */
const growth = 0.75;

/** A sample that is thin in two directions; it stands for `stride` samples. */
interface Narrow {
  readonly sample: number;
  readonly width: number;
  readonly stride: number;
}

const weigh = (samples: readonly Narrow[], region: readonly number[]): number =>
  region.reduce((sum, i) => sum + samples[i]!.stride, 0);

/** Samples between two checks of the clock. */
const block = 256;

/** @param most pins from this thickness on are not searched @throws AbortError */
export async function findPins(
  mesh: Mesh,
  caster: RayEnds,
  samples: WallSamples,
  { most, spacing }: { most: number; spacing: number },
  progress: TaskProgress,
): Promise<Pins> {
  const { positions, thickness } = samples;
  const bands = new Map<number, number[]>();
  for (let sample = 0; sample < thickness.length; sample++) {
    const wall = thickness[sample]!;
    if (!(wall < most && wall > 0)) continue;
    const band = Math.floor(Math.log(wall) / Math.log(step)) + 1;
    const members = bands.get(band);
    if (members) members.push(sample);
    else bands.set(band, [sample]);
  }
  const onPin = new Float64Array(thickness.length).fill(Infinity);
  const regions: PinRegion[] = [];
  let open: Narrow[] = [];
  const ordered = [...bands.keys()].sort((a, b) => a - b);
  const [first, last] = [ordered[0] ?? 1, ordered.at(-1) ?? 0];
  // A pin that is wider than thick is complete only at a larger limit.
  const rows = last + 4 - first;
  for (let band = first; band < first + rows; band++) {
    const limit = step ** (band - 1);
    const thin = bands.get(band) ?? [];
    const stride = Math.max(1, Math.ceil(thin.length / mostExamined));
    for (let i = 0; i < thin.length; i += stride) {
      const sample = thin[i]!;
      const width = widthAt(mesh, caster, samples, sample, thickness[sample]! * widest);
      if (width < Infinity) open.push({ sample, width, stride });
      if ((i / stride) % block === 0)
        await progress.step(Math.min(1, (band - first + i / thin.length) / (last + 1 - first)));
    }
    // One band more than the limit, to tell the tip of a cone from a pin.
    const here = open.filter(({ width }) => width < limit * step);
    if (here.length < fewest) continue;
    const points = here.flatMap(({ sample }) => [...positions.subarray(sample * 3, sample * 3 + 3)]);
    const coarsest = here.reduce((most, one) => Math.max(most, one.stride), 1);
    const onPins: number[] = [];
    // Wide enough for the samples of one pin to be neighbours.
    for (const all of gather(points, Math.max(limit, 2 * spacing * Math.sqrt(coarsest)))) {
      const region = all.filter((i) => here[i]!.width < limit);
      const walls = Float64Array.from(region, (i) => thickness[here[i]!.sample]!).sort();
      const middle = walls[walls.length >> 1]!;
      // Single samples at a corner are thinner.
      const low = walls[Math.floor(walls.length * 0.1)]!;
      const isSteady = low >= steadiness * middle;
      const area = weigh(here, region);
      const grows = weigh(here, all) - area > growth * area;
      if (region.length < fewest || !isSteady || grows) continue;
      const thinnest = region.find((i) => thickness[here[i]!.sample] === low)!;
      const length = extentOf(points, region);
      regions.push({
        thinnest: low,
        length,
        area: area * spacing * spacing,
        isLong: length >= long * middle,
        place: [points[thinnest * 3]!, points[thinnest * 3 + 1]!, points[thinnest * 3 + 2]!],
      });
      for (const i of region) {
        onPin[here[i]!.sample] = low;
        onPins.push(here[i]!.sample);
      }
    }
    if (onPins.length === 0) continue;
    open = open.filter(({ sample }) => onPin[sample] === Infinity);
    // At the very end of a pin, no line passes through two facing sides, and not every sample was examined.
    const near = neighbours(positions, onPins, Math.max(limit / 4, spacing * Math.sqrt(coarsest)));
    for (const [other, members] of bands) {
      if (other >= band) continue;
      for (const sample of members) {
        const beside = onPin[sample] === Infinity ? near(sample) : null;
        if (beside !== null) onPin[sample] = Math.min(thickness[sample]!, onPin[beside]!);
      }
    }
  }
  return { regions: regions.sort((a, b) => b.length - a.length), thickness: onPin };
}

/** Finds one of these samples in the same cell as another one, or in a neighbouring cell; null if none is. */
function neighbours(
  positions: WallSamples['positions'],
  samples: readonly number[],
  cell: number,
): (sample: number) => number | null {
  const at = (sample: number, axis: number) => Math.floor(positions[sample * 3 + axis]! / cell);
  const cells = new Map<string, number>();
  for (const sample of samples) {
    for (let near = 0; near < 27; near++) {
      const [dx, dy, dz] = [(near % 3) - 1, (Math.floor(near / 3) % 3) - 1, Math.floor(near / 9) - 1];
      cells.set(`${at(sample, 0) + dx},${at(sample, 1) + dy},${at(sample, 2) + dz}`, sample);
    }
  }
  return (sample) => cells.get(`${at(sample, 0)},${at(sample, 1)},${at(sample, 2)}`) ?? null;
}

const normal = new Float64Array(3);

/** The least limit that a place is below in two directions; Infinity if it is wider than `limit`. */
function widthAt(
  { positions, indices }: Mesh,
  caster: RayEnds,
  samples: WallSamples,
  sample: number,
  limit: number,
): number {
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
  let most = limit * spare;
  let width = Infinity;
  for (let line = 0; line < lines; line++) {
    const c = Math.cos((Math.PI * line) / lines);
    const s = Math.sin((Math.PI * line) / lines);
    const [ux, uy, uz] = [c * ax + s * bx, c * ay + s * by, c * az + s * bz];
    const there = caster.exitFrom(x, y, z, ux, uy, uz, most);
    if (there === Infinity) continue;
    const [nx, ny, nz] = caster.exit;
    const back = caster.exitFrom(x, y, z, -ux, -uy, -uz, most - there);
    if (back === Infinity) continue;
    const [mx, my, mz] = caster.exit;
    // Across the corner of a wall, the two sides do not face each other; along a round edge, the line only
    // grazes one.
    const isAcross = Math.min(nx * ux + ny * uy + nz * uz, -(mx * ux + my * uy + mz * uz)) >= facing;
    if (!isAcross || nx * mx + ny * my + nz * mz > -facing) continue;
    most = there + back;
    // The edge of a wall.
    if (most * widest < samples.thickness[sample]!) return Infinity;
    width = Math.max(samples.thickness[sample]!, most / spare);
  }
  return width;
}

function square(x: number, y: number, z: number): Vector {
  // Starts from another axis than the one nearest to the direction.
  const [px, py, pz] = Math.abs(x) < 0.6 ? [0, -z, y] : [-z, 0, x];
  const length = Math.hypot(px, py, pz);
  return [px / length, py / length, pz / length];
}

/** Distance between two points that are about the farthest apart. */
function extentOf(points: readonly number[], region: readonly number[]): number {
  const distance = (a: number, b: number) => distanceOf(pointAt(points, a), pointAt(points, b));
  const farthest = (from: number) => region.reduce((a, b) => (distance(b, from) > distance(a, from) ? b : a));
  const end = farthest(region[0]!);
  return distance(end, farthest(end));
}
