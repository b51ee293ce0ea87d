/**
 * Several real processes of one service on PostgreSQL: what they share, how one ends, and that nothing is
 * lost when one dies.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { faultsIn } from '../../support/books.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { type Cluster, execute, postgresPrograms, startCluster } from '../../support/postgres.ts';
import { Fleet, type Member } from '../../support/stores/fleet.ts';
import { uploadBody } from '../../support/upload.ts';

const slow = 120_000;

describe.skipIf(postgresPrograms === null)('several processes (needs PostgreSQL)', { timeout: slow }, () => {
  let cluster: Cluster;
  let address: DatabaseAddress;
  let dataDir: string;
  let fleet: Fleet;
  let count = 0;
  beforeAll(async () => {
    cluster = await startCluster();
  }, slow);
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    address = cluster.address(`processes_${count++}`);
    await execute(cluster.address('postgres'), `create database ${address.database}`);
    dataDir = temporaryFolder();
  });
  afterEach(() => fleet.close());

  const open = async (...args: string[]) => {
    fleet = await Fleet.open(address, dataDir, args);
  };
  async function token({ facts }: Member): Promise<string> {
    const answer = await fetch(`${fleet.proxy.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: facts['client_id'] ?? '',
        client_secret: facts['client_secret'] ?? '',
      }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  /** A call through the proxy. Status 0: the connection broke before an answer came. */
  async function call(bearer: string, method: string, path: string, body?: unknown) {
    try {
      const answer = await fetch(fleet.proxy.url + path, {
        method,
        headers: { Authorization: `Bearer ${bearer}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
    } catch {
      return { status: 0, headers: new Headers(), body: null };
    }
  }
  const ready = async ({ statusUrl }: Member) => (await fetch(`${statusUrl}/ready`)).status;

  it('Web processes answer, and workers measure; without one, an upload is answered as processing.', async () => {
    await open('--measure-wait', '300');
    const [web] = [await fleet.add('web'), await fleet.add('web')];
    const bearer = await token(web);
    const waiting = await call(bearer, 'POST', '/models/v1', uploadBody(boxStl(10, 10, 10)));
    expect(waiting.body.printable).toBe('processing');
    const metrics = async () => (await fetch(`${web.statusUrl}/metrics`)).text();
    expect(await metrics()).toContain('fabdesk_measure_files{state="waiting"} 1');
    const worker = await fleet.add('worker');
    expect(worker.facts['base_url']).toBeUndefined();
    const printable = async (modelId: number) =>
      (await call(bearer, 'GET', `/models/${modelId}/v1`)).body.printable;
    await expect.poll(() => printable(waiting.body.modelId), { timeout: 30_000 }).toBe('yes');
    expect(await metrics()).toContain('fabdesk_measure_files{state="waiting"} 0');
    // A file is left to the process that has its lock, until that process ends.
    await fleet.end(worker, 'SIGKILL');
    const second = await call(bearer, 'POST', '/models/v1', uploadBody(boxStl(11, 10, 10)));
    const { host, port, user, database } = address;
    const holder = new pg.Client({ host, port, user, database });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1::integer, 0)', [second.body.modelId]);
    await fleet.add('worker');
    expect(await metrics()).toContain('fabdesk_measure_files{state="running"} 1');
    const third = await call(bearer, 'POST', '/models/v1', uploadBody(boxStl(12, 10, 10)));
    await expect.poll(() => printable(third.body.modelId), { timeout: 30_000 }).toBe('yes');
    expect(await printable(second.body.modelId)).toBe('processing');
    await holder.end();
    await expect.poll(() => printable(second.body.modelId), { timeout: 30_000 }).toBe('yes');
  });

  it('An application has its calls once, whichever processes they come to, and a restart of one forgets none.', async () => {
    await open('--rate-limit', '40/300');
    const [first] = [await fleet.add('all'), await fleet.add('web'), await fleet.add('web')];
    const bearer = await token(first);
    const calls = await Promise.all(Array.from({ length: 90 }, () => call(bearer, 'GET', '/materials/v1')));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(50);
    await fleet.end(first, 'SIGKILL');
    await fleet.add('all');
    for (let i = 0; i < 3; i++) {
      const late = await call(bearer, 'GET', '/materials/v1');
      expect(late.status).toBe(429);
      expect(late.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(late.body.rateLimit.remaining).toBe(0);
    }
  });

  it('A process that gets the signal to stop is not ready, answers its calls, and loses none.', async () => {
    await open('--rate-limit', '100000/300', '--drain-notice', '4');
    const [first, second] = [await fleet.add('all'), await fleet.add('web'), await fleet.add('web')];
    const bearer = await token(first);
    const { body } = await call(bearer, 'POST', '/models/v1', uploadBody(boxStl(10, 10, 10)));
    const order = orderBody(
      [{ modelId: body.modelId, materialId: 6, quantity: 1 }],
      first.facts['payment_verification_id'] ?? '',
    );
    const statuses: number[] = [];
    let isOver = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push((await call(bearer, 'POST', '/orders/v1', order)).status);
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    expect(await ready(second)).toBe(200);
    const ending = fleet.end(second, 'SIGTERM');
    await expect.poll(() => ready(second)).toBe(503);
    fleet.withdraw(second);
    const { code } = await ending;
    isOver = true;
    await Promise.all(clients);
    expect(code).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [stored] = await execute<{ count: number }>(
      address,
      'select count(*)::int as count from print_order',
    );
    expect(stored?.count).toBe(statuses.length);
  });

  it('A process without its database is alive and not ready; its metrics are not for everybody.', async () => {
    await open('--log-requests');
    const web = await fleet.add('all');
    const bearer = await token(web);
    await call(bearer, 'GET', '/orders/4711/v1');
    const text = await (await fetch(`${web.statusUrl}/metrics`)).text();
    expect(text).toContain(
      'fabdesk_http_requests_total{method="GET",route="/orders/:orderId/v1",status="404"} 1',
    );
    expect(text).toMatch(
      /fabdesk_http_request_duration_seconds_count\{method="POST",route="\/oauth2\/token"\} 1/,
    );
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('fabdesk_database_up 1');
    for (const path of ['/metrics', '/ready', '/health'])
      expect((await fetch(fleet.proxy.url + path)).status).toBe(404);
    await cluster.stop();
    await expect.poll(() => ready(web), { timeout: 20_000 }).toBe(503);
    expect((await fetch(`${web.statusUrl}/health`)).status).toBe(200);
    expect(await (await fetch(`${web.statusUrl}/metrics`)).text()).toContain('fabdesk_database_up 0');
    await cluster.start();
    await expect.poll(() => ready(web), { timeout: 20_000 }).toBe(200);
  });

  it('The log names calls by id and route, and nobody by name, address or token.', async () => {
    await open('--log-requests');
    const web = await fleet.add('all');
    const bearer = await token(web);
    const order = orderBody([{ modelId: 1, materialId: 6, quantity: 1 }], 'x', {
      firstName: 'Zaphod',
      email: 'zaphod@example.com',
    });
    const answer = await call(bearer, 'POST', '/orders/v1?secret=abc', order);
    await fetch(`${fleet.proxy.url}/sign-in`, {
      method: 'POST',
      headers: { 'X-Request-Id': 'named-by-the-proxy' },
      body: new URLSearchParams({ username: 'marvin', password: 'a wrong password' }),
    });
    const { stderr } = await fleet.end(web, 'SIGTERM');
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          request: answer.headers.get('x-request-id'),
          method: 'POST',
          route: '/orders/v1',
          status: answer.status,
          ms: expect.any(Number),
        }),
        expect.objectContaining({ request: 'named-by-the-proxy', route: '/sign-in', status: 401 }),
      ]),
    );
    for (const secret of ['Zaphod', 'zaphod', 'marvin', 'a wrong', 'secret', bearer, '127.0.0.1:5'])
      expect(stderr).not.toContain(secret);
  });

  it('Nothing that was acknowledged is lost or doubled when a process and PostgreSQL are killed under load.', async () => {
    await open('--rate-limit', '1000000/300');
    const [first, second] = [await fleet.add('all'), await fleet.add('all'), await fleet.add('all')];
    const bearer = await token(first);
    const paymentId = first.facts['payment_verification_id'] ?? '';
    const orders = new Map<string, number>();
    const models: number[] = [];
    const asked = new Set<string>();
    let broken = 0;
    let isOver = false;
    let serial = 0;
    const client = async () => {
      let modelId: number | null = null;
      while (!isOver) {
        const number = serial++;
        if (modelId === null || number % 5 === 0) {
          const made = await call(
            bearer,
            'POST',
            '/models/v1',
            uploadBody(boxStl(10, 10, 10, `box ${number}`)),
          );
          // A model that is still being measured cannot be ordered yet.
          if (made.body?.printable === 'yes') modelId = made.body.modelId;
          if (made.status === 200) models.push(made.body.modelId);
          else broken += 1;
          continue;
        }
        const lastName = `Customer${number}`;
        asked.add(lastName);
        const items = [{ modelId, materialId: 6, quantity: 1 }];
        const { status, body } = await call(
          bearer,
          'POST',
          '/orders/v1',
          orderBody(items, paymentId, { lastName }),
        );
        if (status === 200) orders.set(lastName, body.orderId);
        else {
          broken += 1;
          expect([0, 503]).toContain(status);
        }
      }
    };
    const clients = Array.from({ length: 12 }, client);
    const progress = (more: number) => {
      const goal = orders.size + more;
      return expect.poll(() => orders.size, { timeout: 60_000 }).toBeGreaterThan(goal);
    };
    await progress(50);
    await fleet.end(second, 'SIGKILL');
    await progress(50);
    await fleet.add('all');
    await progress(50);
    await cluster.kill();
    await cluster.start();
    await progress(50);
    isOver = true;
    await Promise.all(clients);
    expect(broken).toBeGreaterThan(0);

    const stored = await execute<{ id: number; name: string }>(
      address,
      'select order_id::int as id, last_name as name from print_order',
    );
    // Each acknowledged order is there, with its id; none is there twice, acknowledged or not.
    expect(new Map(stored.map(({ id, name }) => [name, id])).size).toBe(stored.length);
    for (const [name, id] of orders) expect(stored).toContainEqual({ id, name });
    for (const { name } of stored) expect(asked).toContain(name);
    expect(await faultsIn(address, dataDir)).toEqual([]);
    const unmeasured = () => execute(address, 'select model_id from model_file where geometry_json is null');
    await expect.poll(unmeasured, { timeout: 60_000 }).toEqual([]);
    const known = await execute<{ id: number }>(address, 'select model_id::int as id from model');
    expect(known.map(({ id }) => id)).toEqual(expect.arrayContaining(models));
  });
});
