/**
 * Opens damaged data folders as the application does, without a network, and says of each, in a line, what it found:
 * `same` where nothing that matters differs, `noticed` where damage was found and handled, `wrong` where altered content of a
 * job would be trusted or something may be sent again.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src-main/db/database.ts';
import { openSentLog } from '../../src-main/db/sent-log.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { CodedError } from '../../src-shared/result.ts';

for (const folder of process.argv.slice(2))
  console.log(await lookAt(folder).catch((thrown) => `wrong: ${thrown}`));

async function lookAt(folder: string): Promise<string> {
  const database = openDatabase(join(folder, 'fabdesk.db'));
  const sentLog = openSentLog(join(folder, 'sent.log'), database.meta);
  const queue = createQueue({
    database,
    sentLog,
    spool: { pathOf: () => '', sizeOf: async () => null },
    clientFor: () => {
      throw new CodedError('network', 'There is no network here.');
    },
    paymentId: () => null,
    priceTolerance: () => 0,
    emit: { job: () => {}, progress: () => {} },
    report: () => {},
  });
  queue.setPaused(true);
  queue.start();
  const jobs = queue.list();
  const wrong: string[] = [];
  for (const job of jobs) {
    const sent = sentLog.last(job.id);
    const isOpen = sent !== null && sent.event !== 'requeued';
    // What the log says may have been sent must not count as waiting.
    if (isOpen && ['queued', 'preparing', 'armed', 'cancelled', 'poison'].includes(job.state))
      wrong.push(`${job.kind} ${job.state} though ${sent.event}`);
    if (job.kind === 'order' && job.state !== 'ask' && job.state !== 'poison') {
      const { lastName, city } = job.payload.address;
      if (!['first', 'second', 'third'].includes(lastName) || city !== 'Eindhoven')
        wrong.push(`altered address ${lastName} ${city}`);
      if (
        job.payload.confirmedTotal !== 10_000 ||
        job.payload.lines.some(({ quantity, unitPrice }) => quantity !== 1 || unitPrice !== 5000)
      )
        wrong.push('altered amounts');
    }
  }
  const damaged = database.sqlite.prepare('SELECT count(*) FROM damaged_row').pluck().get() as number;
  const isQuarantined =
    existsSync(join(folder, 'quarantine')) && readdirSync(join(folder, 'quarantine')).length > 0;
  await queue.stop();
  sentLog.close();
  database.close();
  if (wrong.length > 0) return `wrong: ${wrong.join('; ')}`;
  return damaged > 0 || isQuarantined || database.restored ? 'noticed' : 'same';
}
