/** What was found about the selected part, and whether repair may fix some of it. */
import type { Finding, FindingKind } from '../../../../src-shared/geometry/geometry.ts';
import type { Prepare } from '../prepare.svelte.ts';

const repairable: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'open-edges',
  'non-manifold-edges',
  'flipped-faces',
  'degenerate-faces',
  'duplicate-faces',
  'inverted-shell',
  'overlapping-parts',
  'nested-parts',
]);

/** Those of the quick check, then those of the thorough one. */
export const findingsOf = ({ ready, deepResults }: Prepare): readonly Finding[] => [
  ...(ready?.model.checks.findings ?? []),
  ...deepResults.flatMap(({ finding }) => finding ?? []),
];

/** Closing a surface of which a part is missing would only hide that. */
export function canRepair(prepare: Prepare): boolean {
  const findings = findingsOf(prepare);
  const isWrong = findings.some(({ kind, severity }) => kind === 'uncertain-surface' && severity === 'fail');
  return !isWrong && findings.some(({ kind }) => repairable.has(kind));
}
