/**
 * The thorough check: intersecting faces, overlapping or nested parts, closed cavities, trapped powder,
 * specks, thin walls and pins. It takes seconds, `checkMesh` a tenth of one, so it runs only on request.
 * Every question is answered with pass, fail or not-checked, and not-checked always comes with the reason.
 */

import { ref } from '../../messages/messages.ts';
import type { ReadOptions } from '../geometry.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TriangleTree } from '../mesh/triangle-tree.ts';
import { findPlacementAt, type Placement } from '../placement/placement.ts';
import { findNesting, type Nesting } from '../repair/orient-faces.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { inCubicFileUnits, inFileUnits, type LengthText, type VolumeText } from '../unit-texts.ts';
import { counted } from './counted.ts';
import {
  crossings as crossingStatement,
  type DeepCheck,
  defect,
  notChecked,
  overlaps,
  passed,
  pinCheck,
  specks,
  thicknessCheck,
} from './deep-findings.ts';
import { Places } from './places.ts';
import type { ShellSurvey } from './quick-check.ts';
import { SecondThread } from './second-thread.ts';
import { type Crossings, findCrossings } from './self-intersections.ts';
import { surveyShells } from './shell-survey.ts';
import { boxAround } from './shells.ts';
import { facesOfMeetingSolids } from './solid-rays.ts';
import { measureThicknessAt, type ThicknessMap } from './thickness.ts';
import { checkTrapped, type RetainingCavity, type TrappedPowder } from './trapped-check.ts';
import { UnionFind } from './union-find.ts';

export type { DeepCheck } from './deep-findings.ts';

export interface DeepCheckOptions extends ReadOptions {
  /** Thinnest wall that the printer makes, in file units; null if unknown. */
  readonly minWall: number | null;
  /**
   * How wide an opening must be to let powder or resin out, in file units; null if nothing has to get out.
   * Without it, trapped powder is not searched.
   */
  readonly escapeHole?: number | null;
  /** The diameters that other technologies need, for `cavities`. */
  readonly otherHoles?: readonly number[];
  /** Also find the smallest box and the sides on which the part can lie. */
  readonly placement?: boolean;
  /** Voxels in which trapped powder is searched, at most; see trapped.ts. */
  readonly voxels?: number;
  /** Number of points at which walls are measured; see thickness.ts. */
  readonly samples?: number;
  readonly seed?: number;
  /** Pairs of faces to examine for intersections before giving up; see checks/self-intersections.ts. */
  readonly pairBudget?: number;
  /** Metres in a file unit, if known: crossings that no printer shows do not count then. */
  readonly metresPerUnit?: number;
  /** How lengths are written; by default in file units. */
  readonly lengthText?: LengthText;
  /** How volumes are written; by default in cubic file units. */
  readonly volumeText?: VolumeText;
}

export interface DeepChecks {
  /** One answer per question, always all of them, in reading order. */
  readonly results: readonly DeepCheck[];
  /** For the heat map; null if walls were not measured. */
  readonly thickness: ThicknessMap | null;
  /** Null if it was not searched. */
  readonly trapped: TrappedPowder | null;
  /** Cavities that keep something back in one of the technologies asked about; null if not searched. */
  readonly cavities: readonly RetainingCavity[] | null;
  /** Null if it was not requested, or if the part has no volume. */
  readonly placement: Placement | null;
}

/** A part is a speck if its longest side is below this share of the model's, or below the thinnest wall. */
const speckShare = 0.005;

/** No printer shows a fold of a thousandth of a millimetre, m. */
const unseenDepth = 1e-6;

/** @param mesh welded, as readers leave it @throws AbortError */
export async function checkDeeper(mesh: Mesh, options: DeepCheckOptions): Promise<DeepChecks> {
  const progress = new TaskProgress(options);
  const lengthText = options.lengthText ?? inFileUnits;
  if (mesh.indices.length === 0)
    return { results: nothingToCheck, thickness: null, trapped: null, cavities: null, placement: null };
  const { minWall, samples, seed, placement = false } = options;
  const walls = minWall !== null && minWall > 0 ? { limit: minWall, samples, seed } : null;
  const beside = SecondThread.begin({ mesh, walls, placement });
  try {
    return await checkBeside(mesh, beside, options, lengthText, progress);
  } finally {
    beside?.end();
  }
}

async function checkBeside(
  mesh: Mesh,
  beside: SecondThread | null,
  options: DeepCheckOptions,
  lengthText: LengthText,
  progress: TaskProgress,
): Promise<DeepChecks> {
  const survey = await surveyShells(mesh, progress.part(0, 0.1));
  const tree = await TriangleTree.build(mesh, progress.part(0.1, 0.25));
  const { shellOfFace } = survey.facts;
  const crossings = await findCrossings(
    mesh,
    tree,
    shellOfFace,
    progress.part(0.25, 0.55),
    options.pairBudget,
    options.metresPerUnit && unseenDepth / options.metresPerUnit,
  );
  const nesting = await findNesting(mesh, survey, progress.part(0.55, 0.6));
  const relations = new Relations(mesh, survey, nesting);
  if (relations.open > 0 || relations.inverted > 0) beside?.end();
  // Done before the walls, which both threads share: whichever is free first measures more of them.
  const [self, overlapping, tiny] = [
    selfCheck(mesh, crossings),
    overlapCheck(mesh, survey, crossings),
    speckCheck(mesh, survey, options.minWall, lengthText),
  ];
  const powder = await checkPowder(mesh, survey, relations, options, progress.part(0.6, 0.7));
  const isMeeting = facesOfMeetingSolids(survey.facts, crossings.flags);
  const wallProgress = progress.part(0.7, 0.9);
  const walls = await checkWalls(
    mesh,
    { tree, isMeeting },
    beside,
    relations,
    options,
    lengthText,
    wallProgress,
  );
  const side = await beside?.answer(progress.part(0.9, 1));
  let placement = side?.placement ?? null;
  if (!side && options.placement) placement = await findPlacementAt(mesh, progress.part(0.9, 1));
  await progress.step(1);
  return {
    results: [
      self,
      overlapping,
      relations.nestedCheck(),
      relations.cavityCheck(),
      powder.check,
      tiny,
      walls.check,
      walls.pinCheck,
    ],
    thickness: walls.thickness,
    trapped: powder.trapped,
    cavities: powder.every,
    placement,
  };
}

const nothingToCheck: readonly DeepCheck[] = (
  [
    'self-intersections',
    'overlapping-parts',
    'nested-parts',
    'cavities',
    'trapped-powder',
    'tiny-parts',
    'thin-walls',
    'thin-pins',
  ] as const
).map((kind) => notChecked(kind, ref('geometry.nothingToCheck')));

const unfinished = (coverage: number): [GeometryText, GeometryText] => [
  ref('geometry.searchStopped', { share: coverage }),
  ref('geometry.searchStopped.more'),
];

function selfCheck(mesh: Mesh, { flags, coverage }: Crossings): DeepCheck {
  const places = new Places(mesh);
  for (let face = 0; face < flags.length; face++) if (flags[face]! & 1) places.addFace(face);
  if (places.count > 0) {
    return defect('self-intersections', places, 'warn', crossingStatement(places.count, coverage));
  }
  if (coverage < 1) return notChecked('self-intersections', ...unfinished(coverage));
  return passed('self-intersections', ref('geometry.noCrossing'));
}

function overlapCheck(
  mesh: Mesh,
  survey: ShellSurvey,
  { flags, shellPairs, coverage }: Crossings,
): DeepCheck {
  const places = new Places(mesh);
  for (let face = 0; face < flags.length; face++) if (flags[face]! & 2) places.mark(face);
  places.count = new Set(shellPairs.flat()).size;
  if (places.count > 0) {
    return defect('overlapping-parts', places, 'warn', overlaps(places.count, coverage));
  }
  const touching = touchingInPoints(mesh, survey);
  if (touching.length > 0) {
    for (const face of touching) places.mark(face);
    places.count = touching.length;
    return defect('overlapping-parts', places, 'warn', counted('pointContacts', touching.length));
  }
  if (survey.facts.count === 1) return passed('overlapping-parts', ref('geometry.singlePart'));
  if (coverage < 1) return notChecked('overlapping-parts', ...unfinished(coverage));
  return passed('overlapping-parts', ref('geometry.noOverlap'));
}

/** A face at every corner in which two bodies touch that share no other one. */
function touchingInPoints({ positions, indices }: Mesh, { facts }: ShellSurvey): number[] {
  const { shellOfFace, volumes, count } = facts;
  const owners = new Int32Array(positions.length / 3).fill(-1);
  const contacts = new Map<number, { readonly vertex: number; readonly face: number; isOnly: boolean }>();
  if (count < 2) return [];
  for (let i = 0; i < indices.length; i++) {
    const [vertex, face] = [indices[i]!, Math.floor(i / 3)];
    const [own, other] = [shellOfFace[face]!, owners[vertex]!];
    if (other < 0) owners[vertex] = own;
    if (other < 0 || other === own || !(volumes[own]! > 0 && volumes[other]! > 0)) continue;
    const pair = Math.min(own, other) * count + Math.max(own, other);
    const known = contacts.get(pair);
    if (known === undefined) contacts.set(pair, { vertex, face, isOnly: true });
    else if (known.vertex !== vertex) known.isOnly = false;
  }
  const joined = new UnionFind(count);
  for (const [pair, { isOnly }] of contacts) if (!isOnly) joined.join(Math.floor(pair / count), pair % count);
  return [...contacts].flatMap(([pair, { face, isOnly }]) =>
    isOnly && joined.find(Math.floor(pair / count)) !== joined.find(pair % count) ? [face] : [],
  );
}

/** Shells that lie in the material of others, as solids or as cavities. */
class Relations {
  /** Shells without a known inside, because they are open or their faces disagree. */
  readonly open: number;
  /** Closed shells that face inward although nothing surrounds them. */
  readonly inverted: number;
  readonly #mesh: Mesh;
  readonly #survey: ShellSurvey;
  readonly #isComplete: boolean;
  readonly #nested = new Set<number>();
  readonly #cavities = new Set<number>();
  readonly #closed = new Map<number, number>();

  constructor(mesh: Mesh, survey: ShellSurvey, { parents, isComplete }: Nesting) {
    this.#mesh = mesh;
    this.#survey = survey;
    this.#isComplete = isComplete;
    const { volumes, count } = survey.facts;
    let inverted = 0;
    for (let shell = 0; shell < count; shell++) {
      const parent = parents[shell]!;
      if (survey.isOpen[shell] === 1) continue;
      const isInMaterial = parent >= 0 && volumes[parent]! > 0;
      if (volumes[shell]! < 0 && !isInMaterial) inverted++;
      else if (isInMaterial) (volumes[shell]! < 0 ? this.#cavities : this.#nested).add(shell);
    }
    for (const shell of this.#cavities) this.#closed.set(shell, 0);
    for (let shell = 0; shell < count; shell++) {
      const inside = this.#closed.get(parents[shell]!);
      if (inside !== undefined && volumes[shell]! > 0) {
        this.#closed.set(parents[shell]!, inside + volumes[shell]! / 6);
      }
    }
    this.open = survey.isOpen.reduce((sum, open) => sum + open, 0);
    this.inverted = isComplete ? inverted : 0;
  }

  /** Shells that are cavities closed on all sides, with the volume of the parts that lie in each. */
  get closed(): ReadonlyMap<number, number> {
    return this.#closed;
  }

  nestedCheck(): DeepCheck {
    const places = this.#placesOf(this.#nested);
    if (places.count > 0) return defect('nested-parts', places, 'warn', counted('nestedParts', places.count));
    return this.#whyNot('nested-parts') ?? passed('nested-parts', ref('geometry.noNested'));
  }

  cavityCheck(): DeepCheck {
    const places = this.#placesOf(this.#cavities);
    if (places.count > 0) return defect('cavities', places, 'warn', counted('cavities', places.count));
    return this.#whyNot('cavities') ?? passed('cavities', ref('geometry.noCavities'));
  }

  #whyNot(kind: 'nested-parts' | 'cavities'): DeepCheck | null {
    if (!this.#isComplete) {
      return notChecked(kind, ref('geometry.tooManyParts'));
    }
    if (this.open > 0 && this.#survey.facts.count > 1) {
      return notChecked(kind, ref('geometry.openParts'), ref('geometry.repairAndCheck'));
    }
    return null;
  }

  #placesOf(shells: ReadonlySet<number>): Places {
    const places = new Places(this.#mesh);
    const { shellOfFace } = this.#survey.facts;
    if (shells.size > 0) {
      for (let face = 0; face < shellOfFace.length; face++) {
        if (shells.has(shellOfFace[face]!)) places.mark(face);
      }
    }
    places.count = shells.size;
    return places;
  }
}

function speckCheck(
  mesh: Mesh,
  { facts }: ShellSurvey,
  minWall: number | null,
  lengthText: LengthText,
): DeepCheck {
  const { boxes } = facts;
  const { min, max } = boxAround(boxes);
  const longestSide = Math.max(0, ...max.map((high, axis) => high - min[axis as 0 | 1 | 2]));
  const limit = Math.max(longestSide * speckShare, minWall ?? 0);
  const isSpeck = new Uint8Array(facts.count);
  const places = new Places(mesh);
  for (let shell = 0; shell < facts.count; shell++) {
    const at = shell * 6;
    const longest = Math.max(
      boxes[at + 3]! - boxes[at]!,
      boxes[at + 4]! - boxes[at + 1]!,
      boxes[at + 5]! - boxes[at + 2]!,
    );
    if (longest >= limit) continue;
    isSpeck[shell] = 1;
    places.count++;
  }
  if (places.count === 0) return passed('tiny-parts', ref('geometry.noSpecks', { size: lengthText(limit) }));
  for (let face = 0; face < facts.shellOfFace.length; face++) {
    if (isSpeck[facts.shellOfFace[face]!]) places.mark(face);
  }
  return defect('tiny-parts', places, 'warn', specks(places.count, lengthText(limit)));
}

async function checkPowder(
  mesh: Mesh,
  survey: ShellSurvey,
  { open, inverted, closed }: Relations,
  { escapeHole, otherHoles = [], voxels, ...texts }: DeepCheckOptions,
  progress: TaskProgress,
): Promise<{ check: DeepCheck; trapped: TrappedPowder | null; every: readonly RetainingCavity[] | null }> {
  const { lengthText = inFileUnits, volumeText = inCubicFileUnits } = texts;
  const without = (check: DeepCheck) => ({ check, trapped: null, every: null });
  const isNeeded = escapeHole !== null;
  const notNeeded = passed('trapped-powder', ref('geometry.trappedNotNeeded'));
  const hole = isNeeded ? escapeHole : otherHoles[0];
  if (!isNeeded && hole === undefined) return without(notNeeded);
  if (hole === undefined || !(hole > 0)) {
    return without(notChecked('trapped-powder', ref('geometry.trappedWithoutHole')));
  }
  if (open > 0 || inverted > 0) {
    const why = open > 0 ? ref('geometry.trappedOpen') : ref('geometry.trappedInverted');
    return without(isNeeded ? notChecked('trapped-powder', why, ref('geometry.repairAndCheck')) : notNeeded);
  }
  const question = { escapeHole: hole, otherHoles, lengthText, volumeText, voxels };
  const answer = await checkTrapped(mesh, survey, closed, question, progress);
  return isNeeded ? answer : { check: notNeeded, trapped: null, every: answer.every };
}

async function checkWalls(
  mesh: Mesh,
  { tree, isMeeting }: { readonly tree: TriangleTree; readonly isMeeting: Uint8Array | null },
  beside: SecondThread | null,
  { open, inverted }: Relations,
  options: DeepCheckOptions,
  lengthText: LengthText,
  progress: TaskProgress,
): Promise<{ check: DeepCheck; pinCheck: DeepCheck; thickness: ThicknessMap | null }> {
  const without = (...why: [GeometryText, GeometryText]) => ({
    check: notChecked('thin-walls', ...why),
    pinCheck: notChecked('thin-pins', ref('geometry.pinsUnmeasured'), why[1]),
    thickness: null,
  });
  if (options.minWall === null || !(options.minWall > 0)) {
    return without(ref('geometry.wallsWithoutLimit'), ref('geometry.wallsWithoutLimit.more'));
  }
  if (open > 0) {
    return without(ref('geometry.wallsOpen'), ref('geometry.repairAndCheck'));
  }
  if (inverted > 0) {
    return without(ref('geometry.wallsInverted'), ref('geometry.repairAndCheck'));
  }
  const { minWall: limit, samples, seed } = options;
  const thickness =
    (await beside?.thickness(tree, isMeeting, progress)) ??
    (await measureThicknessAt(mesh, { limit, samples, seed, tree, isMeeting }, progress));
  const places = new Places(mesh);
  for (const face of thickness.thinFaces) places.addFace(face);
  const pins = new Places(mesh);
  for (const face of thickness.pinFaces) pins.mark(face);
  pins.count = thickness.pins.length;
  return {
    check: thicknessCheck(thickness, places, lengthText),
    pinCheck: pinCheck(thickness, pins, lengthText),
    thickness,
  };
}
