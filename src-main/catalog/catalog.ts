/**
 * Reads what the services of the accounts sell and store: materials, printers, categories, prices, orders,
 * models. Called by the contract's handlers. It asks the service first and falls back to the last known
 * answer if the contract can say so (`fetchedAt`, `source: 'cached'`), so that the window works without a
 * connection.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type ModelListEntry, modelListEntrySchema, modelsPerPage } from '../../src-shared/api/models.ts';
import type { OrderFilters } from '../../src-shared/api/order-filters.ts';
import { type OrderList, orderListSchema } from '../../src-shared/api/orders.ts';
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import { renewedAt } from '../../src-shared/api/service-info.ts';
import type { ShippingPrice } from '../../src-shared/api/shipping-prices.ts';
import type { Account } from '../../src-shared/ipc/account.ts';
import { type Catalog, catalogSchema } from '../../src-shared/ipc/catalog.ts';
import type { FileVersion } from '../../src-shared/ipc/file-version.ts';
import { type ModelView, modelView } from '../../src-shared/ipc/model-view.ts';
import {
  type OrderCounts,
  type OrderView,
  orderViews,
  withOwnOrders,
} from '../../src-shared/ipc/order-view.ts';
import type { Estimates, Later, Quote } from '../../src-shared/ipc/quote.ts';
import type { Rate } from '../../src-shared/ipc/rate.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { toAppError } from '../../src-shared/result.ts';
import { cubicMetres, metres, squareMetres } from '../../src-shared/units/units.ts';
import { isUnreachable } from '../../src-shared/unreachable.ts';
import type { SoapAccounts } from '../accounts/soap-access.ts';
import type { Clock } from '../api-client/clock.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import { cachedDocument, type Documents } from '../db/documents.ts';
import type { Spool } from '../files/spool.ts';
import { problemOf } from '../main-error.ts';
import { unmarkedName } from '../queue/core/ids.ts';
import { withOwnModels } from '../queue/own-models.ts';
import type { BackgroundBudget } from '../queue/send/background-budget.ts';
import { estimateFrom } from './estimates.ts';
import { filterOrders, onlyOrders } from './filter-orders.ts';
import { withEarlierFacts, withFacts } from './printer-facts.ts';
import { type Group, QuoteCache, questionOf } from './quote-cache.ts';

/** The orders that are stored here, by id. */
export type RememberedOrders = Parameters<typeof orderViews>[1];

export interface CatalogOptions {
  readonly accounts: {
    list(): readonly Pick<Account, 'id' | 'baseUrl' | 'isLocal'>[];
    clientFor(accountId: string): ServiceClient;
    /** True while its service, which belongs to this application, is about to listen. */
    isStarting?(accountId: string): boolean;
  };
  /** Reads what only SOAP reports. */
  readonly soap: Pick<SoapAccounts, 'printers'>;
  readonly documents: Documents;
  readonly clock: Clock;
  /** Asks for what nobody waits for, or says why not now. */
  readonly background: Pick<BackgroundBudget, 'ask'>;
  /** Orders that this machine placed for the account. */
  readonly remembered: (accountId: string) => RememberedOrders;
  /** The jobs of this machine for the account's service. */
  readonly jobs: (accountId: string) => readonly Job[];
}

interface OrderListing {
  readonly orders: OrderView[];
  readonly counts: OrderCounts;
  readonly fetchedAt: number;
  readonly source: 'live' | 'cached';
}

interface ModelPage {
  readonly models: ModelListEntry[];
  readonly hasMore: boolean;
  /** Set if this is the last known answer. */
  readonly cachedFrom?: number;
}

/** Each version of a model costs a call. */
const mostVersions = 20;

/** ms. A catalogue changes a few times a year, and so do prices. */
const catalogFreshFor = 15 * 60_000;
const quoteFreshFor = 60_000;
/** A model is shown, changed or deleted without the currency of its prices if that takes longer. */
const longestCurrencyWait = 2_000;
const exploredFreshFor = catalogFreshFor;

/** The service's answer, or the last known one if it cannot be reached. Its own errors are passed on. */
async function orLastKnown<T>(ask: () => Promise<T>, lastKnown: () => T | null): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const known = isUnreachable(toAppError(thrown)) ? lastKnown() : null;
    if (known === null) throw thrown;
    return known;
  }
}

const currencySchema = z.string().length(3);
const edge = metres(0.01);
const none = metres(0);
const oneCubicCentimetre: PriceGeometry = {
  volume: cubicMetres(1e-6),
  area: squareMetres(6e-4),
  xBoundMin: none,
  xBoundMax: edge,
  yBoundMin: none,
  yBoundMax: edge,
  zBoundMin: none,
  zBoundMax: edge,
};

const cachedModelsSchema = z.object({ fetchedAt: z.int(), models: z.array(modelListEntrySchema) });
const cachedOrdersSchema = z.object({ fetchedAt: z.int(), list: orderListSchema });

export function createCatalog({
  accounts,
  soap,
  documents,
  clock,
  background,
  remembered,
  jobs,
}: CatalogOptions) {
  const quotes = new QuoteCache(documents);
  const shared = sharedCalls();
  /**
   * The client that read the cached catalogue: swatch addresses of a local service are only valid for its
   * port.
   */
  const givenBy = new Map<string, ServiceClient>();

  const cachedCatalog = (id: string) => cachedDocument(documents, `catalog/${id}`, catalogSchema);
  const cachedOrders = (id: string) => cachedDocument(documents, `orders/${id}`, cachedOrdersSchema);
  const knownCurrency = (id: string) => cachedDocument(documents, `currency/${id}`, currencySchema);

  async function fetchCatalog(accountId: string): Promise<Catalog> {
    const client = accounts.clientFor(accountId);
    const [materials, printers, categories, facts] = await Promise.all([
      client.listMaterials(),
      client.listPrinters(),
      client.listCategories(),
      // Optional facts: their failure must not cost the catalogue itself.
      soap.printers(accountId).catch((thrown: unknown) => problemOf(toAppError(thrown))),
    ]);
    const offered = { materials, printers };
    const catalog: Catalog = {
      ...offered,
      ...(Array.isArray(facts) && withFacts(offered, facts)),
      ...(facts !== null &&
        'code' in facts && { ...withEarlierFacts(offered, cachedCatalog(accountId)), soapProblem: facts }),
      categories,
      fetchedAt: clock.now(),
    };
    documents.set(`catalog/${accountId}`, catalog);
    givenBy.set(accountId, client);
    return catalog;
  }

  /**
   * The entries of a model carry no currency, so it is that of any price of the account
   * [Assumption: model-price-currency].
   */
  async function currencyOf(accountId: string): Promise<string | null> {
    const known = knownCurrency(accountId);
    if (known !== null) return known;
    const materialId = cachedCatalog(accountId)?.materials[0]?.materialId;
    const asked = materialId === undefined ? [] : [materialId];
    const prices = await accounts
      .clientFor(accountId)
      .quote(oneCubicCentimetre, asked)
      .catch(() => ({}));
    const currency =
      Object.values<{ currency: string }>(prices).find((one) => one.currency)?.currency ?? null;
    if (currency !== null) documents.set(`currency/${accountId}`, currency);
    return currency;
  }

  async function askPrices(
    id: string,
    geometry: PriceGeometry,
    materials: readonly number[],
    group: Group,
  ): Promise<Quote> {
    const prices = await accounts.clientFor(id).quote(geometry, materials);
    const quote = { prices, quotedAt: clock.now() };
    quotes.write(id, questionOf(geometry, materials), { ...quote, geometry }, group);
    return { ...quote, source: 'live' };
  }

  const accountOf = (id: string) =>
    accounts.list().find((account) => account.id === id) ?? { id, baseUrl: '', isLocal: false };
  const isFresh = (since: number, span: number) => Math.abs(clock.now() - since) < span;

  return {
    /**
     * Asks the service at most every 15 minutes. With `refresh`, a failure is thrown because the person asked
     * for an update; otherwise the last known catalogue is returned, however old.
     */
    async get(id: string, { refresh }: { readonly refresh: boolean }): Promise<Catalog> {
      const cached = cachedCatalog(id);
      if (!refresh && cached && accounts.isStarting?.(id)) return cached;
      const ask = async () => {
        const isOfNow = givenBy.get(id) === accounts.clientFor(id);
        if (!refresh && cached && isOfNow && isFresh(cached.fetchedAt, catalogFreshFor)) return cached;
        return shared(`catalog/${id}`, () => fetchCatalog(id));
      };
      return orLastKnown(ask, () => (refresh ? null : cached));
    },

    /** Prices in these materials (none: in all). */
    async quote(id: string, geometry: PriceGeometry, materials: readonly number[]): Promise<Quote> {
      const question = questionOf(geometry, materials);
      const cached = quotes.read(id, question);
      if (cached && isFresh(cached.quotedAt, quoteFreshFor)) return { ...cached, source: 'live' };
      const ask = () => shared(`quote/${id}/${question}`, () => askPrices(id, geometry, materials, 'parts'));
      return orLastKnown(ask, () => {
        const known = cached ?? fromAllMaterials(quotes.read(id, questionOf(geometry, [])), materials);
        return known && { ...known, source: 'cached' };
      });
    },

    /** Prices in all materials that nobody waits for: asked only where that delays nothing else. */
    async explore(id: string, geometry: PriceGeometry): Promise<Quote | Later> {
      const question = questionOf(geometry, []);
      const cached = quotes.read(id, question);
      if (cached && isFresh(cached.quotedAt, exploredFreshFor)) return { ...cached, source: 'live' };
      return shared(`explore/${id}/${question}`, () =>
        background.ask(id, () => askPrices(id, geometry, [], 'explored')),
      );
    },

    /**
     * Estimates the price of a part in these materials (none: in all) from cached prices of other parts.
     * Calls no service.
     */
    estimate: (id: string, geometry: PriceGeometry, materials: readonly number[]): Estimates =>
      estimateFrom(quotes.list(id), geometry, materials, knownCurrency(id)),

    /** With filters, always asks the service, even if an answer is cached. Throws `filters-ignored`. */
    async listOrders(id: string, filters: OrderFilters = {}): Promise<OrderListing> {
      const view = (given: OrderList, fetchedAt: number, source: OrderListing['source']): OrderListing => {
        const list = withOwnOrders(given, remembered(id), fetchedAt);
        const orders = orderViews(list, remembered(id), accountOf(id).baseUrl);
        return { orders, counts: countsOf(list), fetchedAt, source };
      };
      const { orderIds, ...others } = filters;
      const isFiltered = Object.keys(filters).length > 0;
      const ask = async () => {
        if (isFiltered) return view(await filterOrders(accounts.clientFor(id), filters), clock.now(), 'live');
        const list = await shared(`orders/${id}`, async () => accounts.clientFor(id).listOrders());
        const fetchedAt = clock.now();
        documents.set(`orders/${id}`, { fetchedAt, list });
        return view(list, fetchedAt, 'live');
      };
      return orLastKnown(ask, () => {
        const cached = cachedOrders(id);
        // Ids can be picked from the last known list; addresses are not in it.
        const isEnough = !isFiltered || (orderIds !== undefined && Object.keys(others).length === 0);
        if (cached === null || !isEnough) return null;
        const list = orderIds === undefined ? cached.list : onlyOrders(cached.list, orderIds);
        return view(list, cached.fetchedAt, 'cached');
      });
    },

    /** A page of 36 models, from 1. */
    async listModels(id: string, page: number): Promise<ModelPage> {
      const key = `models/${id}`;
      const ask = async (): Promise<ModelPage> => {
        const models = await accounts.clientFor(id).listModels(page);
        // Only the newest models are cached: people open those first.
        if (page === 1) documents.set(key, { fetchedAt: clock.now(), models });
        return { models, hasMore: models.length >= modelsPerPage };
      };
      return orLastKnown(ask, () => {
        const cached = page > 1 ? null : cachedDocument(documents, key, cachedModelsSchema);
        if (cached === null) return null;
        const { models, fetchedAt } = cached;
        return { models: withOwnModels(models, jobs(id), fetchedAt), hasMore: false, cachedFrom: fetchedAt };
      });
    },

    /** Throws `not-found`. */
    async showModel(id: string, modelId: number): Promise<ModelView> {
      const asked = currencyOf(id);
      const info = await accounts.clientFor(id).getModelInfo(modelId);
      const currency = await Promise.race([asked, pause(longestCurrencyWait, null, { ref: false })]);
      return modelView(info, accountOf(id), currency);
    },
    /** The newest 20 versions of a model's file, newest first. Throws `not-found`. */
    async listVersions(id: string, modelId: number): Promise<FileVersion[]> {
      const client = accounts.clientFor(id);
      const { modelVersion } = await client.getModelInfo(modelId);
      const wanted = Array.from(
        { length: Math.min(modelVersion + 1, mostVersions) },
        (_, at) => modelVersion - at,
      );
      const versions = await Promise.all(wanted.map((version) => client.getModelFile(modelId, version)));
      return versions.map(({ modelVersion: version, fileName, contentLength, fileMd5Checksum }, at) => ({
        // A service may answer with the newest version's number for each.
        version: wanted[at] ?? version,
        fileName: unmarkedName(fileName),
        size: contentLength,
        md5: fileMd5Checksum,
      }));
    },
    /** The contents of the service's own cart. */
    async listCart(id: string) {
      const items = await accounts.clientFor(id).listCart();
      return items.map(({ modelId, materialId, quantity }) => ({ modelId, materialId, quantity }));
    },
    /** Downloads a version of a model's file (default: the newest) and checks that it is complete. */
    async download(
      id: string,
      modelId: number,
      version: number | undefined,
      spool: Pick<Spool, 'importStream'>,
    ): Promise<SpooledFile> {
      const client = accounts.clientFor(id);
      const wanted = version ?? (await client.getModelInfo(modelId)).modelVersion;
      return client.downloadFile(modelId, wanted, (bytes, name) =>
        spool.importStream(bytes, unmarkedName(name)),
      );
    },

    /** Null if the service does not list them. */
    shippingPrices: async (id: string, country: string, zipCode: string): Promise<ShippingPrice[] | null> =>
      accounts.clientFor(id).listShippingPrices(country, zipCode),
    async rate(id: string): Promise<Rate> {
      const info = await accounts.clientFor(id).getServiceInfo();
      const { limit, remaining, windowInSeconds, retryAt } = info;
      return { limit, remaining, windowInSeconds, retryAt, renewedAt: renewedAt(info, clock.now()) };
    },

    /** The next `get` asks the service. */
    expire: (accountId: string): void => void givenBy.delete(accountId),
    /** Drops the cached data of a removed account. */
    forget(accountId: string): void {
      givenBy.delete(accountId);
      documents.delete(`catalog/${accountId}`);
      documents.delete(`orders/${accountId}`);
      documents.delete(`models/${accountId}`);
      documents.delete(`currency/${accountId}`);
      quotes.forget(accountId);
    },
  };
}

const countsOf = ({ ordersCount }: OrderList): OrderCounts => {
  const { total, placed, in_production, cancelled, unknown, shipped } = ordersCount;
  return { total, placed, in_production, cancelled, unknown, shipped };
};

/**
 * Prices of all materials also answer a request for some of them. A material without a price stays without
 * one.
 */
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

/** Shares one call among all callers with the same question. */
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
