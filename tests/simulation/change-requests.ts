/**
 * A person's requests besides uploads and orders, the earlier models and orders that they concern, and other
 * people who change the same things. They occur in a share of the schedules. Each kind of change draws from a
 * random stream of its own.
 */

import type { ImportedFile } from '../../src-main/files/spool.ts';
import type { ChangeRequest } from '../../src-main/queue/core/enqueue-change.ts';
import type { ChangeOp } from '../../src-shared/jobs/change.ts';
import type { ChangeJob } from '../../src-shared/jobs/job.ts';
import type { App } from './app.ts';
import { accountId } from './customers.ts';
import { newRequest, type Person } from './person.ts';
import { Random } from './random.ts';
import { hour, minute, type PersonRequest, type Schedule, second } from './schedule.ts';
import type { Model, Order } from './service.ts';
import { editModel } from './service-changes.ts';
import { start } from './world.ts';

/** The values drawn for one request. */
export interface About {
  readonly model: Model;
  readonly order: Order;
  /** The first request, if this one repeats it. */
  readonly after: PersonRequest | null;
  /** Content of the file that goes with it. */
  readonly text: string;
  readonly hasFile: boolean;
  /** About what this queue made itself, if there is any. */
  readonly isOwn: boolean;
  /** The state before an edit, as the person believes it. */
  readonly sees: 'requested' | 'shown';
  /** An edit back to what was before the first. */
  readonly isBack: boolean;
}

interface Kind {
  /** Number of its own random stream: a new kind takes a new one and moves no draw of the others. */
  readonly stream: number;
  /** Share of the schedules with changes that ask for it. */
  readonly share: number;
  /** Requested again soon after the first: for these the order matters. */
  readonly oftenTwice: boolean;
  /** Share of the requests that a file goes with. */
  readonly withFile: number;
}

const kinds: Readonly<Record<ChangeOp, Kind>> = {
  'cancel-order': { stream: 1001, share: 0.25, oftenTwice: false, withFile: 0 },
  'delete-model': { stream: 1002, share: 0.17, oftenTwice: false, withFile: 0 },
  reprint: { stream: 1003, share: 0.33, oftenTwice: true, withFile: 0 },
  'edit-model': { stream: 1004, share: 0.41, oftenTwice: true, withFile: 0 },
  'add-file': { stream: 1005, share: 0.25, oftenTwice: true, withFile: 1 },
  'add-photo': { stream: 1006, share: 0.17, oftenTwice: false, withFile: 1 },
  'add-to-cart': { stream: 1007, share: 0.25, oftenTwice: true, withFile: 0 },
  customise: { stream: 1008, share: 0.17, oftenTwice: false, withFile: 0.5 },
};
const ops = Object.keys(kinds) as ChangeOp[];

export class ChangeRequests {
  /** Together with other requests, or instead of them. */
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

  /** `span`: ms during which faults happen. */
  plan(span: number): void {
    if (this.share === 'none') return;
    this.makeEarlier();
    for (const op of ops) this.#planKind(op, span);
    this.#planOthers(span);
  }

  /** Models and orders of the day before. */
  makeEarlier(): void {
    const random = this.#random;
    const { service } = this.#schedule;
    const before = start - 24 * hour;
    for (const name of ['vase', 'hook']) this.#models.push(service.makeForeignModel(name, before));
    for (let number = 0; number < 2; number++) {
      const modelId = random.chance(0.5) ? random.pick(this.#models).modelId : random.int(1, 9);
      this.#orders.push(service.makeForeignOrder([{ modelId, materialId: 6, quantity: 2 }], before));
    }
  }

  #planKind(op: ChangeOp, span: number): void {
    const { stream, share, oftenTwice, withFile } = kinds[op];
    const random = new Random(this.#schedule.seed, stream);
    if (!random.chance(share)) return;
    const at = start + Math.floor(random.fraction() * Math.min(span, 10 * minute));
    const model = random.pick(this.#models);
    const order = random.pick(this.#orders);
    const draw = (after: PersonRequest | null): About => ({
      model,
      order,
      after,
      text: `picture ${op} ${'x'.repeat(random.int(1, 200))}`,
      hasFile: random.chance(withFile),
      isOwn: random.chance(0.5),
      sees: random.weighted({ requested: 2, shown: 1 }),
      isBack: random.chance(0.3),
    });
    const first = this.ask(at, `${op} 1`, op, draw(null));
    if (!oftenTwice || !random.chance(0.5)) return;
    const later = at + random.int(1, random.pick([90, 3600])) * second;
    this.ask(later, `${op} 2`, op, draw(first));
  }

  /** Somebody else changes the same things, and production begins. */
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
        const file = { fileName: 'other.stl', md5: '1'.repeat(32), size: 84 };
        model.versions.push({ ...file, at: world.time, cause: null });
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

  /** The first of the earlier models and orders, and the simplest choice of everything else; for scripts. */
  about(): About {
    const [model, order] = [this.#models[0] as Model, this.#orders[0] as Order];
    const choices = { text: 'picture', hasFile: false, isOwn: false, sees: 'shown', isBack: false } as const;
    return { model, order, after: null, ...choices };
  }

  /** A person requests a change. They decide on its content when they first get through. */
  ask(at: number, name: string, op: ChangeOp, about: About): PersonRequest {
    const request: PersonRequest = newRequest('change', name);
    this.#schedule.requests.push(request);
    this.#person.ask(at, request, async (app) => {
      if (about.hasFile) request.files[0] ??= await this.#person.add(app, name, about.text);
      const own = about.isOwn ? this.#ownOf(app) : { orderId: null, modelId: null };
      request.change ??= {
        request: this.#decide(op, name, request.files[0] ?? null, { ...about, own }),
        at: this.#schedule.world.time,
      };
      const job = await app.queue.enqueueChange(accountId, request.change.request, name);
      return job.id;
    });
    return request;
  }

  /** What this queue has made itself. */
  #ownOf(app: App): { orderId: number | null; modelId: number | null } {
    const jobs = app.queue.list().filter((job) => job.accountId === accountId);
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
    op: ChangeOp,
    name: string,
    file: ImportedFile | null,
    about: About & { readonly own: { readonly orderId: number | null; readonly modelId: number | null } },
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
        const earlier = about.after?.change?.request;
        const seen = { title: model.title, description: model.description };
        const before =
          earlier?.op === 'edit-model' && about.sees === 'requested' ? { ...seen, ...earlier.after } : seen;
        // Back to the state before the other change: only their order distinguishes them.
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

  /** The person resolves what the application cannot find out, not at once and not always. */
  answerQuestions(): void {
    const { world, faultsUntil } = this.#schedule;
    // What is sent again must come to rest before the end.
    if (this.share === 'none' || world.time > faultsUntil) return;
    this.#schedule.inApp((app) => {
      for (const job of app.queue.list()) {
        if (job.kind === 'change' && job.state === 'ask' && this.#random.chance(0.15))
          this.#resolve(app, job);
      }
    });
  }

  /** They look at the pages of the service, which show everything that has arrived. */
  #resolve(app: App, job: ChangeJob): void {
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
