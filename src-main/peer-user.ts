/**
 * Finds the user of this computer at the other end of a loopback connection. One-time tokens and states are
 * in addresses, and addresses are arguments of the program that opens the browser, which every user of a
 * Linux computer can list. So the address alone must not be enough. Linux says whose a connection is; other
 * systems do not, and there `true` means only that nothing is known.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Connections live longer than one request. */
const known = new WeakMap<Socket, Promise<boolean>>();

/**
 * False if a connection to one of our listeners comes from another user; the administrator counts as this
 * user.
 */
export function isOwnUser(socket: Socket): Promise<boolean> {
  let answer = known.get(socket);
  if (!answer) {
    answer = find(socket);
    known.set(socket, answer);
  }
  return answer;
}

async function find(socket: Socket): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const { remotePort = 0, localPort = 0 } = socket;
  const connections = await tables.read();
  return !socket.destroyed && connections.mayBeOwn(localPort, remotePort, process.getuid?.() ?? 0);
}

/** ms; the tables are read no more often, however many connections there are. */
const pause = 10;

/**
 * The kernel writes the tables anew for each reading, and they grow with the connections, so all that wait
 * share one reading.
 */
const tables = {
  /** The reading that has not begun. */
  next: null as Promise<LoopbackConnections> | null,
  last: Promise.resolve() as Promise<unknown>,

  /** The connections that are listed after this call. */
  read(): Promise<LoopbackConnections> {
    this.next ??= this.last.then(async () => {
      this.next = null;
      const reading = Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable));
      this.last = reading.then(() => delay(pause));
      return new LoopbackConnections((await reading).flat());
    });
    return this.next;
  },
};

const readTable = (path: string): Promise<readonly string[]> =>
  readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );

const [established, listening] = ['01', '0A'];

interface Entry {
  readonly state: string;
  readonly uid: number;
  readonly inode: string;
}

/** The connections that Linux lists. */
export class LoopbackConnections {
  readonly #lines: readonly string[];
  /** The entries with one of our ports at either end, by their two ports. */
  readonly #byPort = new Map<number, ReadonlyMap<string, Entry>>();

  /** @param lines of `/proc/net/tcp` and `tcp6` (proc_net_tcp in the kernel's documentation) */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** @param uid the user of this process */
  mayBeOwn(localPort: number, remotePort: number, uid: number): boolean {
    let entries = this.#byPort.get(localPort);
    if (entries === undefined) {
      entries = entriesOf(this.#lines, localPort);
      this.#byPort.set(localPort, entries);
    }
    // A kernel that does not list our own listener does not list the other end either.
    if (!entries.has(listening)) return true;
    const peer = entries.get(`${remotePort} ${localPort}`);
    // A connection that its program has closed belongs to nobody, and is listed as the administrator's.
    return peer?.state === established && peer.inode !== '0' && (peer.uid === uid || peer.uid === 0);
  }
}

/** By "local remote" ports; the listener of the port is at `listening`. */
function entriesOf(lines: readonly string[], port: number): ReadonlyMap<string, Entry> {
  const sign = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  const entries = new Map<string, Entry>();
  for (const line of lines) {
    // The table has thousands of lines on a busy computer.
    if (!line.includes(sign)) continue;
    const [, local = '', remote = '', state = '', , , , owner = '', , inode = ''] = line.trim().split(/ +/);
    const entry = { state, uid: Number(owner), inode };
    entries.set(`${portOf(local)} ${portOf(remote)}`, entry);
    if (portOf(local) === port && state === listening) entries.set(listening, entry);
  }
  return entries;
}

const portOf = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
