/**
 * The changes beside new models and orders that a person asks for, the models and orders of earlier days that they are
 * about, and other people who change the same things. Only in a share of the schedules, from a stream of its own.
 */
import type { ChangeRequest } from '../../src-main/queue/core/enqueue-change.ts';
import type { SpooledFile } from '../../src-shared/ipc/contract.ts';
import type { ChangeJob } from '../../src-shared/jobs/job.ts';
import { type App, accountId } from './app.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import { hour, minute, type Schedule, second, type Wish } from './schedule.ts';
import type { Model, Order } from './service.ts';
import { editModel } from './service-changes.ts';
import { start } from './world.ts';

/** How often each is asked for. */
const weights: Readonly<Record<ChangeRequest['op'], number>> = {
  'cancel-order': 3,
  'delete-model': 2,
  reprint: 4,
  'edit-model': 5,
  'add-file': 3,
  'add-photo': 2,
  'add-to-cart': 3,
  customise: 2,
};
/** Wanted twice of the same thing, one soon after the other: these are where order matters. */
const oftenTwice: ReadonlySet<ChangeRequest['op']> = new Set([
  'edit-model',
  'add-file',
  'add-to-cart',
  'reprint',
]);

export class ChangeWishes {
  /** With other wishes, or instead of them. */
  readonly share: 'none' | 'beside' | 'alone';
  readonly #schedule: Schedule;
  readonly #person: Person;
  readonly #random: Random;
  readonly #models: Model[] = [];
  readonly #orders: Order[] = [];

  constructor(schedule: Schedule, person: Person) {
    this.#schedule = schedule;
    this.#person = person;
    this.#random = new Random(schedule.seed, 5);
    this.share = this.#random.weighted({ none: 65, beside: 23, alone: 12 });
  }

  /** `span`: ms for which faults happen. */
  plan(span: number): void {
    if (this.share === 'none') return;
    const random = this.#random;
    const { service } = this.#schedule;
    const before = start - 24 * hour;
    for (const name of ['vase', 'hook']) this.#models.push(service.makeForeignModel(name, before));
    for (let number = 0; number < 2; number++) {
      const modelId = random.chance(0.5) ? random.pick(this.#models).modelId : random.int(1, 9);
      this.#orders.push(service.makeForeignOrder([{ modelId, materialId: 6, quantity: 2 }], before));
    }
    const wishes = random.int(1, this.share === 'alone' ? 3 : 2);
    for (let number = 0; number < wishes; number++) {
      const op = random.weighted(weights);
      const at = start + Math.floor(random.fraction() * Math.min(span, 10 * minute));
      const model = random.pick(this.#models);
      const order = random.pick(this.#orders);
      const twice = oftenTwice.has(op) && random.chance(0.5);
      const first = this.#wish(at, `c${number}`, op, { model, order, after: null });
      if (!twice) continue;
      const later = at + random.int(1, random.pick([90, 3600])) * second;
      this.#wish(later, `d${number}`, op, { model, order, after: first });
    }
    this.#planOthers(span);
  }

  /** Somebody else changes the same things, and the workshop begins to work. */
  #planOthers(span: number): void {
    const random = this.#random;
    const { service, world } = this.#schedule;
    const sometimes = (probability: number, work: () => void) => {
      if (!random.chance(probability)) return;
      world.at(start + Math.floor(random.fraction() * span), null, work);
    };
    for (const model of this.#models) {
      sometimes(0.15, () => {
        world.note(`somebody else edits model ${model.modelId}`);
        editModel(service, model.modelId, { title: `foreign ${model.modelId}`, description: '' }, null);
      });
      sometimes(0.1, () => {
        world.note(`somebody else adds a file to model ${model.modelId}`);
        model.versions.push({ fileName: 'other.stl', md5: '1'.repeat(32), size: 84, cause: null });
      });
      sometimes(0.07, () => {
        world.note(`somebody else removes model ${model.modelId}`);
        model.gone ??= world.time;
      });
      sometimes(0.1, () => {
        world.note(`somebody else puts model ${model.modelId} into the cart`);
        const quantity = random.int(1, 3);
        service.cart.push({ at: world.time, modelId: model.modelId, materialId: 6, quantity, cause: null });
      });
    }
    for (const order of this.#orders) {
      sometimes(0.1, () => {
        world.note(`somebody else cancels order ${order.orderId}`);
        order.cancelledAt ??= world.time;
      });
      sometimes(0.2, () => {
        if (order.cancelledAt !== null) return;
        world.note(`order ${order.orderId} is in production`);
        order.producedAt = world.time;
      });
    }
  }

  #wish(
    at: number,
    name: string,
    op: ChangeRequest['op'],
    about: { readonly model: Model; readonly order: Order; readonly after: Wish | null },
  ): Wish {
    const wish: Wish = {
      name,
      kind: 'change',
      carriesMark: false,
      jobId: null,
      cancelled: false,
      files: [],
      change: null,
    };
    this.#schedule.wishes.push(wish);
    const random = this.#random;
    const text = `picture ${name} ${'x'.repeat(random.int(1, 200))}`;
    const needsFile = op === 'add-file' || op === 'add-photo' || (op === 'customise' && random.chance(0.5));
    const isOwn = random.chance(0.5);
    const sees = random.weighted({ wished: 2, shown: 1 });
    const isBack = random.chance(0.3);
    this.#person.ask(at, wish, async (app) => {
      if (needsFile) wish.files[0] ??= await this.#person.add(app, name, text);
      const own = isOwn ? this.#ownOf(app) : { orderId: null, modelId: null };
      wish.change ??= {
        wish: this.#decide(op, name, wish.files[0] ?? null, { ...about, own, sees, isBack }),
        at: this.#schedule.world.time,
      };
      const job = await app.queue.enqueueChange(accountId, wish.change.wish, name);
      return job.id;
    });
    return wish;
  }

  /** What this queue has made itself. */
  #ownOf(app: App): { orderId: number | null; modelId: number | null } {
    const jobs = app.queue.list();
    const order = jobs.find((job) => job.kind === 'order' && job.result !== null);
    const upload = jobs.find(
      (job) =>
        job.kind === 'upload' &&
        job.result !== null &&
        !jobs.some(({ dependsOn }) => dependsOn.includes(job.id)),
    );
    return {
      orderId: order?.kind === 'order' ? (order.result?.orderId ?? null) : null,
      modelId: upload?.kind === 'upload' ? (upload.result?.modelId ?? null) : null,
    };
  }

  #decide(
    op: ChangeRequest['op'],
    name: string,
    file: SpooledFile | null,
    about: {
      readonly model: Model;
      readonly order: Order;
      readonly own: { readonly orderId: number | null; readonly modelId: number | null };
      readonly after: Wish | null;
      readonly sees: 'wished' | 'shown';
      readonly isBack: boolean;
    },
  ): ChangeRequest {
    const { model, order, own } = about;
    const { modelId } = model;
    const modelTitle = model.title;
    const stored = file && { file: file.sha256, md5: file.md5, size: file.size };
    switch (op) {
      case 'cancel-order':
        return { op, orderId: own.orderId ?? order.orderId };
      case 'delete-model':
        return { op, modelId: own.modelId ?? modelId, modelTitle };
      case 'reprint':
        return {
          op,
          orderId: own.orderId ?? order.orderId,
          orderProductId: 1,
          productTitle: modelTitle,
          quantity: 1,
          reasonId: 3,
          comment: `broken ${name}`,
        };
      case 'edit-model': {
        const earlier = about.after?.change?.wish;
        const seen = { title: model.title, description: model.description };
        const before =
          earlier?.op === 'edit-model' && about.sees === 'wished' ? { ...seen, ...earlier.after } : seen;
        // Back to what it was before the other change: only the order of things tells them apart.
        const isBack = about.isBack && earlier?.op === 'edit-model';
        const after = isBack ? earlier.before : { title: `title ${name}`, description: `for ${name}` };
        return { op, modelId, modelTitle, before, after };
      }
      case 'add-file':
        if (!stored) break;
        return { op, modelId, modelTitle, ...stored, fileName: `${name}.stl`, uploadScale: 0.001 };
      case 'add-photo':
        if (!stored) break;
        return {
          op,
          modelId: own.modelId ?? modelId,
          modelTitle,
          ...stored,
          fileName: `${name}.png`,
          title: name,
          description: '',
          materialId: null,
        };
      case 'add-to-cart':
        return { op, modelId, modelTitle, materialId: 6, materialTitle: 'White', quantity: 2 };
      case 'customise':
        return { op, spin: 'SPIN7', text: name, ...(stored && { ...stored, fileName: `${name}.png` }) };
    }
    throw new Error('a file goes along with it');
  }

  /** A person looks at what cannot be found out without them, not at once and not always. */
  answerQuestions(): void {
    const { world, faultsUntil } = this.#schedule;
    // What is sent again must come to rest before the end.
    if (this.share === 'none' || world.time > faultsUntil) return;
    this.#schedule.inApp((app) => {
      for (const job of app.queue.list()) {
        if (job.kind === 'change' && job.state === 'ask' && this.#random.chance(0.15)) this.#settle(app, job);
      }
    });
  }

  /** They look at the service's own pages, where everything shows that has arrived. */
  #settle(app: App, job: ChangeJob): void {
    const { service, wires, world, saidAgain } = this.#schedule;
    const effect = service.effects.find(({ cause }) => wires[cause - 1]?.jobId === job.id);
    const verdict = effect
      ? ({ kind: 'it-is', remoteId: effect.remoteId } as const)
      : ({ kind: this.#random.chance(0.5) ? 'place-again' : 'abandon' } as const);
    app.queue.resolve(job.id, verdict).then(
      () => {
        world.note(`a person says ${verdict.kind} of ${job.id.slice(-4)}`);
        if (verdict.kind === 'place-again') saidAgain.set(job.id, (saidAgain.get(job.id) ?? 0) + 1);
      },
      () => {},
    );
  }
}
