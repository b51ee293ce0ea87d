/**
 * The faults of several processes: the rules are in the database, and a message announces each change to
 * every process. A rule that applies a number of times does so in all of them together.
 */
import { type FaultRule, faultRuleSchema } from '../../src-shared/api/operator.ts';
import { type Faults, matches, type RunningRule } from '../http/faults.ts';
import type { Store } from '../store/dialect.ts';
import type { SharedProcesses } from './shared-processes.ts';

export class SharedFaults implements Faults {
  readonly #store: Store;
  readonly #processes: SharedProcesses;
  #known: readonly { readonly id: number; readonly rule: RunningRule }[] = [];

  constructor(store: Store, processes: SharedProcesses) {
    this.#store = store;
    this.#processes = processes;
    processes.on('faults', () => void this.load().catch(() => undefined));
  }

  /** To be called at the start, and when messages may have been missed. */
  async load(): Promise<void> {
    const rows = await this.#store
      .selectFrom('fault_rule')
      .selectAll()
      .where('remaining', '>', 0)
      .orderBy('fault_id')
      .execute();
    this.#known = rows.map((row) => ({
      id: row.fault_id,
      rule: { ...faultRuleSchema.parse(JSON.parse(row.rule_json)), left: row.remaining },
    }));
  }

  async add(rule: FaultRule): Promise<void> {
    await this.#store
      .insertInto('fault_rule')
      .values({ rule_json: JSON.stringify(rule), remaining: rule.times })
      .execute();
    await this.#changed();
  }

  async clear(): Promise<void> {
    await this.#store.deleteFrom('fault_rule').execute();
    await this.#changed();
  }

  async list(): Promise<readonly RunningRule[]> {
    await this.load();
    return this.#known.map(({ rule }) => rule);
  }

  get any(): boolean {
    return this.#known.length > 0;
  }

  async take(kind: FaultRule['kind'], method: string, url: string): Promise<FaultRule | null> {
    for (const { id, rule } of this.#known) {
      if (!matches(rule, kind, method, url)) continue;
      const row = await this.#store
        .updateTable('fault_rule')
        .set((eb) => ({ remaining: eb('remaining', '-', 1) }))
        .where('fault_id', '=', id)
        .where('remaining', '>', 0)
        .returning('remaining')
        .executeTakeFirst();
      // Used up by calls that came to other processes.
      if (!row || row.remaining === 0) this.#known = this.#known.filter((known) => known.id !== id);
      if (row) return rule;
    }
    return null;
  }

  async #changed(): Promise<void> {
    await this.load();
    await this.#processes.say('faults');
  }
}
