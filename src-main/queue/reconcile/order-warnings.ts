/**
 * Knows the jobs that show a person an order that exists twice or that should not exist, or one that cannot
 * be distinguished from another (reliability: R19). An order that was made unexpectedly stops the paid work
 * of its account until a person has seen it.
 */
import type { AppErrorCode } from '../../../src-shared/error-codes.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { Signal } from '../../signal.ts';
import type { Ledger } from '../core/ledger.ts';
import { lateCode } from './late-order.ts';
import { goneCode } from './reset-service.ts';
import { ambiguousCode, correctedCode, duplicateCode, notCancelledCode } from './watch-order.ts';

/** These stop the paid work of the account. */
const unexpected = [duplicateCode, lateCode, goneCode] as const;
const harmless = [ambiguousCode, correctedCode, notCancelledCode] as const;

export class OrderWarnings {
  /** Paid work of this account stopped or may continue. */
  readonly changed = new Signal<string>();
  /** Jobs with an order that nobody wanted, or one that is gone, with their accounts. */
  readonly #unexpected = new Map<string, string>();
  readonly #harmless = new Set<string>();

  /** The warnings that are shown already, according to the database. */
  start(ledger: Ledger): void {
    for (const code of [...unexpected, ...harmless])
      for (const record of ledger.jobs.withProblem(code)) this.jobChanged(record);
  }

  jobChanged({ id, accountId, condition }: JobRecord): void {
    const isShown = (codes: readonly AppErrorCode[]) =>
      codes.some((code) => code === condition.problem?.code);
    if (isShown(harmless)) this.#harmless.add(id);
    else this.#harmless.delete(id);
    const isUnexpected = isShown(unexpected);
    if (isUnexpected === this.#unexpected.has(id)) return;
    if (isUnexpected) this.#unexpected.set(id, accountId);
    else this.#unexpected.delete(id);
    this.changed.emit(accountId);
  }

  frozenAccounts(): string[] {
    return [...this.#unexpected.values()];
  }

  jobIds(): string[] {
    return [...this.#unexpected.keys(), ...this.#harmless];
  }
}
