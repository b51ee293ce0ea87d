/**
 * The real queue on a real database and sent.log in a temporary folder, with a scripted service, a spool that
 * is only a list of sizes, and a clock that the test moves. `restart()` is a power cut: nothing of the old
 * one gets to write again.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { UploadConsent } from '../../src-main/api-client/service-client.ts';
import { type AppDatabase, openDatabase } from '../../src-main/db/database.ts';
import { openSentLog, type SentLog } from '../../src-main/db/sent-log.ts';
import { createQueue, type Queue, type QueueOptions } from '../../src-main/queue/queue.ts';
import { AccountMonitor } from '../../src-main/queue/send/account-monitor.ts';
import type { CartLine } from '../../src-shared/ipc/cart-line.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import { type Job, jobSchema } from '../../src-shared/jobs/job.ts';
import { noExtras } from '../../src-shared/jobs/order-extras.ts';
import { mostOf } from '../../src-shared/units/money.ts';
import { fullConsent } from './consent.ts';
import { FakeClock, seededRandom } from './fake-clock.ts';
import { folderInMemory } from './folder.ts';
import { address, cube } from './jobs.ts';
import { ScriptedService } from './scripted-service.ts';

export class QueueBench {
  readonly folder = folderInMemory();
  readonly clock = new FakeClock();
  readonly service = new ScriptedService();
  /** Bytes of the files in the spool, by hash. */
  readonly spooled = new Map<string, number>();
  readonly md5s = new Map<string, string>();
  readonly events: Job[] = [];
  readonly progress: { jobId: string; sent: number; total: number }[] = [];
  readonly reports: unknown[] = [];
  /** Every transaction fails at its end, as on a full disk. */
  isFull = false;
  /** Every commit ends with an input/output error. */
  isFailing = false;
  sends = true;
  /** How often the reserved space was freed. */
  released = 0;
  ballast = {
    release: () => {
      this.released += 1;
    },
    restore: () => !this.isFull,
  };
  tolerance = 0.02;
  orderMarks = true;
  takeLines: QueueOptions['takeLines'];
  stamp: QueueOptions['stamp'];
  isModelUsed: (modelId: number) => boolean = () => false;
  paymentId: string | null = 'pay-1';
  /** What may be declared with models; null if nobody has consented. */
  consent: UploadConsent | null = fullConsent;
  clientFor: QueueOptions['clientFor'] = () => this.service.client;
  #boots = 0;
  database!: AppDatabase;
  sentLog!: SentLog;
  monitor!: AccountMonitor;
  queue!: Queue;

  static async open(): Promise<QueueBench> {
    const bench = new QueueBench();
    bench.boot();
    onTestFinished(() => bench.cut());
    return bench;
  }

  boot(): void {
    this.service.now = () => this.clock.now();
    const database = openDatabase(join(this.folder, 'fabdesk.db'), { now: () => this.clock.now() });
    this.database = {
      ...database,
      transaction: (work) =>
        database.transaction(() => {
          const value = work();
          if (this.isFailing)
            throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
          if (this.isFull) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
          return value;
        }),
    };
    this.sentLog = openSentLog(join(this.folder, 'sent.log'), this.database.meta, () => this.clock.now());
    const random = seededRandom(7 + 1000 * this.#boots++);
    this.monitor = new AccountMonitor(this.clock, random);
    this.queue = createQueue({
      database: this.database,
      sentLog: this.sentLog,
      spool: {
        pathOf: (sha256) => sha256,
        sizeOf: async (sha256) => this.spooled.get(sha256) ?? null,
        md5Of: async (sha256) => this.md5s.get(sha256) ?? 'cd'.repeat(16),
      },
      clientFor: (accountId) => this.clientFor(accountId),
      paymentId: () => this.paymentId,
      consentOf: () => this.consent,
      priceTolerance: () => this.tolerance,
      sends: this.sends,
      ballast: this.ballast,
      orderMarks: () => this.orderMarks,
      takeLines: (lines, jobId) => this.takeLines?.(lines, jobId),
      isModelUsed: (_accountId, modelId) => this.isModelUsed(modelId),
      emit: {
        job: (job) => this.events.push(jobSchema.parse(job)),
        progress: (progress) => this.progress.push(progress),
      },
      report: (thrown) => this.reports.push(thrown),
      clock: this.clock,
      random,
      monitor: this.monitor,
      ...(this.stamp && { stamp: this.stamp }),
    });
    this.queue.start();
  }

  /** Closes the files under the queue, so that the queue cannot write any more. */
  cut(): void {
    if (!this.database.sqlite.open) return;
    this.database.close();
    this.sentLog.close();
  }

  restart(): void {
    this.cut();
    this.boot();
  }

  async file(text = 'solid cube', name = 'bracket.stl'): Promise<SpooledFile> {
    const hash = (algorithm: string) => createHash(algorithm).update(text).digest('hex');
    const file = { sha256: hash('sha256'), size: text.length, name, path: null };
    this.spooled.set(file.sha256, file.size);
    this.md5s.set(file.sha256, hash('md5'));
    return file;
  }

  /** A file as a job stores it. */
  async stored(text: string, fileName: string) {
    const { sha256, size } = await this.file(text, fileName);
    return { file: sha256, md5: this.md5s.get(sha256)!, size, fileName };
  }

  async upload(text?: string, name?: string): Promise<Job> {
    const file = await this.file(text, name);
    return this.queue.enqueueUpload('local', { file, uploadScale: 0.001, title: file.name });
  }

  /** A line for a file, or for the model that `source` names. */
  async line(changes: Partial<CartLine> = {}): Promise<CartLine> {
    const isModel = changes.source && 'modelId' in changes.source;
    return {
      id: 'line',
      file: isModel ? null : await this.file(),
      uploadScale: isModel ? null : 0.001,
      title: 'bracket',
      geometry: cube,
      materialId: 6,
      materialTitle: 'White',
      quantity: 2,
      unitPrice: 4.5,
      currency: 'USD',
      quotedAt: this.clock.now(),
      source: null,
      ...changes,
    };
  }

  /** An order of two brackets for 9 USD, or of these lines. */
  async order(
    lines?: CartLine[],
    more: {
      lastName?: string;
      requestKey?: string;
      fromCart?: boolean;
      shippingPrice?: number | undefined;
      accountId?: string;
      hasLimit?: boolean;
      maxTotal?: number;
    } = {},
  ): Promise<Job> {
    const {
      lastName = 'Lovelace',
      requestKey,
      fromCart,
      shippingPrice,
      accountId = 'local',
      hasLimit,
      maxTotal,
    } = more;
    const all = lines ?? [await this.line()];
    return this.queue.placeOrder(accountId, {
      lines: all,
      address: { ...address, lastName },
      shippingOption: 'Cheapest',
      extras: noExtras,
      shippingPrice,
      confirmedParts: all.reduce((sum, line) => sum + mostOf(line) * line.quantity, 0),
      ...(requestKey !== undefined && { requestKey }),
      ...(fromCart !== undefined && { fromCart }),
      ...(hasLimit !== undefined && { hasLimit }),
      ...(maxTotal !== undefined && { maxTotal }),
    });
  }

  job(id: string): Job {
    return this.queue.get(id);
  }
}
