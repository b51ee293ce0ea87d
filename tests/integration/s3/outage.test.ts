/**
 * The storage of the files is lost while people upload, order and read: first nothing answers at its address,
 * then something accepts requests and is silent. `FABDESK_OUTAGE=60` makes each of the two as many seconds
 * long.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultsInBooks } from '../../support/books.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startStorage, type TestStorage } from '../../support/s3/server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { filesIn } from '../../support/stores/test-files.ts';
import { upload, uploadBody } from '../../support/upload.ts';

const outageMs = 1000 * Number(process.env['FABDESK_OUTAGE'] ?? 1.5);

let storage: TestStorage;
let service: TestService;
beforeEach(async () => {
  storage = await startStorage();
  const files = { ...filesIn(storage, 'shop'), patience: { silence: 300, pause: 10, away: 50 } };
  service = await startService({ files });
});
afterEach(async () => {
  await service.close();
  await storage.stop();
});

it(
  'No order and no model is lost or doubled by an outage, and the service goes on by itself.',
  async () => {
    const ordered = await upload(service, boxStl(9, 9, 9));
    const paymentId = service.credentials.payment_verification_id;
    const stored = new Map<number, string>();
    const orders: number[] = [];
    const statuses = { upload: new Set<number>(), order: new Set<number>(), download: new Set<number>() };
    const retryAfter = new Set<string | null>();
    let count = 0;
    let isOver = false;
    /** Sends each model until it is accepted, as a client does that gets Retry-After. */
    const uploader = async () => {
      while (!isOver) {
        const box = boxStl(1, 2, 3, `part ${count++}`);
        for (;;) {
          const { status, headers, body } = await service.call('POST', '/models/v1', uploadBody(box));
          statuses.upload.add(status);
          if (status === 200) {
            stored.set(body.modelId, box);
            break;
          }
          retryAfter.add(headers.get('retry-after'));
          await sleep(50);
        }
      }
    };
    const customer = async () => {
      while (!isOver) {
        const items = [{ modelId: ordered, materialId: 6, quantity: 1 }];
        const placed = await service.call('POST', '/orders/v1', orderBody(items, paymentId));
        statuses.order.add(placed.status);
        if (placed.status === 200) orders.push(placed.body.orderId);
        statuses.download.add((await service.call('GET', `/models/${ordered}/v1`)).status);
      }
    };
    const clients = [uploader, uploader, uploader, customer].map((client) => client());
    const progress = async () => {
      const goals = [stored.size + 5, orders.length + 5];
      await expect.poll(() => stored.size, { timeout: 60_000 }).toBeGreaterThan(goals[0]!);
      await expect.poll(() => orders.length, { timeout: 60_000 }).toBeGreaterThan(goals[1]!);
    };
    const during = async () => {
      statuses.upload.clear();
      await sleep(outageMs);
      await expect.poll(() => statuses.upload.has(503), { timeout: 60_000 }).toBe(true);
    };
    await progress();
    await storage.stop();
    await during();
    await storage.start();
    await progress();
    storage.disturb({ kind: 'silent', times: Number.POSITIVE_INFINITY });
    await during();
    storage.calm();
    await progress();
    isOver = true;
    await Promise.all(clients);

    expect([...retryAfter]).toEqual(['5']);
    for (const seen of Object.values(statuses))
      for (const status of seen) expect([200, 503]).toContain(status);
    // Orders need no file.
    expect([...statuses.order]).toEqual([200]);
    const models = await service.query<{ model_id: number }>('select model_id from model order by model_id');
    expect(models.map(({ model_id }) => model_id)).toEqual([ordered, ...stored.keys()].sort((a, b) => a - b));
    const placed = await service.query<{ order_id: number }>('select order_id from print_order');
    expect(placed.map(({ order_id }) => order_id).sort((a, b) => a - b)).toEqual(
      orders.sort((a, b) => a - b),
    );
    const hashes = [boxStl(9, 9, 9), ...stored.values()].map((box) =>
      createHash('sha256').update(box).digest('hex'),
    );
    const objects = [...storage.objects.keys()].filter((key) => key.startsWith('shop/files/'));
    expect(objects.sort()).toEqual(hashes.map((hash) => `shop/files/${hash}`).sort());
    // Everything was measured.
    await expect
      .poll(() => service.query('select model_id from model_file where geometry_json is null'))
      .toEqual([]);
    const faults = await faultsInBooks(service.dataDir);
    expect(faults.filter((fault) => !/^The content of /.test(fault))).toEqual([]);
  },
  120_000 + 2 * outageMs,
);
