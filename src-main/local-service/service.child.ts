/**
 * The process of the local print service. It has a process of its own so that nothing it does can delay or
 * end the application. `service-process.ts` starts it. It holds the service's data folder and ends with its
 * parent.
 */
import { Worker } from 'node:worker_threads';
import { createService, type Service } from '../../src-service/app.ts';
import { toAppError } from '../../src-shared/result.ts';
import { listenToParent } from '../child-process/parent.ts';
import type { ServiceReply, ServiceRequest } from './messages.ts';

/**
 * Generous for a single user, but a real limit, so that the rate budget is exercised where it costs nothing.
 */
const rateLimit = { calls: 3000, windowSeconds: 300 };

let running: Promise<Service> | null = null;

async function start({
  dataDir,
  port,
  secret,
}: Extract<ServiceRequest, { kind: 'start' }>): Promise<Service> {
  const service = await createService({ dataDir, rateLimit, secret });
  const baseUrl = await service.listen(port).catch((thrown: unknown) => {
    if (port === 0 || (thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw thrown;
    return service.listen(0);
  });
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const facts = {
    baseUrl,
    clientId: client_id,
    clientSecret: client_secret,
    paymentVerificationId: payment_verification_id,
    owner: service.owner,
  };
  parent.send({ kind: 'listens', facts });
  return service;
}

async function answer(id: number, work: (service: Service) => unknown): Promise<void> {
  try {
    if (running === null) throw new Error('The service was not started.');
    parent.send({ kind: 'answer', id, value: await work(await running) });
  } catch (thrown) {
    parent.send({ kind: 'refusal', id, error: toAppError(thrown) });
  }
}

const parent = listenToParent<ServiceRequest, ServiceReply>((request) => {
  switch (request.kind) {
    case 'start':
      running = start(request);
      running.catch((thrown: unknown) => {
        parent.send({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
      });
      break;
    case 'operate':
      void answer(request.id, (service) => service.operator.act(request.action));
      break;
    case 'page':
      void answer(request.id, (service) => service.pageFor(request.path));
      break;
    case 'ping':
      void answer(request.id, () => null);
      break;
    case 'close':
      void Promise.resolve(running)
        .then((service) => service?.close())
        .finally(() => process.exit());
      break;
  }
});

/** Ends this process soon after its parent, also while its main thread is busy and hears of nothing. */
const watchParent = `
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500);
`;
new Worker(watchParent, { eval: true }).unref();

// A terminal and a service manager send these to every process of a program; the parent decides when this one
// ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, () => {});
