/**
 * The SQL of consents: what a person declared for an account about rights and terms, and when. Rows are only
 * added, so that it stays known what was valid when. Only `accounts/consents.ts` calls it.
 */
import type { Database } from 'better-sqlite3';

export function createConsentStore(sqlite: Database) {
  const last = sqlite.prepare<[string], { event: string; wording: number; at: number }>(
    'SELECT event, wording, at FROM consent WHERE account_id = ? ORDER BY seq DESC LIMIT 1',
  );
  const insert = sqlite.prepare('INSERT INTO consent (account_id, event, wording, at) VALUES (?, ?, ?, ?)');
  const withdrawAll = sqlite.prepare(
    `INSERT INTO consent (account_id, event, wording, at)
     SELECT account_id, 'withdrawn', wording, ? FROM consent
     WHERE event = 'given' AND seq IN (SELECT max(seq) FROM consent GROUP BY account_id)`,
  );
  return {
    /** Epoch ms of the consent to this wording; null: none was given, or it was withdrawn. */
    givenAt(accountId: string, wording: number): number | null {
      const row = last.get(accountId);
      return row?.event === 'given' && row.wording === wording ? row.at : null;
    },
    add(accountId: string, event: 'given' | 'withdrawn', wording: number, at: number): void {
      insert.run(accountId, event, wording, at);
    },
    /** Withdraws the consents of all accounts. */
    withdrawAll(at: number): void {
      withdrawAll.run(at);
    },
  };
}
