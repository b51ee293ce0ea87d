/** The rule of sound surfaces: the findings of the quick and the thorough check, except those about walls. */
import { ref } from '../messages/messages.ts';
import type { FoundDefect, PartFacts } from './part-facts.ts';
import type { Reason, VerdictLevel } from './verdict.ts';

/** Found, but without effect in print. */
const harmless: ReadonlySet<string> = new Set(['degenerate-faces']);

/** Filament leaves closed cavities empty; powder and resin stay in them. */
const leavesCavitiesEmpty = /\b(fdm|fff|filament)\b/i;

export function defectReasons(facts: PartFacts, technology: string | null): Reason[] {
  const { findings, thorough, watertight } = facts;
  const quick = findings.map(
    (finding): Reason => ({ level: quickLevel(finding, facts), text: finding.text }),
  );
  const isExplained = quick.some(({ level }) => level === 'refused');
  const deep = (thorough?.findings ?? [])
    .filter(({ kind }) => kind !== 'thin-walls')
    .map(({ kind, text }): Reason => {
      const isHarmless = kind === 'cavities' && technology !== null && leavesCavitiesEmpty.test(technology);
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
