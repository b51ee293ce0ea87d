import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readAccounts, writeAccounts } from '../../../src-main/accounts/account-records.ts';
import { type AppDatabase, openDatabase } from '../../../src-main/db/database.ts';
import { createEvidenceStore } from '../../../src-main/db/evidence-store.ts';
import { createReconcileStore } from '../../../src-main/db/reconcile-store.ts';
import { sumOf } from '../../../src-main/db/row-sum.ts';
import { createStoredSettings } from '../../../src-main/stored-settings.ts';
import { temporaryFolder } from '../../support/folder.ts';

function open(): AppDatabase {
  const database = openDatabase(join(temporaryFolder(), 'fabdesk.db'));
  onTestFinished(() => database.close());
  database.sqlite.pragma('foreign_keys = OFF');
  return database;
}

/** Inserts a row whose checksum fits, as another version of Fabdesk may have written it. */
function insert({ sqlite }: AppDatabase, table: string, row: Record<string, string | number | null>): void {
  const full = { ...row, row_sum: sumOf(row) };
  const columns = Object.keys(full);
  sqlite
    .prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((column) => `@${column}`)})`)
    .run(full);
}

const attempt = {
  job_id: 'o',
  attempt: 1,
  at: 7,
  request_sha256: 'aa',
  token_fingerprint: 'ff',
  baseline: '[3]',
  reference: '{"field":"address3","value":"Ref K7Q2M9XT"}',
  baseline_complete: 1,
  token_ends_at: 99,
};

it.each([
  ['baseline', '[3'],
  ['baseline', '["three"]'],
  ['baseline', '{"ids":[3]}'],
  ['reference', '{"field":"address9","value":"Ref"}'],
  ['reference', '"Ref K7Q2M9XT"'],
])('An attempt whose %s is %s proves nothing, and the others count.', (column, value) => {
  const database = open();
  insert(database, 'attempt', { ...attempt, [column]: value });
  insert(database, 'attempt', { ...attempt, attempt: 2 });
  const evidence = createEvidenceStore(database.sqlite);
  expect(evidence.readAttempt('o', 1)).toBeNull();
  expect(evidence.attemptsOf('o')).toMatchObject([
    { attempt: 2, baseline: [3], reference: { field: 'address3' } },
  ]);
});

it('An outcome that cannot be read as JSON is shown as its text.', () => {
  const { sqlite } = open();
  sqlite.exec(
    `INSERT INTO outcome (job_id, attempt, at, event, detail) VALUES ('o', 1, 8, 'done', '{"by": mo')`,
  );
  expect(createEvidenceStore(sqlite).outcomesOf('o')).toEqual([
    { attempt: 1, at: 8, name: 'done', detail: '{"by": mo' },
  ]);
});

it('A verdict that this version does not know counts as none.', () => {
  const database = open();
  database.sqlite.pragma('ignore_check_constraints = ON');
  insert(database, 'candidate', { job_id: 'o', remote_id: 1, verdict: 'perhaps', at: 5 });
  insert(database, 'candidate', { job_id: 'o', remote_id: 2, verdict: 'ours', at: 5 });
  expect([...createReconcileStore(database.sqlite).verdictsOf('o')]).toEqual([
    [2, { verdict: 'ours', at: 5 }],
  ]);
});

it('A settings document that is no JSON gives defaults, and its text is set aside.', () => {
  const { documents, sqlite } = open();
  sqlite.exec(`INSERT INTO document (key, value) VALUES ('settings', '{"theme":"dark')`);
  const settings = createStoredSettings(documents);
  expect(settings.read().theme).toBe('system');
  settings.change({ theme: 'light' });
  expect(settings.read().theme).toBe('light');
  expect([...documents.setAside]).toEqual(['settings']);
  expect(documents.get('settings/unreadable')).toBe('{"theme":"dark');
});

it('Accounts that cannot be read are set aside before another one is stored.', () => {
  const { documents } = open();
  const damaged = { selected: 'a', accounts: { id: 'a', name: 'Works' } };
  documents.set('accounts', damaged);
  const { accounts } = readAccounts(documents);
  expect(accounts.map(({ id }) => id)).toEqual(['local']);
  writeAccounts(documents, { selected: 'local', accounts });
  expect([...documents.setAside]).toEqual(['accounts']);
  expect(documents.get('accounts/unreadable')).toEqual(damaged);
});
