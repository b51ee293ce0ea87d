/**
 * What the service sells and holds: materials, printers and categories, prices, orders, models. The handlers of
 * the contract call it. It asks the service first and falls back to what the service last said, where the contract
 * has words for that (`fetchedAt`, `source: 'cached'`), so that the window works without a connection.
 */
import { z } from 'zod';
import { type ModelListEntry, modelListEntrySchema, modelsPerPage } from '../../src-shared/api/models.ts';
import { type OrderList, orderListSchema } from '../../src-shared/api/orders.ts';
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import { type Catalog, catalogSchema, type Quote, type SpooledFile } from '../../src-shared/ipc/contract.ts';
import { type ModelView, modelView } from '../../src-shared/ipc/model-view.ts';
import { type OrderView, orderViews } from '../../src-shared/ipc/order-view.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { Clock } from '../api-client/clock.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { Documents } from '../db/documents.ts';
import type { Spool } from '../files/spool.ts';
import { unmarkedName } from '../queue/ids.ts';
import { QuoteCache, questionOf } from './quote-cache.ts';

/** What an order was confirmed at here, by order id. */
export type RememberedOrders = Parameters<typeof orderViews>[1];

export interface CatalogOptions {
  readonly accounts: { current(): { readonly id: string }; clientFor(accountId: string): ServiceClient };
  readonly documents: Documents;
  readonly clock: Clock;
  /** Orders that were placed here for this account. */
  readonly remembered: (accountId: string) => RememberedOrders;
}

export interface CatalogService {
  /**
   * Asked of the service, at most once in a quarter of an hour. With `refresh` a failure is thrown, because the
   * person asked for news; without it the last known catalogue stands in, however old.
   */
  get(options: { readonly refresh: boolean }): Promise<Catalog>;
  /** Prices in these materials (none: in all). */
  quote(geometry: PriceGeometry, materials: readonly number[]): Promise<Quote>;
  listOrders(): Promise<{ orders: OrderView[]; fetchedAt: number; source: 'live' | 'cached' }>;
  /** A page of 36 models, from 1; `cachedFrom` where it is what the service said last. */
  listModels(page: number): Promise<{ models: ModelListEntry[]; hasMore: boolean; cachedFrom?: number }>;
  /** Throws `not-found`. */
  showModel(modelId: number): Promise<ModelView>;
  /** What stands in the cart that the service keeps. */
  listCart(): Promise<{ modelId: number; materialId: number; quantity: number }[]>;
  /** Fetches a version of a model's file (none: the newest) and checks that all of it came. */
  download(
    modelId: number,
    version: number | undefined,
    spool: Pick<Spool, 'importStream'>,
  ): Promise<SpooledFile>;
  /** Drops what was kept of an account that was removed. */
  forget(accountId: string): void;
}

/** ms. A catalogue changes a few times a year, and prices hardly more often than a model is turned. */
const catalogFreshFor = 15 * 60_000;
const quoteFreshFor = 60_000;

/** What the service itself said about the question is passed on; everything else is a reason to use the kept. */
const spoken: ReadonlySet<string> = new Set(['refused', 'not-found', 'cancelled', 'internal']);
const isUnreachable = (thrown: unknown) => !spoken.has(toAppError(thrown).code);

const cachedModelsSchema = z.object({ fetchedAt: z.int(), models: z.array(modelListEntrySchema) });
const cachedOrdersSchema = z.object({ fetchedAt: z.int(), list: orderListSchema });

export function createCatalog({ accounts, documents, clock, remembered }: CatalogOptions): CatalogService {
  const quotes = new QuoteCache(documents);
  const shared = sharedCalls();
  /** Who gave the catalogue that is kept: swatch addresses of a local service do not outlive its port. */
  const givenBy = new Map<string, ServiceClient>();

  function cachedCatalog(accountId: string): Catalog | null {
    const parsed = catalogSchema.safeParse(documents.get(`catalog/${accountId}`));
    return parsed.success ? parsed.data : null;
  }

  async function fetchCatalog(accountId: string): Promise<Catalog> {
    const client = accounts.clientFor(accountId);
    const [materials, printers, categories] = await Promise.all([
      client.listMaterials(),
      client.listPrinters(),
      client.listCategories(),
    ]);
    const catalog = { materials, printers, categories, fetchedAt: clock.now() };
    documents.set(`catalog/${accountId}`, catalog);
    givenBy.set(accountId, client);
    return catalog;
  }

  const currentClient = () => accounts.clientFor(accounts.current().id);
  const isFresh = (since: number, span: number) => Math.abs(clock.now() - since) < span;

  return {
    async get({ refresh }) {
      const { id } = accounts.current();
      const kept = cachedCatalog(id);
      try {
        const isOfNow = givenBy.get(id) === accounts.clientFor(id);
        if (!refresh && kept && isOfNow && isFresh(kept.fetchedAt, catalogFreshFor)) return kept;
        return await shared(`catalog/${id}`, () => fetchCatalog(id));
      } catch (thrown) {
        if (refresh || !kept || !isUnreachable(thrown)) throw thrown;
        return kept;
      }
    },

    async quote(geometry, materials) {
      const { id } = accounts.current();
      const question = questionOf(geometry, materials);
      const kept = quotes.read(id, question);
      if (kept && isFresh(kept.quotedAt, quoteFreshFor)) return { ...kept, source: 'live' };
      try {
        return await shared(`quote/${id}/${question}`, async () => {
          const prices = await accounts.clientFor(id).quote(geometry, materials);
          const quote = { prices, quotedAt: clock.now() };
          quotes.write(id, question, quote);
          return { ...quote, source: 'live' as const };
        });
      } catch (thrown) {
        const known = kept ?? fromAllMaterials(quotes.read(id, questionOf(geometry, [])), materials);
        if (!known || !isUnreachable(thrown)) throw thrown;
        return { ...known, source: 'cached' };
      }
    },

    async listOrders() {
      const { id } = accounts.current();
      const view = (list: OrderList) => orderViews(list, remembered(id));
      try {
        const list = await shared(`orders/${id}`, async () => accounts.clientFor(id).listOrders());
        const fetchedAt = clock.now();
        documents.set(`orders/${id}`, { fetchedAt, list });
        return { orders: view(list), fetchedAt, source: 'live' };
      } catch (thrown) {
        const kept = cachedOrdersSchema.safeParse(documents.get(`orders/${id}`));
        if (!kept.success || !isUnreachable(thrown)) throw thrown;
        return { orders: view(kept.data.list), fetchedAt: kept.data.fetchedAt, source: 'cached' };
      }
    },

    async listModels(page) {
      const key = `models/${accounts.current().id}`;
      try {
        const models = await currentClient().listModels(page);
        // The newest are what people look at first; of what lies behind them nothing is kept.
        if (page === 1) documents.set(key, { fetchedAt: clock.now(), models });
        return { models, hasMore: models.length >= modelsPerPage };
      } catch (thrown) {
        const kept = cachedModelsSchema.safeParse(documents.get(key));
        if (page > 1 || !kept.success || !isUnreachable(thrown)) throw thrown;
        return { models: kept.data.models, hasMore: false, cachedFrom: kept.data.fetchedAt };
      }
    },

    showModel: async (modelId) => modelView(await currentClient().getModelInfo(modelId)),
    async listCart() {
      const items = await currentClient().listCart();
      return items.map(({ modelId, materialId, quantity }) => ({ modelId, materialId, quantity }));
    },
    async download(modelId, version, spool) {
      const client = currentClient();
      const wanted = version ?? (await client.getModelInfo(modelId)).modelVersion;
      return client.downloadFile(modelId, wanted, (bytes, name) =>
        spool.importStream(bytes, unmarkedName(name)),
      );
    },

    forget(accountId) {
      givenBy.delete(accountId);
      documents.delete(`catalog/${accountId}`);
      documents.delete(`orders/${accountId}`);
      documents.delete(`models/${accountId}`);
      quotes.forget(accountId);
    },
  };
}

/** Prices of all materials also answer a question for some; a material without a price then stays without one. */
function fromAllMaterials<Q extends { prices: Record<string, unknown> }>(
  quote: Q | null,
  materials: readonly number[],
): Q | null {
  if (!quote) return null;
  const wanted = new Set(materials.map(String));
  return {
    ...quote,
    prices: Object.fromEntries(Object.entries(quote.prices).filter(([id]) => wanted.has(id))),
  };
}

/** One call at a time for one question; who asks meanwhile gets the same answer. */
function sharedCalls() {
  const underway = new Map<string, Promise<unknown>>();
  return <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const running = underway.get(key) as Promise<T> | undefined;
    if (running) return running;
    const promise = call().finally(() => underway.delete(key));
    underway.set(key, promise);
    return promise;
  };
}
