/**
 * `npm run bench -- lost`: how long it takes, in real time, until the outcome of an upload or an order whose
 * request failed is known, with real tokens, sockets, service and queue. All faults run at once; that takes
 * about a quarter of an hour. Every wait is one of the protocol, so a busy machine changes little.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openQueueApp } from '../../tests/integration/queue/queue-app.ts';
import { startService, type TestService } from '../../tests/support/service.ts';
import { FailingProxy } from './failing-proxy.ts';
import { type Fault, faults } from './faults.ts';

/** Seconds. Services differ; the waits for absence depend on it. */
const tokenSeconds = Number(process.env['FABDESK_BENCH_TOKEN_SECONDS'] ?? 900);
/** So that an earlier order of the application proves the filter (reliability: R10), ms. */
const proofPause = 65_000;
/** Longest wait for one fault, ms. */
const patience = 90 * 60_000;

interface Outcome {
  readonly fault: string;
  readonly arrives: boolean;
  readonly what: 'order' | 'upload';
  /** From the failing request to the last change of the job; null if the outcome stayed unknown. */
  readonly seconds: number | null;
  readonly state: string;
  /** What the service has at the end. */
  readonly made: number;
}

export async function benchLost({ json }: { json: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-lost-'));
  const service = await startService({ tokenSeconds });
  try {
    const { body } = await service.call('GET', '/materials/v1');
    const materialId = Number(Object.keys(body.materials)[0]);
    const cases = faults.flatMap((fault) => [
      { fault, what: 'order' as const },
      ...(fault.name === 'none' || fault.refuses ? [] : [{ fault, what: 'upload' as const }]),
    ]);
    const rows = await Promise.all(
      cases.map(({ fault, what }, index) =>
        measure(service, join(folder, String(index)), materialId, fault, what, `case ${index}`),
      ),
    );
    if (json) console.log(JSON.stringify({ tokenSeconds, rows }, null, 2));
    else print(rows);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  service: TestService,
  folder: string,
  materialId: number,
  fault: Fault,
  what: Outcome['what'],
  name: string,
): Promise<Outcome> {
  const path = what === 'order' ? '/orders/v1' : '/models/v1';
  const proxy = new FailingProxy(service.baseUrl, path, fault);
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const app = await openQueueApp(folder, {
    baseUrl: await proxy.listen(),
    clientId: client_id,
    clientSecret: client_secret,
    paymentVerificationId: payment_verification_id,
  });
  try {
    app.queue.start();
    const end = Date.now() + patience;
    const final = new Set(['done', 'rejected', 'ask', 'poison']);
    const ended = async ({ id }: { readonly id: string }) => {
      while (!final.has(app.queue.get(id).state) && Date.now() < end) await delay(100);
    };
    await ended(await app.orderCubes(`earlier ${name}`, materialId));
    await delay(proofPause);
    proxy.isArmed = true;
    const order = await app.orderCubes(name, materialId);
    await ended(order);
    const { state } = app.queue.get(order.id);
    const seconds = final.has(state) ? (Date.now() - (proxy.failedAt ?? Date.now())) / 1000 : null;
    return {
      fault: fault.name,
      arrives: fault.arrives,
      what,
      seconds,
      state,
      made: await made(service, what, name),
    };
  } finally {
    await app.close();
    await proxy.close();
  }
}

/** Orders, or models, that the service has for this case. */
async function made(service: TestService, what: Outcome['what'], name: string): Promise<number> {
  service.forgetToken();
  if (what === 'order') {
    const orders = await service.call('GET', `/orders/v1?lastName=${encodeURIComponent(name)}&limit=100`);
    return Object.keys(orders.body.ordersStatus).length;
  }
  let found = 0;
  for (let page = 1; ; page++) {
    const { body } = await service.call('GET', `/models/v1?page=${page}`);
    if (body.models.length === 0) return found;
    found += body.models.filter(({ title }: { title: string }) => title.startsWith(`${name} `)).length;
  }
}

function print(rows: readonly Outcome[]): void {
  console.log(
    `Tokens of ${tokenSeconds} s. Two uploads and one order for each row; the first request fails.\n`,
  );
  console.log('| what fails | how | executed | known after | state | made |\n|---|---|---|---|---|---|');
  for (const { fault, arrives, what, seconds, state, made } of rows) {
    const after = seconds === null ? 'not known' : `${seconds.toFixed(1)} s`;
    console.log(`| ${what} | ${fault} | ${arrives ? 'yes' : 'no'} | ${after} | ${state} | ${made} |`);
  }
}
