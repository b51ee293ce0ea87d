/**
 * A data folder that is put back from a backup, or copied: real hosts, real commands, a real service, a real
 * keyring. The orders carry no reference, so nothing but the stamp shows that they were sent
 * (reliability: R20).
 * @release
 */
import { copyFileSync, cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectToRunningApp, type RunningApp } from '../../../src-main/instance/control-client.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { usAddress } from '../../support/address.ts';
import { cube } from '../../support/jobs.ts';
import { canStartKeyring, type KeyringSession, startKeyring } from '../../support/keyring-session.ts';
import { endPrograms, Program } from '../../support/program.ts';
import { ask, becomes, inOrder, isOpen, RunningHosts } from '../../support/running-hosts.ts';
import { startService, type TestService } from '../../support/service.ts';

const cli = fileURLToPath(new URL('../../../src-main/hosts/cli/main.ts', import.meta.url));
const why = canStartKeyring ? '' : ' (skipped: needs dbus-run-session and gnome-keyring-daemon)';

describe.skipIf(!canStartKeyring)(`a data folder that is a copy${why}`, () => {
  let keyring: KeyringSession;
  let service: TestService;
  let hosts: RunningHosts;

  beforeAll(async () => {
    [keyring, service] = await Promise.all([startKeyring(), startService()]);
  });
  afterEach(() => endPrograms());
  afterAll(async () => {
    await service.close();
    await keyring.close();
  });

  interface Host {
    readonly program: Program;
    readonly app: RunningApp;
  }

  const start = async (dataDir: string, env = keyring.env): Promise<Host> => {
    const args = [...hosts.browserHostArgs()];
    args[args.indexOf('--data') + 1] = dataDir;
    const program = new Program(process.execPath, args, env);
    await program.prints(isOpen);
    const app = await connectToRunningApp(dataDir);
    if (!app) throw new Error('nobody answers');
    return { program, app };
  };
  const stop = async ({ program, app }: Host): Promise<void> => {
    app.close();
    program.kill('SIGTERM');
    expect((await program.ended).stderr).toMatch(inOrder);
  };
  const fabdesk = async (...args: string[]) =>
    new Program(process.execPath, [cli, ...args], keyring.env).ended;

  /** A folder with an account at the service and an order that waits, because Fabdesk works offline. */
  const waiting = async () => {
    hosts = new RunningHosts();
    const own = hosts;
    onTestFinished(() => own.remove());
    const host = await start(hosts.dataDir);
    const { app } = host;
    const { client_id: clientId, client_secret: clientSecret } = service.credentials;
    const account = await ask(app, 'accounts.add', {
      name: 'Studio',
      baseUrl: service.baseUrl,
      clientId,
      clientSecret,
      paymentVerificationId: service.credentials.payment_verification_id,
    });
    await ask(app, 'accounts.select', { accountId: account.id });
    await ask(app, 'accounts.setConsent', { accountId: account.id, given: true });
    await ask(app, 'settings.set', { orderMarks: false });
    const order = await placeOrder(app, true);
    return { host, order, accountId: account.id, data: hosts.dataDir, backup: join(hosts.folder, 'backup') };
  };

  const placeOrder = async (app: RunningApp, isOffline: boolean): Promise<Job> => {
    const { prices } = await ask(app, 'price.quote', { geometry: cube, materials: [6] });
    const file = await ask(app, 'files.importPath', { path: hosts.writeBox('ordered.stl', 10) });
    const { price: unitPrice = 0, currency = '' } = prices['6'] ?? {};
    const line = {
      id: 'line',
      file,
      uploadScale: 0.001,
      title: 'ordered',
      geometry: cube,
      materialId: 6,
      materialTitle: 'a material',
      quantity: 1,
      unitPrice,
      currency,
      quotedAt: Date.now(),
      source: null,
    };
    if (isOffline) await ask(app, 'app.setPaused', { paused: true });
    const { order } = await ask(app, 'queue.placeOrder', {
      lines: [line],
      address: usAddress,
      shippingOption: 'Cheapest',
      confirmedParts: unitPrice,
    });
    return order;
  };

  const ordersAtService = async (): Promise<number> =>
    (await service.call('GET', '/orders/v1')).body.ordersCount.total;

  /** Resolves with the job once it waits for a consent; fails if it is sent instead. */
  const asks = async (app: RunningApp, id: string): Promise<Job> => {
    for (;;) {
      const job = (await ask(app, 'queue.list', {})).find((one) => one.id === id);
      if (job?.wait === 'consent') return job;
      expect(['queued', 'preparing', 'armed']).toContain(job?.state);
      await new Promise((resolve) => app.on('job', resolve));
    }
  };

  it('The whole folder put back from a backup asks before it sends, and says what was sent since.', async () => {
    const { host, order, accountId, data, backup } = await waiting();
    await stop(host);
    cpSync(data, backup, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const before = await ordersAtService();

    const newer = await start(data);
    await ask(newer.app, 'app.setPaused', { paused: false });
    await becomes(newer.app, order.id, 'done');
    await stop(newer);
    expect(await ordersAtService()).toBe(before + 1);

    rmSync(data, { recursive: true });
    renameSync(backup, data);
    const told = await fabdesk('queue', '--data', data);
    expect(told.stderr).toContain('This is an older copy of Fabdesk’s data, from ');
    const older = await start(data);
    const { folder } = await ask(older.app, 'app.status', {});
    expect(folder).toMatchObject({ keychain: 'answers', notice: { kind: 'older' } });
    // Rights and terms, too: a withdrawal may be newer than the copy.
    await ask(older.app, 'accounts.setConsent', { accountId, given: true });
    await ask(older.app, 'app.setPaused', { paused: false });
    const job = await asks(older.app, order.id);
    expect(job.problem).toMatchObject({ code: 'restored' });
    const { orders } = await ask(older.app, 'orders.sinceCopy', {});
    expect(orders).toHaveLength(1);
    expect(await ordersAtService()).toBe(before + 1);

    // The person finds it there and cancels the one that waits.
    await ask(older.app, 'queue.cancel', { jobId: order.id });
    await ask(older.app, 'app.dismissFolderNotice', {});
    await stop(older);
    expect((await fabdesk('queue', '--data', data)).stderr).not.toContain('older copy');
    expect(await ordersAtService()).toBe(before + 1);
  });

  it('An older database without sent.log asks before it sends.', async () => {
    const { host, order, accountId, data, backup } = await waiting();
    await stop(host);
    copyFileSync(join(data, 'fabdesk.db'), backup);
    const before = await ordersAtService();
    const newer = await start(data);
    await ask(newer.app, 'app.setPaused', { paused: false });
    await becomes(newer.app, order.id, 'done');
    await stop(newer);

    for (const name of readdirSync(data)) if (/^(fabdesk\.db|sent\.log)/.test(name)) rmSync(join(data, name));
    renameSync(backup, join(data, 'fabdesk.db'));
    const older = await start(data);
    await ask(older.app, 'accounts.setConsent', { accountId, given: true });
    await ask(older.app, 'app.setPaused', { paused: false });
    await asks(older.app, order.id);
    expect(await ordersAtService()).toBe(before + 1);
    await stop(older);
  });

  it('A copy at a second place asks, and the original goes on.', async () => {
    const { host, order, accountId, data, backup } = await waiting();
    await stop(host);
    cpSync(data, backup, { recursive: true });
    const before = await ordersAtService();
    const copy = await start(backup);
    expect((await ask(copy.app, 'app.status', {})).folder?.notice?.kind).toBe('copy');
    await ask(copy.app, 'accounts.setConsent', { accountId, given: true });
    await ask(copy.app, 'app.setPaused', { paused: false });
    await asks(copy.app, order.id);

    const original = await start(data);
    expect((await ask(original.app, 'app.status', {})).folder?.notice).toBeNull();
    await ask(original.app, 'app.setPaused', { paused: false });
    await becomes(original.app, order.id, 'done');
    expect(await ordersAtService()).toBe(before + 1);
    await Promise.all([stop(copy), stop(original)]);
  });

  it('A cancelled order stays cancelled or asks, whatever part of the folder is put back.', async () => {
    const { host, order, accountId, data, backup } = await waiting();
    await stop(host);
    cpSync(data, backup, { recursive: true });
    const before = await ordersAtService();
    const backups = () => readdirSync(join(data, 'backups'));
    const made = backups();
    expect(made.length).toBeGreaterThan(0);
    expect((await fabdesk('queue', '--data', data)).code).toBe(0);
    expect(backups()).toEqual(made);
    expect((await fabdesk('queue', 'cancel', order.id, '--data', data)).code).toBe(0);
    // A command backs up what it changed, and nothing else.
    expect(backups()).toHaveLength(made.length + 1);

    // Only the database: sent.log knows the cancellation.
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `fabdesk.db${suffix}`), { force: true });
    copyFileSync(join(backup, 'fabdesk.db'), join(data, 'fabdesk.db'));
    const first = await start(data);
    expect((await ask(first.app, 'queue.list', {})).map(({ state }) => state)).toContain('cancelled');
    await stop(first);

    // The whole folder: only the keychain knows that something has happened since.
    rmSync(data, { recursive: true });
    renameSync(backup, data);
    const second = await start(data);
    await ask(second.app, 'accounts.setConsent', { accountId, given: true });
    await ask(second.app, 'app.setPaused', { paused: false });
    await asks(second.app, order.id);
    await stop(second);
    expect(await ordersAtService()).toBe(before);
  });

  it('Without a keychain, a folder that is put back is known by the file outside of it.', async () => {
    hosts = new RunningHosts();
    const own = hosts;
    onTestFinished(() => own.remove());
    const { dataDir: data, folder } = hosts;
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', FABDESK_STATE: join(folder, 'state') };
    const first = await start(data, env);
    await ask(first.app, 'accounts.setConsent', { accountId: 'local', given: true });
    const order = await placeOrder(first.app, true);
    await stop(first);
    const backup = join(folder, 'backup');
    cpSync(data, backup, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const newer = await start(data, env);
    expect((await ask(newer.app, 'app.status', {})).folder).toEqual({ keychain: 'file', notice: null });
    await ask(newer.app, 'queue.cancel', { jobId: order.id });
    await stop(newer);

    rmSync(data, { recursive: true });
    renameSync(backup, data);
    const older = await start(data, env);
    expect((await ask(older.app, 'app.status', {})).folder?.notice?.kind).toBe('older');
    await ask(older.app, 'accounts.setConsent', { accountId: 'local', given: true });
    await ask(older.app, 'app.setPaused', { paused: false });
    expect((await asks(older.app, order.id)).problem).toMatchObject({ code: 'restored' });
    await stop(older);
  });

  it('A host that is killed while it orders is not taken for an older copy.', async () => {
    const { host, order, data } = await waiting();
    await ask(host.app, 'app.setPaused', { paused: false });
    // Each time a little later, until the order is done: at every step once, as far as time decides it.
    let current = host;
    for (let delay = 0; delay <= 400; delay += 100) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      current.app.close();
      current.program.kill('SIGKILL');
      await current.program.ended;
      current = await start(data);
      expect((await ask(current.app, 'app.status', {})).folder?.notice).toBeNull();
    }
    await becomes(current.app, order.id, 'done');
    await stop(current);
    expect(existsSync(join(data, 'sent.log'))).toBe(true);
  });
});
