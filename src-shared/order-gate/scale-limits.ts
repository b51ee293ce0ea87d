/**
 * Every scale at which a rule of the order gate begins or ends to object, each with its name: what the ends
 * of the printable range (printable-range.ts) leave out, since they name only the rule that objects first.
 */
import type { MessageRef } from '../messages/message.ts';
import type { LengthUnit } from '../units/units.ts';
import type { Process } from './gate-material.ts';
import { assessAtScale, edgeBetween, type ScalablePart, scalesToAssess } from './printable-range.ts';
import { isWorse, type Reason, type Verdict, type VerdictLevel } from './verdict.ts';

/** Rules by the key of their reasons. Rules about a single size of the part are not listed. */
const kinds = {
  'gate.tooSmall': 'size',
  'gate.tooLarge': 'printer',
  'gate.thinWall': 'walls',
  'geometry.thinWalls': 'walls',
  'geometry.thinTips': 'walls',
  // Named instead of the measured wall if that is thick enough.
  'gate.thinOnAverage': 'walls',
  'gate.thinPin': 'details',
  'geometry.thinPins': 'details',
} as const satisfies Record<string, string>;
export type LimitKind = (typeof kinds)[keyof typeof kinds];

export interface ScaleLimit {
  readonly kind: LimitKind;
  /** The last scale at which it does not object, or objects less. */
  readonly scale: number;
  /** Whether it objects to smaller or to larger parts. */
  readonly side: 'below' | 'above';
  /** How it objects there. */
  readonly level: Exclude<VerdictLevel, 'prints'>;
  readonly text: MessageRef;
}

/** In ascending order of scale; scales are relative to the part's size. */
export function scaleLimits(
  part: ScalablePart,
  process: Process | null,
  usualLimit: number,
  shownIn: LengthUnit = 'mm',
): ScaleLimit[] {
  const assess = assessAtScale(part, process, usualLimit, shownIn);
  const verdicts = scalesToAssess.map(assess);
  const limits: ScaleLimit[] = [];
  for (const kind of new Set(Object.values(kinds))) {
    const levels = verdicts.map((verdict) => objection(verdict, kind)?.level ?? 'prints');
    for (let at = 1; at < levels.length; at++) {
      const [before, after] = [levels[at - 1]!, levels[at]!];
      if (before === after) continue;
      const isWorseAbove = isWorse(after, before);
      const best = isWorseAbove ? before : after;
      const [good, bad] = isWorseAbove ? [at - 1, at] : [at, at - 1];
      const { inside, outside } = edgeBetween(
        scalesToAssess[good]!,
        scalesToAssess[bad]!,
        (scale) => !isWorse(objection(assess(scale), kind)?.level ?? 'prints', best),
      );
      const reason = objection(assess(outside), kind);
      if (!reason || reason.level === 'prints') continue;
      const side = isWorseAbove ? 'above' : 'below';
      limits.push({ kind, scale: inside, side, level: reason.level, text: reason.text });
    }
  }
  return limits.sort((a, b) => a.scale - b.scale);
}

/** The worst reason of this kind that is an obstacle. */
const objection = ({ reasons }: Verdict, kind: LimitKind): Reason | undefined =>
  reasons.find(
    ({ level, text }) => level !== 'prints' && (kinds as Record<string, LimitKind>)[text.key] === kind,
  );
