/**
 * The repair audit: compares a repaired surface, with the numbers that will be written, with the original. It
 * shares no code with the repair and with the checks, and knows of a repair only what its report says. A
 * result that breaks a rule is not offered; docs/geometry.md lists the rules.
 */
import type { TaskProgress } from '../runtime/task-progress.ts';
import { FaceIndex, isOver, type Point } from './face-index.ts';
import {
  countTouching,
  type Defects,
  FaceTable,
  normalOf,
  numberCorners,
  type Surface,
  type SurfaceFacts,
  surveySurface,
} from './surface.ts';

/** The kinds of entries in a report. */
export type ChangeKind =
  | 'closed-gaps'
  | 'dropped-degenerate-faces'
  | 'dropped-duplicate-faces'
  | 'flipped-faces'
  | 'filled-holes'
  | 'flipped-parts'
  | 'joined-parts'
  | 'left-out-sheets'
  | 'moved-apart';

export type AuditRule = 'defects' | 'box' | 'shells' | 'volume' | 'faces' | 'area' | 'doubled' | 'inside';

/** An entry in the report of a repair. Lengths and volumes in file units. */
export interface Said {
  readonly acts: ReadonlySet<ChangeKind>;
  /** Corners were moved by at most this. */
  readonly moved: number;
  /** The range of the volume before; equal bounds if it was exact. */
  readonly volume: { readonly low: number; readonly high: number };
  /** Faces that are at most this far from new surface, and open, were meant to be in its place. */
  readonly gap: number;
}

const samples = 1000;

/** A winding number nearer than this to a whole one is clear; so far from that one it has changed. */
const [clear, changed] = [0.1, 0.3];

/** @returns the first rule that is broken; null if the result may be offered @throws AbortError */
export async function auditRepair(
  before: Surface,
  after: Surface,
  said: Said,
  progress: TaskProgress,
): Promise<AuditRule | null> {
  const areExact = before.positions instanceof Float32Array && after.positions instanceof Float32Array;
  const corners = numberCorners([before, after], false) as [Uint32Array, Uint32Array];
  await progress.step(0.1);
  const old = surveySurface(before, corners[0]);
  await progress.step(0.25);
  const made = surveySurface(after, corners[1]);
  await progress.step(0.4);
  const touching = (side: 0 | 1) => countTouching(corners[side]);
  if (!defectsFell(old.defects, made.defects, said, touching)) return 'defects';
  const sides = [0, 1, 2].map((axis) => old.box[axis + 3]! - old.box[axis]!);
  const longest = Math.max(...sides);
  const farthest = Math.max(...old.box.map(Math.abs));
  const margin = Math.max(said.moved * 1.01, longest * 4e-6, farthest * 2 ** -21);
  if (!isSameBox(old, made, margin, said.acts.has('left-out-sheets'))) return 'box';
  if (!areShellsSaid(old, made, said.acts)) return 'shells';
  if (!isVolumeAllowed(old, made, said, margin)) return 'volume';
  await progress.step(0.45);
  const matched = areExact ? corners : (numberCorners([before, after], true) as [Uint32Array, Uint32Array]);
  const changes = new Changes(before, after, matched, old, made, margin);
  await progress.step(0.65);
  if (!changes.areOldFacesThere(said.acts)) return 'faces';
  await progress.step(0.75);
  const added = changes.findNewFaces();
  if (!isAreaAllowed(before, old, corners[0], made, added.area, margin)) return 'area';
  if (changes.isDoubled(added.faces, made.defects.open > 0 ? said.gap : 0)) return 'doubled';
  await progress.step(0.85);
  if (!changes.areInsidesSame()) return 'inside';
  await progress.step(1);
  return null;
}

const sumOf = (defects: Defects): number => Object.values(defects).reduce((sum, count) => sum + count, 0);

function defectsFell(
  before: Defects,
  after: Defects,
  { acts }: Said,
  touching: (side: 0 | 1) => number,
): boolean {
  const kinds = Object.keys(before) as (keyof Defects)[];
  if (kinds.some((kind) => after[kind] > before[kind])) return false;
  const isLess = sumOf(after) < sumOf(before);
  if (acts.has('moved-apart')) {
    const [old, made] = [touching(0), touching(1)];
    return made <= old && (isLess || made < old);
  }
  // Faces that overlap or are inside out have sound edges.
  return isLess || acts.has('joined-parts') || acts.has('flipped-parts');
}

const isSameBox = (old: SurfaceFacts, made: SurfaceFacts, margin: number, isPartLess: boolean): boolean =>
  old.box.every((side, i) => {
    const outward = (made.box[i]! - side) * (i < 3 ? -1 : 1);
    return outward <= margin && (isPartLess || outward >= -margin);
  });

const joining: readonly ChangeKind[] = [
  'closed-gaps',
  'joined-parts',
  'dropped-degenerate-faces',
  'dropped-duplicate-faces',
  'left-out-sheets',
];

function areShellsSaid(old: SurfaceFacts, made: SurfaceFacts, acts: Said['acts']): boolean {
  if (made.shells < old.shells) return joining.some((act) => acts.has(act));
  return made.shells === old.shells || acts.has('moved-apart') || acts.has('joined-parts');
}

function isVolumeAllowed(old: SurfaceFacts, made: SurfaceFacts, said: Said, margin: number): boolean {
  const { acts } = said;
  const boxOf = [0, 1, 2].reduce((product, axis) => product * (old.box[axis + 3]! - old.box[axis]!), 1);
  const slack = old.area * margin + boxOf * 1e-9;
  const volume = made.volumes[0];
  if (!(Math.abs(volume) <= Math.max(boxOf, Math.abs(old.volumes[0])) + slack)) return false;
  const isClosed = made.defects.open + made.defects.flipped === 0;
  // A volume without an inside means nothing, and neither does one of faces that disagree.
  if (!isClosed || acts.has('flipped-faces')) return true;
  let { low, high } = said.volume;
  if (acts.has('dropped-duplicate-faces')) {
    low = Math.min(low, old.volumes[1] - old.spread);
    high = Math.max(high, old.volumes[1] + old.spread);
  }
  // The common volume of parts counts twice, and what reaches out of a part counts in its cavity.
  if (acts.has('joined-parts')) [low, high] = [Math.min(low, 0), high + old.hollow];
  if (acts.has('flipped-parts')) [low, high] = [Math.min(low, -high), Math.max(high, -low)];
  return volume >= low - slack && volume <= high + slack;
}

function isAreaAllowed(
  { positions, indices }: Surface,
  old: SurfaceFacts,
  corners: Uint32Array,
  made: SurfaceFacts,
  added: number,
  margin: number,
): boolean {
  const placeOf = new Uint32Array(old.shellOf.length);
  for (let h = 0; h < corners.length; h++) placeOf[corners[h]!] = indices[h]!;
  const lengths = new Map<number, number>();
  const ringOf = new Map<number, number>();
  const find = (of: number): number => {
    let at = of;
    for (let next = ringOf.get(at) ?? at; next !== at; next = ringOf.get(at) ?? at) at = next;
    return at;
  };
  for (let i = 0; i < old.borders.length; i += 2) {
    const [p, q] = [find(old.borders[i]!), find(old.borders[i + 1]!)];
    const [a, b] = [placeOf[old.borders[i]!]! * 3, placeOf[old.borders[i + 1]!]! * 3];
    const length = Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis]! - positions[b + axis]!));
    const sum = length + (lengths.get(p) ?? 0) + (p === q ? 0 : (lengths.get(q) ?? 0));
    // The larger corner joins the smaller one, as both may be old.
    const [root, other] = [Math.min(p, q), Math.max(p, q)];
    if (p !== q) ringOf.set(other, root);
    lengths.delete(other);
    lengths.set(root, sum);
  }
  let allowed = 0;
  for (const length of lengths.values()) allowed += length ** 2 / (4 * Math.PI);
  const slack = old.area * 1e-6 + margin * Math.sqrt(old.area);
  return added <= allowed * 1.001 + slack && made.area <= old.area + allowed * 1.001 + slack * 4;
}

/** Faces of the original and of the result that are not the same, and what lies around them. */
class Changes {
  readonly #before: Surface;
  readonly #after: Surface;
  readonly #old: SurfaceFacts;
  readonly #margin: number;
  /** Old faces that are not there any more, and new ones that were not there. */
  readonly #gone: Uint32Array;
  readonly #made: Uint32Array;
  readonly #isGone: Uint8Array;
  /** Old faces that are there the other way round. */
  readonly #turned: readonly number[];
  /** Faces that were flipped, in shells whose faces disagreed. */
  readonly #flipped: FaceIndex;
  readonly #oldFaces: FaceIndex;
  readonly #newFaces: FaceIndex;
  /** Every face once, for where doubled faces leave the inside open; null without such. */
  readonly #onceFaces: FaceIndex | null;

  constructor(
    before: Surface,
    after: Surface,
    corners: readonly [Uint32Array, Uint32Array],
    old: SurfaceFacts,
    made: SurfaceFacts,
    margin: number,
  ) {
    this.#before = before;
    this.#after = after;
    this.#old = old;
    this.#margin = margin;
    const table = new FaceTable(corners[1]);
    const firsts = made.firstSame.map((_, face) => table.add(face));
    const isKnown = new Uint8Array(firsts.length);
    this.#isGone = new Uint8Array(old.firstSame.length);
    const [turned, flipped]: number[][] = [[], []];
    for (let face = 0; face < this.#isGone.length; face++) {
      const [a, b, c] = [corners[0][face * 3]!, corners[0][face * 3 + 1]!, corners[0][face * 3 + 2]!];
      const same = table.find(a, b, c);
      if (same < 0) this.#isGone[face] = 1;
      else {
        isKnown[same] = 1;
        const at = corners[1].indexOf(a, same * 3);
        if (corners[1][at % 3 === 2 ? at - 2 : at + 1] === b) continue;
        turned!.push(face);
        if (old.isOpen[old.shellOf[corners[0][face * 3]!]!] === 1) flipped!.push(face);
      }
    }
    this.#turned = turned!;
    this.#gone = Uint32Array.from(this.#isGone.keys()).filter((face) => this.#isGone[face] === 1);
    this.#made = Uint32Array.from(firsts.keys()).filter((face) => isKnown[firsts[face]!] === 0);
    const all = (count: number) => Uint32Array.from({ length: count }, (_, face) => face);
    this.#oldFaces = new FaceIndex(before, all(this.#isGone.length), old.box);
    this.#newFaces = new FaceIndex(after, all(firsts.length), made.box);
    this.#flipped = new FaceIndex(before, Uint32Array.from(flipped!), old.box);
    const once =
      old.defects.doubled === 0 ? null : all(this.#isGone.length).filter((f) => old.firstSame[f] === f);
    this.#onceFaces = once && new FaceIndex(before, once, old.box);
  }

  /** Every point of a face that is gone is on the new surface, or off it where the report says so. */
  areOldFacesThere(acts: Said['acts']): boolean {
    const mayBeInside = acts.has('joined-parts');
    const mayBeAnywhere = acts.has('dropped-duplicate-faces') || acts.has('left-out-sheets');
    for (const face of this.#gone) {
      for (const point of pointsOf(this.#before, face)) {
        if (this.#isOn(this.#newFaces, this.#after, point)) continue;
        if (!mayBeInside && !mayBeAnywhere) return false;
        const winding = this.#newFaces.windingAt(point);
        const whole = Math.round(winding);
        if (Math.abs(winding - whole) > clear) return false;
        if (!mayBeAnywhere && whole !== 1 && !this.#isOutside(face, point)) return false;
      }
    }
    return true;
  }

  /** Whether neither side of an old face was inside, as where a cavity reaches out of its part. */
  #isOutside(face: number, point: Point): boolean {
    return [1, -1].every(
      (side) => this.#oldFaces.windingAt(lifted(this.#before, face, point, side * this.#margin * 4)) < 0.5,
    );
  }

  /** The new faces that do not lie where removed ones were. */
  findNewFaces(): { readonly faces: readonly number[]; readonly area: number } {
    const faces: number[] = [];
    let area = 0;
    const normal = new Float64Array(3);
    for (const face of this.#made) {
      const points = pointsOf(this.#after, face);
      const isOld = (point: Point) =>
        this.#isOn(this.#oldFaces, this.#before, point, (near) => this.#isGone[near] === 1);
      if (points.every(isOld)) continue;
      faces.push(face);
      normalOf(this.#after.positions, this.#after.indices, face, normal);
      area += Math.hypot(...normal) / 2;
    }
    return { faces, area };
  }

  /** Whether new faces lie on old ones that are still there; or near open ones that face the same way. */
  isDoubled(faces: readonly number[], gap: number): boolean {
    const { positions, indices } = this.#before;
    const [own, other] = [new Float64Array(3), new Float64Array(3)];
    return faces.some((face) => {
      normalOf(this.#after.positions, this.#after.indices, face, own);
      const [middle] = pointsOf(this.#after, face);
      return this.#oldFaces.someNear(middle!, Math.max(gap, this.#margin), (near) => {
        if (this.#isGone[near] === 1) return false;
        normalOf(positions, indices, near, other);
        const cosine =
          (own[0]! * other[0]! + own[1]! * other[1]! + own[2]! * other[2]!) /
          Math.hypot(...own) /
          Math.hypot(...other);
        const reach = cosine > 0.99 ? Math.max(gap, this.#margin) : this.#margin;
        return Math.abs(cosine) > 0.99 && isOver(this.#before, near, middle!, reach, -1e-9 * this.#margin);
      });
    });
  }

  /** Points that were clearly inside or outside still are. */
  areInsidesSame(): boolean {
    const random = randomNumbers(20261128);
    for (let i = 0; i < samples; i++) {
      const point = this.#pointFor(i, random);
      const was = this.#oldFaces.windingAt(point);
      const whole = Math.round(was);
      if (Math.abs(was - whole) > clear || whole < 0 || whole > 1) continue;
      if (Math.abs(this.#newFaces.windingAt(point) - whole) <= changed) continue;
      // Flipped and doubled faces count differently, and close to a change nothing is clear.
      if (Math.abs(this.#flipped.windingAt(point)) > 0.02) continue;
      if (this.#onceFaces && Math.abs(this.#onceFaces.windingAt(point) - whole) > clear) continue;
      if (this.#isOn(this.#oldFaces, this.#before, point) || this.#isOn(this.#newFaces, this.#after, point))
        continue;
      return false;
    }
    return true;
  }

  /** Some anywhere in the box, the others on both sides of changed faces and of any. */
  #pointFor(number: number, random: () => number): Point {
    const { box } = this.#old;
    const anywhere = [0, 1, 2].map((axis) => box[axis]! + (box[axis + 3]! - box[axis]!) * random());
    if (number % 5 < 2) return anywhere as unknown as Point;
    const old = number % 2 === 0 ? this.#gone : this.#turned;
    const changes = number % 5 === 2 ? old : number % 5 === 3 ? this.#made : null;
    const surface = number % 5 === 3 ? this.#after : this.#before;
    const count = changes?.length || surface.indices.length / 3;
    const chosen = Math.min(count - 1, Math.floor(random() * count));
    const face = changes?.length ? changes[chosen]! : chosen;
    const longest = Math.max(...[0, 1, 2].map((axis) => box[axis + 3]! - box[axis]!));
    const lift = Math.max(this.#margin * 4, longest * 10 ** (-1 - 4 * random()));
    return lifted(surface, face, pointsOf(surface, face)[0]!, random() < 0.5 ? -lift : lift);
  }

  #isOn(
    index: FaceIndex,
    surface: Surface,
    point: Point,
    counts: (face: number) => boolean = () => true,
  ): boolean {
    const reach = this.#margin * 2;
    return index.someNear(point, reach, (face) => counts(face) && isOver(surface, face, point, reach, reach));
  }
}

/** The middle of a face, and a point near each corner. */
function pointsOf({ positions, indices }: Surface, face: number): Point[] {
  const at = (share: readonly number[]): Point =>
    [0, 1, 2].map((axis) =>
      share.reduce((sum, part, corner) => sum + part * positions[indices[face * 3 + corner]! * 3 + axis]!, 0),
    ) as unknown as Point;
  return [
    [1 / 3, 1 / 3, 1 / 3],
    [0.9, 0.05, 0.05],
    [0.05, 0.9, 0.05],
    [0.05, 0.05, 0.9],
  ].map(at);
}

/** The point so far above a face. */
function lifted({ positions, indices }: Surface, face: number, point: Point, lift: number): Point {
  const normal = new Float64Array(3);
  normalOf(positions, indices, face, normal);
  const length = Math.hypot(...normal) || 1;
  return point.map((value, axis) => value + (normal[axis]! / length) * lift) as unknown as Point;
}

/** From 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
