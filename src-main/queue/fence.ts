/**
 * The token fence (reliability.md 2.4): whether something that was sent can still begin to take effect. It cannot
 * once the service itself does not take the token of that attempt any more, and what had begun by then has had
 * its time. All times are the service's own `Date`s, so this machine's clock does not matter. Probes are GETs.
 */
import type { ServiceClient } from '../api-client/service-client.ts';
import type { Attempt } from '../db/evidence-store.ts';
import type { Fence } from '../db/settling-store.ts';

/** [Assumption: token-at-start] The service checks a token when it begins to work, and what began ends within this. Ms. */
export const settleTime = 10 * 60_000;
/** [Assumption: read-lag] What was done shows in lists after this at the latest. Ms. */
export const readLag = 60_000;
/** `Date` counts whole seconds. */
export const dateStep = 1_000;
/** A service that has not told its date for so long does not tell it. Ms. */
const longestDateless = 70 * 60_000;
/** A token that is taken this long after its told end will not end soon enough to wait for. Ms. */
const longestLife = 24 * 3_600_000;

/** What a fence knows of the try: from the attempt's record, or from sent.log where the record is gone. */
export type FencedTry = Pick<Attempt, 'tokenFingerprint' | 'tokenEndsAt' | 'at'>;

export interface FenceLook {
  /** To be kept for the next look. */
  readonly fence: Fence;
  /** Nothing of that try can take effect any more. */
  readonly isClosed: boolean;
  /** It will not close in any time that can be waited for, or nobody could tell. */
  readonly isHopeless: boolean;
  /** Epoch ms by the service's clock, when it was asked; null where it does not say. */
  readonly serverNow: number | null;
  /** Ms until it closes, as far as can be told. */
  readonly closesIn: number | null;
}

/** `now`: epoch ms of this machine. Throws what the client throws. */
export async function lookAtFence(
  tried: FencedTry,
  before: Fence,
  client: Pick<ServiceClient, 'probeToken'>,
  now: number,
): Promise<FenceLook> {
  const { token, serverDate } = await client.probeToken(tried.tokenFingerprint);
  const end = tried.tokenEndsAt;
  // One answer without a date may be somebody else's.
  if (serverDate === null) return look(before, null, null, now - tried.at > longestDateless);
  if (token === 'accepted') {
    const isHopeless = end === null ? now - tried.at > longestLife : serverDate > end + longestLife;
    const closesIn = end === null ? null : Math.max(0, end - serverDate) + settleTime + dateStep;
    return look({ ...before, closedAt: null }, serverDate, closesIn, isHopeless);
  }
  if (token === 'lost' && before.closedAt === null && (end === null || serverDate < end)) {
    const closesIn = end === null ? null : end - serverDate + settleTime + dateStep;
    return look(before, serverDate, closesIn, end === null);
  }
  const seen = token === 'lost' && end !== null ? end : serverDate;
  // The earliest sight counts; a clock of the service that went back starts the time again.
  const closedAt = before.closedAt === null ? seen : Math.min(before.closedAt, serverDate);
  return look({ ...before, closedAt }, serverDate, closedAt + settleTime + dateStep - serverDate, false);
}

function look(
  fence: Fence,
  serverNow: number | null,
  closesIn: number | null,
  isHopeless: boolean,
): FenceLook {
  const isClosed = fence.closedAt !== null && closesIn !== null && closesIn <= 0;
  // What was absent while the fence was open proves nothing.
  const kept = isClosed ? fence : { ...fence, absentAt: null };
  return { fence: kept, isClosed, isHopeless, serverNow, closesIn: isClosed ? 0 : closesIn };
}
