/**
 * A PostgreSQL server that lives as long as a run of tests, from the programs of an installed one. Its files
 * are in a temporary folder, and nothing of it is durable unless a measurement asks for it. The administrator
 * of a machine cannot run it, so `nobody` does then.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { DatabaseAddress } from '../../src-service/fleet/postgres-address.ts';
import { removeFolder } from './remove-folder.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: nobody, gid: nobody } : {};

/** The newest of Debian, or the one in the path; null if none is installed. */
function findPrograms(): string | null {
  if (process.platform === 'win32' || (isRoot && process.platform !== 'linux')) return null;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

/** The folder of `initdb`, `postgres`, `pg_dump` and `psql`. */
export const postgresPrograms = findPrograms();

export interface Cluster {
  /** Through the socket, without a password. */
  address(database: string): DatabaseAddress;
  /** On 127.0.0.1, with passwords. */
  readonly port: number;
  /** Starts the server again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Ends it in order; connections are ended at once. */
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

interface ClusterOptions {
  readonly isDurable?: boolean;
  /** PEM, for encrypted connections to the port. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

export async function startCluster({ isDurable, certificate }: ClusterOptions = {}): Promise<Cluster> {
  if (postgresPrograms === null) throw new Error('PostgreSQL is not installed.');
  const program = (name: string) => join(postgresPrograms ?? '', name);
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-postgres-'));
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  execFileSync(
    program('initdb'),
    [
      ...['-D', data, '--username=fabdesk', '--auth-local=trust', '--auth-host=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    ],
    { ...asUser, cwd: folder, stdio: 'ignore' },
  );
  const files = { 'server.key': certificate?.key, 'server.crt': certificate?.cert };
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) continue;
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (isRoot) chownSync(join(data, name), nobody, nobody);
  }
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    ssl: certificate === undefined ? 'off' : 'on',
    max_connections: 400,
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
  };
  let server: ChildProcess | null = null;
  const kill = () => server?.kill('SIGKILL');
  process.on('exit', kill);

  const cluster: Cluster = {
    address: (database) => ({
      ...{ host: folder, port, user: 'fabdesk', password: null, database },
      tls: { mode: 'off' },
    }),
    port,
    async start() {
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      server = spawn(program('postgres'), ['-D', data, ...args], { ...asUser, cwd: folder, stdio: 'ignore' });
      await untilReady(cluster.address('postgres'), server);
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    async remove() {
      await end('SIGQUIT');
      process.off('exit', kill);
      removeFolder(folder);
    },
  };
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  }
  await cluster.start();
  return cluster;
}

async function untilReady(address: DatabaseAddress, server: ChildProcess): Promise<void> {
  for (;;) {
    try {
      return await execute(address, 'select 1').then(() => undefined);
    } catch (error) {
      if (server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Runs one statement on a connection of its own. */
export async function execute<T>(
  { host, port, user, password, database }: DatabaseAddress,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ host, port, user, database, ...(password !== null && { password }) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as T[];
  } finally {
    await client.end();
  }
}

/** A port that nobody uses now. */
export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
