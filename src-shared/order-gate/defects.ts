/** The rule of sound surfaces: the findings of the quick and the thorough check, except those about walls. */

import { staysIn } from '../geometry/checks/trapped.ts';
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import { escapeHoleOf, leavesCavitiesEmpty, usualEscapeHole } from './escape-hole.ts';
import type { CavityFact, FoundDefect, PartFacts } from './part-facts.ts';
import type { Reason, VerdictLevel } from './verdict.ts';

/** Findings without an effect in print. */
const harmless: ReadonlySet<string> = new Set(['degenerate-faces']);

/** The rule of walls assesses these (walls.ts). */
const aboutWalls: ReadonlySet<string> = new Set(['thin-walls', 'thin-pins']);

/** Harmless where nothing stays in cavities. */
const aboutCavities: ReadonlySet<string> = new Set(['cavities', 'trapped-powder']);

/** @param shownIn the unit of lengths in the reasons */
export function defectReasons(
  facts: PartFacts,
  technology: string | null,
  shownIn: LengthUnit = 'mm',
): Reason[] {
  const { findings, thorough, watertight } = facts;
  const quick = findings.map(
    (finding): Reason => ({ level: quickLevel(finding, facts), text: finding.text }),
  );
  const isExplained = quick.some(({ level }) => level === 'refused');
  const found = thorough?.findings ?? [];
  const cavities = thorough?.cavities ?? null;
  const isTrapped = cavities !== null || found.some(({ kind }) => kind === 'trapped-powder');
  const deep = found
    // Closed cavities are reported with the trapped powder, which is assessed by this technology's own hole.
    .filter(({ kind }) => !aboutWalls.has(kind) && !(isTrapped && kind === 'cavities'))
    .filter(({ kind }) => !(cavities !== null && kind === 'trapped-powder'))
    .map(({ kind, text }): Reason => {
      const isHarmless = aboutCavities.has(kind) && leavesCavitiesEmpty(technology);
      return { level: isHarmless ? 'prints' : 'at-risk', text };
    });
  return [
    ...quick,
    ...(watertight || isExplained ? [] : [{ level: 'refused', text: ref('gate.notWatertight') } as const]),
    ...deep,
    ...(cavities === null ? [] : trappedReasons(cavities, technology, shownIn)),
    ...(thorough === null ? [{ level: 'prints', text: ref('gate.notThorough') } as const] : []),
    ...(thorough?.isComplete === false
      ? [{ level: 'prints', text: ref('gate.partlyChecked') } as const]
      : []),
  ];
}

/** Powder or resin that stays in the part if it is made with this technology. */
function trappedReasons(
  cavities: readonly CavityFact[],
  technology: string | null,
  shownIn: LengthUnit,
): Reason[] {
  // Filament leaves cavities empty, so they are named but do no harm.
  const hole = escapeHoleOf(technology) ?? usualEscapeHole;
  const retaining = cavities.filter(({ volume, opening }) =>
    staysIn({ volume, opening: opening === null ? null : { least: 0, most: opening } }, hole),
  );
  if (retaining.length === 0) return [];
  const metres = retaining.reduce((sum, { volume }) => sum + volume, 0);
  const volume = ref('geometry.volumeInUnit', { volume: { metres, unit: shownIn } });
  const level = leavesCavitiesEmpty(technology) ? 'prints' : 'at-risk';
  return [{ level, text: ref('geometry.trapped', { count: retaining.length, volume }) }];
}

/**
 * Services accept only watertight, manifold parts (compatibility: Answers), even if parts only touch along an
 * edge.
 */
function quickLevel({ kind, severity }: FoundDefect, { watertight }: PartFacts): VerdictLevel {
  if (severity === 'fail' || (kind === 'non-manifold-edges' && !watertight)) return 'refused';
  return harmless.has(kind) ? 'prints' : 'at-risk';
}
