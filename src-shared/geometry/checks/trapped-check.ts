/** Answers whether powder is trapped: in closed cavities, known exactly, and behind too narrow ways out. */
import { ref } from '../../messages/messages.ts';
import { boundsOf } from '../measure/measure.ts';
import type { Mesh, Vector } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { LengthText, VolumeText } from '../unit-texts.ts';
import { type DeepCheck, defect, notChecked, passed } from './deep-findings.ts';
import { Places } from './places.ts';
import type { ShellSurvey } from './quick-check.ts';
import {
  certainlyNarrow,
  findTrapped,
  leastVolume,
  mostFaces,
  staysIn,
  type TrappedCavity,
} from './trapped.ts';

/** Powder or resin that stays in the part. File units. */
export interface TrappedPowder {
  /** Openings below this diameter keep everything back. */
  readonly escapeHole: number;
  /** How exact the diameters of openings are; null if only closed cavities could be searched. */
  readonly resolution: number | null;
  /** The largest first. */
  readonly cavities: readonly TrappedCavity[];
}

export interface TrappedQuestion {
  /** File units. */
  readonly escapeHole: number;
  /** The other diameters for which `every` is wanted. */
  readonly otherHoles: readonly number[];
  readonly lengthText: LengthText;
  readonly volumeText: VolumeText;
  readonly voxels?: number | undefined;
}

interface TrappedAnswer {
  readonly check: DeepCheck;
  readonly trapped: TrappedPowder;
  /** Cavities that a requested hole size does not empty, largest first; null: only closed ones known. */
  readonly every: readonly RetainingCavity[] | null;
}

/** The facts about a cavity that a verdict needs. File units. */
export type RetainingCavity = Pick<TrappedCavity, 'volume' | 'opening'>;

/** @param closed the shells that are closed cavities, each with the volume inside @throws AbortError */
export async function checkTrapped(
  mesh: Mesh,
  survey: ShellSurvey,
  closed: ReadonlyMap<number, number>,
  { escapeHole, otherHoles, lengthText, volumeText, voxels }: TrappedQuestion,
  progress: TaskProgress,
): Promise<TrappedAnswer> {
  const { shellOfFace } = survey.facts;
  const bounds = boundsOf(mesh) ?? { min: [0, 0, 0] as Vector, max: [0, 0, 0] as Vector };
  const search = await findTrapped(
    mesh,
    bounds,
    { narrowest: Math.min(escapeHole, ...otherHoles), widest: Math.max(escapeHole, ...otherHoles) },
    progress,
    (face) => closed.has(shellOfFace[face]!),
    voxels,
  );
  const found = [...closedCavities(survey, closed), ...(search.cavities ?? [])].sort(
    (a, b) => b.volume - a.volume,
  );
  const every = search.cavities && found.map(({ volume, opening }): RetainingCavity => ({ volume, opening }));
  const cavities = found.filter((cavity) => staysIn(cavity, escapeHole));
  const resolution = search.cavities === null ? null : search.resolution;
  const trapped: TrappedPowder = { escapeHole, resolution, cavities };
  const hole = lengthText(escapeHole);
  const steps = lengthText(search.resolution);
  const coarse = [
    ref('geometry.trappedCoarse', { hole, steps }),
    ref('geometry.trappedCoarse.more'),
  ] as const;
  if (cavities.length === 0) {
    return {
      trapped,
      every,
      check:
        resolution === null
          ? notChecked('trapped-powder', ...coarse)
          : passed('trapped-powder', ref('geometry.noTrapped', { hole }), howSearched()),
    };
  }
  const places = new Places(mesh, mostFaces);
  for (const { faces } of cavities) for (const face of faces) places.mark(face);
  places.count = cavities.length;
  const narrow = cavities.flatMap(({ opening }) => (opening === null ? [] : [opening]));
  const widest = narrow.reduce((a, b) => (b.most > a.most ? b : a), { least: 0, most: 0 });
  const volume = volumeText(cavities.reduce((sum, cavity) => sum + cavity.volume, 0));
  const details = [
    ...(closed.size > 0 ? [ref('geometry.trapped.closed', { count: closed.size })] : []),
    ...(narrow.length > 0
      ? [
          ref('geometry.trapped.narrow', {
            count: narrow.length,
            least: lengthText(widest.least),
            most: lengthText(widest.most),
          }),
        ]
      : []),
    ref('geometry.trapped.more', { hole }),
    ...(resolution === null ? coarse : [howSearched()]),
  ];
  return {
    trapped,
    every,
    check: defect('trapped-powder', places, 'warn', {
      text: ref('geometry.trapped', { count: cavities.length, volume }),
      details,
    }),
  };

  function howSearched() {
    const certain = lengthText(certainlyNarrow(escapeHole, search.resolution));
    return ref('geometry.trapped.how', { steps, certain, hole, volume: volumeText(leastVolume(escapeHole)) });
  }
}

function closedCavities({ facts }: ShellSurvey, closed: ReadonlyMap<number, number>): TrappedCavity[] {
  if (closed.size === 0) return [];
  const { boxes } = facts;
  const faces = new Map([...closed.keys()].map((shell) => [shell, [] as number[]]));
  for (let face = 0; face < facts.shellOfFace.length; face++) {
    const own = faces.get(facts.shellOfFace[face]!);
    if (own && own.length < mostFaces) own.push(face);
  }
  return [...closed].map(([shell, inside]) => {
    const middle = (axis: number) => (boxes[shell * 6 + axis]! + boxes[shell * 6 + 3 + axis]!) / 2;
    return {
      volume: Math.max(0, -facts.volumes[shell]! / 6 - inside),
      place: [middle(0), middle(1), middle(2)],
      width: null,
      opening: null,
      faces: faces.get(shell)!,
    };
  });
}
