/**
 * A refusal that may come from something before the service, such as a gateway, ends a job only if the
 * attempt certainly had no effect (reliability: R7). Orders wait for that anyway. Other jobs are repeated
 * without a wait, so they need one here: what was answered may still be executed for ten minutes, and lists
 * may be a minute old.
 */
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { checkQuiescenceOf } from './absence-check.ts';
import { type CheckContext, type CheckResult, type Finding, resultOf } from './check.ts';
import { longestProcessing, readLag } from './token-quiescence.ts';

/** How long lists read earlier in the same pass may be reused, in ms. */
const passLasts = 60_000;

/**
 * The result of `check`, or a later check if it is too early to believe the refusal. Throws what the client
 * throws.
 */
export async function confirmRefusal(
  record: JobRecord,
  client: Pick<ServiceClient, 'probeToken'>,
  context: Pick<CheckContext, 'ledger' | 'clock'>,
  check: () => Promise<Finding>,
): Promise<CheckResult> {
  const { id, condition } = record;
  const { attempt } = condition;
  const { ledger } = context;
  const { reconciliation } = ledger;
  if (condition.state !== 'unknown' || reconciliation.refusalOf(id, attempt) === null)
    return resultOf(await check());
  const before = reconciliation.quiescenceOf(id, attempt);
  // Before the lists, so that they are newer.
  const seen = await checkQuiescenceOf(record, client, context);
  const { quiescence, serverNow, isQuiet, isHopeless, quietIn } = seen;
  // The check itself keeps `absentAt`.
  const { tokenEndedAt } = quiescence;
  ledger.write(() => reconciliation.setQuiescence(id, attempt, { ...quiescence, absentAt: before.absentAt }));
  const result = resultOf(await check());
  const { conclusion } = result;
  if (conclusion?.kind !== 'absent' || conclusion.proof === 'absent-for-good') return result;
  // A service without dates has had more than an hour by then.
  if (isHopeless) return result;
  const believedAt = (tokenEndedAt ?? 0) + longestProcessing + readLag + passLasts;
  if (isQuiet && serverNow !== null && serverNow >= believedAt) return result;
  const left = serverNow === null ? longestProcessing : believedAt - serverNow;
  return { conclusion: null, next: { kind: 'again', inMs: Math.max(left, quietIn ?? 0) } };
}
