/** How a job of each kind is prepared for sending. */
import { createHash } from 'node:crypto';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord, JobRecord } from '../../db/job-record.ts';
import type { Spool } from '../../files/spool.ts';
import type { QueueStamp } from '../../folder-stamp/folder-stamp.ts';
import { type ChangeParts, notAsAsked, type PreparedChange } from '../changes/change.ts';
import { requireTurn } from '../changes/in-turn.ts';
import { strategyOf } from '../changes/strategies.ts';
import { asLastWord, requireNoneBefore } from '../changes/unanswered-attempts.ts';
import type { QueueClock } from '../core/clock.ts';
import { replaceUploads } from '../core/enqueue.ts';
import type { Ids } from '../core/ids.ts';
import type { Ledger } from '../core/ledger.ts';
import type { EarlierCopies } from '../reconcile/find-earlier-copy.ts';
import type { ConsentOf } from './consent-guard.ts';
import { type OrderPreparation, orderPreparation } from './order-task.ts';
import type { Prepare } from './task.ts';
import { uploadPreparation } from './upload-task.ts';

export interface PreparationOptions extends Pick<OrderPreparation, 'paymentId'> {
  readonly ledger: Ledger;
  readonly clock: QueueClock;
  readonly ids: Ids;
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf'>;
  readonly consentOf: ConsentOf;
  readonly earlierCopies: EarlierCopies;
  readonly stamp: Pick<QueueStamp, 'beforeSend'>;
}

export function preparation(options: PreparationOptions): Prepare<JobRecord> {
  const { ledger, clock, ids, spool, paymentId, consentOf, earlierCopies } = options;
  const { stamp } = options;
  const prepareUpload = uploadPreparation({ jobs: ledger.jobs, spool, consentOf });
  const prepareChange = changePreparation({ ledger, clock, spool, consentOf });
  const now = () => clock.now();
  const prepareOrder = orderPreparation({
    ledger,
    consentOf,
    earlierCopies,
    paymentId,
    now,
    replaceUploads: (writing, orderId, lines) =>
      replaceUploads({ ledger: writing, ids, clock }, orderId, lines),
  });
  const prepare: Prepare<JobRecord> = (record, client) => {
    switch (record.kind) {
      case 'upload':
        return prepareUpload(record, client);
      case 'order':
        return prepareOrder(record, client);
      case 'change':
        return prepareChange(record, client);
    }
  };
  return async (record, client) => {
    const task = await prepare(record, client);
    // From now on, any copy of the folder from before this request is known to be older.
    if (record.lane === 'paid') await stamp.beforeSend();
    return task;
  };
}

/** Prepares a change for sending: what all kinds have in common. The kinds are in `changes/`. */
function changePreparation(parts: ChangeParts): Prepare<ChangeRecord> {
  return async (record, client) => {
    requireTurn(record, parts.ledger.jobs);
    const prepared = await prepare(record, client, parts).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      if (error.code !== 'not-found') throw thrown;
      return notAsAsked(error);
    });
    return {
      requestSha256: createHash('sha256').update(JSON.stringify(record.payload)).digest('hex'),
      baseline: null,
      baselineComplete: false,
      reference: null,
      ...prepared,
      send: async (gate) => asLastWord(await prepared.send(gate), record, parts.ledger),
    };
  };
}

async function prepare(
  record: ChangeRecord,
  client: ServiceClient,
  parts: ChangeParts,
): Promise<PreparedChange> {
  const strategy = strategyOf(record);
  const prepared = await strategy.prepare(record, client, parts);
  if (strategy.isOverwriting) await requireNoneBefore(record, client, parts);
  return prepared;
}
