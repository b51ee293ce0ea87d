/**
 * The command line with the real application and the real local service, on its own data folder. Every
 * command starts and ends the application, so the next one finds what the previous one left.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import { openDatabase } from '../../../src-main/db/database.ts';
import { connect } from '../../../src-main/hosts/cli/app/connect.ts';
import type { KeyringReply } from '../../../src-main/secrets/keyring-messages.ts';
import type { StartChild } from '../../../src-main/secrets/keyring-process.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

const address = addressOptions(usAddress);

async function fabdesk(argv: readonly string[], cwd: string, dataDir: string) {
  let ranHere: boolean | null = null;
  const ran = await runFabdesk(argv, {
    cwd,
    env: { FABDESK_DATA: dataDir },
    connect: async (options) => {
      const connection = await connect(options);
      ranHere = connection.runsHere;
      return connection;
    },
  });
  return { ...ran, ranHere };
}

interface Quoted {
  volume: number;
  unit: string;
  unitFrom: string;
  prices: { materialId: number; title: string; price: number; currency: string; fits: boolean }[];
}

describe('on a machine where nothing was started', () => {
  it('quote prices a 1 cm cube as recorded.', { tags: 'release' }, async () => {
    const cwd = modelFolder({ 'one.stl': makeCube(10) });
    const { code, stderr, json } = await fabdesk(
      ['quote', '--json', '--unit', 'mm', 'one.stl'],
      cwd,
      join(cwd, 'data'),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [entry] = json() as [Quoted];
    expect(entry.volume).toBeCloseTo(1e-6, 15);
    expect(entry.prices).toHaveLength(30);
    expect(entry.prices.find((price) => price.materialId === 6)).toEqual({
      materialId: 6,
      title: 'White Strong & Flexible',
      price: 2.9,
      currency: 'USD',
      fits: true,
      verdict: { level: 'prints', reasons: [] },
    });
  });

  it('A sign-in at a proxy is refused where it would be forgotten at once.', async () => {
    const noKeychain: StartChild = () => {
      const heard: ((reply: KeyringReply) => void)[] = [];
      return {
        send({ id }) {
          for (const take of heard) take({ id, problem: 'not-loadable', message: 'No keychain.' });
        },
        onMessage: (take) => void heard.push(take),
        onExit: () => {},
        kill: () => {},
      };
    };
    const signIn = { proxy: 'proxy.example:3128', username: 'ada', password: 'secret' };
    const invoke = async (host: 'cli' | 'browser') => {
      const dataDir = temporaryFolder();
      const app = await createApp({ dataDir, host, version: '0.0.0-test', startKeyring: noKeychain });
      const result = await app.client.invoke('network.setSignIn', { signIn });
      await app.close();
      return result.ok || result.error.code;
    };
    expect([await invoke('cli'), await invoke('browser')]).toEqual(['keychain-unavailable', true]);
  });

  it('upload, order, list and cancel work, each command in its own application.', async () => {
    const cwd = modelFolder();
    const dataDir = join(cwd, 'data');
    const uploaded = await fabdesk(['upload', '--json', '--unit', 'mm', 'cube.stl'], cwd, dataDir);
    expect(uploaded.code).toBe(0);
    expect(uploaded.json()).toMatchObject([{ state: 'done', modelId: expect.any(Number), unit: 'mm' }]);

    const argv = ['order', '--json', '--yes', '--unit', 'mm', ...address, 'cube.stl:6:2'];
    const ordered = await fabdesk(argv, cwd, dataDir);
    expect(ordered.stderr).toBe('');
    expect(ordered.code).toBe(0);
    const { orderId, total } = ordered.json() as { orderId: number; total: number };

    const orders = (await fabdesk(['orders', '--json'], cwd, dataDir)).json() as OrderView[];
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      orderId,
      sum: { amount: total },
      items: [{ title: 'cube', quantity: 2 }],
    });

    const cancelled = await fabdesk(['orders', 'cancel', String(orderId)], cwd, dataDir);
    expect(cancelled.code).toBe(0);
    expect(cancelled.stdout).toContain(`Done. The service says that it cancelled order ${orderId}.`);
    const after = (await fabdesk(['orders', '--json', String(orderId)], cwd, dataDir)).json() as OrderView;
    expect(after).toMatchObject({ status: 'cancelled', targetShipDate: '', targetDeliveryDate: '' });

    const jobs = (await fabdesk(['queue', '--json'], cwd, dataDir)).json() as Job[];
    expect(jobs.map((job) => job.state)).toEqual(jobs.map(() => 'done'));
    expect(jobs.filter((job) => job.kind === 'order')).toHaveLength(1);
  });

  it('A command that finds the cart unreadable says so once, and what was stored remains.', async () => {
    const cwd = modelFolder();
    const dataDir = join(cwd, 'data');
    const database = openDatabase(join(dataDir, 'fabdesk.db'));
    database.documents.set('workspace', { plate: 'broken' });
    database.close();
    const first = await fabdesk(['queue'], cwd, dataDir);
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/^The plate and the cart could not be read/);
    expect((await fabdesk(['queue'], cwd, dataDir)).stderr).toBe('');
    const after = openDatabase(join(dataDir, 'fabdesk.db'));
    expect(after.documents.get('workspace/unreadable')).toEqual({ plate: 'broken' });
    after.close();
  });

  it('An order queued offline is stored, and queue run sends it once.', { tags: 'release' }, async () => {
    const cwd = modelFolder();
    const dataDir = join(cwd, 'data');
    await setPaused(dataDir, false);
    // Prices must be known before the network fails.
    await fabdesk(['quote', '--unit', 'mm', 'cube.stl'], cwd, dataDir);
    await setPaused(dataDir, true);
    const argv = ['order', '--json', '--yes', '--unit', 'mm', ...address, 'cube.stl:6'];
    const offline = await fabdesk(argv, cwd, dataDir);
    expect(offline.code).toBe(3);
    expect(offline.json()).toMatchObject({ state: 'queued', orderId: null });
    await setPaused(dataDir, false);
    const sent = await fabdesk(['queue', 'run', '--json'], cwd, dataDir);
    expect(sent.code).toBe(0);
    const orders = (await fabdesk(['orders', '--json'], cwd, dataDir)).json() as OrderView[];
    expect(orders).toHaveLength(1);
  });
});

it('A command uses the application that already runs on the data folder.', { tags: 'release' }, async () => {
  const cwd = modelFolder();
  const dataDir = temporaryFolder();
  const app = await createApp({ dataDir, host: 'browser', version: '0.0.0' });
  try {
    const quoted = await fabdesk(['quote', '--json', '--unit', 'mm', 'cube.stl'], cwd, dataDir);
    expect(quoted).toMatchObject({ code: 0, ranHere: false });
    const argv = ['order', '--json', '--yes', '--unit', 'mm', ...address, 'cube.stl:6'];
    const ordered = await fabdesk(argv, cwd, dataDir);
    expect(ordered).toMatchObject({ code: 0, ranHere: false });
    const { orderId } = ordered.json() as { orderId: number };
    const seen = await app.client.invoke('orders.list', {});
    expect(seen.ok && seen.value.orders.map((order) => order.orderId)).toEqual([orderId]);
  } finally {
    await app.close();
  }
});

it('An unusable data folder is reported in one sentence.', async () => {
  const cwd = modelFolder({ occupied: 'a file where a folder should be' });
  const { code, stdout, stderr } = await fabdesk(['queue', '--json'], cwd, join(cwd, 'occupied'));
  expect(code).not.toBe(0);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toHaveProperty('error.message');
});

describe.skipIf(!corpusPresent)('on the corpus', () => {
  it('quote prices real files of every format, with their own units if they have them.', {
    tags: 'release',
  }, async () => {
    const dataDir = temporaryFolder();
    const names = [
      'mikedh-trimesh/models/counterXP.3MF',
      'mikedh-trimesh/models/plate_holes.STL',
      'mikedh-trimesh/models/rabbit.obj',
      'mikedh-trimesh/models/suzanne.ply',
    ];
    const { code, json } = await fabdesk(['quote', '--json', ...names], corpusDir, dataDir);
    const entries = json() as Quoted[];
    expect(code).toBe(0);
    expect(entries.map((entry) => entry.unitFrom)).toEqual(['file', 'proposal', 'proposal', 'proposal']);
    for (const entry of entries)
      expect(entry.prices.some((price) => price.fits && price.price > 0)).toBe(true);
  });
});

async function setPaused(dataDir: string, paused: boolean): Promise<void> {
  const { client, close } = await connect({ dataDir });
  await client.invoke('app.setPaused', { paused });
  await close();
}
