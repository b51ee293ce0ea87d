/**
 * Which jobs show a person an order that exists twice, or one that cannot be told from another (reliability: R19). A
 * double order stops the paid work of its account until a person has seen it.
 */
import type { JobRecord } from '../../db/job-record.ts';
import { Signal } from '../../signal.ts';
import type { Ledger } from '../core/ledger.ts';
import { ambiguousCode, duplicateCode } from './watch-order.ts';

export class OrderWarnings {
  /** Paid work of this account stopped or may continue. */
  readonly changed = new Signal<string>();
  /** Jobs with a double order, with their accounts. */
  readonly #duplicate = new Map<string, string>();
  readonly #ambiguous = new Set<string>();

  /** What is shown already, by the database. */
  start(ledger: Ledger): void {
    for (const code of [duplicateCode, ambiguousCode] as const)
      for (const record of ledger.jobs.withProblem(code)) this.jobChanged(record);
  }

  jobChanged({ id, accountId, condition }: JobRecord): void {
    const code = condition.problem?.code;
    if (code === ambiguousCode) this.#ambiguous.add(id);
    else this.#ambiguous.delete(id);
    if ((code === duplicateCode) === this.#duplicate.has(id)) return;
    if (code === duplicateCode) this.#duplicate.set(id, accountId);
    else this.#duplicate.delete(id);
    this.changed.emit(accountId);
  }

  frozenAccounts(): string[] {
    return [...this.#duplicate.values()];
  }

  jobIds(): string[] {
    return [...this.#duplicate.keys(), ...this.#ambiguous];
  }
}
