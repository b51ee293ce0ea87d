/**
 * Composes the print service: data folder, store, threads and routes. Started by the app's child process for its own
 * service, and alone by `server.ts`. Knows no client.
 */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { OperatorAction, OperatorState } from '../src-shared/api/operator.ts';
import type { RegisterRoutes, ServiceContext } from './context.ts';
import type { FileStore } from './files/file-store.ts';
import { type FileStorage, openFiles } from './files/open-files.ts';
import { UnusedFiles } from './files/unused-files.ts';
import { operatorKeyOf, ownerOAuth1Of, sealerOf } from './first-start.ts';
import { createHttpServer } from './http/http-server.ts';
import { withoutSlashAtEnd } from './http/normalise-url.ts';
import { cameByTicket, PrivateAccess } from './http/private-access.ts';
import type { RateLimitSetting } from './http/rate-limit.ts';
import { recordRoutes } from './http/route-table.ts';
import { Measurer } from './measure/measurer.ts';
import { registerOAuth1 } from './oauth1/endpoints.ts';
import { registerAuthorizeEndpoint } from './oauth2/authorize-endpoint.ts';
import { registerTokenEndpoint } from './oauth2/token-endpoint.ts';
import { registerDeveloper } from './pages/developer.ts';
import { registerModelPages } from './pages/model-pages.ts';
import { registerSignIn } from './pages/sign-in.ts';
import { Chores, leftOverAfter } from './production/chores.ts';
import { createOperator } from './production/operator.ts';
import { Production } from './production/production.ts';
import { SimulatedClock } from './production/simulated-clock.ts';
import { registerCart } from './routes/cart.ts';
import { registerCustomised } from './routes/customised.ts';
import { registerCategories, registerMaterials, registerPrinters } from './routes/materials.ts';
import { registerModelFiles } from './routes/model-files.ts';
import { registerModels } from './routes/models.ts';
import { registerOpenApi } from './routes/openapi.ts';
import { registerOrders } from './routes/orders.ts';
import { registerPhotos } from './routes/photos.ts';
import { registerPrice } from './routes/price.ts';
import { registerReprint } from './routes/reprint.ts';
import { registerServiceInfo } from './routes/service-info.ts';
import { openSharedState } from './shared-state.ts';
import { registerSoap, soapPath } from './soap/endpoint.ts';
import { Draining, type DrainPatience } from './status/draining.ts';
import { measureCalls } from './status/metrics.ts';
import { logRequests } from './status/request-log.ts';
import { StatusServer } from './status/status-server.ts';
import { Accounts } from './store/accounts.ts';
import { Applications, type IssuedApplication, type IssueOptions } from './store/applications.ts';
import { Authorizations } from './store/authorizations.ts';
import { Cart } from './store/cart.ts';
import { type OpenedStore, openStore } from './store/database.ts';
import type { Store } from './store/dialect.ts';
import { type FolderLock, lockFolder } from './store/folder-lock.ts';
import { keepPrivate } from './store/keep-private.ts';
import { type Measuring, OwnMeasuring } from './store/measuring.ts';
import { Models } from './store/models.ts';
import { refuseUnfinishedMove } from './store/moved-folder.ts';
import { OAuth1Tokens } from './store/oauth1-tokens.ts';
import { Orders } from './store/orders.ts';
import { Photos } from './store/photos.ts';
import type { DatabaseAddress } from './store/postgres-address.ts';
import type { Say } from './store/postgres-membership.ts';
import { SharedMeasuring } from './store/shared-measuring.ts';
import { type MeasureAhead, Uploads } from './store/uploads.ts';

export type Role = 'all' | 'web' | 'worker';

export interface ServiceOptions {
  /** Folder of the database, the key file and the uploads; created if missing. */
  readonly dataDir: string;
  /** A PostgreSQL database instead of SQLite in the folder. */
  readonly database?: DatabaseAddress;
  /**
   * With PostgreSQL, what this process does: `web` answers calls, `worker` measures, produces and cleans up, `all` does both.
   * Default all.
   */
  readonly role?: Role;
  /** S3-compatible storage for the files, instead of the folder. */
  readonly files?: FileStorage;
  /**
   * How long a file without references stays, ms. Default: an hour if several processes may use the files, which is with
   * PostgreSQL; otherwise 0.
   */
  readonly keepUnusedMs?: number;
  /** Calls of one application in a sliding window. Default 150 in 300 s. */
  readonly rateLimit?: RateLimitSetting;
  /** Epoch ms. Default: the clock of the system. */
  readonly clock?: () => number;
  readonly logger?: FastifyBaseLogger;
  /** Bytes of one model file. Default 64 MB. */
  readonly maxUploadBytes?: number;
  /**
   * Refuses OAuth 1.0 calls with a JSON body that `oauth_body_hash` does not cover. Default false, since existing clients
   * send none.
   */
  readonly requireBodyHash?: boolean;
  /** The unit in which SOAP clients send `modelVolume`. Default m3, as the interface says. */
  readonly soapVolume?: 'm3' | 'cm3';
  /** How long access tokens live, s. Default 3600. */
  readonly tokenSeconds?: number;
  /** How long the answer to an upload may wait for its measures, ms. Default 5,000. */
  readonly measureWaitMs?: number;
  /**
   * How long a client may take to send its headers and its whole request, ms. Default: one minute and 15 minutes.
   */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  /** How calls end when the service closes. Default: no notice, and running calls are cut, as the app has waited for its own. */
  readonly drain?: DrainPatience;
  /** Whether `status.listen` may be called. Counting calls takes some time of each. */
  readonly hasStatus?: boolean;
  /** Logs every call. */
  readonly logsRequests?: boolean;
  /** Address under which clients reach the service, if it is not the one on which it listens. */
  readonly publicUrl?: string;
  /** The same seed gives the same orders the same production. Default 1. */
  readonly productionSeed?: number;
  /** Redirect addresses of the first application beside the loopback ones, from this start on. */
  readonly redirectUris?: readonly string[];
  /** Incentive codes that orders may carry, with the percentage that each takes off the parts. Default none. */
  readonly incentives?: ReadonlyMap<string, number>;
  /**
   * If set, the service belongs to one application: it answers only to requests with this secret in the header
   * `x-fabdesk-secret`, and has neither sign-ups nor sign-ins.
   */
  readonly secret?: string;
  /** Fixed credentials of the first application, for a new data folder. */
  readonly provision?: { readonly clientId: string; readonly clientSecret: string };
}

export interface Service {
  readonly fastify: FastifyInstance;
  /** As `METHOD /path/:parameter`. Tests require that each is covered. */
  readonly routes: readonly string[];
  /** The application that belongs to the data folder: issued at the first start, and the same ever after. */
  readonly credentials: IssuedApplication;
  /** Issues another application. Only a hash of its secret is stored, so this answer alone contains it. */
  issueApplication(name: string, request?: Partial<IssueOptions>): Promise<IssuedApplication>;
  /** The account that belongs to the data folder. It can sign in on the pages and through SOAP. */
  readonly owner: { readonly username: string; readonly password: string };
  /** An OAuth 1.0 access token of the owner; its consumer key and secret are the client's id and secret. */
  readonly oauth1: { readonly token: string; readonly secret: string };
  /** The address at which a browser sees a page of a service with a secret, once and as the owner. `path`: with its query. */
  pageFor(path: string): string;
  /** Address of the SOAP interface, once the service listens. */
  soapUrl(): string;
  /** @returns base_url without a slash at the end. Rejects with EADDRINUSE if the port is taken. */
  listen(port: number, host?: string): Promise<string>;
  /** The operator's interface: clock, production and faults. It listens only on request. */
  readonly operator: {
    readonly key: string;
    readonly routes: readonly string[];
    /** Does one action within this process, without a port. Rejects with a `CodedError`. */
    act(action: OperatorAction): Promise<OperatorState>;
    /** On 127.0.0.1. @returns its address without a slash at the end */
    listen(port: number): Promise<string>;
  };
  /** Health, readiness and metrics of this process, for who runs it. */
  readonly status: {
    /** @returns its address without a slash at the end */
    listen(port: number, host: string): Promise<string>;
  };
  /** Finishes running work, then closes everything. */
  close(): Promise<void>;
}

/** What people sign in or up for; a service that belongs to one application has none of it. */
const signInRoutes: readonly RegisterRoutes[] = [
  registerAuthorizeEndpoint,
  registerSignIn,
  registerOAuth1,
  registerDeveloper,
];

const routes: readonly RegisterRoutes[] = [
  registerTokenEndpoint,
  registerModelPages,
  registerSoap,
  registerOpenApi,
  registerServiceInfo,
  registerMaterials,
  registerPrinters,
  registerCategories,
  registerPrice,
  registerModels,
  registerModelFiles,
  registerPhotos,
  registerCart,
  registerOrders,
  registerReprint,
  registerCustomised,
];

/** Bytes of one model file [Assumption: upload-size]. */
const defaultUploadBytes = 64 * 1024 * 1024;
const unusedGraceMs = 3_600_000;
const ownerApplication = 'Print service owner';

/** Redirect addresses of the first application: loopback addresses with any port, or the screen. */
const ownerRedirectUris = [
  'oob',
  'http://127.0.0.1/callback',
  'http://localhost/callback',
  'http://127.0.0.1/',
  'http://localhost/',
];

export async function createService(options: ServiceOptions): Promise<Service> {
  const time = new SimulatedClock(options.clock ?? Date.now);
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  keepPrivate(options.dataDir, 0o700);
  const role = options.role ?? 'all';
  if (role !== 'all' && options.database === undefined)
    throw new Error(
      `A process with the role ${role} shares a PostgreSQL database with others. Give its address with --database or FABDESK_DATABASE.`,
    );
  const folder = await lockFolder(options.dataDir, options.database !== undefined);
  const say: Say = (level, sentence, cause) => options.logger?.[level]({ err: cause }, sentence);
  const opened = await openStore(options.dataDir, options.database, say).catch((error: unknown) => {
    folder.unlock();
    throw error;
  });
  try {
    await refuseUnfinishedMove(opened.store);
    const files = await openFiles(opened.store, options.dataDir, options.files, say);
    try {
      return await startService(options, role, time, folder, { ...opened, files });
    } catch (error) {
      await files.close();
      throw error;
    }
  } catch (error) {
    await opened.close().catch(() => undefined);
    folder.unlock();
    throw error;
  }
}

async function startService(
  options: ServiceOptions,
  role: Role,
  time: SimulatedClock,
  folder: FolderLock,
  opened: OpenedStore & { readonly files: FileStore },
): Promise<Service> {
  const { store, processes, files } = opened;
  const clock = time.now;
  await time.load(store, processes);
  const sealer = await sealerOf(options.dataDir, store);
  const applications = new Applications(store, sealer, clock, {
    ...(options.tokenSeconds !== undefined && { tokenSeconds: options.tokenSeconds }),
    remembers: processes === null,
  });
  const accounts = new Accounts(store, sealer, clock);
  const owner = await accounts.owner();
  const credentials =
    (await applications.sealedCredentials(ownerApplication)) ??
    (await applications.issue(owner.accountId, ownerApplication, {
      sealSecret: true,
      redirectUris: ownerRedirectUris,
      maySendMetadata: true,
      ...options.provision,
    }));
  await applications.addRedirectUris(credentials.client_id, options.redirectUris ?? []);

  const oauth1Tokens = new OAuth1Tokens(store, sealer, clock);
  const oauth1 = await ownerOAuth1Of(store, sealer, oauth1Tokens, credentials.client_id, owner.accountId);
  const measurer = new Measurer(Math.max(1, Math.min(4, availableParallelism() - 1)));
  const measureAhead: MeasureAhead =
    role === 'web' ? async () => null : (path, size, arrival) => measurer.measureAhead(path, size, arrival);
  const unused = new UnusedFiles(store, files, options.keepUnusedMs ?? (processes ? unusedGraceMs : 0));
  const uploads = new Uploads(options.dataDir, files, unused, measureAhead);
  uploads.sweepIncoming(folder.isAlone ? 0 : leftOverAfter);
  const measuring: Measuring = processes
    ? new SharedMeasuring(store, uploads, measurer, processes, role !== 'web')
    : new OwnMeasuring(store, uploads, measurer);
  const models = new Models(store, uploads, measuring, clock);
  const shared = await openSharedState(store, processes, clock, options.rateLimit);
  const { limiter, signIns, faults } = shared;
  const production = new Production(store, clock, options.productionSeed ?? 1);
  const access = options.secret === undefined ? null : new PrivateAccess(options.secret, Date.now);
  let baseUrl = withoutSlashAtEnd(options.publicUrl ?? '');
  const context: ServiceContext = {
    clock,
    store,
    applications,
    accounts,
    authorizations: new Authorizations(store, applications, clock),
    oauth1Tokens,
    models,
    orders: new Orders(store, clock),
    cart: new Cart(store, clock),
    photos: new Photos(store, uploads, clock),
    uploads,
    measurer,
    limiter,
    baseUrl: () => baseUrl,
    linkFrom: (request, path) => (access && cameByTicket(request.raw) ? access.issueTicket(path) : path),
    faults,
    signIns,
    staleBefore: async (request) => {
      const rule = faults.any && (await faults.take('stale-lists', request.method, request.url));
      return rule ? clock() - rule.staleSeconds * 1000 : null;
    },
    maxUploadBytes: options.maxUploadBytes ?? defaultUploadBytes,
    incentives: options.incentives ?? new Map(),
    requireBodyHash: options.requireBodyHash ?? false,
    soapVolume: options.soapVolume ?? 'm3',
    measureWaitMs: options.measureWaitMs ?? 5000,
  };
  const patience = options.patience ?? { headersMs: 60_000, requestMs: 15 * 60_000 };
  const fastify = createHttpServer(context, patience, options.logger ?? null);
  const draining = new Draining(fastify);
  const isDatabaseUp = () => answers(store);
  const status = options.hasStatus
    ? new StatusServer({
        metrics: measureCalls(fastify, { measuring, isDatabaseUp }),
        whyNotReady: async () =>
          draining.hasBegun
            ? 'This process is stopping.'
            : (await isDatabaseUp())
              ? null
              : 'The database does not answer.',
      })
    : null;
  if (options.logsRequests) logRequests(fastify);
  const recorded = recordRoutes(fastify);
  for (const register of access ? routes : [...signInRoutes, ...routes]) register(fastify, context);
  const served = [...recorded];
  fastify.answerWrongMethods();
  access?.guard(fastify.server);
  const operatorKey = await operatorKeyOf(store, sealer);
  const operator = createOperator({ store, clock: time, production, faults, key: operatorKey });
  await opened.started();
  opened.onReturn(() => {
    const reload = [time.reload(), shared.reload(), measuring.resume()];
    void Promise.all(reload).catch((error: unknown) =>
      options.logger?.error({ err: error }, 'Reloading failed'),
    );
  });
  const chores =
    role === 'web'
      ? null
      : new Chores({ processes, production, measuring, unused, uploads, logger: options.logger });
  if (role !== 'web') await measuring.resume();
  await chores?.start();

  return {
    fastify,
    routes: served,
    credentials,
    issueApplication: (name, request = {}) =>
      applications.issue(owner.accountId, name, { sealSecret: false, ...request }),
    owner: { username: owner.username, password: owner.password },
    oauth1,
    pageFor: (path) => `${baseUrl}${access?.issueTicket(path) ?? path}`,
    soapUrl: () => `${baseUrl}${soapPath}`,
    async listen(port, host = '127.0.0.1') {
      await fastify.listen({ port, host });
      const { port: bound } = fastify.server.address() as AddressInfo;
      const local = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
      if (options.publicUrl === undefined) baseUrl = local;
      return baseUrl;
    },
    operator: {
      key: operatorKey,
      routes: operator.routes,
      act: operator.act,
      listen: (port) => operator.listen(port),
    },
    status: {
      listen(port, host) {
        if (!status) throw new Error('The service was created without a status.');
        return status.listen(port, host);
      },
    },
    async close() {
      await draining.close(fastify, options.drain ?? { noticeMs: 0, limitMs: 0 });
      await operator.close();
      await chores?.stop();
      await measurer.close();
      await measuring.close();
      await uploads.close();
      await unused.close();
      await files.close();
      await opened.close();
      await status?.close();
      folder.unlock();
    },
  };
}

/** How long a database may take to answer before this process counts as not ready, ms. */
const readyPatience = 2_000;

async function answers(store: Store): Promise<boolean> {
  const asked = sql`select 1`.execute(store).then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, readyPatience, false).unref());
  return Promise.race([asked, late]);
}
