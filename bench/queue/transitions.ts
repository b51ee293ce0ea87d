/**
 * Durable transitions per second: jobs through lease, arm, commit and answer with the real ledger, beside a
 * loop of plain better-sqlite3 and `fs` that writes the same bytes with the same number of syncs.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../src-main/db/database.ts';
import type { UploadRecord } from '../../src-main/db/job-record.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { systemClock } from '../../src-main/queue/core/clock.ts';
import { Ledger } from '../../src-main/queue/core/ledger.ts';
import { newCondition } from '../../src-shared/jobs/state.ts';

const inFolder = <T>(work: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const upload = (number: number): UploadRecord => ({
  id: `job-${number}`,
  accountId: 'local',
  kind: 'upload',
  lane: 'upload',
  priority: 40,
  condition: newCondition,
  dependsOn: [],
  mark: `M${number}`,
  requestKey: null,
  createdAt: 1,
  updatedAt: 1,
  payload: {
    file: createHash('sha256').update(String(number)).digest('hex'),
    fileName: 'bracket.stl',
    size: 684,
    md5: '0'.repeat(32),
    uploadScale: 0.001,
    title: 'bracket',
  },
  result: null,
});

/**
 * Transitions per second of the ledger: four per job, each one transaction; two of them also a line of
 * sent.log.
 */
export function measureLedger(jobs: number): number {
  return inFolder((folder) => {
    const database = openDatabase(join(folder, 'fabdesk.db'));
    const log = openSentLog(join(folder, 'sent.log'), database.meta);
    const ledger = new Ledger(database, log, systemClock);
    ledger.beginEpoch('bench');
    ledger.write(() => {
      for (let number = 0; number < jobs; number++) ledger.insert(upload(number));
    });
    const sending = {
      requestSha256: 'a'.repeat(64),
      tokenFingerprint: 'b'.repeat(16),
      tokenEndsAt: null,
      baseline: null,
      baselineComplete: false,
      reference: null,
    };
    const started = performance.now();
    for (let number = 0; number < jobs; number++) {
      const id = `job-${number}`;
      ledger.change(id, { type: 'lease' });
      ledger.change(id, { type: 'arm' });
      ledger.change(id, { type: 'commit' }, { sending });
      ledger.change(id, { type: 'answer' });
    }
    const seconds = (performance.now() - started) / 1000;
    log.close();
    database.close();
    return (jobs * 4) / seconds;
  });
}

/** The same number of transactions, rows of the same size, and synced lines, without anything else. */
export function measureBare(jobs: number): number {
  return inFolder((folder) => {
    const sqlite = new Sqlite(join(folder, 'bare.db'));
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.exec('CREATE TABLE job (id TEXT PRIMARY KEY, state TEXT, content TEXT)');
    const content = JSON.stringify(upload(0));
    const insert = sqlite.prepare('INSERT INTO job VALUES (?, ?, ?)');
    sqlite.transaction(() => {
      for (let number = 0; number < jobs; number++) insert.run(`job-${number}`, 'queued', content);
    })();
    const update = sqlite.prepare('UPDATE job SET state = ?, content = ? WHERE id = ?');
    const change = sqlite.transaction((state: string, id: string, line: boolean) => {
      update.run(state, content, id);
      if (!line) return;
      writeSync(log, `${content}\n`);
      fsyncSync(log);
    });
    const log = openSync(join(folder, 'bare.log'), 'a');
    const started = performance.now();
    for (let number = 0; number < jobs; number++) {
      const id = `job-${number}`;
      change.immediate('preparing', id, false);
      change.immediate('armed', id, false);
      change.immediate('committed', id, true);
      change.immediate('done', id, true);
    }
    const seconds = (performance.now() - started) / 1000;
    closeSync(log);
    sqlite.close();
    return (jobs * 4) / seconds;
  });
}
