/** Real processes of one service behind a small proxy, as `npm run service -- --role ...` starts them. */
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { freePort } from '../postgres.ts';
import { Program } from '../program.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

const entry = fileURLToPath(new URL('../../../src-service/server.ts', import.meta.url));

type Facts = Readonly<Record<string, string>>;

export interface Member {
  readonly program: Program;
  /** The members of its `--json` line. */
  readonly facts: Facts;
  /** Where it answers calls itself, beside the proxy; null for a worker. */
  readonly url: string | null;
  readonly statusUrl: string;
}

export class Fleet {
  readonly members: Member[] = [];
  readonly proxy: RoundRobin;
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;

  private constructor(proxy: RoundRobin, args: readonly string[], env: Record<string, string>) {
    this.proxy = proxy;
    this.#args = args;
    this.#env = env;
  }

  /** Without members. @param args options of each process */
  static async open(
    { host, port, user, database }: DatabaseAddress,
    dataDir: string,
    args: readonly string[] = [],
  ): Promise<Fleet> {
    const proxy = await startRoundRobin();
    const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const own = ['--data', dataDir, '--public-url', proxy.url, '--status-port', '0', '--json'];
    return new Fleet(proxy, [...own, ...args], { FABDESK_DATABASE: address });
  }

  /** Starts one more process, which then gets calls. */
  async add(role: 'all' | 'web' | 'worker', args: readonly string[] = []): Promise<Member> {
    const port = await freePort();
    const program = new Program(
      process.execPath,
      [entry, '--port', String(port), '--role', role, ...this.#args, ...args],
      this.#env,
    );
    const [line] = await program.prints(/^\{.*"status_url".*\}$/m);
    const facts = JSON.parse(line) as Facts;
    const url = role === 'worker' ? null : `http://127.0.0.1:${port}`;
    const member = { program, facts, url, statusUrl: facts['status_url'] ?? '' };
    this.members.push(member);
    this.#route();
    return member;
  }

  /** Ends a process. The proxy goes on sending it calls until it has ended, or `withdraw` is called. */
  async end(member: Member, signal: NodeJS.Signals) {
    member.program.kill(signal);
    const ended = await member.program.ended;
    this.withdraw(member);
    return ended;
  }

  /** Sends it no more calls, as a proxy does when a process is not ready. */
  withdraw(member: Member): void {
    const at = this.members.indexOf(member);
    if (at >= 0) this.members.splice(at, 1);
    this.#route();
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map(({ program }) => program.finish()));
    await this.proxy.close();
  }

  #route(): void {
    this.proxy.use(this.members.flatMap(({ url }) => url ?? []));
  }
}
