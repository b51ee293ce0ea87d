/** The metrics for Prometheus: calls and their durations, files that wait to be measured, and Node's own. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measuring } from '../store/measuring.ts';

/** Upper bounds, s. The answer to an upload may wait for its measures. */
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Sources {
  readonly measuring: Measuring;
  readonly isDatabaseUp: () => Promise<boolean>;
}

/** To be called before the routes are added. @returns what writes the metrics in Prometheus's text format */
export function measureCalls(app: FastifyInstance, { measuring, isDatabaseUp }: Sources): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'fabdesk_http_requests_total',
    help: 'Calls that were answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fabdesk_http_request_duration_seconds',
    help: 'From the headers of a call to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the path instead of the path, so that there is no label for each id.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none' };
    calls.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  new Gauge({
    name: 'fabdesk_measure_files',
    help: 'Files that wait to be measured and files being measured, in all processes of the service.',
    labelNames: ['state'],
    registers,
    async collect() {
      const count = await measuring.count().catch(() => null);
      this.reset();
      if (count === null) return;
      this.set({ state: 'waiting' }, count.waiting);
      this.set({ state: 'running' }, count.running);
    },
  });
  new Gauge({
    name: 'fabdesk_database_up',
    help: '1 if the database answers this process.',
    registers,
    async collect() {
      this.set((await isDatabaseUp()) ? 1 : 0);
    },
  });
  return registry;
}
