/**
 * `npm run service`: the print service as a process. With `--json`, stdout gets exactly one line once the
 * service listens; the log goes to stderr. Exit codes: 0 after an orderly end, 1 if it cannot start or
 * closing took too long, 130 if a second Ctrl+C ended it at once. With `move` first, it moves a service.
 */
import { closeInOrder, closingLimit } from '../src-shared/closing.ts';
import { createService, type Service } from './app.ts';
import { givenDatabase, givenStorage } from './fleet/given-addresses.ts';
import { createLog } from './log.ts';
import { type Options, readOptions } from './server-options.ts';

function announce(service: Service, addresses: Addresses, options: Options): void {
  const { base_url, operator_url, status_url } = addresses;
  const facts = {
    ...(base_url !== null && {
      base_url,
      ...service.credentials,
      soap_url: service.soapUrl(),
      soap_username: service.owner.username,
      soap_password: service.owner.password,
      oauth1_token: service.oauth1.token,
      oauth1_secret: service.oauth1.secret,
    }),
    ...(options.role !== 'all' && { role: options.role }),
    ...(operator_url !== null && { operator_url, operator_key: service.operator.key }),
    ...(status_url !== null && { status_url }),
  };
  if (options.json) {
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const sentence = base_url === null ? 'The worker of the print service runs.' : 'The print service listens.';
  process.stdout.write(`${sentence}\n${lines.join('\n')}\nStop it with Ctrl+C.\n`);
}

/** Null: it does not listen there. */
interface Addresses {
  readonly base_url: string | null;
  readonly operator_url: string | null;
  readonly status_url: string | null;
}

async function listen(service: Service, options: Options): Promise<Addresses> {
  const { role, port, host, operatorPort, statusPort, statusHost } = options;
  return {
    base_url: role === 'worker' ? null : await service.listen(port, host),
    operator_url: operatorPort === undefined ? null : await service.operator.listen(operatorPort),
    status_url: statusPort === undefined ? null : await service.status.listen(statusPort, statusHost),
  };
}

function sentenceFor(error: unknown, options: Options): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EADDRINUSE') {
    const taken = (error as { port?: unknown }).port;
    const option =
      taken === options.statusPort
        ? '--status-port'
        : taken === options.operatorPort
          ? '--operator-port'
          : '--port';
    return `Port ${taken} is taken by another program. Choose another one with ${option}, or ${option} 0.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No permission for ${options.data} or port ${options.port}. Choose others with --data and --port.`;
  if (code === 'EADDRNOTAVAIL')
    return `This computer has no address ${options.host}. Choose another one with --host.`;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `The database in ${options.data} is damaged. Restore it, or choose another folder with --data.`;
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  const options = readOptions();
  try {
    const database = givenDatabase('--database', options.database);
    // Clients behind the proxy cannot use the process's own address.
    if (options.role === 'web' && options.publicUrl === undefined)
      throw new Error(
        'A process with --role web is behind a proxy. Give the address of the proxy with --public-url.',
      );
    const drain = { noticeMs: options.drainNotice * 1000, limitMs: options.drainLimit * 1000 };
    const files = givenStorage(options.files);
    const service = await createService({
      dataDir: options.data,
      ...(database && { database }),
      ...(files && { files }),
      role: options.role,
      drain,
      hasStatus: options.statusPort !== undefined,
      logsRequests: options.logRequests === true,
      rateLimit: options.rateLimit,
      maxUploadBytes: options.maxUpload * 1024 * 1024,
      measureWaitMs: options.measureWait,
      tokenSeconds: options.tokenLife,
      soapVolume: options.soapVolume,
      requireBodyHash: options.requireBodyHash === true,
      redirectUris: options.redirectUri,
      incentives: options.incentive,
      logger: createLog((line) => void process.stderr.write(line)),
      ...(options.keepUnused !== undefined && { keepUnusedMs: options.keepUnused * 60_000 }),
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    });
    closeInOrder({
      process,
      timer: setTimeout,
      now: Date.now,
      name: 'The print service',
      limit: drain.noticeMs + drain.limitMs + closingLimit,
      close: () => service.close(),
    });
    announce(service, await listen(service, options), options);
  } catch (error) {
    process.stderr.write(`${sentenceFor(error, options)}\n`);
    process.exit(1);
  }
}

if (process.argv[2] === 'move')
  await (await import('./fleet/move/command.ts')).runMove(process.argv.slice(3));
else await main();
