import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src-main/db/database.ts';
import { createEvidenceStore } from '../../../src-main/db/evidence-store.ts';
import { type JobRecord, type JobRow, jobColumns, toJob } from '../../../src-main/db/job-record.ts';
import { createJobStore } from '../../../src-main/db/job-store.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { type JobState, jobSchema, jobStates } from '../../../src-shared/jobs/job.ts';
import { newCondition } from '../../../src-shared/jobs/state.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { orderRecord, uploadPayload, uploadRecord } from '../../support/jobs.ts';

const setUp = () => {
  const database = openDatabase(join(temporaryFolder(), 'fabdesk.db'));
  onTestFinished(() => database.close());
  const epoch = database.meta.beginEpoch('boot');
  const store = createJobStore(database.sqlite);
  const evidence = createEvidenceStore(database.sqlite);
  return { database, epoch, store, evidence };
};

const at = <R extends JobRecord>(record: R, state: JobState, more: object = {}): R => ({
  ...record,
  condition: { ...newCondition, state, attempt: 1, ...more },
});

describe('the job store', () => {
  it('The job store returns what was stored, as a job that fits the contract.', () => {
    const { store, epoch } = setUp();
    const order = orderRecord('o', {
      offer: {
        parts: 10,
        total: 10.5,
        currency: 'USD',
        unitPrices: [5],
        models: [],
        shippingPrice: null,
        quotedAt: 5,
      },
      dependsOn: ['u'],
      condition: { ...newCondition, wait: 'consent', problem: { code: 'price-rose', message: 'It rose.' } },
    });
    const upload = uploadRecord('u', { result: { modelId: 3, modelVersion: 0, printable: 'yes' } });
    store.insert(upload, epoch);
    store.insert(order, epoch);
    expect([...store.each()]).toEqual([upload, order]);
    expect(store.read('o')).toEqual(order);
    expect(store.read('nobody')).toBeNull();
    for (const record of [...store.each()]) expect(jobSchema.parse(toJob(record))).toEqual(toJob(record));
  });

  it('Writes of an earlier epoch, or of a state that has changed meanwhile, are refused.', () => {
    const { database, store, epoch } = setUp();
    const job = uploadRecord('u');
    store.insert(job, epoch);
    expect(() => store.update(at(job, 'armed'), 'preparing', epoch)).toThrow(/just changed/);
    database.meta.beginEpoch('another process');
    expect(() => store.update(at(job, 'preparing'), 'queued', epoch)).toThrow(/taken over/);
    expect(() => store.insert(uploadRecord('v'), epoch)).toThrow(/taken over/);
    expect([...store.each()]).toEqual([job]);
  });

  it('All changeable columns of a job are written, and a change of the others is refused.', () => {
    const { store, epoch } = setUp();
    const order = orderRecord('o');
    store.insert(order, epoch);
    const later = at({ ...order, priority: 3, dependsOn: ['u'], updatedAt: 9 }, 'preparing');
    store.update(later, 'queued', epoch);
    expect(store.read('o')).toEqual(later);
    const others = { accountId: 'other', mark: 'OTHER', requestKey: 'other', createdAt: 77 };
    for (const part of Object.entries(others)) {
      const changed = { ...later, ...Object.fromEntries([part]) };
      expect(() => store.update(changed, 'preparing', epoch)).toThrow(/just changed/);
    }
    expect(store.read('o')).toEqual(later);
  });

  it('The next job of a lane is the most urgent, then the oldest, and no held one before its time.', () => {
    const { store, epoch } = setUp();
    const held = (id: string, wait: 'network' | 'consent' | 'dependency', notBefore: number | null) =>
      uploadRecord(id, { condition: { ...newCondition, wait, notBefore } });
    store.insert(uploadRecord('late'), epoch);
    store.insert(uploadRecord('urgent', { priority: 1 }), epoch);
    store.insert(held('network-passed', 'network', 50), epoch);
    store.insert(held('network-future', 'network', 500), epoch);
    store.insert(held('network-open', 'network', null), epoch);
    store.insert(held('consent', 'consent', null), epoch);
    store.insert(held('dependency', 'dependency', null), epoch);
    store.insert(orderRecord('order'), epoch);
    const next = (now: number, without: string[] = []) => store.ready('upload', null, now, without)?.id;
    const take = (id: string) => store.update(at(uploadRecord(id), 'preparing'), 'queued', epoch);
    expect(next(100, ['local'])).toBeUndefined();
    expect(next(100, ['other'])).toBe('urgent');
    take('urgent');
    expect(next(100)).toBe('late');
    take('late');
    expect(next(49)).toBeUndefined();
    expect(next(100)).toBe('network-passed');
    expect(store.ready('paid', null, 100, [])?.id).toBe('order');
    expect(store.nextTime(100)).toBe(500);
    expect(store.nextTime(500)).toBeNull();
    take('network-passed');
    expect(next(500)).toBe('network-future');
    // The clock went back by two days: a job that seems to be held forever continues.
    expect(next(500 - 48 * 3_600_000)).toBe('network-future');
    expect(store.held('consent', null).map((job) => job.id)).toEqual(['consent']);
    expect(store.held('consent', 'other')).toEqual([]);
  });

  it('A hold from before this machine’s clock was set back does not count.', () => {
    const { store, epoch } = setUp();
    const hour = 3_600_000;
    const condition = { ...newCondition, wait: 'rate', notBefore: 3 * hour + 300_000 } as const;
    store.insert(uploadRecord('paused', { condition, updatedAt: 3 * hour }), epoch);
    expect(store.ready('upload', null, 3 * hour + 1_000, [])).toBeNull();
    expect(store.ready('upload', null, hour, [])?.id).toBe('paused');
  });

  it('Jobs are found by what they wait for, by their result and by their request key.', () => {
    const { store, epoch } = setUp();
    const done = uploadRecord('u', { result: { modelId: 3, modelVersion: 0, printable: '' } });
    store.insert(at(done, 'done'), epoch);
    store.insert(orderRecord('o', { dependsOn: ['x', 'u'], requestKey: 'k' }), epoch);
    expect(store.dependents('u').map((job) => job.id)).toEqual(['o']);
    expect(store.dependents('o')).toEqual([]);
    expect(store.withResult('local', 'upload', 3, 'other')?.id).toBe('u');
    expect(store.withResult('local', 'upload', 3, 'u')).toBeNull();
    expect(store.withResult('local', 'order', 3, 'other')).toBeNull();
    expect(store.byRequestKey('k')?.id).toBe('o');
    expect(() => store.insert(orderRecord('p', { requestKey: 'k' }), epoch)).toThrow(/UNIQUE/);
  });

  it('Jobs are found by the code of their problem.', () => {
    const { store, epoch } = setUp();
    const problemOf = (code: Problem['code']) => ({ code, message: 'Look at both.' });
    for (const [index, code] of (['ambiguous-order', 'not-quiet-yet', 'ambiguous-order'] as const).entries())
      store.insert(at(orderRecord(`o${index}`), 'ask', { problem: problemOf(code) }), epoch);
    expect(store.withProblem('ambiguous-order').map(({ id }) => id)).toEqual(['o0', 'o2']);
  });

  it('A problem with a code of another version keeps its message and its job.', () => {
    const { store, epoch } = setUp();
    const problem = { code: 'of-the-year-2031', message: 'The moon is full.' } as unknown as Problem;
    store.insert(at(orderRecord('o'), 'ask', { problem }), epoch);
    expect(store.damaged()).toEqual([]);
    expect([...store.each()][0]?.condition).toMatchObject({
      state: 'ask',
      problem: { code: 'internal', message: 'The moon is full.' },
    });
  });

  it('Uploads are found by their bytes, newest first, and every named file is listed.', () => {
    const { store, epoch } = setUp();
    const other = { ...uploadPayload, file: 'ef'.repeat(32) };
    store.insert(uploadRecord('1'), epoch);
    store.insert(uploadRecord('2', { payload: other }), epoch);
    store.insert(uploadRecord('3'), epoch);
    expect(store.uploadsOf(uploadPayload.file).map((job) => job.id)).toEqual(['3', '1']);
    expect(store.files().sort()).toEqual([uploadPayload.file, other.file].sort());
  });
});

describe('the database itself', () => {
  it('Nothing that may have been sent is queued again without a proof of that attempt.', () => {
    for (const state of ['committed', 'unknown', 'ask'] as const) {
      for (const target of ['queued', 'preparing', 'armed'] as const) {
        const { store, epoch, evidence } = setUp();
        const sent = at(orderRecord('o'), state, { attempt: 2 });
        store.insert(sent, epoch);
        const again = at(sent, target, { attempt: 2 });
        evidence.addProof('o', 1, 'documented-refusal', {}, 5);
        expect(() => store.update(again, state, epoch), `${state} to ${target}`).toThrow(/needs a proof/);
        evidence.addProof('o', 2, 'documented-refusal', {}, 5);
        store.update(again, state, epoch);
        expect(store.read('o')?.condition.state).toBe(target);
      }
    }
  });

  it('A sent job never counts as unsent, a final state never changes, and attempts never shrink.', () => {
    const { store, epoch } = setUp();
    store.insert(at(orderRecord('sent'), 'committed'), epoch);
    expect(() => store.update(at(orderRecord('sent'), 'cancelled'), 'committed', epoch)).toThrow(/unsent/);
    expect(() =>
      store.update(at(orderRecord('sent'), 'unknown', { attempt: 0 }), 'committed', epoch),
    ).toThrow(/only grow/);
    for (const state of ['done', 'rejected', 'cancelled', 'abandoned', 'poison'] as const) {
      store.insert(at(orderRecord(state), state), epoch);
      for (const target of jobStates.filter((other) => other !== state)) {
        expect(() => store.update(at(orderRecord(state), target), state, epoch)).toThrow(/final job/);
      }
    }
  });

  it('Jobs and evidence are never deleted.', () => {
    const { database, store, epoch, evidence } = setUp();
    store.insert(orderRecord('o'), epoch);
    evidence.addAttempt({
      jobId: 'o',
      attempt: 1,
      at: 7,
      requestSha256: 'aa',
      tokenFingerprint: 'ff',
      baseline: [3, 4],
      baselineComplete: true,
      tokenEndsAt: 99,
      reference: { field: 'address3', value: 'Ref K7Q2M9XT' },
    });
    evidence.addOutcome('o', 1, 'unknown', { code: 'timeout' }, 8);
    evidence.addProof('o', 1, 'absent-for-good', {}, 9);
    for (const table of ['job', 'attempt', 'outcome', 'proof']) {
      expect(() => database.sqlite.exec(`DELETE FROM ${table}`), table).toThrow(/never deleted/);
    }
    for (const table of ['attempt', 'outcome', 'proof']) {
      expect(() => database.sqlite.exec(`UPDATE ${table} SET at = 1`), table).toThrow(/never changed/);
    }
    expect(evidence.readAttempt('o', 1)).toMatchObject({
      baseline: [3, 4],
      at: 7,
      tokenEndsAt: 99,
      reference: { field: 'address3', value: 'Ref K7Q2M9XT' },
    });
  });
});

describe('the row checksum', () => {
  it('The row checksum notices a change in any column.', () => {
    const { database, store, epoch } = setUp();
    database.sqlite.exec('DROP TRIGGER job_final_is_final; PRAGMA ignore_check_constraints = ON');
    const change: Partial<Record<string, string>> = {
      state: "'rejected'",
      wait: "'network'",
      lane: "'upload'",
      payload: "replace(payload, '4.5', '0.5')",
    };
    for (const column of jobColumns) {
      if (column === 'id') continue;
      const id = `job-${column}`;
      store.insert(at(orderRecord(id), 'done'), epoch);
      expect(store.read(id)).not.toBeNull();
      const value = change[column] ?? `coalesce(${column}, 0) || '1'`;
      database.sqlite.prepare(`UPDATE job SET ${column} = ${value} WHERE id = ?`).run(id);
      expect(() => store.read(id), column).toThrow(/damaged on disk/);
    }
    expect([...store.each()]).toEqual([]);
    expect(store.damaged()).toHaveLength(jobColumns.length - 1);
  });

  it('A damaged row can be repaired, and its original is kept.', () => {
    const { database, store, epoch } = setUp();
    store.insert(uploadRecord('u'), epoch);
    database.sqlite.exec("UPDATE job SET payload = '{' WHERE id = 'u'");
    const [row] = store.damaged() as [JobRow];
    const payload = JSON.stringify({ ...uploadPayload, title: 'Damaged record' });
    store.repair({ ...row, state: 'poison', payload }, row, 99);
    expect(store.read('u')?.condition.state).toBe('poison');
    const kept = database.sqlite.prepare('SELECT columns FROM damaged_row').pluck().get() as string;
    expect(JSON.parse(kept).payload).toBe('{');
  });
});
