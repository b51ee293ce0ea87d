/**
 * Accounts and consent on the command line, with a separate print service and a running Fabdesk.
 * @release
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { connect } from '../../../src-main/hosts/cli/app/connect.ts';
import type { Surroundings } from '../../../src-main/hosts/cli/app/surroundings.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { BrowserSession, unescapeHtml } from '../../support/browser-session.ts';
import { modelFolder } from '../../support/cli.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let app: App;
let cwd: string;
let dataDir: string;
beforeEach(async () => {
  cwd = modelFolder();
  dataDir = join(cwd, 'data');
  service = await startService();
  // It holds the secrets, which a machine without a keychain forgets with the process.
  app = await createApp({ dataDir, host: 'cli', version: '0.0.0-test' });
});
afterEach(async () => {
  await app.close();
  await service.close();
});

const fabdesk = (argv: readonly string[], more: Partial<Surroundings> = {}) =>
  runFabdesk(argv, { cwd, ...more, env: { FABDESK_DATA: dataDir, ...more.env } });

const secrets = () => ({
  FABDESK_CLIENT_SECRET: service.credentials.client_secret,
  FABDESK_PAYMENT_ID: service.credentials.payment_verification_id,
});

async function addStudio(): Promise<{ id: string }> {
  const argv = ['accounts', 'add', '--json', '--url', service.baseUrl, '--name', 'Studio'];
  const added = await fabdesk([...argv, '--client-id', service.credentials.client_id], { env: secrets() });
  expect(added).toMatchObject({ code: 0, stderr: '' });
  return added.json();
}

const orderOf = (...more: string[]) => [
  'order',
  '--json',
  '--yes',
  '--unit',
  'mm',
  ...addressOptions(usAddress),
  ...more,
  'cube.stl:6:2',
];
const jobs = async () => (await fabdesk(['queue', '--json'])).json() as Job[];
const ordersAt = async (account: string) =>
  (await fabdesk(['orders', '--json', '--account', account])).json() as { orderId: number }[];

describe('accounts', () => {
  it('An account is added, listed, selected and removed, and no report has its secret.', async () => {
    const added = await addStudio();
    expect(added).toMatchObject({ name: 'Studio', kind: 'application', selected: false, hasPaymentId: true });
    const before = await fabdesk(['accounts', 'list', '--json']);
    expect(before.json()).toMatchObject([
      { id: 'local', selected: true, isLocal: true },
      { id: added.id, selected: false, consentAt: null },
    ]);
    expect((await fabdesk(['accounts'])).stdout).toMatch(/Studio .* rights and terms not confirmed/);
    expect((await fabdesk(['accounts', 'use', 'studio'])).code).toBe(0);
    const after = await fabdesk(['accounts', 'list', '--json']);
    expect(after.json()).toMatchObject([{ selected: false }, { selected: true }]);
    for (const secret of Object.values(secrets()))
      expect(before.stdout + after.stdout + JSON.stringify(added)).not.toContain(secret);

    const asked = await fabdesk(['accounts', 'remove', 'Studio']);
    expect(asked).toMatchObject({ code: 4, stderr: expect.stringContaining('--yes') });
    expect((await fabdesk(['accounts', 'remove', '--yes', 'Studio'])).code).toBe(0);
    expect((await fabdesk(['accounts', 'list', '--json'])).json()).toMatchObject([
      { id: 'local', selected: true },
    ]);
  });

  it('The secret may come on standard input; without one, nothing is tried.', async () => {
    const argv = ['accounts', 'add', '--json', '--url', service.baseUrl];
    argv.push('--client-id', service.credentials.client_id);
    expect(await fabdesk(argv, { readInput: async () => '' })).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('FABDESK_CLIENT_SECRET'),
    });
    const readInput = async () => `${service.credentials.client_secret}\n`;
    const { code, json } = await fabdesk(argv, { readInput });
    expect(code).toBe(0);
    expect(json()).toMatchObject({ name: new URL(service.baseUrl).host, hasPaymentId: false });
  });

  it('Wrong credentials and wrong names are refused with a text.', async () => {
    const argv = ['accounts', 'add', '--url', service.baseUrl, '--client-id', service.credentials.client_id];
    const refused = await fabdesk(argv, { env: { FABDESK_CLIENT_SECRET: 'wrong' } });
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    await addStudio();
    const mistyped = await fabdesk(['accounts', 'use', 'Studoi']);
    expect(mistyped).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "Studio"?') });
    const inOrder = await fabdesk(orderOf('--account', 'Nowhere'));
    expect(inOrder).toMatchObject({ code: 2, stdout: expect.stringContaining('no account') });
  });
});

describe('a user signs in', () => {
  const argv = () => [
    'accounts',
    'sign-in',
    '--json',
    '--name',
    'Ada',
    '--url',
    service.baseUrl,
    '--client-id',
    service.credentials.client_id,
  ];
  /** Walks the pages of the service as a browser does, once the command shows where they are. */
  async function walk(url: string) {
    const { pathname, search } = new URL(url);
    const browser = new BrowserSession(service.baseUrl);
    const { username, password } = service.service.owner;
    return browser.submit(await browser.signIn(pathname + search, username, password), { decision: 'allow' });
  }
  /** A terminal's error stream that calls back with the first address that it gets. */
  const stderrWith = (found: (url: string) => void): Surroundings['stderr'] => ({
    write: (text) => {
      const url = /http:\/\/\S+authorize\S+/.exec(text)?.[0];
      if (url) found(url);
    },
  });

  it('By loopback, the command shows the address and waits for the browser; later the user signs in again.', async () => {
    const comeBack = async (url: string) => fetch((await walk(url)).location ?? '');
    const signedIn = await fabdesk(argv(), {
      env: secrets(),
      stderr: stderrWith((url) => void comeBack(url)),
    });
    expect(signedIn.code).toBe(0);
    expect(signedIn.json()).toMatchObject({ name: 'Ada', kind: 'user', userSignIn: 'valid' });
    const again = await fabdesk(['accounts', 'sign-in', '--json', 'Ada'], {
      stderr: stderrWith((url) => void comeBack(url)),
    });
    expect(again.json()).toMatchObject({ id: signedIn.json().id, userSignIn: 'valid' });
  });

  it('With oob, the user types the code that the service shows.', async () => {
    let code: Promise<string> | undefined;
    const signedIn = await fabdesk([...argv(), '--oob'], {
      env: secrets(),
      stderr: stderrWith((url) => {
        code = walk(url).then((page) => unescapeHtml(/id="code">([^<]+)</.exec(page.text)?.[1] ?? ''));
      }),
      readInput: async () => (await code) ?? '',
    });
    expect(signedIn).toMatchObject({ code: 0 });
    expect(signedIn.json()).toMatchObject({ name: 'Ada', kind: 'user', userSignIn: 'valid' });
  });

  it('By OAuth 1.0: the account is added, signs in again, orders, and asks for its secret first.', async () => {
    const add = ['accounts', 'add', '--oauth1', '--json', '--url', service.baseUrl, '--name', 'Old shop'];
    add.push('--client-id', service.credentials.client_id);
    const comeBack = async (url: string) => fetch((await walk(url)).location ?? '');
    const signedIn = await fabdesk(add, {
      env: { FABDESK_PAYMENT_ID: service.credentials.payment_verification_id },
      readInput: async () => `${service.credentials.client_secret}\n`,
      stderr: stderrWith((url) => void comeBack(url)),
    });
    expect(signedIn.code).toBe(0);
    const expected = { name: 'Old shop', kind: 'user', protocol: 'oauth1', userSignIn: 'valid' };
    expect(signedIn.json()).toMatchObject(expected);
    expect(signedIn.stdout).not.toContain(service.credentials.client_secret);
    const ordered = await fabdesk(orderOf('--account', 'Old shop', '--accept-terms'));
    expect(ordered.code).toBe(0);
    expect(await ordersAt('Old shop')).toHaveLength(1);
    const again = await fabdesk(['accounts', 'sign-in', '--json', 'Old shop'], {
      stderr: stderrWith((url) => void comeBack(url)),
    });
    expect(again.json()).toMatchObject({ id: signedIn.json().id, ...expected });

    const noSecret = await fabdesk(add, { readInput: async () => '' });
    expect(noSecret).toMatchObject({ code: 2, stdout: expect.stringContaining('FABDESK_CLIENT_SECRET') });
    const wrong = await fabdesk(add, { env: { FABDESK_CLIENT_SECRET: 'wrong' } });
    expect(wrong.code).toBe(4);
  });

  it('By OAuth 1.0 with oob: the code comes on standard input, so the secret must not.', async () => {
    const add = ['accounts', 'add', '--json', '--oob', '--url', service.baseUrl];
    add.push('--client-id', service.credentials.client_id);
    let code: Promise<string> | undefined;
    const signedIn = await fabdesk([...add, '--oauth1'], {
      env: secrets(),
      stderr: stderrWith((url) => {
        code = walk(url).then((page) => unescapeHtml(/id="code">([^<]+)</.exec(page.text)?.[1] ?? ''));
      }),
      readInput: async () => (await code) ?? '',
    });
    expect(signedIn.json()).toMatchObject({ protocol: 'oauth1', userSignIn: 'valid' });
    const both = await fabdesk([...add, '--oauth1'], { readInput: async () => 'secret' });
    expect(both).toMatchObject({ code: 2, stdout: expect.stringContaining('FABDESK_CLIENT_SECRET') });
    const alone = await fabdesk(add, { env: secrets() });
    expect(alone).toMatchObject({ code: 2, stdout: expect.stringContaining('--oauth1') });
  });

  it('The account of an application has no sign-in.', async () => {
    await addStudio();
    const { code, stderr } = await fabdesk(['accounts', 'sign-in', 'Studio']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('accounts add') });
  });
});

describe('consent to rights and terms', () => {
  it('Without consent nothing is uploaded, ordered or queued; --accept-terms stores it.', async () => {
    await addStudio();
    for (const argv of [
      orderOf('--account', 'Studio'),
      ['upload', '--json', '--unit', 'mm', '--account', 'Studio', 'cube.stl'],
    ]) {
      const refused = await fabdesk(argv);
      expect(refused.code).toBe(4);
      expect(refused.json().error).toMatchObject({
        code: 'consent-missing',
        message: expect.stringMatching(
          /--accept-terms .*rights to have my models made.*terms and conditions/,
        ),
      });
    }
    expect(await jobs()).toEqual([]);

    const accepted = await fabdesk(orderOf('--account', 'Studio', '--accept-terms'));
    expect(accepted.code).toBe(0);
    const later = await fabdesk(orderOf('--account', 'Studio'));
    expect(later.code).toBe(0);
    expect(await ordersAt('Studio')).toHaveLength(2);
  });

  it('Withdrawn consent stops what is still unsent, and giving it again sends it.', async () => {
    const { id: accountId } = await addStudio();
    await fabdesk(['accounts', 'terms', '--accept', 'Studio']);
    await app.call('app.setPaused', { paused: true });
    const argv = ['upload', '--json', '--queue', '--unit', 'mm', 'cube.stl'];
    await app.call('accounts.select', { accountId });
    // Offline from here on: the file and its unit are known, the catalogue is cached.
    await app.call('app.setPaused', { paused: false });
    await fabdesk(['quote', '--unit', 'mm', 'cube.stl']);
    await app.call('app.setPaused', { paused: true });
    expect((await fabdesk(argv)).code).toBe(0);
    const withdrawn = await fabdesk(['accounts', 'terms', '--json', '--withdraw']);
    expect(withdrawn.json()).toMatchObject({ consentAt: null });
    await app.call('app.setPaused', { paused: false });

    const stuck = await fabdesk(['queue', 'run', '--json']);
    expect(stuck.code).toBe(4);
    expect(await jobs()).toMatchObject([{ wait: 'terms', problem: { code: 'consent-missing' } }]);
    await fabdesk(['accounts', 'terms', '--accept']);
    expect((await fabdesk(['queue', 'run'])).code).toBe(0);
    expect(await jobs()).toMatchObject([{ state: 'done' }]);
  });

  it('The local print service asks for nothing.', async () => {
    expect((await fabdesk(orderOf())).code).toBe(0);
    expect((await fabdesk(['accounts', 'terms'])).stdout).toContain('needs no confirmation');
  });
});

describe('the account of an order', () => {
  it('An order stays with the account that priced it, even if another is selected meanwhile.', async () => {
    await addStudio();
    await fabdesk(['accounts', 'terms', '--accept', 'Studio']);
    /** Somebody selects the other account in the window, just when the price is asked. */
    const connectAndSwitch: Surroundings['connect'] = async (options) => {
      const connection = await connect(options);
      const { client } = connection;
      return {
        ...connection,
        client: {
          ...client,
          async invoke(name, input) {
            if (name === 'price.quote') {
              const accounts = await client.invoke('accounts.list', {});
              const other = accounts.ok ? accounts.value.find(({ isLocal }) => !isLocal) : undefined;
              await client.invoke('accounts.select', { accountId: other?.id ?? '' });
            }
            return client.invoke(name, input);
          },
        },
      };
    };
    const ordered = await fabdesk(orderOf(), { connect: connectAndSwitch });
    expect(ordered.code).toBe(0);
    expect(ordered.json()).toMatchObject({ account: { id: 'local', name: 'Local print service' } });
    expect(await ordersAt('Studio')).toEqual([]);
    expect(await ordersAt('local')).toHaveLength(1);
  });

  it('--account uses an account without selecting it, and every summary names it.', async () => {
    const { id } = await addStudio();
    const ordered = await fabdesk(orderOf('--account', 'Studio', '--accept-terms'));
    expect(ordered.json()).toMatchObject({ account: { id, name: 'Studio' } });
    expect(await ordersAt(id)).toHaveLength(1);
    expect(await ordersAt('local')).toEqual([]);
    const quoted = await fabdesk(['quote', '--json', '--unit', 'mm', '--account', id, 'cube.stl']);
    expect(quoted.json()).toMatchObject([{ account: { id, name: 'Studio' } }]);
    const { stdout } = await fabdesk(['quote', '--unit', 'mm', 'cube.stl']);
    expect(stdout).toContain('Account: Local print service');
  });

  it('Prices of one account are not ordered at another.', async () => {
    const { id } = await addStudio();
    const sample = await app.client.invoke('files.importSample', {});
    if (!sample.ok) throw new Error(sample.error.message);
    const line = {
      id: 'line',
      file: sample.value,
      uploadScale: 0.001,
      title: 'sample',
      geometry: {
        volume: 1e-6,
        area: 6e-4,
        xBoundMin: 0,
        xBoundMax: 0.01,
        yBoundMin: 0,
        yBoundMax: 0.01,
        zBoundMin: 0,
        zBoundMax: 0.01,
      },
      materialId: 6,
      materialTitle: 'White',
      quantity: 1,
      unitPrice: 5,
      currency: 'USD',
      quotedAt: Date.now(),
      source: null,
      accountId: id,
    };
    const order = {
      lines: [line],
      address: usAddress,
      shippingOption: 'Cheapest' as const,
      confirmedParts: 5,
    };
    const refused = await app.client.invoke('queue.placeOrder', { ...order, accountId: 'local' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'other-account', message: expect.stringContaining('“Studio”') },
    });
    expect(await app.client.invoke('queue.placeOrder', order)).toMatchObject({
      ok: false,
      error: { code: 'other-account' },
    });
    expect(await jobs()).toEqual([]);
  });
});

describe('a key', () => {
  it('The same command with the same key is the same order, in any process and after any restart.', async () => {
    const first = await fabdesk(orderOf('--key', 'job-4711'));
    expect(first.code).toBe(0);
    await app.close();
    // Now each command runs an application of its own, as a script does.
    const again = await fabdesk(orderOf('--key', 'job-4711', '--max-total', '0.01'));
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing new is ordered') });
    expect(again.json()).toMatchObject({ orderId: first.json().orderId, jobId: first.json().jobId });
    const other = await fabdesk(orderOf('--key', 'job-4712'));
    expect(other.json().orderId).not.toBe(first.json().orderId);
    expect(await ordersAt('local')).toHaveLength(2);
  });

  it('Another command with a used key is refused, whatever differs.', async () => {
    const { id } = await addStudio();
    await fabdesk(['accounts', 'terms', '--accept', id]);
    await fabdesk(orderOf('--key', 'k'));
    const others = [
      orderOf('--key', 'k', '--account', 'Studio'),
      orderOf('--key', 'k', '--city', 'Albany'),
      orderOf('--key', 'k', '--shipping', 'Fastest'),
      orderOf('--key', 'k', '--no-reference'),
      orderOf('--key', 'k', 'cube.stl:25'),
    ];
    for (const argv of others) {
      const refused = await fabdesk(argv);
      expect(refused.code).toBe(2);
      expect(refused.json().error.code).toBe('key-used');
    }
    writeFileSync(join(cwd, 'cube.stl'), writeBinaryStl(makeCube(21)));
    expect((await fabdesk(orderOf('--key', 'k'))).json().error.code).toBe('key-used');
    expect(await ordersAt('local')).toHaveLength(1);
    expect(await ordersAt('Studio')).toEqual([]);
  });

  it('Two commands with the same key at the same moment place one order.', async () => {
    const [one, two] = await Promise.all([fabdesk(orderOf('--key', 'k')), fabdesk(orderOf('--key', 'k'))]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(one.json().orderId).toBe(two.json().orderId);
    expect(await ordersAt('local')).toHaveLength(1);
  });
});
