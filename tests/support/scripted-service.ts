/**
 * A print service in memory behind the client's interface, whose behaviour is scripted write by write. It
 * counts what really happened at the service, so that tests compare the queue's belief with the truth.
 */

import type {
  CommitGate,
  ServiceClient,
  UploadRequest,
  WriteOutcome,
} from '../../src-main/api-client/service-client.ts';
import type { CartItem } from '../../src-shared/api/cart.ts';
import { customisedSchema } from '../../src-shared/api/customised.ts';
import { detailsBody, type ModelDetails } from '../../src-shared/api/model-details.ts';
import { modelFileSchema, modelInfoSchema, uploadedModelSchema } from '../../src-shared/api/models.ts';
import { type OrderRequest, orderListSchema, placedOrderSchema } from '../../src-shared/api/orders.ts';
import { photoSchema } from '../../src-shared/api/photos.ts';
import type { PriceEntry } from '../../src-shared/api/price.ts';
import type { ShippingPrice } from '../../src-shared/api/shipping-prices.ts';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import { type AppError, CodedError, toAppError } from '../../src-shared/result.ts';

export type Behaviour =
  | 'answer'
  /** The connection breaks before the last byte. */
  | 'break-before'
  /** The last byte left; the service acted; the answer was lost. */
  | 'lose-answer'
  /** The last byte left; the service did not act; nothing comes back. */
  | 'lose-request'
  | 'refuse'
  | 'rate-limit'
  | 'token-expired'
  /** The service refuses what it has not measured yet. */
  | 'measuring'
  /** The service acts, and then says one of the above. */
  | 'refuse-after'
  | 'rate-limit-after'
  | 'token-expired-after'
  /** Answered as if it were done; the service did not act. */
  | 'say-only'
  /** The service acts, and the answer names an order that somebody else placed in the same moment. */
  | 'name-strangers'
  /** The upload is answered with another checksum. */
  | 'other-bytes'
  /** A complete answer that does not say what happened, such as a 503; the service did not act. */
  | 'error-answer'
  /** A refusal in words that are not the service's; the service acted on the first, not on the second. */
  | 'gateway-refuses-after'
  | 'gateway-refuses'
  /** The service acts, and the answer names what this service made earlier. */
  | 'answer-of-another'
  /** The client itself finds that the file changed while it read it. */
  | 'file-changed'
  /** The socket broke between the commit gate and the last byte. */
  | 'withhold'
  /** Stays silent until `release()`. */
  | 'hang'
  /** The same, and does not notice that it was aborted. */
  | 'hang-deaf'
  /** The service answers, or breaks off, before the last byte. */
  | 'early-answer'
  | 'early-break';

/** What the service says about a model in a material (spec: Resources > Model material entry). */
interface ModelOffer {
  readonly price?: number;
  readonly basePrice?: number;
  readonly markup?: number;
  readonly isActive?: boolean;
}

interface StoredModel {
  readonly modelId: number;
  readonly title: string;
  readonly fileName: string;
  readonly md5: string;
  readonly size: number;
}
interface StoredOrder {
  readonly orderId: number;
  readonly request: OrderRequest;
  /** Epoch ms of the service's clock. */
  readonly at?: number;
}

export class ScriptedService {
  readonly models: StoredModel[] = [];
  readonly orders: StoredOrder[] = [];
  /** The kind of every write request, in the order in which its last byte left. */
  readonly sent: string[] = [];
  /** Used one per write; afterwards every write is answered. */
  readonly uploads: Behaviour[] = [];
  readonly orderings: Behaviour[] = [];
  readonly changes: Behaviour[] = [];
  readonly cart: CartItem[] = [];
  /** Null: the service does not list them. */
  shippingPrices: ShippingPrice[] | null = null;
  /** Material entries of models, by model; the others have none. */
  readonly offers = new Map<number, Record<string, ModelOffer>>();
  /** Models that are not measured yet. */
  readonly measuring = new Set<number>();
  readonly photos: { readonly modelId: number; readonly title: string }[] = [];
  /** What was changed about models, and their versions after the first. */
  readonly details = new Map<number, ModelDetails>();
  readonly versions = new Map<number, Pick<StoredModel, 'fileName' | 'md5' | 'size'>[]>();
  /** Ids of cancelled orders. */
  readonly cancelled = new Set<number>();
  isOnline = true;
  /** The files of models are not reported. */
  hidesFiles = false;
  probes = 0;
  unitPrice = 4.5;
  currency = 'USD';
  retryAt: number | null = null;
  /** How GET /orders/<id>/v1 applies its address filters. */
  filters: 'narrow' | 'replace' | 'ignored' = 'narrow';
  /** GET /orders/v1 takes the filters, too. */
  filtersList = false;
  /** Pages of models that were listed. */
  pages = 0;
  /** How lines of addresses are stored. */
  storedLine: (line: string) => string = (line) => line;
  /** Orders that are counted but shown on no list. */
  hiddenOrders = 0;
  /** Lists show this many of the newest orders and count only those, whatever limit is asked for. */
  countsPageOf: number | null = null;
  /** Lists show only what is older than this, in ms. */
  lag = 0;
  /** Answers carry a `Date`. */
  hasDates = true;
  /** The service's clock, epoch ms. */
  now: () => number = () => 0;
  /**
   * Fingerprints that the client does not have any more, and such that the service does not take any more.
   */
  readonly lostTokens = new Set<string>();
  readonly refusedTokens = new Set<string>();
  /**
   * Fingerprints that the service takes for ever, as one that accepts every timestamp does with OAuth 1.0.
   */
  readonly endlessTokens = new Set<string>();
  readonly deleted: number[] = [];
  /** Every question about orders and tokens, for counting. */
  asked = 0;
  #token = { name: 'fp-0', endsAt: -1 };
  #issued = 0;
  #nextId = 100;
  #hanging: (() => void)[] = [];

  /** Lets every hanging write continue. */
  release(): void {
    for (const go of this.#hanging.splice(0)) go();
  }

  readonly client: ServiceClient = {
    getServiceInfo: async () => {
      this.probes += 1;
      this.#requireOnline();
      const zero = { retryInSeconds: 0, retryTimestamp: 0, windowInSeconds: 300, history: [] };
      return { ...zero, limit: 150, remaining: 150, retryAt: null };
    },
    probeToken: async (fingerprint) => {
      this.#requireOnline();
      const serverDate = this.hasDates ? this.now() : null;
      this.#renew();
      if (this.lostTokens.has(fingerprint) || !/^fp-\d+$/.test(fingerprint)) {
        return { token: 'lost', serverDate };
      }
      if (this.endlessTokens.has(fingerprint)) return { token: 'endless', serverDate };
      const isCurrent = fingerprint === this.#token.name && !this.refusedTokens.has(fingerprint);
      return { token: isCurrent ? 'accepted' : 'refused', serverDate };
    },
    listMaterials: async () => [],
    listPrinters: async () => [],
    listCategories: async () => ({}),
    quote: async (_geometry, materials) => {
      this.#requireOnline();
      const price: PriceEntry = { price: this.unitPrice, currency: this.currency };
      return Object.fromEntries(materials.map((id) => [String(id), price]));
    },
    listModels: async (page) => {
      this.#requireOnline();
      this.pages += 1;
      return this.models
        .slice((page - 1) * 36, page * 36)
        .map(({ modelId, title }) => ({ modelId, modelVersion: 0, title }));
    },
    getModelInfo: async (modelId) => {
      this.#requireOnline();
      const model = this.#find(modelId);
      if (!model) throw new CodedError('not-found', 'No such model.');
      return modelInfoSchema.parse({
        result: 'success',
        modelId,
        modelVersion: this.versions.get(modelId)?.length ?? 0,
        title: model.title,
        ...detailsBody(this.details.get(modelId) ?? {}),
        ...(this.offers.has(modelId) && { materials: this.offers.get(modelId) }),
        printable: this.measuring.has(modelId) ? 'processing' : 'yes',
      });
    },
    getModelFile: async (modelId, version) => {
      this.#requireOnline();
      if (version > 0) return this.#fileOf(modelId, version);
      const model = this.#find(modelId);
      if (!model || this.hidesFiles) throw new CodedError('not-found', 'No such file.');
      const { title, fileName, md5: fileMd5Checksum, size: contentLength } = model;
      const facts = { modelId, modelVersion: 0, title, fileName, fileMd5Checksum, contentLength };
      return modelFileSchema.parse({ result: 'success', ...facts });
    },
    downloadFile: () => Promise.reject(new CodedError('not-found', 'This service keeps no bytes.')),
    deleteModel: async (modelId) => {
      this.#requireOnline();
      const index = this.models.findIndex((model) => model.modelId === modelId);
      if (index < 0) throw new CodedError('not-found', 'No such model.');
      this.models.splice(index, 1);
      this.deleted.push(modelId);
    },
    listShippingPrices: async () => {
      this.#requireOnline();
      return this.shippingPrices;
    },
    listOrders: async (page) => {
      this.#requireOnline();
      this.asked += 1;
      const { limit: _limit, page: _page, ...filters } = page ?? {};
      const fits = ({ request }: StoredOrder) =>
        !this.filtersList ||
        Object.entries(filters).every(([name, value]) => request[name as 'address3'] === value);
      const newestFirst = this.orders
        .filter(({ at = 0 }) => at <= this.now() - this.lag)
        .filter(fits)
        .toSorted((a, b) => b.orderId - a.orderId);
      if (this.countsPageOf !== null) {
        const shown = newestFirst.slice(0, this.countsPageOf);
        return this.#orderList(shown, shown.length);
      }
      const limit = Number(page?.['limit'] ?? 20);
      const from = (Number(page?.['page'] ?? 1) - 1) * limit;
      return this.#orderList(newestFirst.slice(from, from + limit), newestFirst.length + this.hiddenOrders);
    },
    getOrder: async (orderId, filters = {}) => {
      this.#requireOnline();
      this.asked += 1;
      if (!this.orders.some((order) => order.orderId === orderId)) {
        throw new CodedError('not-found', 'No such order.');
      }
      const fits = ({ request }: StoredOrder) =>
        Object.entries(filters).every(([name, value]) => request[name as 'address3'] === value);
      const isNamed = (order: StoredOrder) => order.orderId === orderId;
      const shown = this.orders.filter((order) => {
        if (this.filters === 'ignored') return isNamed(order);
        if (this.filters === 'replace' && Object.keys(filters).length > 0) return fits(order);
        return isNamed(order) && fits(order);
      });
      return this.#orderList(shown, shown.length);
    },
    cancelOrder: (orderId, gate) =>
      this.#write(this.changes, `cancel ${orderId}`, gate, () => {
        this.cancelled.add(orderId);
      }),
    removeModel: (modelId, gate) =>
      this.#write(this.changes, `remove ${modelId}`, gate, () => {
        const index = this.models.findIndex((model) => model.modelId === modelId);
        if (index >= 0) this.models.splice(index, 1);
      }),
    listCart: async () => {
      this.#requireOnline();
      return [...this.cart];
    },
    reprint: (orderId, { quantity }, gate) =>
      this.#write(this.changes, `reprint ${orderId}`, gate, () => {
        const original = this.orders.find((order) => order.orderId === orderId);
        if (!original) throw new Error('no such order');
        const items = original.request.items.map((item) => ({ ...item, quantity }));
        return { orderId: this.#keepOrder({ ...original.request, items }).orderId };
      }),
    editModel: (modelId, details, gate) =>
      this.#write(this.changes, `edit ${modelId}`, gate, () => {
        this.details.set(modelId, { ...this.details.get(modelId), ...details });
      }),
    addFile: (modelId, { fileName, md5, size }, gate) =>
      this.#write(this.changes, `file ${modelId}`, gate, () => {
        const files = this.versions.get(modelId) ?? [];
        this.versions.set(modelId, [...files, { fileName, md5, size }]);
        return this.#fileOf(modelId, files.length + 1);
      }),
    addPhoto: (modelId, { md5, size, title, description }, gate) =>
      this.#write(this.changes, `photo ${modelId}`, gate, () => {
        this.photos.push({ modelId, title });
        const facts = { modelId, title, description, fileMd5Checksum: md5, contentLength: size };
        const count = { photoId: this.photos.length, photoCount: this.photos.length };
        return photoSchema.parse({ result: 'success', ...facts, ...count, width: 1, height: 1 });
      }),
    addToCart: (item, gate) =>
      this.#write(this.changes, `cart ${item.modelId}`, gate, () => {
        this.cart.push({ ...item });
      }),
    customise: ({ spin }, gate) =>
      this.#write(this.changes, `customise ${spin}`, gate, () => {
        const modelId = this.#nextId++;
        const title = `custom ${spin}`;
        this.models.push({ modelId, title, fileName: `${spin}.stl`, md5: 'e'.repeat(32), size: 1 });
        return customisedSchema.parse({ result: 'success', spin: `${spin}-own`, modelId });
      }),
    uploadModel: (request, gate) =>
      this.#write(this.uploads, `upload ${request.title}`, gate, (behaviour) =>
        this.#keepModel(request, behaviour),
      ),
    placeOrder: (request, gate) =>
      this.#write(this.orderings, `order ${request.lastName}`, gate, () => this.#keepOrder(request)),
  };

  /** Models with numbers below 60 are always there: somebody else sells them. */
  #find(modelId: number): StoredModel | undefined {
    const shop = { modelId, title: `model ${modelId}`, fileName: 'shop.stl', md5: '5'.repeat(32), size: 1 };
    return this.models.find((one) => one.modelId === modelId) ?? (modelId < 60 ? shop : undefined);
  }

  /** Signs in again if the token has ended. Tokens live an hour. */
  #renew(): void {
    if (this.now() < this.#token.endsAt && !this.refusedTokens.has(this.#token.name)) return;
    this.#token = { name: `fp-${++this.#issued}`, endsAt: this.now() + 3_600_000 };
  }

  /** A model that somebody else made. */
  addModel(title: string): number {
    const modelId = this.#nextId++;
    this.models.push({ modelId, title, fileName: `${title}.stl`, md5: 'd'.repeat(32), size: 1 });
    return modelId;
  }

  /** Restored from a backup that has this many orders; their numbers begin again after them. */
  restore(count: number): void {
    const lost = this.orders.splice(count);
    this.#nextId = Math.min(this.#nextId, ...lost.map(({ orderId }) => orderId));
  }

  /** A lost request arrives after all. */
  deliverLate(request: OrderRequest): number {
    const { orderId } = this.#keepOrder(request);
    return orderId;
  }

  async #write<T>(
    script: Behaviour[],
    what: string,
    gate: CommitGate,
    act: (behaviour: Behaviour) => T,
  ): Promise<WriteOutcome<T>> {
    const behaviour = script.shift() ?? 'answer';
    await Promise.resolve();
    if (!this.isOnline || behaviour === 'break-before') return unsent('network');
    if (behaviour === 'file-changed') return unsent('file-changed');
    if (gate.signal?.aborted) return unsent('cancelled');
    gate.onProgress?.(1);
    if (behaviour === 'hang' || behaviour === 'hang-deaf') {
      const isDeaf = behaviour === 'hang-deaf';
      await new Promise<void>((resolve) => {
        this.#hanging.push(resolve);
        if (!isDeaf) gate.signal?.addEventListener('abort', () => resolve());
      });
      if (gate.signal?.aborted && !isDeaf) return unsent('cancelled');
    }
    if (behaviour === 'early-answer') return { kind: 'answered', value: act(behaviour) };
    if (behaviour === 'early-break') return unknown();
    try {
      this.#renew();
      const { name, endsAt } = this.#token;
      await gate.beforeLastByte({
        tokenFingerprint: name,
        tokenEndsAt: this.hasDates ? endsAt : null,
      });
    } catch (thrown) {
      return { kind: 'unsent', error: toAppError(thrown) };
    }
    if (behaviour === 'withhold') return unsent('network');
    this.sent.push(what);
    switch (behaviour) {
      case 'lose-request':
        return unknown();
      case 'error-answer':
        return { ...unknown(), isAnswered: true };
      case 'gateway-refuses-after':
        act(behaviour);
        return gatewayRefusal;
      case 'gateway-refuses':
        return gatewayRefusal;
      case 'lose-answer':
        act(behaviour);
        return unknown();
      case 'refuse-after':
        act(behaviour);
        return { kind: 'refused', status: 400, error: { code: 'refused', message: 'Not completed.' } };
      case 'say-only':
        return { kind: 'answered', value: { orderId: 7_777, productionOrderIds: [] } as T };
      case 'name-strangers': {
        const value = act(behaviour);
        const [like] = this.orders.slice(-1);
        if (!like) return unknown();
        const items = [{ modelId: 9, materialId: 6, quantity: 1 }];
        const { orderId } = this.#keepOrder({ ...like.request, items, address3: '' });
        return { kind: 'answered', value: { ...value, orderId } as T };
      }
      case 'refuse':
        return { kind: 'refused', status: 400, error: { code: 'refused', message: 'The wall is too thin.' } };
      case 'measuring':
        return {
          kind: 'refused',
          status: 400,
          error: { code: 'still-measuring', message: 'The model is still being measured.' },
        };
      case 'token-expired':
      case 'token-expired-after':
        if (behaviour === 'token-expired-after') act(behaviour);
        return { kind: 'refused', status: 401, error: { code: 'token-expired', message: 'Expired.' } };
      case 'rate-limit':
      case 'rate-limit-after': {
        if (behaviour === 'rate-limit-after') act(behaviour);
        const error: AppError = { code: 'rate-limited', message: 'Too many calls.' };
        return {
          kind: 'refused',
          status: 429,
          error: this.retryAt === null ? error : { ...error, retryAt: this.retryAt },
        };
      }
      case 'answer-of-another': {
        const earlier = { modelId: this.models.at(-1)?.modelId, orderId: this.orders.at(-1)?.orderId };
        const value = act(behaviour);
        return { kind: 'answered', value: { ...value, ...definedOf(earlier) } as T };
      }
      default:
        return { kind: 'answered', value: act(behaviour) };
    }
  }

  #keepModel(request: UploadRequest, behaviour: Behaviour) {
    const modelId = this.#nextId++;
    const { title, fileName, md5, size } = request;
    this.models.push({ modelId, title, fileName, md5, size });
    return uploadedModelSchema.parse({
      result: 'success',
      modelId,
      modelVersion: 0,
      title,
      fileName,
      contentLength: size,
      fileMd5Checksum: behaviour === 'other-bytes' ? '0'.repeat(32) : md5.toUpperCase(),
      printable: 'yes',
    });
  }

  #fileOf(modelId: number, version: number) {
    const file = this.versions.get(modelId)?.[version - 1];
    if (!file) throw new CodedError('not-found', 'No such file.');
    const { fileName, md5: fileMd5Checksum, size: contentLength } = file;
    const facts = { modelId, modelVersion: version, title: '', fileName, fileMd5Checksum, contentLength };
    return modelFileSchema.parse({ result: 'success', ...facts });
  }

  #keepOrder(request: OrderRequest) {
    const orderId = this.#nextId++;
    const { address2, address3 } = request;
    const lines = { address2: this.storedLine(address2), address3: this.storedLine(address3) };
    this.orders.push({ orderId, request: { ...request, ...lines }, at: this.now() });
    return placedOrderSchema.parse({ result: 'success', orderId, productionOrderIds: [orderId + 1000] });
  }

  #orderList(orders: readonly StoredOrder[], total: number) {
    return orderListSchema.parse({
      result: 'success',
      ordersCount: { total },
      ordersStatus: Object.fromEntries(
        orders.map(({ orderId }) => {
          const status = this.cancelled.has(orderId) ? 'cancelled' : 'placed';
          return [String(orderId), { status, items: {} }];
        }),
      ),
      ordersInfo: orders.map(({ orderId, request }) => ({
        orderId,
        refNumber: null,
        orderProducts: request.items.map((item, index) => ({
          orderProductId: index + 1,
          productTitle: `model ${item.modelId}`,
          quantity: item.quantity,
          models: [{ modelId: item.modelId, materialId: item.materialId, title: '' }],
        })),
      })),
    });
  }

  #requireOnline(): void {
    if (!this.isOnline) throw new CodedError('network', 'Nothing answers.');
  }
}

/** Without missing entries. */
const definedOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const unsent = (code: AppErrorCode): WriteOutcome<never> => ({
  kind: 'unsent',
  error: { code, message: `It was not sent (${code}).` },
});
const unknown = (): Extract<WriteOutcome<never>, { kind: 'unknown' }> => ({
  kind: 'unknown',
  error: { code: 'timeout', message: 'No answer came in time.' },
});

const gatewayRefusal: Extract<WriteOutcome<never>, { kind: 'unknown' }> = {
  ...unknown(),
  isAnswered: true,
  refusal: { code: 'refused', message: 'Blocked by policy.' },
};
