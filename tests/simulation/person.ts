/**
 * The person: what they add and order, and how they answer questions. If they do not learn that a request is
 * safe, they repeat it with the same key. Called by the schedule.
 */

import type { ImportedFile } from '../../src-main/files/spool.ts';
import { lateCode } from '../../src-main/queue/reconcile/late-order.ts';
import { goneCode } from '../../src-main/queue/reconcile/reset-service.ts';
import {
  correctedCode,
  duplicateCode,
  notCancelledCode,
} from '../../src-main/queue/reconcile/watch-order.ts';
import type { CartLine } from '../../src-shared/ipc/cart-line.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { asksForSignature, wantsAttention } from '../../src-shared/jobs/job-group.ts';
import { noExtras } from '../../src-shared/jobs/order-extras.ts';
import { toAppError } from '../../src-shared/result.ts';
import { address, cube } from '../support/jobs.ts';
import type { App } from './app.ts';
import { type AccountId, accountId } from './customers.ts';
import { Random } from './random.ts';
import { minute, type PersonRequest, type Schedule, second } from './schedule.ts';
import { Crash } from './world.ts';

/** Warnings that what the service answered is not so. */
const untrueCodes: ReadonlySet<string> = new Set([goneCode, correctedCode, notCancelledCode]);

interface OrderParts {
  readonly carriesMark: boolean;
  readonly parts: readonly string[];
  readonly existing: readonly number[];
  /**
   * What a piece may cost at most, for the parts and then for the existing models; null: the price that is
   * seen.
   */
  readonly limits: readonly (number | null)[];
  /** No price may rise. */
  readonly hasLimit: boolean;
  /** What the whole order may cost. */
  readonly maxTotal: number | null;
  readonly account: AccountId;
}

export const newRequest = (kind: PersonRequest['kind'], name: string): PersonRequest => ({
  name,
  kind,
  carriesMark: false,
  account: accountId,
  jobId: null,
  cancelled: false,
  files: [],
  limits: [],
  hasLimit: false,
  agreedAt: [],
  signatures: null,
  isMaybeUnsigned: false,
  change: null,
});

export class Person {
  readonly #schedule: Schedule;
  readonly #content: Random;
  readonly #limits: Random;
  readonly #hurry: Random;
  readonly #reading: Random;
  /** What they do with a proposal; null: as drawn. */
  decision: 'sign' | 'decline' | 'leave' | null = null;
  /** Whether the person orders at prices that nobody has named yet. */
  readonly #ordersUnpriced: boolean;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#content = new Random(schedule.seed, 4);
    // Drawn from a stream of its own, so that schedules without it stay as they are.
    this.#limits = new Random(schedule.seed, 11);
    this.#hurry = new Random(schedule.seed, 17);
    this.#reading = new Random(schedule.seed, 19);
    this.#ordersUnpriced = this.#limits.chance(0.15);
  }

  cancelSomething(): void {
    const open = this.#schedule.requests.filter(
      (request) => request.jobId !== null && request.kind === 'order',
    );
    if (open.length === 0) return;
    const request = this.#schedule.random.pick(open);
    this.#schedule.inApp((app) => {
      app.queue.cancel(request.jobId as string);
      request.cancelled = true;
      this.#clickAgain(() => app.queue.cancel(request.jobId as string));
    }, this.#schedule.appOf(request));
  }

  /** The person answers what waits for them. */
  answerQuestions(): void {
    for (const app of this.#schedule.apps) this.#schedule.inApp((here) => this.#answerIn(here), app);
  }

  #answerIn(app: App): void {
    for (const job of app.queue.list()) {
      if (asksForSignature(job)) {
        this.#read(app, job);
        continue;
      }
      const isCopy = job.wait === 'consent' && job.problem?.code === 'restored' && app.stamp !== null;
      if (job.kind === 'order' && job.state === 'queued' && isCopy) {
        const isThere = this.#isAtService(job.payload.address.lastName);
        this.#schedule.world.note(`a person looks the order up: ${isThere}`);
        this.#schedule.lookedUp.set(job.id, isThere);
        if (isThere) app.queue.cancel(job.id);
      }
      const isCancelled = this.#schedule.lookedUp.get(job.id) === true;
      if (
        job.kind === 'order' &&
        job.state === 'queued' &&
        job.wait === 'consent' &&
        job.offer &&
        !isCancelled
      ) {
        const request = this.#requestOf(job);
        this.#schedule.world.note('confirm');
        const agreedAt = this.#schedule.world.time;
        try {
          app.queue.confirm(job.id, job.offer.total);
          request?.agreedAt.push(agreedAt);
          this.#clickAgain(() => app.queue.confirm(job.id, job.offer?.total));
        } catch (thrown) {
          // The process may die just after it has stored what the person said.
          if (thrown instanceof Crash) request?.agreedAt.push(agreedAt);
          throw thrown;
        }
      }
      if (job.kind === 'change' && job.state === 'queued' && job.wait === 'consent') {
        this.#schedule.world.note('confirm a reprint');
        app.queue.confirm(job.id);
        this.#clickAgain(() => app.queue.confirm(job.id));
      }
      if (wantsAttention(job) && (job.kind === 'order' || untrueCodes.has(job.problem?.code ?? ''))) {
        this.#schedule.world.note(`a person reads ${job.problem?.code}`);
        if (untrueCodes.has(job.problem?.code ?? '')) this.#schedule.shownUntrue.add(job.id);
        // One warning names all orders that a service lost at once.
        if (job.problem?.code === goneCode)
          for (const other of app.queue.list())
            if (other.kind === 'order' && other.result?.isGone) this.#schedule.shownUntrue.add(other.id);
        this.#schedule.shown.add(job.id);
        if (job.problem?.code === duplicateCode) this.#schedule.shownTwice.add(job.id);
        if (job.problem?.code === lateCode) this.#schedule.shownLate.add(job.id);
        app.queue.acknowledge(job.id);
        this.#clickAgain(() => app.queue.acknowledge(job.id));
      }
    }
  }

  /** Also where the process died before its caller learned which job it is. */
  #requestOf(job: Job): PersonRequest | undefined {
    return this.#schedule.requests.find(({ jobId, name }) =>
      jobId === null ? job.kind === 'order' && job.payload.address.lastName === name : jobId === job.id,
    );
  }

  /** What a program proposed: the person signs it, declines it, or leaves it for later. */
  #read(app: App, job: Job): void {
    const request = this.#requestOf(job);
    const drawn = this.#reading.weighted({ sign: 35, decline: 10, leave: 55 });
    const decision = this.decision ?? drawn;
    if (request === undefined || job.kind !== 'order' || decision === 'leave') return;
    this.#schedule.world.note(`a person reads the proposal ${request.name}: ${decision}`);
    if (decision === 'decline') {
      app.queue.cancel(job.id);
      request.cancelled = true;
      return;
    }
    const signedAt = this.#schedule.world.time;
    try {
      app.queue.confirm(job.id, job.offer?.total);
      request.signatures?.push(signedAt);
    } catch (thrown) {
      if (thrown instanceof Crash) {
        request.signatures?.push(signedAt);
        request.isMaybeUnsigned = true;
      }
      throw thrown;
    }
    this.#clickAgain(() => app.queue.confirm(job.id, job.offer?.total));
  }

  /** A second click on the same button, which may be refused. */
  #clickAgain(work: () => void): void {
    if (!this.#schedule.oddities.isHasty) return;
    try {
      work();
    } catch (thrown) {
      if (thrown instanceof Crash) throw thrown;
    }
  }

  /** As the window does, which shows the newest orders of the account. */
  openOrders(): void {
    this.#schedule.world.note('a person opens Orders');
    this.#schedule.inApp((app) => void app.client.listOrders().catch(() => {}));
  }

  /** In the list of orders at the service. */
  #isAtService(lastName: string): boolean {
    return this.#schedule.service.orders.some(({ body }) => body['lastName'] === lastName);
  }

  planUpload(at: number, name: string): void {
    const request: PersonRequest = newRequest('upload', name);
    this.#schedule.requests.push(request);
    const text = this.bytes(name);
    this.ask(at, request, async (app) => {
      const [file = await this.add(app, name, text)] = request.files;
      request.files[0] = file;
      const job = await app.queue.enqueueUpload(accountId, { file, uploadScale: 0.001, title: name });
      return job.id;
    });
  }

  planOrder(at: number, name: string, account: AccountId = accountId): void {
    const random = this.#schedule.random;
    const isMarked = this.#schedule.terms.isPlain || random.chance(0.5);
    const { broken, dishonest, neighbour } = this.#schedule.oddities;
    const carriesMark = isMarked || broken !== null || dishonest !== null || neighbour !== null;
    const parts = random.chance(0.4) ? [] : random.chance(0.7) ? ['left'] : ['left', 'right'];
    const existing = parts.length === 0 || random.chance(0.2) ? [random.int(1, 9)] : [];
    // Around the prices that the service may have.
    const limits = [...parts, ...existing].map(() =>
      this.#ordersUnpriced && this.#limits.chance(0.7) ? this.#limits.pick([4.2, 4.5, 5, 9]) : null,
    );
    const hasLimit = this.#limits.chance(0.5);
    this.order(at, name, { carriesMark, parts, existing, limits, hasLimit, account });
  }

  /** `parts` are uploaded for this order; `existing`: numbers of models that the service has. */
  order(
    at: number,
    name: string,
    {
      carriesMark = true,
      parts = [],
      existing = [],
      limits = [],
      hasLimit = false,
      maxTotal = null,
      account = accountId,
    }: Partial<OrderParts>,
  ): PersonRequest {
    const request: PersonRequest = { ...newRequest('order', name), carriesMark, limits, hasLimit, account };
    this.#schedule.requests.push(request);
    const texts = parts.map((part) => this.bytes(`${part} ${name}`));
    this.ask(at, request, async (app) => {
      const lines: CartLine[] = [];
      for (const [index, part] of parts.entries()) {
        const file = request.files[index] ?? (await this.add(app, `${part} ${name}`, texts[index] as string));
        request.files[index] = file;
        lines.push(this.line(part, `${part} ${name}`, file, null));
      }
      for (const modelId of existing)
        lines.push(this.line(`m${modelId}`, `model ${modelId}`, null, { modelId }));
      const price = this.#schedule.service.unitPrice;
      const most = (index: number) => limits[index] ?? price;
      const input = {
        lines: lines.map((line, index) => {
          const limit = limits[index] ?? null;
          return limit === null ? { ...line, unitPrice: price } : { ...line, unitPrice: null, limit };
        }),
        address: {
          ...address,
          lastName: name,
          ...(this.#schedule.oddities.hasLongLines && {
            address2: 'Building 34, Floor 12, Room 1207',
            address3: 'Ring twice; deliveries only until 17:30',
          }),
        },
        shippingOption: 'Cheapest' as const,
        extras: noExtras,
        confirmedParts: lines.reduce((sum, line, index) => sum + most(index) * line.quantity, 0),
        requestKey: name,
        referenceLine: carriesMark,
        hasLimit,
        ...(maxTotal !== null && { maxTotal }),
      };
      const place = async (here: App) => (await here.queue.placeOrder(account, input)).id;
      this.#repeat(request, place);
      return place(app);
    });
    return request;
  }

  /** A double click, and a command that is run once more with its key: both mean the same order. */
  #repeat(request: PersonRequest, place: (app: App) => Promise<string>): void {
    if (!this.#schedule.oddities.isHasty) return;
    const { world, violations, terms } = this.#schedule;
    const again = () => {
      const app = this.#schedule.appOf(request);
      if (!app?.process.alive || world.isAsleep) return;
      world
        .as(app.process, () => place(app))
        .then(
          (jobId) => {
            request.jobId ??= app.process.alive ? jobId : null;
            if (jobId !== (request.jobId ?? jobId) && !terms.damaged)
              violations.push(`I1 ${request.name}: one request became two jobs`);
          },
          () => {},
        );
    };
    for (const pause of [this.#hurry.int(0, 500), this.#hurry.int(1, 30) * minute])
      world.at(world.time + pause, null, again);
  }

  line(id: string, title: string, file: ImportedFile | null, source: CartLine['source']): CartLine {
    const now = this.#schedule.world.time;
    return {
      id,
      file,
      uploadScale: file && 0.001,
      title,
      geometry: file && cube,
      materialId: 6,
      materialTitle: 'White',
      quantity: 2,
      unitPrice: 0,
      currency: 'USD',
      quotedAt: now,
      source,
    };
  }

  bytes(name: string, random = this.#content): string {
    return `solid ${name} ${'x'.repeat(random.int(1, 300))}`;
  }

  /** From a file of the person, which changes or vanishes afterwards. */
  async add(app: App, name: string, text: string): Promise<ImportedFile> {
    const { disk } = this.#schedule.world;
    const path = `/home/${name}.stl`;
    const source = disk.names.get(path) ?? disk.create(path);
    source.bytes = Buffer.from(text);
    const file = await app.spool.importPath(path);
    if (this.#schedule.random.chance(0.3)) disk.names.delete(path);
    else source.bytes = Buffer.from(`${text} edited`);
    return file;
  }

  ask(at: number, request: PersonRequest, work: (app: App) => Promise<string>): void {
    const { world } = this.#schedule;
    const attempt = () => {
      const app = this.#schedule.appOf(request);
      const again = () => void world.at(world.time + 30 * second, null, attempt);
      if (request.jobId !== null) return;
      if (!app?.process.alive || world.isAsleep) return again();
      let heard = false;
      // A person who hears nothing until the application is gone asks again.
      const listen = () => {
        if (heard || request.jobId !== null) return;
        if (app.process.alive) world.at(world.time + 2 * minute, null, listen);
        else attempt();
      };
      world.at(world.time + 2 * minute, null, listen);
      world
        .as(app.process, () => work(app))
        .then(
          (jobId) => {
            heard = true;
            if (!app.process.alive) return again();
            request.jobId = jobId;
            world.note(`${request.kind} ${request.name} is safe as ${jobId.slice(-4)}`);
          },
          (thrown: unknown) => {
            heard = true;
            // Copies that no job names yet may be removed when the clock jumps by a day.
            if (toAppError(thrown).code === 'file-not-found') request.files.length = 0;
            again();
          },
        );
    };
    world.at(at, null, attempt);
  }
}
