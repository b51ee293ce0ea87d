/**
 * `fabdesk order --max-price` for parts that were never priced, while the service is down: what the person
 * saw and agreed to, and what the books of the service say afterwards.
 * @release
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import type { Patience } from '../../../src-main/hosts/cli/app/surroundings.ts';
import { createService, type Service } from '../../../src-service/app.ts';
import { materials } from '../../../src-service/catalogue/catalogue.ts';
import { makeBox, makeCube } from '../../fixtures/geometry/solids.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

let cwd: string;
let app: App;
let service: Service;
let dataDir: string;
let port: number;

beforeEach(async () => {
  dataDir = temporaryFolder();
  cwd = modelFolder({ 'lid.stl': makeBox([0, 0, 0], [30, 20, 4]), 'big.stl': makeCube(25) });
  service = await startService(0);
  app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const url = `http://127.0.0.1:${port}`;
  await fabdesk(['accounts', 'add', '--url', url, '--name', 'Studio', '--client-id', client_id], {
    FABDESK_CLIENT_SECRET: client_secret,
    FABDESK_PAYMENT_ID: payment_verification_id,
  });
  await fabdesk(['accounts', 'use', 'Studio']);
  await fabdesk(['accounts', 'terms', '--accept']);
  await fabdesk(['catalog']);
});
afterEach(async () => {
  await app.close();
  await service.close();
});

async function startService(at: number): Promise<Service> {
  const started = await createService({ dataDir, rateLimit: { calls: 1_000_000, windowSeconds: 300 } });
  port = Number(new URL(await started.listen(at)).port);
  return started;
}
const stop = () => service.close();
async function start(): Promise<void> {
  service = await startService(port);
}

/** Whether the service can be reached is decided by then. */
const patience: Patience = { network: 500, unknown: 20_000 };
const fabdesk = (argv: readonly string[], env: Record<string, string> = {}, waits = patience) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: join(cwd, 'data'), ...env }, patience: waits });
const argvOf = (...more: string[]) => [
  'order',
  '--yes',
  '--unit',
  'mm',
  ...addressOptions(usAddress),
  ...more,
];
const order = (...more: string[]) => fabdesk(argvOf('--json', ...more));
/** Sends what waits, now that the service runs again. */
const run = () => fabdesk(['queue', 'run', '--json'], {}, { network: 15_000, unknown: 20_000 });

/** What the service made and charged, in dollars. */
function books() {
  const database = new Sqlite(join(dataDir, 'service.sqlite'), { readonly: true });
  const made = database
    .prepare('SELECT quantity, unit_price_cents / 100.0 AS each FROM order_product ORDER BY order_product_id')
    .all();
  const charged = database.prepare('SELECT sum(cents) / 100.0 FROM ledger WHERE cents > 0').pluck().get();
  const models = database.prepare('SELECT count(*) FROM model').pluck().get();
  database.close();
  return { made, charged: Number(charged ?? 0), models };
}

interface Asked {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly wait: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly offer: { readonly parts: number; readonly total: number } | null;
}
/** The order in the queue. */
async function theOrder(): Promise<Asked> {
  const jobs = (await fabdesk(['queue', '--json'])).json() as Asked[];
  const found = jobs.find(({ kind }) => kind === 'order');
  if (!found) throw new Error('no order in the queue');
  return found;
}

/** Changes the price list of the service: what a piece in white costs beside its volume. */
function setStartupPrice(price: number): void {
  Object.assign(materials.get(6)?.formula ?? {}, { startup: price });
}
const usualStartupPrice = 2.41;
afterEach(() => setStartupPrice(usualStartupPrice));
/** The price of the cube in white. */
const cubePrice = 6.33;

describe('a part that was never priced, while the service is down', () => {
  it('Without a limit the command says what to type, with the estimate, and nothing is queued.', async () => {
    await fabdesk(['quote', '--unit', 'mm', 'lid.stl', 'big.stl']);
    await stop();
    const { code, stderr } = await fabdesk(argvOf('cube.stl:6'));
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /cube\.stl was never priced in White.*such as --max-price 7 \(about \$5\.45 to \$7\.00, estimated from 2 prices\)/,
    );
    expect((await fabdesk(argvOf('cube.stl:81'))).stderr).toMatch(/such as --max-price \d/);
    expect((await fabdesk(['queue', '--json'])).json()).toEqual([]);
    await start();
  });

  it('With a limit it is queued, and goes at the price of the service once that is reached.', async () => {
    await fabdesk(['quote', '--unit', 'mm', 'lid.stl', 'big.stl']);
    await stop();
    const shown = await fabdesk(argvOf('--queue', '--max-price', '7', 'cube.stl:6:2'));
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    for (const text of [
      'at most $7.00  at most $14.00',
      'No price yet. Estimate: about $5.45 to $7.00, estimated from 2 prices.',
      'Ordered at up to $7.00 each when the price is known. Above that, Fabdesk asks you.',
      'Total           at most $14.70',
    ])
      expect(shown.stdout).toContain(text);
    const waiting = await fabdesk(['queue']);
    expect(waiting.stdout).toContain(
      '2 × cube in White Strong & Flexible, at most $7.00 each; about $5.45 to $7.00, estimated from 2 prices',
    );
    const { id } = await theOrder();
    const agreed = await fabdesk(['queue', 'show', id]);
    expect(agreed.stdout).toMatch(/at most \$7\.00.*\n +No price yet\. Estimate: about \$5\.45/);
    expect(agreed.stdout).toMatch(/Parts +at most \$14\.00/);
    expect(books()).toEqual({ made: [], charged: 0, models: 0 });

    await start();
    expect((await run()).code).toBe(0);
    const { made, charged } = books();
    expect(made).toEqual([{ quantity: 2, each: cubePrice }]);
    // Parts, the fee of 5 percent, and shipping.
    expect(charged).toBe(12.66 + 0.63 + 4.99);
    const after = await fabdesk(['queue', 'show', id]);
    expect(after.stdout).toContain('The service named $6.33 a piece.');
    expect(after.stdout).toMatch(/Parts, priced +\$12\.66/);
  });

  it('It is queued too where the sign-in page of a hotel answers in place of the service.', async () => {
    await stop();
    const portal = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<title>Welcome! Please accept our terms.</title>'),
    );
    await once(portal.listen(port, '127.0.0.1'), 'listening');
    const queued = await order('--max-price', '50USD', '--queue', 'cube.stl:6');
    expect(queued).toMatchObject({ code: 0, stderr: '' });
    expect(queued.json()).toMatchObject({ state: 'queued', parts: 50, total: 52.5, atMost: true });
    await new Promise((done) => portal.close(done));
    await start();
    expect((await run()).code).toBe(0);
    expect(books().made).toEqual([{ quantity: 1, each: cubePrice }]);
  });

  it('A price above the limit asks with exit code 4, and a yes orders at that price.', async () => {
    await stop();
    const queued = await order('--max-price', '5USD', 'cube.stl:6:2');
    expect(queued.code).toBe(3);
    expect(queued.json()).toMatchObject({
      state: 'queued',
      parts: 10,
      total: 10.5,
      atMost: true,
      fee: 0.5,
      currency: 'USD',
      lines: [{ unitPrice: null, limit: 5, estimate: null }],
    });
    await start();
    expect((await run()).code).toBe(4);
    const { id, ...asked } = await theOrder();
    expect(asked).toMatchObject({
      wait: 'consent',
      problem: { code: 'above-limit' },
      offer: { parts: 12.66 },
    });
    expect(asked.problem?.message).toMatch(
      /costs \$6\.33 a piece. That is \$1\.33 above your limit of \$5\.00.*Nothing was ordered/,
    );
    expect(books()).toEqual({ made: [], charged: 0, models: 1 });
    const shown = await fabdesk(['queue', 'show', id]);
    expect(shown.stdout).toContain('2 × cube in White Strong & Flexible, $6.33 each (limit $5.00)');
    expect(shown.stdout).toContain(`fabdesk queue confirm ${id} --total 13.29`);
    // A yes to another amount is none.
    expect((await fabdesk(['queue', 'confirm', id, '--total', '10'])).code).toBe(4);
    expect(books().made).toEqual([]);
    const agreed = await fabdesk(['queue', 'confirm', id, '--total', '13.29']);
    expect(agreed).toMatchObject({ code: 0, stdout: expect.stringContaining('Placed') });
    expect(books()).toMatchObject({ made: [{ quantity: 2, each: cubePrice }], charged: 12.66 + 0.63 + 4.99 });
  });

  it('A command that still waits when the price comes says what was uploaded and how to agree.', async () => {
    await stop();
    const { network } = { network: 30_000 };
    const waiting = fabdesk(argvOf('--max-price', '5USD', 'cube.stl:6'), {}, { network, unknown: 20_000 });
    await expect.poll(async () => (await fabdesk(['queue', '--json'])).json().length).toBe(2);
    await start();
    const { code, stderr } = await waiting;
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /Already uploaded: “cube” \(model \d+\)\. It costs \$6\.65 with fee, before shipping, tax and duty now\. Agree with/,
    );
    expect(books()).toEqual({ made: [], charged: 0, models: 1 });
  });

  it('A price in another currency than the limit asks, and nothing is ordered.', async () => {
    await stop();
    // No price of the account is known yet, so the limit has to name its currency.
    const unnamed = await order('--max-price', '50', 'cube.stl:6');
    expect(unnamed).toMatchObject({ code: 2, stdout: expect.stringContaining('--max-price 50USD') });
    expect((await order('--queue', '--max-price', '50EUR', 'cube.stl:6')).json()).toMatchObject({
      currency: 'EUR',
    });
    await start();
    expect((await run()).code).toBe(4);
    const { id, problem, offer } = await theOrder();
    expect({ problem, offer }).toMatchObject({
      problem: { code: 'currency-changed' },
      offer: { parts: cubePrice },
    });
    expect(books().made).toEqual([]);
    await fabdesk(['queue', 'confirm', id, '--total', String(offer?.total)]);
    expect(books()).toMatchObject({ made: [{ each: cubePrice }], charged: cubePrice + 0.32 + 4.99 });
  });

  it('A limit in a currency that the account does not have is refused at once.', async () => {
    await fabdesk(['quote', '--unit', 'mm', 'lid.stl']);
    await stop();
    const { code, stdout } = await order('--max-price', '50EUR', 'cube.stl:6');
    expect(code).toBe(2);
    expect(stdout).toContain('The prices of this account are in USD.');
    expect((await fabdesk(['queue', '--json'])).json()).toEqual([]);
    await start();
  });
});

describe('a part with a price beside one without', () => {
  const parts = ['--max-price', '9', 'lid.stl:6', 'cube.stl:6'];
  /**
   * Orders both while the service is down; then it runs again, and one piece costs `startup` beside its
   * volume.
   */
  async function orderBoth(startup: number): Promise<number> {
    const [{ prices }] = (
      await fabdesk(['quote', '--json', '--unit', 'mm', '--material', '6', 'lid.stl'])
    ).json();
    await stop();
    const queued = (await order('--queue', ...parts)).json();
    const { price } = prices[0];
    expect(queued).toMatchObject({ parts: price + 9, lines: [{ unitPrice: price }, { limit: 9 }] });
    setStartupPrice(startup);
    await start();
    return price;
  }

  it('Both go, the one at its price and the other within its limit.', async () => {
    const price = await orderBoth(usualStartupPrice);
    expect((await run()).code).toBe(0);
    expect(books().made).toEqual([
      { quantity: 1, each: price },
      { quantity: 1, each: cubePrice },
    ]);
    const { agreement } = (await fabdesk(['queue', 'show', '--json', (await theOrder()).id])).json();
    expect(agreement).toMatchObject({ parts: price + 9, found: { unitPrices: [price, cubePrice] } });
  });

  it('If prices rise meanwhile, the known price asks although the limit would allow the other.', async () => {
    const price = await orderBoth(usualStartupPrice + 2);
    expect((await run()).code).toBe(4);
    const { problem } = await theOrder();
    expect(problem?.message).toContain(
      `“lid” in White Strong & Flexible now costs $${(price + 2).toFixed(2)} a piece, not $${price.toFixed(2)}`,
    );
    expect(problem?.message).not.toContain('“cube”');
    expect(books().made).toEqual([]);
  });
});

describe('an account whose service was never reached since it was added', () => {
  it('Uploads and orders wait in the queue, with the material by its number, and go once it is reached.', async () => {
    const { client_id, client_secret, payment_verification_id } = service.credentials;
    const url = `http://127.0.0.1:${port}`;
    const home = { FABDESK_DATA: join(cwd, 'fresh') };
    const fresh = await createApp({ dataDir: home.FABDESK_DATA, host: 'cli', version: '0.0.0-test' });
    await fabdesk(['accounts', 'add', '--url', url, '--name', 'Shop', '--client-id', client_id], {
      ...home,
      FABDESK_CLIENT_SECRET: client_secret,
      FABDESK_PAYMENT_ID: payment_verification_id,
    });
    await fabdesk(['accounts', 'use', 'Shop'], home);
    await fabdesk(['accounts', 'terms', '--accept'], home);
    await stop();
    const upload = await fabdesk(['upload', '--queue', '--json', '--unit', 'mm', 'lid.stl'], home);
    expect(upload).toMatchObject({ code: 0, stderr: '' });
    expect(upload.json()).toMatchObject([{ state: 'queued' }]);
    const named = await fabdesk(argvOf('--queue', '--max-price', '7USD', 'cube.stl:White'), home);
    expect(named.code).toBe(3);
    expect(named.stderr).toContain('Name the material by its number');
    const unlimited = await fabdesk(argvOf('--queue', 'cube.stl:6'), home);
    expect(unlimited.stderr).toContain('such as --max-price 20USD');
    const queued = await fabdesk(argvOf('--queue', '--max-price', '7USD', 'cube.stl:6:2'), home);
    expect(queued).toMatchObject({ code: 0, stderr: '' });
    expect(queued.stdout).toContain('Material 6');
    expect(books()).toEqual({ made: [], charged: 0, models: 0 });
    await start();
    const sent = await fabdesk(['queue', 'run', '--json'], home, { network: 15_000, unknown: 20_000 });
    expect(sent.code).toBe(0);
    expect(books()).toMatchObject({ made: [{ quantity: 2, each: cubePrice }], models: 2 });
    await fresh.close();
  });
});

describe('a price that is known', () => {
  it('Above --max-price nothing is ordered or uploaded, of files and of models.', async () => {
    const refused = await order('--max-price', '6.32', 'cube.stl:6');
    expect(refused.code).toBe(1);
    expect(refused.json().error).toEqual({
      code: 'over-limit',
      message:
        'cube.stl in White Strong & Flexible costs $6.33 a piece, more than --max-price $6.32. Nothing was ordered.',
    });
    expect((await order('--max-price', '50EUR', 'cube.stl:6')).json().error.code).toBe('mixed-currencies');
    expect(books().models).toBe(0);
    const placed = await order('--max-price', '1', '--max-price', '6=6.33', 'cube.stl:6');
    expect(placed.json()).toMatchObject({ state: 'done', atMost: false, parts: cubePrice });
    const [{ modelId }] = placed.json().uploaded;
    const model = await order('--max-price', '6=6', '--model', `${modelId}:6`);
    expect(model.json().error.code).toBe('over-limit');
    expect(books().made).toHaveLength(1);
  });

  it('What was priced before counts while the service is down, and is not an open price.', async () => {
    await fabdesk(['quote', '--unit', 'mm', 'cube.stl']);
    await stop();
    expect((await order('--max-price', '6', 'cube.stl:6')).json().error.code).toBe('over-limit');
    expect((await order('--queue', '--max-price', '7', 'cube.stl:6')).json()).toMatchObject({
      atMost: false,
      parts: cubePrice,
    });
    await start();
  });
});
