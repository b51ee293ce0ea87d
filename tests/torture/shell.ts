/**
 * The real command line in processes of its own, which are killed, with a real keyring, over two real
 * services. The tortures of switches and repetitions (scripted-orders.ts) use it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../simulation/random.ts';
import { cubeStl } from '../support/cube-stl.ts';
import { type KeyringSession, startKeyring } from '../support/keyring-session.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService, type TestService } from '../support/service.ts';
import { FaultProxy } from './fault-proxy.ts';

const main = fileURLToPath(new URL('../../src-main/hosts/cli/main.ts', import.meta.url));

/** A service with its proxy; the account of the same name is at it. */
interface Place {
  readonly service: TestService;
  readonly proxy: FaultProxy;
  readonly baseUrl: string;
}

interface Ended {
  readonly code: number | null;
  readonly isKilled: boolean;
  readonly out: string;
  readonly errors: string;
}

export const accountNames = ['Left', 'Right'] as const;
export type AccountName = (typeof accountNames)[number];

export class Shell {
  readonly random: Random;
  readonly folder = mkdtempSync(join(tmpdir(), 'fabdesk-shell-'));
  readonly #places: Readonly<Record<AccountName, Place>>;
  readonly #keyring: KeyringSession;
  readonly #ahead: { ms: number };
  #keepsFolder = false;

  private constructor(
    random: Random,
    places: Readonly<Record<AccountName, Place>>,
    keyring: KeyringSession,
    ahead: { ms: number },
  ) {
    this.random = random;
    this.#places = places;
    this.#keyring = keyring;
    this.#ahead = ahead;
  }

  static async open(seed: number): Promise<Shell> {
    const random = new Random(seed, 9);
    const ahead = { ms: 0 };
    const place = async (): Promise<Place> => {
      const service = await startService({ clock: () => Date.now() + ahead.ms });
      const proxy = new FaultProxy({
        target: service.baseUrl,
        lie: () => 'none',
        delay: () => random.fraction() * 60,
        ahead: () => ahead.ms,
      });
      return { service, proxy, baseUrl: await proxy.listen() };
    };
    const places = { Left: await place(), Right: await place() };
    return new Shell(random, places, await startKeyring(), ahead);
  }

  async close(): Promise<void> {
    for (const { proxy, service } of Object.values(this.#places)) {
      await proxy.close();
      await service.close();
    }
    await this.#keyring.close();
    if (!this.#keepsFolder) removeFolder(this.folder);
  }

  /** Keeps the data folders for inspection if something was found. */
  keepIf(faults: readonly string[]): string | null {
    if (faults.length === 0) return null;
    this.#keepsFolder = true;
    writeFileSync(join(this.folder, 'found.json'), JSON.stringify(faults));
    return this.folder;
  }

  /** A new data folder with both accounts. */
  async dataFolder(name: string): Promise<string> {
    const data = join(this.folder, name);
    mkdirSync(data);
    for (const account of accountNames) {
      const { credentials } = this.#places[account].service;
      const secrets = {
        FABDESK_CLIENT_SECRET: credentials.client_secret,
        FABDESK_PAYMENT_ID: credentials.payment_verification_id,
      };
      const where = ['--url', this.#places[account].baseUrl, '--client-id', credentials.client_id];
      await this.#must(['accounts', 'add', '--name', account, ...where], data, secrets);
      await this.#must(['accounts', 'terms', account, '--accept'], data);
    }
    return data;
  }

  /** A file of its own content; returns its name. */
  file(name: string): string {
    writeFileSync(join(this.folder, `${name}.stl`), cubeStl(name));
    return `${name}.stl`;
  }

  /** Runs `fabdesk`, and kills it after `killAfter` ms if it still runs then. */
  async run(
    argv: readonly string[],
    data: string,
    { killAfter, env = {} }: { killAfter?: number; env?: Readonly<Record<string, string>> } = {},
  ): Promise<Ended> {
    const child = spawn(process.execPath, [main, ...argv], {
      cwd: this.folder,
      env: {
        ...process.env,
        ...this.#keyring.env,
        NODE_COMPILE_CACHE: join(this.folder, 'compiled'),
        FABDESK_DATA: data,
        FABDESK_STATE: join(this.folder, 'state'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const timer = killAfter === undefined ? null : setTimeout(() => child.kill('SIGKILL'), killAfter);
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once('close', (...end) => resolve(end)),
    );
    if (timer !== null) clearTimeout(timer);
    return { code, isKilled: signal === 'SIGKILL', out, errors };
  }

  async #must(argv: readonly string[], data: string, env: Readonly<Record<string, string>> = {}) {
    const ended = await this.run(argv, data, { env });
    if (ended.code !== 0)
      throw new Error(`fabdesk ${argv.join(' ')} ended with ${ended.code}: ${ended.errors}`);
  }

  /** The clock of both services, forward. */
  advance(ms: number): void {
    this.#ahead.ms += ms;
  }

  /** How many orders with this last name the service of the account has. */
  async ordersOf(account: AccountName, lastName: string): Promise<number> {
    const { service } = this.#places[account];
    service.forgetToken();
    const path = `/orders/v1?lastName=${encodeURIComponent(lastName)}&limit=100`;
    const { body } = await service.call('GET', path);
    return Object.keys(body.ordersStatus).length;
  }

  get posts(): number {
    return Object.values(this.#places).reduce((sum, { proxy }) => sum + proxy.writes.length, 0);
  }
}
