/**
 * Opens data folders as the application does, without a network, the intact one first, and prints for each,
 * in a line, how it differs: `same`; `noticed` if damage was found and handled; `older` if SQLite took it for
 * a power cut and returned an earlier state; or the fault: altered content of a job that would be trusted,
 * something that may be sent again, or an open order that is not shown.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src-main/db/database.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { CodedError } from '../../src-shared/result.ts';
import { fullConsent } from '../support/consent.ts';

let sound: ReadonlyMap<string, Job> | null = null;
for (const folder of process.argv.slice(2))
  console.log(await lookAt(folder).catch((thrown) => `does not open: ${thrown.stack.replaceAll('\n', ' ')}`));

async function lookAt(folder: string): Promise<string> {
  const database = openDatabase(join(folder, 'fabdesk.db'));
  const sentLog = openSentLog(join(folder, 'sent.log'), database.meta);
  const queue = createQueue({
    database,
    sentLog,
    spool: { pathOf: () => '', sizeOf: async () => null, md5Of: async () => '' },
    clientFor: () => {
      throw new CodedError('network', 'There is no network here.');
    },
    paymentId: () => null,
    consentOf: () => fullConsent,
    priceTolerance: () => 0,
    emit: { job: () => {}, progress: () => {} },
    report: () => {},
  });
  queue.setPaused(true);
  queue.start();
  const jobs = new Map(queue.list().map((job) => [job.id, job]));
  const logged = new Map(sentLog.all());
  const damaged = database.sqlite.prepare('SELECT count(*) FROM damaged_row').pluck().get() as number;
  const isNoticed = damaged > 0 || existsSync(join(folder, 'quarantine')) || database.restored !== null;
  await queue.stop();
  sentLog.close();
  database.close();
  sound ??= jobs;

  for (const job of jobs.values()) {
    const sent = logged.get(job.id);
    const mayBeSent = sent !== undefined && sent.event !== 'requeued';
    if (mayBeSent && ['queued', 'preparing', 'armed', 'cancelled', 'poison'].includes(job.state))
      return `${job.kind} ${job.state} though ${sent.event}`;
    const isShown = ['ask', 'poison'].includes(job.state) || job.problem?.code === 'damaged-record';
    const original = sound.get(job.id);
    if (original && hasOtherOrder(job, original)) return 'another order';
    if (!isShown && (!original || contentOf(original) !== contentOf(job)))
      return `altered ${job.kind}: ${contentOf(job)}`;
  }
  for (const [id, { kind, event }] of logged)
    if (kind === 'order' && ['committed', 'unknown', 'ask'].includes(event) && !jobs.has(id))
      return `order not shown though ${event}`;
  if (isNoticed) return 'noticed';
  const isSame = [...sound.values()].every(({ id, state }) => jobs.get(id)?.state === state);
  return isSame ? 'same' : 'older';
}

/**
 * The whole content of a request. A consent may be withdrawn, never given; the price that was found when an
 * order was sent is missing from a state before that.
 */
function contentOf({ kind, accountId, payload }: Job): string {
  const { consentAt: _, ...rest } = { consentAt: 0, ...payload };
  return JSON.stringify([kind, accountId, rest], (key, value) => (key === 'found' ? undefined : value));
}

/** A result may be missing from an older state, but never replaced by another one. */
function hasOtherOrder(job: Job, original: Job): boolean {
  if (job.kind !== 'order' || original.kind !== 'order' || !job.result || !original.result) return false;
  return job.result.orderId !== original.result.orderId;
}
