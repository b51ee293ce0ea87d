/** Prepares a change for sending: what all kinds have in common. The kinds are in `changes/`. */
import { createHash } from 'node:crypto';
import { toAppError } from '../../../src-shared/result.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { type ChangeParts, notAsAsked, type PreparedChange } from '../changes/change.ts';
import { requireTurn } from '../changes/in-turn.ts';
import { strategyOf } from '../changes/strategies.ts';
import { asLastWord, requireNoneBefore } from '../changes/unanswered-attempts.ts';
import type { Prepare } from './task.ts';

export function changePreparation(parts: ChangeParts): Prepare<ChangeRecord> {
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
