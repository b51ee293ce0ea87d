/**
 * The operator's interface: an HTTP server on its own loopback port, with its own key, that moves the clock,
 * works on orders and injects faults. Called by `fabdesk service ...` and the operator page. The public port
 * of the service does not lead here.
 */
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  advanceSchema,
  completeSchema,
  faultRuleSchema,
  type OperatorAction,
  type OperatorState,
  operatorRequest,
  rejectSchema,
} from '../../src-shared/api/operator.ts';
import { readOperatorAnswer } from '../../src-shared/api/operator-answer.ts';
import { Fault } from '../fault.ts';
import { decodeBody } from '../http/body.ts';
import { answerBrokenHttp, answerFaults, answerFrameworkError } from '../http/errors.ts';
import type { Faults } from '../http/faults.ts';
import { readFields, readId } from '../http/fields.ts';
import { recordRoutes } from '../http/route-table.ts';
import type { Production } from '../production/production.ts';
import type { SimulatedClock } from '../production/simulated-clock.ts';
import type { Store } from '../store/dialect.ts';
import { sameSecret } from '../store/secrets.ts';
import { operatorPage } from './operator-page.ts';
import { operatorState } from './operator-state.ts';

export interface OperatorDependencies {
  readonly store: Store;
  readonly clock: SimulatedClock;
  readonly production: Production;
  readonly faults: Faults;
  readonly key: string;
}

export interface Operator {
  readonly fastify: FastifyInstance;
  readonly routes: readonly string[];
  /** Does one action within this process, without a port. Rejects with a `CodedError`. */
  act(action: OperatorAction): Promise<OperatorState>;
  /** Listens on 127.0.0.1. @returns the address without a slash at the end */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

type ById = { Params: { orderId: string } };

export function createOperator({ store, clock, production, faults, key }: OperatorDependencies): Operator {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenHttp,
  }) as unknown as FastifyInstance;
  const routes = recordRoutes(app);
  answerFaults(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    return decodeBody(bytes, request.headers['content-type'] ?? '').value;
  });
  app.addHook('onRequest', async (request) => {
    // A page of another origin reaches this port under its own name or through DNS. Both show in these
    // headers.
    if (!/^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(request.headers.host ?? ''))
      throw new Fault(403, 'host', 'The operator interface answers only to its loopback address.');
    if (request.method === 'GET' && request.url === '/') return;
    const sent = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined || !sameSecret(sent, key)) {
      throw new Fault(401, 'operator-key', 'Send the header Authorization: Bearer <operator key>.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="Fabdesk operator"' },
      });
    }
  });

  const state = () => operatorState(store, clock, faults);

  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'Content-Security-Policy': operatorPage.policy,
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
      })
      .send(operatorPage.html),
  );
  app.get('/state', state);
  app.post('/clock', async (request) => {
    await clock.advance(readFields(advanceSchema, request.body ?? {}).seconds * 1000);
    await production.run();
    return state();
  });
  app.post<ById>('/orders/:orderId/complete', async (request) => {
    const { orderProductId } = readFields(completeSchema, request.body ?? {});
    await production.complete(readId(request.params.orderId, 'Order'), orderProductId);
    return state();
  });
  app.post<ById>('/orders/:orderId/reject', async (request) => {
    const { orderProductId, reasons, affectedMaterials } = readFields(rejectSchema, request.body ?? {});
    await production.reject(readId(request.params.orderId, 'Order'), orderProductId, {
      rejectionReasons: reasons,
      affectedMaterials,
    });
    return state();
  });
  app.post('/faults', async (request) => {
    await faults.add(readFields(faultRuleSchema, request.body ?? {}));
    return state();
  });
  app.delete('/faults', async () => {
    await faults.clear();
    return state();
  });

  for (const act of ['start', 'ship', 'lose', 'find'] as const)
    app.post<ById>(`/orders/:orderId/${act}`, async (request) => {
      await production[act](readId(request.params.orderId, 'Order'));
      return state();
    });

  return {
    fastify: app,
    routes,
    async act(action) {
      const { method, path, body } = operatorRequest(action);
      const answer = await app.inject({
        method,
        url: path,
        headers: { host: 'localhost:0', authorization: `Bearer ${key}` },
        ...(body && { payload: body }),
      });
      return readOperatorAnswer(answer.statusCode, answer.json());
    },
    async listen(port) {
      await app.listen({ port, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    close: () => app.close(),
  };
}
