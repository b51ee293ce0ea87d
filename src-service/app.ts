/**
 * Composes the print service of its data, its work and its reach. Called by the app's child process for its
 * own service, and by `server.ts` for a service alone. Knows no client.
 */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type ClosingStack, opening } from '../src-shared/closing-stack.ts';
import type { ServiceContext } from './context.ts';
import { keepPrivate } from './files/keep-private.ts';
import { openIdentity } from './first-start.ts';
import { withoutSlashAtEnd } from './http/normalise-url.ts';
import { cameByTicket, PrivateAccess } from './http/private-access.ts';
import { defaultRateLimit } from './http/rate-limit.ts';
import type { Say } from './log.ts';
import { openData } from './open-data.ts';
import { openFiles } from './open-files.ts';
import { openReach } from './open-reach.ts';
import { openWork } from './open-work.ts';
import { SimulatedClock } from './production/simulated-clock.ts';
import type { Service, ServiceOptions } from './service.ts';
import { soapPath } from './soap/endpoint.ts';
import { Authorizations } from './store/authorizations.ts';

export type { Service, ServiceOptions } from './service.ts';

/** Bytes of one model file [Assumption: upload-size]. */
const defaultUploadBytes = 64 * 1024 * 1024;

export const createService = (options: ServiceOptions): Promise<Service> =>
  opening((closing) => startService(options, closing));

async function startService(options: ServiceOptions, closing: ClosingStack): Promise<Service> {
  const { dataDir, role = 'all', rateLimit = defaultRateLimit } = options;
  const time = new SimulatedClock(options.clock ?? Date.now);
  const clock = time.now;
  const say: Say = (level, sentence, cause) => options.logger?.[level]({ err: cause }, sentence);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keepPrivate(dataDir, 0o700);

  const data = await openData({ dataDir, rateLimit, clock, say }, options.database ?? null, role, closing);
  const { store, processes, limiter, signIns, faults } = data;
  const files = await openFiles(store, dataDir, options.files ?? null, say);
  closing.add(() => files.close());
  await time.load(store, processes);
  const identity = await openIdentity(options, store, processes, clock);
  const { accounts, applications, oauth1Tokens, owner, operatorKey } = identity;
  const { production, measuring, start, ...stored } = openWork(options, data, files, clock, closing);

  const access = options.secret === undefined ? null : new PrivateAccess(options.secret, Date.now);
  let baseUrl = withoutSlashAtEnd(options.publicUrl ?? '');
  const context: ServiceContext = {
    ...stored,
    clock,
    store,
    applications,
    accounts,
    authorizations: new Authorizations(store, applications, clock),
    oauth1Tokens,
    limiter,
    signIns,
    faults,
    baseUrl: () => baseUrl,
    linkFrom: (request, path) => (access && cameByTicket(request.raw) ? access.issueTicket(path) : path),
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
  const parts = { context, access, time, production, measuring, operatorKey };
  const { fastify, routes, operator, status } = await openReach(options, parts, closing);
  await data.started();
  data.onReturn(() => Promise.all([time.reload(), measuring.resume()]));
  await start();

  return {
    fastify,
    routes,
    credentials: identity.credentials,
    issueApplication: (name, request = {}) =>
      applications.issue(owner.accountId, name, { sealSecret: false, ...request }),
    owner: { username: owner.username, password: owner.password },
    oauth1: identity.oauth1,
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
    close: () => closing.close(),
  };
}
