/** What a change that is done means for the rest of the queue. Called in the transaction that made it done. */
import type { Ledger } from '../ledger.ts';
import { strategyOf } from './strategies.ts';

export function afterChange(ledger: Ledger, id: string): void {
  const record = ledger.require(id);
  if (record.kind !== 'change' || record.condition.state !== 'done') return;
  strategyOf(record).whenDone?.(record, ledger);
}
