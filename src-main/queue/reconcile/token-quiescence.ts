/**
 * Token quiescence (reliability: R11): whether an attempt whose answer was lost can still take effect. It
 * cannot once the service itself refuses the access token of that attempt and work that had begun by then has
 * had time to end. All times are the service's own `Date`s, so this machine's clock plays no part. Asking is
 * a GET.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { Attempt } from '../../db/evidence-store.ts';
import type { Quiescence } from '../../db/reconcile-store.ts';

/**
 * [Assumption: token-at-start] The service checks a token when processing starts and ends within this time,
 * in ms.
 */
export const longestProcessing = 10 * 60_000;
/** [Assumption: read-lag] A change shows in lists after this time at the latest, in ms. */
export const readLag = 60_000;
/** `Date` counts whole seconds, in ms. */
export const dateStep = 1_000;
/**
 * How much longer than one clock of the service demands is waited where waiting costs little and nobody would
 * learn what went wrong, in ms: the dates of its answers may come from clocks that differ by minutes
 * (reliability: A7).
 */
export const clockSpread = 10 * 60_000;
/** A service that sent no date for this long does not send any, in ms. */
const longestWithoutDate = 70 * 60_000;
/** A token that still works this long after its announced end cannot be waited for, in ms. */
const longestTokenLife = 24 * 3_600_000;

/** The facts needed about an attempt: from its record, or from sent.log if the record is gone. */
export type SentAttempt = Pick<Attempt, 'tokenFingerprint' | 'tokenEndsAt' | 'at'> & {
  /** A complete answer came, whatever it was. */
  readonly isAnswered?: boolean;
};

export interface QuiescenceCheck {
  /** To be stored for the next check. */
  readonly quiescence: Quiescence;
  /** Nothing of that attempt can take effect any more. */
  readonly isQuiet: boolean;
  /** It will not become quiet in any time worth waiting for, or the service gives no way to tell. */
  readonly isHopeless: boolean;
  /** Epoch ms by the service's clock at this check; null if the service does not send its date. */
  readonly serverNow: number | null;
  /** Ms until the attempt is quiet, as far as is known. */
  readonly quietIn: number | null;
}

/** `now`: epoch ms of this machine. Throws what the client throws. */
export async function checkQuiescence(
  sent: SentAttempt,
  before: Quiescence,
  client: Pick<ServiceClient, 'probeToken'>,
  now: number,
): Promise<QuiescenceCheck> {
  const { token, serverDate } = await client.probeToken(sent.tokenFingerprint);
  const end = sent.tokenEndsAt;
  // A single answer without a date may come from something else than the service.
  if (serverDate === null) return conclude(before, null, null, now - sent.at > longestWithoutDate);
  if (sent.isAnswered === true) return afterAnswer(sent, before, serverDate, now);
  if (token === 'endless') return conclude({ ...before, tokenEndedAt: null }, serverDate, null, true);
  if (token === 'accepted') {
    const isHopeless = end === null ? now - sent.at > longestTokenLife : serverDate > end + longestTokenLife;
    const quietIn = end === null ? null : Math.max(0, end - serverDate) + longestProcessing + dateStep;
    return conclude({ ...before, tokenEndedAt: null }, serverDate, quietIn, isHopeless);
  }
  if (token === 'lost' && before.tokenEndedAt === null && (end === null || serverDate < end)) {
    const quietIn = end === null ? null : end - serverDate + longestProcessing + dateStep;
    return conclude(before, serverDate, quietIn, end === null);
  }
  const seen = token === 'lost' && end !== null ? end : serverDate;
  // The earliest refusal counts. If the service's clock moved back, the wait starts again.
  const tokenEndedAt = before.tokenEndedAt === null ? seen : Math.min(before.tokenEndedAt, serverDate);
  const quietIn = tokenEndedAt + longestProcessing + dateStep - serverDate;
  return conclude({ ...before, tokenEndedAt }, serverDate, quietIn, false);
}

/**
 * [Assumption: answered-is-over] What was answered is not delivered again. Only work that had begun before
 * may go on, so the token does not matter. The first date that the service names after the answer starts the
 * time for that work; an answer from a cache may carry an old date, so this machine's clock has to agree.
 */
function afterAnswer(
  { at }: SentAttempt,
  before: Quiescence,
  serverDate: number,
  now: number,
): QuiescenceCheck {
  const tokenEndedAt = before.tokenEndedAt === null ? serverDate : Math.min(before.tokenEndedAt, serverDate);
  const byService = tokenEndedAt + longestProcessing + dateStep - serverDate;
  const byMachine = now < at ? 0 : at + longestProcessing - now;
  return conclude({ ...before, tokenEndedAt }, serverDate, Math.max(byService, byMachine), false);
}

function conclude(
  quiescence: Quiescence,
  serverNow: number | null,
  quietIn: number | null,
  isHopeless: boolean,
): QuiescenceCheck {
  const isQuiet = quiescence.tokenEndedAt !== null && quietIn !== null && quietIn <= 0;
  // An absence that was seen before the attempt was quiet proves nothing.
  const checked = isQuiet ? quiescence : { ...quiescence, absentAt: null };
  return { quiescence: checked, isQuiet, isHopeless, serverNow, quietIn: isQuiet ? 0 : quietIn };
}
