/** Starts the real print service on a loopback port with its own data folder, for tests of its clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service, type ServiceOptions } from '../../src-service/app.ts';
import { secretHeader } from '../../src-shared/api/private-service.ts';
import { openMoreProcesses } from './stores/more-processes.ts';
import { databaseFor, inDatabase, type Query, removeDatabase } from './stores/test-database.ts';
import { filesFor } from './stores/test-files.ts';

export interface TestService {
  readonly baseUrl: string;
  readonly credentials: Service['credentials'];
  readonly service: Service;
  readonly dataDir: string;
  /** A fresh access token by client credentials. */
  token(): Promise<string>;
  /** A call with a bearer token, JSON in and out. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  ): Promise<{ status: number; headers: Headers; body: any }>;
  /** Reads or changes the database beside the service: one statement, with `?` for its values. */
  readonly query: Query;
  /** Makes the next `call` ask for a new token, after the service's clock was moved. */
  forgetToken(): void;
  /** Stops the service and starts it again on the same data folder, at another port. */
  restart(): Promise<TestService>;
  /** Stops the service and removes its folder. */
  close(): Promise<void>;
}

/**
 * The rate limit is generous unless a test asks for another. `files`: undefined means the disk; without it,
 * they are where the run has them.
 */
export async function startService(
  options: Omit<Partial<ServiceOptions>, 'files'> & {
    readonly files?: ServiceOptions['files'] | undefined;
  } = {},
): Promise<TestService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'fabdesk-service-')));
  const database = options.database ?? (await databaseFor(dataDir));
  const { files = undefined, ...others } =
    'files' in options ? options : { ...options, files: await filesFor(dataDir) };
  const more = database ? await openMoreProcesses(options.clock) : null;
  const all: ServiceOptions = {
    rateLimit: { calls: 1_000_000, windowSeconds: 300 },
    // A process that shares the files with others must give them time.
    ...(more ? { publicUrl: more.url } : { keepUnusedMs: 0 }),
    ...others,
    ...(database && { database }),
    ...(files && { files }),
    dataDir,
  };
  const service = await createService(all).catch(async (error: unknown) => {
    await more?.close();
    throw error;
  });
  const own = await service.listen(0);
  await more?.start(service, all);
  const baseUrl = more?.url ?? own;
  const close = async () => {
    await more?.close();
    await service.close();
  };
  const { credentials } = service;
  const ours = options.secret === undefined ? {} : { [secretHeader]: options.secret };
  let current: string | null = null;

  async function token(): Promise<string> {
    const answer = await fetch(`${baseUrl}/oauth2/token`, {
      method: 'POST',
      headers: {
        ...ours,
        Authorization: `Basic ${Buffer.from(`${credentials.client_id}:${credentials.client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const body = (await answer.json()) as { access_token: string };
    if (!answer.ok) throw new Error(`No token: ${JSON.stringify(body)}`);
    return body.access_token;
  }

  return {
    baseUrl,
    credentials,
    service,
    dataDir,
    token,
    async call(method, path, body, headers = {}) {
      current ??= await token();
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...ours,
          Authorization: `Bearer ${current}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
    },
    query: (text, ...values) => inDatabase(dataDir, (query) => query(text, ...values)),
    forgetToken() {
      current = null;
    },
    async restart() {
      await close();
      return startService({ ...options, dataDir });
    },
    async close() {
      await close();
      await removeDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
