/** The rule of sound surfaces: the findings of the quick and the thorough check, except those about walls. */
import { ref } from '../messages/messages.ts';
import { leavesCavitiesEmpty } from './escape-hole.ts';
import type { FoundDefect, PartFacts } from './part-facts.ts';
import type { Reason, VerdictLevel } from './verdict.ts';

/** Found, but without effect in print. */
const harmless: ReadonlySet<string> = new Set(['degenerate-faces']);

/** The rule of walls assesses these (walls.ts). */
const aboutWalls: ReadonlySet<string> = new Set(['thin-walls', 'thin-pins']);

/** Harmless where nothing stays in cavities. */
const aboutCavities: ReadonlySet<string> = new Set(['cavities', 'trapped-powder']);

export function defectReasons(facts: PartFacts, technology: string | null): Reason[] {
  const { findings, thorough, watertight } = facts;
  const quick = findings.map(
    (finding): Reason => ({ level: quickLevel(finding, facts), text: finding.text }),
  );
  const isExplained = quick.some(({ level }) => level === 'refused');
  const found = thorough?.findings ?? [];
  const isTrapped = found.some(({ kind }) => kind === 'trapped-powder');
  const deep = found
    // What stays in closed cavities is said by the finding of trapped powder.
    .filter(({ kind }) => !aboutWalls.has(kind) && !(isTrapped && kind === 'cavities'))
    .map(({ kind, text }): Reason => {
      const isHarmless = aboutCavities.has(kind) && leavesCavitiesEmpty(technology);
      return { level: isHarmless ? 'prints' : 'at-risk', text };
    });
  return [
    ...quick,
    ...(watertight || isExplained ? [] : [{ level: 'refused', text: ref('gate.notWatertight') } as const]),
    ...deep,
    ...(thorough === null ? [{ level: 'prints', text: ref('gate.notThorough') } as const] : []),
    ...(thorough?.isComplete === false
      ? [{ level: 'prints', text: ref('gate.partlyChecked') } as const]
      : []),
  ];
}

/** Services accept only watertight, manifold parts (compatibility: Answers), even if parts only touch along an edge. */
function quickLevel({ kind, severity }: FoundDefect, { watertight }: PartFacts): VerdictLevel {
  if (severity === 'fail' || (kind === 'non-manifold-edges' && !watertight)) return 'refused';
  return harmless.has(kind) ? 'prints' : 'at-risk';
}
