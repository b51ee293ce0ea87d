/** A service that cannot use its PostgreSQL database does not start, and says why. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createService } from '../../../src-service/app.ts';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import type { ServiceFacts } from '../../support/announced-service.ts';
import { signIn } from '../../support/announced-service.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';
import { type Cluster, execute, postgresPrograms, startCluster } from '../../support/postgres.ts';
import { startService } from '../../support/service.ts';
import { openStore } from '../../support/stores/open-store.ts';
import { upload, uploadBody } from '../../support/upload.ts';

const entry = fileURLToPath(new URL('../../../src-service/server.ts', import.meta.url));

/** `npm run service` with these options and variables. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [entry, '--port', '0', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  const facts = new Promise<ServiceFacts>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve(JSON.parse(out));
    });
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, facts, exit, said: () => err, printed: () => out };
}

describe('an address that cannot be used', () => {
  it.each([
    [
      'postgres://me:geheim@localhost/db',
      /must not contain a password.*PGPASSWORD.*PGPASSFILE.*FABDESK_DATABASE/,
    ],
    ['postgres://me@localhost/db?password=geheim', /must not contain a password/],
    ['postgres://localhost/db', /names no user/],
    ['postgres://me@localhost', /names no database/],
    ['postgres:///db', /names no user|names no host/],
    ['mysql://me@localhost/geheim', /is not the address of a PostgreSQL database/],
    ['postgres://me@localhost/db?sslmode=prefer', /unknown sslmode/],
    ['postgres://me@localhost/db?options=-csearch_path', /does not know: options/],
    ['', /is empty/],
  ])('The service refuses --database %s.', async (address, sentence) => {
    const dataDir = join(temporaryFolder(), 'none');
    const service = run(['--data', dataDir, '--database', address]);
    expect(await service.exit).toBe(1);
    expect(service.said()).toMatch(sentence);
    expect(service.said()).not.toContain('geheim');
    expect(service.said().trim().split('\n')).toHaveLength(1);
    // Above all, it does not start with SQLite.
    expect(existsSync(dataDir)).toBe(false);
  });

  it('The service refuses an empty FABDESK_DATABASE.', async () => {
    const dataDir = join(temporaryFolder(), 'none');
    const service = run(['--data', dataDir], { FABDESK_DATABASE: '' });
    expect(await service.exit).toBe(1);
    expect(service.said()).toMatch(/FABDESK_DATABASE is empty/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('The service says that nothing answers at the address.', async () => {
    const address = 'postgres://me@127.0.0.1:9/db';
    const service = run(['--data', temporaryFolder()], { FABDESK_DATABASE: address });
    expect(await service.exit).toBe(1);
    expect(service.said()).toMatch(/The database db at 127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)/);
  });
});

it.skipIf(postgresPrograms === null)(
  'The suite of the service runs here a second time, on PostgreSQL (needs PostgreSQL).',
  async () => {
    const service = await startService();
    const [row] = await service.query<{ version: string }>('select version() as version');
    expect(row?.version).toMatch(/^PostgreSQL /);
    expect(existsSync(join(service.dataDir, 'service.sqlite'))).toBe(false);
    await service.close();
  },
);

describe.skipIf(postgresPrograms === null)('a service on PostgreSQL (needs PostgreSQL)', () => {
  let cluster: Cluster;
  let count = 0;
  beforeAll(async () => {
    cluster = await startCluster();
    await execute(cluster.address('postgres'), "create role shop login password 'a secret'");
  });
  afterAll(() => cluster?.remove());

  async function fresh(options = ''): Promise<DatabaseAddress> {
    const address = cluster.address(`start_${count++}`);
    await execute(cluster.address('postgres'), `create database ${address.database} ${options}`);
    return address;
  }
  const byPort = (address: DatabaseAddress, userInfo = 'shop') =>
    `postgres://${userInfo}@127.0.0.1:${cluster.port}/${address.database}`;

  it('The service starts with a password from PGPASSWORD, PGPASSFILE or FABDESK_DATABASE, and keeps what it has.', async () => {
    const address = await fresh('owner shop');
    const dataDir = temporaryFolder();
    const passwords = join(temporaryFolder(), 'passwords');
    writeFileSync(passwords, `127.0.0.1:${cluster.port}:${address.database}:shop:a secret\n`, {
      mode: 0o600,
    });
    const clientIds = new Set<string>();
    for (const [args, env] of [
      [['--database', byPort(address)], { PGPASSWORD: 'a secret' }],
      [['--database', byPort(address)], { PGPASSFILE: passwords }],
      [[], { FABDESK_DATABASE: byPort(address, 'shop:a%20secret') }],
    ] as [string[], Record<string, string>][]) {
      const service = run(['--data', dataDir, ...args], env);
      const facts = await service.facts;
      clientIds.add(facts.client_id);
      const call = await signIn(facts);
      expect(await call('POST', '/models/v1', uploadBody(boxStl(10, 10, 10)))).toMatchObject({
        result: 'success',
      });
      service.child.kill('SIGTERM');
      expect(await service.exit).toBe(0);
      expect(service.said()).not.toContain('a secret');
    }
    expect(clientIds.size).toBe(1);
    expect(await execute(address, 'select count(*)::int as count from model')).toEqual([{ count: 3 }]);
    expect(existsSync(join(dataDir, 'service.sqlite'))).toBe(false);
  });

  it('A killed service leaves the database free for the next one.', async () => {
    const address = await fresh('owner shop');
    const args = ['--data', temporaryFolder(), '--database', byPort(address)];
    const first = run(args, { PGPASSWORD: 'a secret' });
    const { client_id } = await first.facts;
    first.child.kill('SIGKILL');
    await first.exit;
    // PostgreSQL notices the end of a connection within moments.
    await expect
      .poll(async () => (await execute(address, "select 1 from pg_locks where locktype = 'advisory'")).length)
      .toBe(0);
    expect((await run(args, { PGPASSWORD: 'a secret' }).facts).client_id).toBe(client_id);
  });

  it('A process of another version is refused a database that others are using.', async () => {
    const database = await fresh();
    const dataDir = temporaryFolder();
    const first = await startService({ dataDir, database });
    onTestFinished(() => first.close());
    await execute(database, "update setting set value = '0.0.9/001' where name = 'version'");
    await expect(openStore(dataDir, database)).rejects.toThrow(
      /Version 0\.0\.9\/001 of the print service is using the database start_\d+ at .*stop the others first/,
    );
  });

  it('Processes with different keys are refused, and so is one without a key.', async () => {
    const database = await fresh();
    const dataDir = temporaryFolder();
    const first = await startService({ dataDir, database });
    onTestFinished(() => first.close());
    const other = temporaryFolder();
    copyFileSync(join(dataDir, 'service.database'), join(other, 'service.database'));
    await expect(startService({ dataDir: other, database })).rejects.toThrow(
      /There is no service\.key in .*Copy it from the folder of another process/,
    );
    expect(existsSync(join(other, 'service.key'))).toBe(false);
    writeFileSync(join(other, 'service.key'), Buffer.alloc(32).toString('base64'));
    await expect(startService({ dataDir: other, database })).rejects.toThrow(
      /The service\.key in .* is not the one with which the secrets in the database were sealed/,
    );
    copyFileSync(join(dataDir, 'service.key'), join(other, 'service.key'));
    const second = await startService({ dataDir: other, database });
    expect(second.credentials).toEqual(first.credentials);
    await second.service.close();
  });

  it('A folder with SQLite is for one process, and a role is for a database that is shared.', async () => {
    const dataDir = temporaryFolder();
    const embedded = await createService({ dataDir });
    onTestFinished(() => embedded.close());
    await expect(startService({ dataDir, database: await fresh() })).rejects.toThrow(
      /Another print service is using/,
    );
    await expect(createService({ dataDir: temporaryFolder(), role: 'worker' })).rejects.toThrow(
      /A process with the role worker shares a PostgreSQL database/,
    );
  });

  it('Passwords, names and rights that are wrong are each said in a sentence.', async () => {
    const address = await fresh();
    const overNetwork = (changes: Partial<DatabaseAddress>) => ({
      ...{ ...address, host: '127.0.0.1', user: 'shop', password: 'a secret' },
      ...changes,
    });
    for (const [changes, sentence] of [
      [{ password: 'wrong' }, /refuses the password of the user shop/],
      [{ password: null }, /asks for a password/],
      [{ database: 'nowhere' }, /There is no database nowhere at 127\.0\.0\.1:\d+\. Create/],
      [{ user: 'nobody' }, /refuses the password of the user nobody/],
      [{ tls: { mode: 'verified' } }, /does not encrypt its connections/],
      [{}, /The user shop may not work in the database .*owner/],
    ] as [Partial<DatabaseAddress>, RegExp][])
      await expect(openStore(temporaryFolder(), overNetwork(changes)), String(sentence)).rejects.toThrow(
        sentence,
      );
  });

  it('A database with another encoding, or with tables of another program, is refused.', async () => {
    const latin = await fresh("template template0 encoding 'LATIN1' locale 'C'");
    await expect(openStore(temporaryFolder(), latin)).rejects.toThrow(/has the encoding LATIN1.*needs UTF8/);
    const foreign = await fresh();
    await execute(foreign, 'create table account (name text)');
    await expect(openStore(temporaryFolder(), foreign)).rejects.toThrow(/has tables of another program/);
  });

  it('Only the folder and the database that belong together are opened.', async () => {
    const [database, another] = [await fresh(), await fresh()];
    const dataDir = temporaryFolder();
    const service = await startService({ dataDir, database });
    await upload(service, boxStl(10, 10, 10));
    await service.service.close();
    const files = () => readFileSync(join(dataDir, 'service.database'), 'utf8');
    const id = files();

    await expect(openStore(dataDir)).rejects.toThrow(/belong to a PostgreSQL database\. Give its address/);
    await expect(openStore(dataDir, another)).rejects.toThrow(/belong to another database than this one/);
    await expect(openStore(temporaryFolder(), database)).rejects.toThrow(
      /belongs to another folder of uploads/,
    );
    // A copy of the id alone is no backup of the uploads, but it is the same service.
    const used = temporaryFolder();
    const other = await startService({ dataDir: used, database: another });
    await other.service.close();
    await expect(openStore(used, database)).rejects.toThrow(/belongs to another folder of uploads/);
    expect(files()).toBe(id);

    const embedded = temporaryFolder();
    writeFileSync(join(embedded, 'service.sqlite'), '');
    await expect(openStore(embedded, await fresh())).rejects.toThrow(/has a database of its own/);
    // Uploads without any database.
    const orphaned = temporaryFolder();
    mkdirSync(join(orphaned, 'uploads', 'ab'), { recursive: true });
    writeFileSync(join(orphaned, 'uploads', 'ab', 'ab'.repeat(32)), 'x');
    await expect(openStore(orphaned, await fresh())).rejects.toThrow(/belong to another database/);

    const again = await startService({ dataDir, database });
    expect((await again.call('GET', '/models/v1')).body.models).toHaveLength(1);
    await again.close();
  });

  it('A start that was interrupted while it paired folder and database continues.', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'service.database'), 'b2c1\n');
    const database = await fresh();
    const opened = await openStore(dataDir, database);
    await opened.close();
    expect(await execute(database, "select value from setting where name = 'upload-folder'")).toEqual([
      { value: 'b2c1' },
    ]);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(postgresPrograms === null || !hasOpenssl)(
  'encrypted connections to PostgreSQL (needs PostgreSQL and openssl)',
  () => {
    let cluster: Cluster;
    let cert = '';
    beforeAll(async () => {
      const made = certificateFor('shop-db.example');
      cert = made.cert;
      cluster = await startCluster({ certificate: made });
      await execute(cluster.address('postgres'), "create role shop login password 'a secret'");
      await execute(cluster.address('postgres'), 'create database shop owner shop');
    });
    afterAll(() => cluster?.remove());
    const at = (tls: DatabaseAddress['tls']): DatabaseAddress => ({
      ...cluster.address('shop'),
      ...{ host: '127.0.0.1', user: 'shop', password: 'a secret', tls },
    });

    it('A certificate of an unknown authority, or for another name, is refused.', async () => {
      await expect(openStore(temporaryFolder(), at({ mode: 'verified' }))).rejects.toThrow(
        /certificate of the database shop at 127\.0\.0\.1:\d+ cannot be trusted.*sslrootcert/,
      );
      await expect(openStore(temporaryFolder(), at({ mode: 'verified', ca: cert }))).rejects.toThrow(
        /cannot be trusted: .*127\.0\.0\.1/,
      );
    });

    it('Connections are encrypted, with any certificate if the address asks for no more.', async () => {
      const opened = await openStore(temporaryFolder(), at({ mode: 'unverified' }));
      const used = await execute<{ ssl: boolean }>(
        cluster.address('postgres'),
        "select ssl from pg_stat_ssl natural join pg_stat_activity where application_name = 'fabdesk-service'",
      );
      await opened.close();
      expect(new Set(used.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    });

    it('A certificate of the named authority for the right name is accepted.', async () => {
      const right = certificateFor('localhost');
      const local = await startCluster({ certificate: right });
      onTestFinished(() => local.remove());
      await execute(local.address('postgres'), "create role shop login password 'a secret'");
      await execute(local.address('postgres'), 'create database shop owner shop');
      const address = { ...at({ mode: 'verified', ca: right.cert }), host: 'localhost', port: local.port };
      const opened = await openStore(temporaryFolder(), address);
      await opened.close();
    });
  },
);

/** A certificate that is its own authority, PEM. */
function certificateFor(name: string): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  execFileSync(
    'openssl',
    [...request, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert],
    {
      stdio: 'ignore',
    },
  );
  try {
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
