/** A verdict of the order gate as a quote states it: with its worst obstacle. */
import type { QuoteLine } from '../ipc/quote-document.ts';
import type { Verdict } from '../order-gate/verdict.ts';

/** `isAccepted`: a person orders the part although it will be refused. */
export const quotedVerdict = (verdict: Verdict | null, { isAccepted = false } = {}): QuoteLine['verdict'] =>
  verdict && {
    level: verdict.level,
    reason: verdict.reasons.find(({ level }) => level !== 'prints')?.text ?? null,
    ...(isAccepted && { isAccepted }),
  };
