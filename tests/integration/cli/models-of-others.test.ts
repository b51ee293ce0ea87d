/**
 * `fabdesk order --model` for models of another account: what the books of the service say, and what happens
 * if the model or the selected account changes between the order and its sending.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { boxStl } from '../../support/models.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';
import { signUp } from '../../support/sign-up.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
let app: App;
let cwd: string;
/** A model of the seller, who is the owner of the service's first account. */
let modelId: number;
/** A piece in white, with a markup of 10. */
let price: number;

beforeEach(async () => {
  cwd = modelFolder();
  service = await startService();
  app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const { clientId, clientSecret, paymentVerificationId } = await signUp(service.baseUrl, 'buyer');
  await addAccount('Buyer', service.baseUrl, clientId, clientSecret, paymentVerificationId);
  modelId = await upload(service, boxStl(20, 20, 20), { title: 'vase', isPublic: 1, isForSale: 1 });
  await edit({ materials: { 6: { markup: 10 } } });
  await expect
    .poll(async () => (await fabdesk(['models', 'show', '--json', `${modelId}`])).json().materials['6'].price)
    .toBeGreaterThan(10);
  price = (await fabdesk(['models', 'show', '--json', `${modelId}`])).json().materials['6'].price;
});
afterEach(async () => {
  await app.close();
  await service.close();
});

const fabdesk = (argv: readonly string[], env: Record<string, string> = {}) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: join(cwd, 'data'), ...env } });

/** Adds it, confirms its terms, and selects it. */
async function addAccount(name: string, url: string, id: string, secret: string, payment: string) {
  const argv = ['accounts', 'add', '--url', url, '--name', name, '--client-id', id];
  const added = await fabdesk(argv, { FABDESK_CLIENT_SECRET: secret, FABDESK_PAYMENT_ID: payment });
  expect(added).toMatchObject({ code: 0, stderr: '' });
  await fabdesk(['accounts', 'use', name]);
  await fabdesk(['accounts', 'terms', '--accept']);
}

const edit = (fields: object) => service.call('PUT', `/models/${modelId}/info/v1`, fields);
const order = (...more: string[]) =>
  fabdesk(['order', '--json', '--yes', ...addressOptions(usAddress), '--model', `${modelId}:6:2`, ...more]);

/** Every product that was ordered with what it cost, and all that was charged, in dollars. */
function books({ dataDir }: TestService = service) {
  const database = new Sqlite(join(dataDir, 'service.sqlite'), { readonly: true });
  const made = database
    .prepare('SELECT model_id AS modelId, quantity, unit_price_cents / 100.0 AS each FROM order_product')
    .all();
  const charged = database.prepare('SELECT sum(cents) FROM ledger WHERE cents > 0').pluck().get();
  database.close();
  return { made, charged: Number(charged ?? 0) / 100 };
}

/**
 * The person reads the summary and says yes; `meanwhile` happens before that. Returns the exit code and the
 * job.
 */
async function orderedWhile(meanwhile: () => Promise<unknown>) {
  const argv = ['order', ...addressOptions(usAddress), '--model', `${modelId}:6:2`];
  const { code } = await runFabdesk(argv, {
    cwd,
    env: { FABDESK_DATA: join(cwd, 'data') },
    isTerminal: { stdin: true, stdout: true, stderr: true },
    ask: async () => {
      await meanwhile();
      return 'y';
    },
  });
  const [job] = (await fabdesk(['queue', '--json'])).json();
  return { code, job };
}

describe('a model of another account that is for sale', () => {
  it('It is ordered at its price with markup, and exactly that is charged.', {
    tags: 'release',
  }, async () => {
    const placed = await order();
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    const { lines, total, parts, account } = placed.json();
    expect(account.name).toBe('Buyer');
    expect(lines).toMatchObject([{ modelId, modelTitle: 'vase', markup: 10, unitPrice: price }]);
    expect(parts).toBe(price * 2);
    const { made, charged } = books();
    expect(made).toEqual([{ modelId, quantity: 2, each: price }]);
    expect(charged).toBeCloseTo(total, 5);
  });

  it('A markup that the owner raises before it is sent asks, and a yes orders at the new price.', {
    tags: 'release',
  }, async () => {
    const { code, job } = await orderedWhile(() => edit({ materials: { 6: { markup: 60 } } }));
    expect(code).toBe(4);
    expect(job).toMatchObject({ wait: 'consent', problem: { code: 'price-rose' } });
    expect(job.problem.message).toContain('$60.00 of it is the owner’s markup');
    expect(books()).toEqual({ made: [], charged: 0 });
    const { parts, total } = job.offer;
    expect(parts).toBeCloseTo((price + 50) * 2, 5);
    expect((await fabdesk(['queue', 'confirm', job.id, '--total', String(total)])).code).toBe(0);
    expect(books().made).toEqual([{ modelId, quantity: 2, each: parts / 2 }]);
  });

  it.each([
    {
      name: 'private',
      fields: { isPublic: 0 },
      reason: 'is no longer at the service, or you may no longer see it',
    },
    {
      name: 'withheld in the material',
      fields: { materials: { 6: { isActive: 0 } } },
      reason: 'is no longer offered in White',
    },
  ])(
    'If it is $name before it is sent, nothing is ordered.',
    { tags: 'release' },
    async ({ fields, reason }) => {
      const { code, job } = await orderedWhile(() => edit(fields));
      expect(code).toBe(4);
      expect(job).toMatchObject({ wait: 'consent', offer: null, problem: { code: 'order-differs' } });
      expect(job.problem.message).toContain(reason);
      expect(books()).toEqual({ made: [], charged: 0 });
      // A new order of it is refused at once.
      expect((await order()).code).toBe(1);
    },
  );

  it('If it is no longer for sale, the service refuses the order and charges nothing.', {
    tags: 'release',
  }, async () => {
    const { code, job } = await orderedWhile(() => edit({ isForSale: 0 }));
    expect({ code, state: job.state }).toEqual({ code: 1, state: 'rejected' });
    expect(books()).toEqual({ made: [], charged: 0 });
  });
});

describe('two accounts that have the same model number', () => {
  let elsewhere: TestService;
  beforeEach(async () => {
    elsewhere = await startService();
    expect(await upload(elsewhere, boxStl(30, 30, 30), { title: 'another thing' })).toBe(modelId);
    const { client_id, client_secret, payment_verification_id } = elsewhere.credentials;
    await addAccount('Elsewhere', elsewhere.baseUrl, client_id, client_secret, payment_verification_id);
    await fabdesk(['accounts', 'use', 'Buyer']);
  });
  afterEach(() => elsewhere.close());

  it('An order goes to the account that showed the model, whichever is selected when it is sent.', {
    tags: 'release',
  }, async () => {
    const { code } = await orderedWhile(() => fabdesk(['accounts', 'use', 'Elsewhere']));
    expect(code).toBe(0);
    expect(books().made).toEqual([{ modelId, quantity: 2, each: price }]);
    expect(books(elsewhere).made).toEqual([]);
  });

  it('After a switch, an earlier order is not ordered again by its numbers at the other account.', {
    tags: 'release',
  }, async () => {
    const { orderId } = (await order('--key', 'k')).json();
    await fabdesk(['accounts', 'use', 'Elsewhere']);
    const again = ['orders', 'again', `${orderId}`, '--yes', ...addressOptions(usAddress)];
    expect(await fabdesk(again)).toMatchObject({ code: 1, stderr: expect.stringContaining('no order') });
    // The same command line means another model here, so its key does not fit.
    expect((await order('--key', 'k')).json().error.code).toBe('key-used');
    expect(books(elsewhere).made).toEqual([]);
    // Whoever wants that other model learns which it is, and where.
    const other = (await order()).json();
    expect(other).toMatchObject({ account: { name: 'Elsewhere' }, lines: [{ modelTitle: 'another thing' }] });
    expect(books().made).toHaveLength(1);
  });
});
