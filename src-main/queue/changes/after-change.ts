/** The consequences of an ended change for other jobs. Called in the transaction that changed its state. */
import { isFinal } from '../../../src-shared/jobs/state.ts';
import type { Ledger } from '../core/ledger.ts';
import { waitsItsTurn } from './in-turn.ts';
import { strategyOf } from './strategies.ts';

export function afterChange(ledger: Ledger, id: string): void {
  const record = ledger.require(id);
  if (record.kind !== 'change' || !isFinal(record.condition.state)) return;
  if (record.condition.state === 'done') strategyOf(record).whenDone?.(record, ledger);
  const next = ledger.jobs.openChanges(record.accountId, record.payload).find(waitsItsTurn);
  // Its turn has come, whatever time it was held until.
  if (next) ledger.change(next.id, { type: 'release' });
}
