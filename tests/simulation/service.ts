/**
 * The print service with its hidden truth: every token, model and order, what made it and when. Answers
 * requests as the wire does (status, headers, JSON text). It never fails by itself; the network does
 * (fakes/connection.ts). What the interface's description leaves open is drawn for each schedule (`Manners`).
 * Changes besides new models and orders are in `service-changes.ts`.
 */
import { createHash } from 'node:crypto';
import type { ChangeOp } from '../../src-shared/jobs/change.ts';
import { clientIds } from './customers.ts';
import { actOnChange } from './service-changes.ts';
import type { World } from './world.ts';

/** How this service interprets what the description leaves open. */
export interface Manners {
  /** Does `GET /orders/<id>/v1?address3=` filter, ignore the filter, or find nothing at all? */
  readonly filters: 'work' | 'ignored' | 'broken';
  /** Does `GET /orders/v1` take the filters too? */
  readonly listFilters: boolean;
  /** Orders that `GET /orders/v1` lists when no count is requested. */
  readonly listed: number;
  /** Does it take `limit` (at most 100) and `page`? */
  readonly pages: boolean;
  /** Is cancelling what is cancelled already refused? */
  readonly cancelsOnce: boolean;
  readonly storedLine: (line: string) => string;
  /** How long lists hide an order, ms. */
  readonly hidesFor: number;
  /** ms by which the date of an answer at this time, epoch ms, differs from the service's clock. */
  readonly dateError: (time: number) => number;
  /** Lists count only the orders that they show. */
  readonly countsPage: boolean;
  /** How many numbers went to other customers since the last one. */
  readonly numbersOfOthers: () => number;
  /** Lists begin with the oldest orders. */
  readonly oldestFirst: boolean;
  /** What the service answers to an order or a cancellation instead of what it does; null: what it does. */
  readonly lieAbout: (what: 'order' | 'cancellation') => Lie | null;
}

export type Lie =
  /** Booked, and refused with this status in the service's own words. */
  | { readonly kind: 'refused'; readonly status: 200 | 400 | 401 | 429 }
  /** Not booked, and answered as if it were. */
  | { readonly kind: 'only-said' }
  /** Booked, and answered with the number of somebody else's order of the same moment. */
  | { readonly kind: 'strangers-number' };

/** A request at the service, after the network. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Made {
  readonly at: number;
  /** The application whose account has it. */
  readonly owner: string;
  gone: number | null;
  /** The wire request that made it; null for somebody else's. */
  readonly cause: number | null;
}
export interface FileVersion {
  readonly fileName: string;
  readonly md5: string;
  readonly size: number;
  readonly at: number;
  readonly cause: number | null;
}
/** How its owner offers it in the one material, from then on. */
export interface ModelOffer {
  readonly at: number;
  readonly markup: number;
  readonly isActive: boolean;
}
/** What its details were changed to. */
export interface Edit {
  readonly at: number;
  readonly title: string;
  readonly description: string;
  readonly cause: number | null;
}
export interface Model extends Made {
  readonly modelId: number;
  /** The name of the first version. */
  readonly fileName: string;
  readonly md5: string;
  readonly size: number;
  /** Later versions of its file, the oldest first. */
  readonly versions: FileVersion[];
  readonly firstTitle: string;
  title: string;
  description: string;
  readonly edits: Edit[];
  /** The oldest first. */
  readonly offers: ModelOffer[];
  /** Somebody else removed it. */
  isTaken: boolean;
  /** When somebody asked about it, whether it was still there or not. */
  readonly readAt: number[];
}
export interface Order extends Made {
  readonly orderId: number;
  readonly body: Record<string, unknown>;
  readonly items: readonly { modelId: number; materialId: number; quantity: number }[];
  cancelledAt: number | null;
  /** From then on it can no longer be cancelled. */
  producedAt: number | null;
}
export interface CartItem {
  readonly at: number;
  readonly modelId: number;
  readonly materialId: number;
  readonly quantity: number;
  readonly cause: number | null;
}
/** The effect of a change. */
export interface Effect {
  readonly at: number;
  readonly op: ChangeOp;
  readonly cause: number;
  /** The order or model that was made or changed. */
  readonly remoteId: number;
}

/** How long work that began with a valid token may take (assumption A1), ms. */
export const longestWork = 10 * 60_000;
/** How far behind lists may be (assumption A2), ms. */
export const longestLag = 60_000;
export const tokenLife = 3_600_000;

export class PrintService {
  readonly #world: World;
  readonly manners: Manners;
  readonly models: Model[] = [];
  readonly orders: Order[] = [];
  /** Orders that were there before the service was reset. */
  readonly lostOrders: Order[] = [];
  /** Numbers of those, which are given out again. */
  #freed: number[] = [];
  readonly cart: CartItem[] = [];
  readonly effects: Effect[] = [];
  readonly tokens = new Map<
    string,
    { readonly until: number; readonly owner: string; revoked: number | null }
  >();
  unitPrice = 4.5;
  /** Null: it does not say what shipping costs. */
  shippingPrice: number | null = null;
  /** Before this time the answer to everything is 429. */
  busyUntil = 0;
  /** An order of the queue was made. */
  onOrdered: () => void = () => {};
  /** A model of the queue was made. */
  onMade: (model: Model) => void = () => {};
  #nextId = 100;
  #nextToken = 1;

  constructor(world: World, manners: Manners) {
    this.#world = world;
    this.manners = manners;
  }

  get time(): number {
    return this.#world.time;
  }
  note(line: string): void {
    this.#world.note(`service ${line}`);
  }
  newId(): number {
    this.#nextId += this.manners.numbersOfOthers();
    return this.#nextId++;
  }
  /** Null if there is none any more. */
  model(modelId: number): Model | null {
    return this.models.find((one) => one.modelId === modelId && one.gone === null) ?? null;
  }

  isValid(authorization: string): boolean {
    const token = this.tokens.get(authorization.replace(/^Bearer /, ''));
    return token !== undefined && this.#world.time < token.until && token.revoked === null;
  }

  /** The application that a call is made for. */
  ownerOf({ authorization }: Pick<Call, 'authorization'>): string {
    if (authorization.startsWith('Basic '))
      return Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0] ?? '';
    return this.tokens.get(authorization.replace(/^Bearer /, ''))?.owner ?? '';
  }

  /** When a token ends to be taken. */
  endOf(authorization: string): number {
    return this.tokens.get(authorization.replace(/^Bearer /, ''))?.until ?? 0;
  }

  /** A person or another program uses the account. */
  makeForeignOrder(items: Order['items'], at = this.time, owner: string = clientIds.account): Order {
    return this.makeOrder(items, {}, null, owner, at);
  }
  makeOrder(
    items: Order['items'],
    body: Record<string, unknown>,
    cause: number | null,
    owner: string,
    at = this.time,
  ): Order {
    const order: Order = {
      owner,
      orderId: this.#freed.shift() ?? this.newId(),
      body,
      items,
      at,
      gone: null,
      cause,
      cancelledAt: null,
      producedAt: null,
    };
    this.orders.push(order);
    return order;
  }
  /** An older backup takes its place: the orders made since then are gone, and their numbers begin again. */
  reset(since: number): void {
    const lost = this.orders.filter(({ at }) => at > since);
    for (const order of lost) this.orders.splice(this.orders.indexOf(order), 1);
    this.lostOrders.push(...lost);
    this.#freed = [...this.#freed, ...lost.map(({ orderId }) => orderId)].sort((a, b) => a - b);
  }
  makeForeignModel(title: string, at = this.time): Model {
    const modelId = this.newId();
    const md5 = createHash('md5').update(`foreign ${this.#nextId}`).digest('hex');
    return this.makeModel({ modelId, title, fileName: `${title}.stl`, md5, size: 84 }, null, at);
  }
  makeModel(
    { modelId, ...facts }: Pick<Model, 'modelId' | 'title' | 'fileName' | 'md5' | 'size'>,
    cause: number | null,
    at = this.time,
    owner: string = clientIds.account,
  ): Model {
    const model: Model = {
      owner,
      modelId,
      ...facts,
      firstTitle: facts.title,
      description: '',
      versions: [],
      edits: [],
      offers: [],
      isTaken: false,
      readAt: [],
      at,
      gone: null,
      cause,
    };
    this.models.push(model);
    return model;
  }

  /** Checks that come before any work: null, or why nothing is done. */
  refusal(call: Call): Reply | null {
    if (call.url.pathname === '/oauth2/token') return null;
    if (this.#world.time < this.busyUntil) {
      const seconds = Math.ceil((this.busyUntil - this.#world.time) / 1000);
      return this.failure(429, 'Too many calls.', { 'retry-after': String(seconds) });
    }
    return this.isValid(call.authorization) ? null : this.failure(401, 'Invalid Token Error');
  }

  /** Executes it. `lag`: how old the lists are that it reads. `cause` names the wire request. */
  act(call: Call, cause: number, lag = 0): Reply {
    const { method, url } = call;
    const [, kind = '', id = '', part = ''] = url.pathname.split('/');
    const route = `${method} ${/^\d+$/.test(id) ? `${kind}/#/${part}` : `${kind}/${id}`}`;
    const seen = this.#world.time - lag;
    const owner = this.ownerOf(call);
    switch (route) {
      case 'POST oauth2/token': {
        const token = `token-${this.#nextToken++}`;
        this.tokens.set(token, {
          until: this.#world.time + tokenLife,
          owner: this.ownerOf(call),
          revoked: null,
        });
        return this.#json({ access_token: token, token_type: 'bearer', expires_in: tokenLife / 1000 });
      }
      case 'GET api/v1':
        return this.success({
          rateLimit: {
            retryInSeconds: 0,
            retryTimestamp: 0,
            windowInSeconds: 300,
            limit: 1000,
            remaining: 900,
            history: [],
          },
        });
      case 'POST price/v1': {
        const { materials } = JSON.parse(call.body) as { materials: number[] };
        const entry = { price: this.unitPrice, currency: 'USD' };
        return this.success({
          prices: Object.fromEntries(materials.map((material) => [String(material), entry])),
        });
      }
      case 'GET models/v1': {
        const page = Number(url.searchParams.get('page') ?? 1);
        const all = this.models.filter((model) => isThere(model, seen) && model.owner === owner).reverse();
        const models = all.slice((page - 1) * 36, page * 36);
        return this.success({
          models: models.map(({ modelId, title }) => ({ modelId, modelVersion: 0, title })),
        });
      }
      case 'POST models/v1':
        return this.#keepModel(call, cause);
      case 'GET models/#/info': {
        const model = this.#modelOf(owner, Number(id));
        const { unitPrice } = this;
        this.models.find(({ modelId }) => modelId === Number(id))?.readAt.push(this.time);
        return model ? this.success(infoOf(model, unitPrice)) : this.failure(404, 'There is no such model.');
      }
      case 'GET models/#/files': {
        const model = this.#modelOf(owner, Number(id));
        const file = model && fileOf(model, Number(url.pathname.split('/')[4]));
        return file ? this.success(file) : this.failure(404, 'There is no such file.');
      }
      case 'POST orders/v1':
        return this.#keepOrder(call, cause);
      case 'GET cart/shipping-options': {
        const { shippingPrice: price } = this;
        const option = { name: 'Cheapest', carrier: 'Post', price, currency: 'USD' };
        return price === null
          ? this.failure(404, `No ${route} here.`)
          : this.success({ shippingOptions: [option] });
      }
      case 'GET orders/cart': {
        const items = this.cart.filter(({ at }) => at <= seen);
        return this.success({ itemCount: items.length, items });
      }
      case 'GET orders/v1':
      case 'GET orders/#/v1':
        return this.#listOrders(url, seen, owner, route === 'GET orders/v1' ? null : Number(id));
      default:
        return (
          actOnChange(this, route, { id: Number(id), body: call.body, cause }) ??
          this.failure(404, `No ${route} here.`)
        );
    }
  }

  /** As the account sees it: its own, and what shops sell. */
  #modelOf(owner: string, modelId: number): Model | null {
    const model = this.model(modelId);
    return model?.owner === owner ? model : shopModel(modelId);
  }

  #listOrders(url: URL, seen: number, owner: string, pathId: number | null): Reply {
    const all = this.orders.filter(
      (order) => order.owner === owner && isThere(order, seen) && order.at <= seen - this.manners.hidesFor,
    );
    if (pathId !== null && !all.some((order) => order.orderId === pathId)) {
      return this.failure(404, 'There is no such order.');
    }
    const takes = pathId === null ? this.manners.listFilters : true;
    const wanted = [...url.searchParams].filter(([name]) => name !== 'limit' && name !== 'page' && takes);
    const fits = (order: Order) => {
      if (wanted.length === 0 || this.manners.filters === 'ignored') return true;
      if (this.manners.filters === 'broken') return false;
      return wanted.every(([name, value]) => this.#stored(name, order.body[name]) === value);
    };
    const fitting = all.filter((order) => (pathId === null || order.orderId === pathId) && fits(order));
    if (!this.manners.oldestFirst) fitting.reverse();
    const limit = this.manners.pages
      ? Math.min(100, Number(url.searchParams.get('limit') ?? this.manners.listed))
      : this.manners.listed;
    const page = this.manners.pages ? Number(url.searchParams.get('page') ?? 1) : 1;
    const shown = fitting.slice((page - 1) * limit, page * limit);
    return this.success({
      ordersCount: { total: this.manners.countsPage ? shown.length : fitting.length },
      ordersStatus: Object.fromEntries(
        shown.map((order) => [String(order.orderId), { status: statusOf(order, seen), items: {} }]),
      ),
      ordersInfo: shown.map(({ orderId, items }) => ({
        orderId,
        refNumber: null,
        orderProducts: items.map((item, index) => ({
          orderProductId: index + 1,
          productTitle: `model ${item.modelId}`,
          quantity: item.quantity,
          models: [{ modelId: item.modelId, materialId: item.materialId, title: '' }],
        })),
      })),
    });
  }

  #keepModel(call: Call, cause: number): Reply {
    const sent = JSON.parse(call.body) as { file: string; fileName: string; title: string };
    const bytes = Buffer.from(sent.file, 'base64');
    const md5 = createHash('md5').update(bytes).digest('hex');
    const { title, fileName } = sent;
    const owner = this.ownerOf(call);
    const facts = { modelId: this.newId(), title, fileName, md5, size: bytes.length };
    const model = this.makeModel(facts, cause, this.time, owner);
    this.#world.note(`service makes model ${model.modelId} of wire ${cause}`);
    this.onMade(model);
    return this.success({ ...infoOf(model, this.unitPrice), ...fileOf(model, 0) });
  }

  #keepOrder(call: Call, cause: number): Reply {
    const body = JSON.parse(call.body) as Record<string, unknown> & { items: Order['items'] };
    const owner = this.ownerOf(call);
    const known = (id: number) => this.#modelOf(owner, id) !== null;
    if (!body.items.every(({ modelId }) => known(modelId)))
      return this.failure(400, 'There is no such model.');
    const lie = this.manners.lieAbout('order');
    if (lie) this.#world.note(`service lies: ${lie.kind}`);
    if (lie?.kind === 'only-said') return this.success({ orderId: 7_000 + cause, productionOrderIds: [] });
    const { orderId } = this.makeOrder(body.items, body, cause, owner);
    this.#world.note(`service makes order ${orderId} of wire ${cause}`);
    this.onOrdered();
    if (lie?.kind === 'refused') return this.failure(lie.status, 'It could not be completed.');
    if (lie?.kind === 'strangers-number') {
      const parts = [{ modelId: 99, materialId: 6, quantity: 1 }];
      const stranger = this.makeForeignOrder(parts, this.time, owner);
      return this.success({ orderId: stranger.orderId, productionOrderIds: [] });
    }
    return this.success({ orderId, productionOrderIds: [orderId] });
  }

  #stored(name: string, value: unknown): unknown {
    return /^address\d$/.test(name) && typeof value === 'string' ? this.manners.storedLine(value) : value;
  }

  #headers(): Record<string, string> {
    const { time } = this.#world;
    const date = time + this.manners.dateError(time);
    return {
      date: new Date(Math.floor(date / 1000) * 1000).toUTCString(),
      'content-type': 'application/json',
    };
  }
  #json(body: object): Reply {
    return { status: 200, headers: this.#headers(), body: JSON.stringify(body) };
  }
  success(body: object): Reply {
    return this.#json({ result: 'success', nextActionSuggestions: {}, ...body });
  }
  failure(status: number, reason: string, headers: Record<string, string> = {}): Reply {
    return {
      status,
      headers: { ...this.#headers(), ...headers },
      body: JSON.stringify({ result: 'failure', reason }),
    };
  }
}

const isThere = (made: Made, seen: number) => made.at <= seen && (made.gone === null || made.gone > seen);

/** In its state at that time. */
export function statusOf({ cancelledAt, producedAt }: Order, seen: number): string {
  if (cancelledAt !== null && cancelledAt <= seen) return 'cancelled';
  return producedAt !== null && producedAt <= seen ? 'in_production' : 'placed';
}

/** Numbers below 100 are models that somebody else sells. They never change. */
export function shopModel(modelId: number): Model | null {
  if (modelId >= 100) return null;
  const text = { firstTitle: '', title: `model ${modelId}`, description: '' };
  const file = { fileName: 'shop.stl', md5: '5'.repeat(32), size: 84 };
  const past = {
    at: 0,
    owner: '',
    gone: null,
    cause: null,
    versions: [],
    edits: [],
    offers: [],
    isTaken: false,
    readAt: [],
  };
  return { modelId, ...text, ...file, ...past };
}

export function infoOf({ modelId, title, description, versions, offers }: Model, basePrice: number) {
  const { markup, isActive } = offers.at(-1) ?? { markup: 0, isActive: true };
  const offer = { materialId: 6, markup, isActive: isActive ? 1 : 0, price: basePrice + markup, basePrice };
  const facts = { modelId, modelVersion: versions.length, title, description, printable: 'yes' };
  return { ...facts, materials: { 6: offer } };
}
export function fileOf({ modelId, title, versions, ...first }: Model, modelVersion: number) {
  const file = modelVersion === 0 ? first : versions[modelVersion - 1];
  if (!file) return null;
  const { fileName, md5, size } = file;
  return { modelId, modelVersion, title, fileName, fileMd5Checksum: md5, contentLength: size };
}
