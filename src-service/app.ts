/**
 * The print service, put together: data folder, store, threads, routes. Started in process by the app's
 * composition root and alone by `server.ts`. Knows no client.
 */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { RegisterRoutes, ServiceContext } from './context.ts';
import { createHttpServer } from './http/http-server.ts';
import { defaultRateLimit, RateLimiter, type RateLimitSetting } from './http/rate-limit.ts';
import { Measurer } from './measure/measurer.ts';
import { registerTokenEndpoint } from './oauth2/token-endpoint.ts';
import { registerCart } from './routes/cart.ts';
import { registerCustomised } from './routes/customised.ts';
import { registerCategories, registerMaterials, registerPrinters } from './routes/materials.ts';
import { registerModelFiles } from './routes/model-files.ts';
import { registerModels } from './routes/models.ts';
import { registerOrders } from './routes/orders.ts';
import { registerPhotos } from './routes/photos.ts';
import { registerPrice } from './routes/price.ts';
import { registerReprint } from './routes/reprint.ts';
import { registerServiceInfo } from './routes/service-info.ts';
import { Applications, type IssuedApplication } from './store/applications.ts';
import { Cart } from './store/cart.ts';
import { openStore } from './store/database.ts';
import { Models } from './store/models.ts';
import { Orders } from './store/orders.ts';
import { Photos } from './store/photos.ts';
import { openSealer } from './store/secrets.ts';
import { Uploads } from './store/uploads.ts';

export interface ServiceOptions {
  /** Folder of the database, the key file and the uploads; made where it is missing. */
  readonly dataDir: string;
  /** Calls of one application in a sliding window. Default 150 in 300 s. */
  readonly rateLimit?: RateLimitSetting;
  /** Epoch ms. Default the system's. */
  readonly clock?: () => number;
  readonly logger?: FastifyBaseLogger;
  /** Bytes of one model file. Default 64 MB. */
  readonly maxUploadBytes?: number;
  /** How long an upload's answer may wait for its measures, ms. Default 5,000. */
  readonly measureWaitMs?: number;
  /** Address under which clients reach the service, where it is not the one that it listens on. */
  readonly publicUrl?: string;
  /** Fixed credentials of the first application, for a new data folder. */
  readonly provision?: { readonly clientId: string; readonly clientSecret: string };
}

export interface Service {
  readonly fastify: FastifyInstance;
  /** The data folder's own application: issued at the first start, the same at every later one. */
  readonly credentials: IssuedApplication;
  /** Issues one more application. Its secret is only hashed, so this answer is the only one that has it. */
  issueApplication(name: string): Promise<IssuedApplication>;
  /** @returns base_url, without a slash at the end. Rejects with EADDRINUSE where the port is taken. */
  listen(port: number, host?: string): Promise<string>;
  /** Finishes what runs, then closes everything. */
  close(): Promise<void>;
}

const routes: readonly RegisterRoutes[] = [
  registerTokenEndpoint,
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

export const defaultUploadBytes = 64 * 1024 * 1024;
const ownerApplication = 'Print service owner';

export async function createService(options: ServiceOptions): Promise<Service> {
  const clock = options.clock ?? Date.now;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore(join(options.dataDir, 'service.sqlite'));
  const applications = new Applications(store, openSealer(options.dataDir), clock);
  const ownerId = await applications.ownerAccount();
  const credentials =
    (await applications.sealedCredentials(ownerApplication)) ??
    (await applications.issue(ownerId, ownerApplication, { sealSecret: true, ...options.provision }));

  const uploads = new Uploads(options.dataDir);
  const measurer = new Measurer(Math.max(1, Math.min(4, availableParallelism() - 1)));
  const models = new Models(store, uploads, measurer, clock);
  let baseUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
  const context: ServiceContext = {
    clock,
    store,
    applications,
    models,
    orders: new Orders(store, clock),
    cart: new Cart(store, clock),
    photos: new Photos(store, uploads, clock),
    uploads,
    measurer,
    limiter: new RateLimiter(options.rateLimit ?? defaultRateLimit, clock),
    baseUrl: () => baseUrl,
    maxUploadBytes: options.maxUploadBytes ?? defaultUploadBytes,
    measureWaitMs: options.measureWaitMs ?? 5000,
  };
  const fastify = createHttpServer(context, options.logger ?? null);
  for (const register of routes) register(fastify, context);
  fastify.answerWrongMethods();
  await models.recover();

  return {
    fastify,
    credentials,
    issueApplication: (name) => applications.issue(ownerId, name, { sealSecret: false }),
    async listen(port, host = '127.0.0.1') {
      await fastify.listen({ port, host });
      const { port: bound } = fastify.server.address() as AddressInfo;
      const local = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
      if (options.publicUrl === undefined) baseUrl = local;
      return baseUrl;
    },
    async close() {
      await fastify.close();
      await measurer.close();
      await models.settle();
      await uploads.close();
      await store.destroy();
    },
  };
}
