/**
 * News for a person who is busy elsewhere, each of them once: a proposal to sign, a question, a refusal, an
 * order that was placed, shipped or rejected by the shop, and a file that could not be opened for another
 * program. A host that can show them takes them (`app.takeNews`); what was taken is remembered, so that
 * neither a second window nor another process says it again. Texts name the order and what is asked, never an
 * address or a reason.
 */
import { z } from 'zod';
import type { OrderList } from '../src-shared/api/orders.ts';
import type { NewsItem } from '../src-shared/ipc/news.ts';
import type { Job } from '../src-shared/jobs/job.ts';
import { asksForSignature, isWarning } from '../src-shared/jobs/job-group.ts';
import { jobTitle } from '../src-shared/jobs/job-title.ts';
import { agreedSum } from '../src-shared/jobs/order-sum.ts';
import type { Messages } from '../src-shared/messages/messages.ts';
import { type Documents, readDocument } from './db/documents.ts';

type Kind = 'proposal' | 'asks' | 'refused' | 'placed' | 'shipped' | 'rejected' | 'unopened';

interface Item {
  readonly kind: Kind;
  readonly screen: NewsItem['screen'];
  readonly name: (messages: Messages) => string;
}

interface Options {
  readonly documents: Documents;
  /** `Settings.notifications`. */
  readonly isOn: () => boolean;
  /** There is something to take. */
  readonly changed: () => void;
}

/** By job, or by account and order: what was last taken, or was the case when it was first seen. */
const seenSchema = z.record(z.string(), z.string());
const mostSeen = 2000;
const mostPending = 50;

export class News {
  readonly #options: Options;
  readonly #pending = new Map<string, Item & { readonly event: string }>();
  #unopened = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  jobChanged(job: Job): void {
    const kind = kindOf(job);
    if (kind === null) {
      this.#pending.delete(job.id);
      if (this.#seen()[job.id] !== undefined) this.#remember([[job.id, null]]);
      return;
    }
    const offered = job.kind === 'order' ? (job.offer?.total ?? '') : '';
    const event = `${kind} ${job.problem?.code ?? ''} ${offered}`;
    this.#add(job.id, event, {
      kind,
      screen: 'queue',
      name({ t }) {
        const name = jobTitle(job, t);
        if (job.kind !== 'order') return name;
        const { amount, currency } = agreedSum(job.payload);
        return t('proposals.news.order', { name, total: { amount: job.offer?.total ?? amount, currency } });
      },
    });
  }

  /** What became of orders since they were listed last; those that are new here are only remembered. */
  ordersListed(accountId: string, { ordersInfo, ordersStatus }: OrderList): void {
    const seen = this.#seen();
    const first: [string, string][] = [];
    for (const { orderId, orderProducts } of ordersInfo) {
      const isRejected = orderProducts.some(({ models }) =>
        models.some(({ rejection }) => (rejection?.rejectionReasons ?? []).length > 0),
      );
      const isShipped = ordersStatus[String(orderId)]?.status === 'shipped';
      const events: ('rejected' | 'shipped')[] = [];
      if (isRejected) events.push('rejected');
      if (isShipped) events.push('shipped');
      const key = `${accountId} ${orderId}`;
      const before = seen[key];
      const kind = events.findLast((event) => before?.includes(event) === false);
      if (before === undefined) first.push([key, events.join(' ')]);
      else if (kind !== undefined)
        this.#add(key, events.join(' '), {
          kind,
          screen: 'orders',
          name: ({ t }) => t('proposals.news.number', { order: String(orderId) }),
        });
    }
    if (first.length > 0) this.#remember(first);
  }

  /** Another program handed over a file that could not be opened. */
  unopened(): void {
    const item = { screen: 'prepare', name: ({ t }: Messages) => t('proposals.news.unopened.why') } as const;
    this.#add(`unopened-${++this.#unopened}`, 'unopened', { ...item, kind: 'unopened' });
  }

  /** Everything that nobody has taken yet. */
  take(messages: Messages): NewsItem[] {
    const taken = [...this.#pending];
    this.#pending.clear();
    const lasting = taken.filter(([, { kind }]) => kind !== 'unopened');
    if (lasting.length > 0) this.#remember(lasting.map(([key, { event }]) => [key, event]));
    return taken.map(([key, { kind, event, screen, name }]) => ({
      key: `${key} ${event}`,
      title: messages.t(`proposals.news.${kind}`),
      body: name(messages),
      screen,
      asks: kind === 'proposal' || kind === 'asks',
    }));
  }

  #add(key: string, event: string, item: Item): void {
    if (this.#seen()[key] === event || this.#pending.get(key)?.event === event) return;
    if (!this.#options.isOn()) {
      if (item.kind !== 'unopened') this.#remember([[key, event]]);
      return;
    }
    this.#pending.set(key, { ...item, event });
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPending && oldest !== undefined) this.#pending.delete(oldest);
    this.#options.changed();
  }

  #seen(): Readonly<Record<string, string>> {
    return readDocument(this.#options.documents, 'news', seenSchema, {});
  }

  #remember(events: readonly (readonly [string, string | null])[]): void {
    const seen = new Map(Object.entries(this.#seen()));
    for (const [key, event] of events) {
      seen.delete(key);
      if (event !== null) seen.set(key, event);
    }
    this.#options.documents.set('news', Object.fromEntries([...seen].slice(-mostSeen)));
  }
}

function kindOf(job: Job): Kind | null {
  const { kind, state, wait, problem } = job;
  if (asksForSignature(job)) return 'proposal';
  if (state === 'ask' || wait === 'consent' || isWarning(job)) return 'asks';
  // A proposal that ended was nobody's order.
  if (state === 'rejected' || state === 'poison')
    return problem?.code === 'proposal-ended' ? null : 'refused';
  return kind === 'order' && state === 'done' ? 'placed' : null;
}
