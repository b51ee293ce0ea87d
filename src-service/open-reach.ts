/** The reach of a service: the HTTP server with its routes, the operator's interface and the status. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ClosingStack } from '../src-shared/closing-stack.ts';
import type { RegisterRoutes, ServiceContext } from './context.ts';
import { Draining } from './http/draining.ts';
import { createHttpServer } from './http/http-server.ts';
import type { PrivateAccess } from './http/private-access.ts';
import { logRequests } from './http/request-log.ts';
import { recordRoutes } from './http/route-table.ts';
import { registerAuthorizeEndpoint } from './oauth/authorize-endpoint.ts';
import { registerOAuth1 } from './oauth/oauth1-endpoints.ts';
import { registerTokenEndpoint } from './oauth/token-endpoint.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import { registerDeveloper } from './pages/developer.ts';
import { registerModelPages } from './pages/model-pages.ts';
import { registerSignIn } from './pages/sign-in.ts';
import type { Production } from './production/production.ts';
import type { SimulatedClock } from './production/simulated-clock.ts';
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
import type { ServiceOptions } from './service.ts';
import { registerSoap } from './soap/endpoint.ts';
import type { Store } from './store/dialect.ts';
import type { Measuring } from './store/measuring.ts';

/** Pages and endpoints for people who sign in. A service that belongs to one application has none of them. */
const signInRoutes: readonly RegisterRoutes[] = [
  registerAuthorizeEndpoint,
  registerSignIn,
  registerOAuth1,
  registerDeveloper,
];

/** The others. The OpenAPI document describes those that come after it. */
export const routes: readonly RegisterRoutes[] = [
  registerOpenApi,
  registerTokenEndpoint,
  registerModelPages,
  registerSoap,
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

export interface Reach {
  readonly fastify: FastifyInstance;
  /** As `METHOD /path/:parameter`. */
  readonly routes: readonly string[];
  readonly operator: Operator;
  /** Null: the service was created without a status. */
  readonly status: { listen(port: number, host: string): Promise<string> } | null;
}

interface Parts {
  readonly context: ServiceContext;
  readonly access: PrivateAccess | null;
  readonly time: SimulatedClock;
  readonly production: Production;
  readonly measuring: Measuring;
  readonly operatorKey: string;
}

export async function openReach(
  options: ServiceOptions,
  { context, access, time, production, measuring, operatorKey }: Parts,
  closing: ClosingStack,
): Promise<Reach> {
  const patience = options.patience ?? { headersMs: 60_000, requestMs: 15 * 60_000 };
  const fastify = createHttpServer(context, patience, options.logger ?? null);
  const draining = new Draining(fastify);
  const { store, faults } = context;
  const status = options.hasStatus
    ? (await import('./fleet/status-server.ts')).openStatus(fastify, {
        measuring,
        isDatabaseUp: () => answers(store),
        isStopping: () => draining.hasBegun,
      })
    : null;
  closing.add(() => status?.close());
  if (options.logsRequests) logRequests(fastify);
  const recorded = recordRoutes(fastify);
  for (const register of access ? routes : [...signInRoutes, ...routes]) register(fastify, context);
  const served = [...recorded];
  fastify.answerWrongMethods();
  access?.guard(fastify.server);
  const operator = createOperator({ store, clock: time, production, faults, key: operatorKey });
  closing.add(() => operator.close());
  closing.add(() => draining.close(fastify, options.drain ?? { noticeMs: 0, limitMs: 0 }));
  return { fastify, routes: served, operator, status };
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
