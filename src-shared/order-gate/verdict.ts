/** Whether a part may be ordered in a material, and why not: the answer of the order gate. */
import type { KeyOf } from '../messages/catalogue.ts';
import type { MessageRef } from '../messages/message.ts';

/** From the best to the worst. */
export const verdictLevels = ['prints', 'at-risk', 'refused'] as const;
export type VerdictLevel = (typeof verdictLevels)[number];

export interface Reason {
  /** The effect on the part. `prints`: worth knowing, but not an obstacle. */
  readonly level: VerdictLevel;
  readonly text: MessageRef;
}

export interface Verdict {
  readonly level: VerdictLevel;
  /** The worst first. */
  readonly reasons: readonly Reason[];
}

export const isWorse = (level: VerdictLevel, than: VerdictLevel): boolean =>
  verdictLevels.indexOf(level) > verdictLevels.indexOf(than);

/** The verdict is as bad as its worst reason; equally bad reasons keep their order. */
export function concludeVerdict(reasons: readonly Reason[]): Verdict {
  const sorted = reasons.toSorted((a, b) => verdictLevels.indexOf(b.level) - verdictLevels.indexOf(a.level));
  return { level: sorted[0]?.level ?? 'prints', reasons: sorted };
}

/** The reasons as bad as the verdict that apply to this material but not to the part in every material. */
export function materialReasons({ level, reasons }: Verdict, ofPart: Verdict): readonly Reason[] {
  const known = new Set(ofPart.reasons.map(({ text }) => JSON.stringify(text)));
  return reasons.filter((reason) => reason.level === level && !known.has(JSON.stringify(reason.text)));
}

/** While the thorough check of a part runs, nobody knows its verdict, unless it is refused already. */
export type ShownLevel = VerdictLevel | 'checking';
export const shownLevel = ({ level }: Verdict, isChecking: boolean): ShownLevel =>
  isChecking && level !== 'refused' ? 'checking' : level;

/** The verdict in two or three words. */
export const levelText = (level: ShownLevel) => `gate.level.${level}` as const satisfies KeyOf<'gate'>;
