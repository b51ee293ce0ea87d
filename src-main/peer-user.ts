/**
 * Which user of this computer is at the other end of a loopback connection. One-time tokens and states are in
 * addresses, and addresses are arguments of the program that opens the browser, which every user of a Linux
 * computer can list. So the address alone must not be enough. Linux says whose a connection is; other systems
 * do not, and there `true` means only that nothing is known.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

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

async function find({ remotePort, localPort }: Socket): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable));
  return mayBeOwn(tables.flat(), {
    remotePort: remotePort ?? 0,
    localPort: localPort ?? 0,
    uid: process.getuid?.() ?? 0,
  });
}

const readTable = (path: string): Promise<readonly string[]> =>
  readFile(path, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );

const [established, listening] = ['01', '0A'];

interface Connection {
  readonly localPort: number;
  readonly remotePort: number;
  /** The user of this process. */
  readonly uid: number;
}

/** @param lines of `/proc/net/tcp` and `tcp6` (proc_net_tcp in the kernel's documentation) */
export function mayBeOwn(lines: readonly string[], { localPort, remotePort, uid }: Connection): boolean {
  const sign = `:${localPort.toString(16).toUpperCase().padStart(4, '0')} `;
  // The table has thousands of lines on a busy computer.
  const concerned = lines.filter((line) => line.includes(sign));
  const entries = concerned.map((line) => {
    const [, local = '', remote = '', state = '', , , , owner = '', , inode = ''] = line.trim().split(/ +/);
    return { local: portOf(local), remote: portOf(remote), state, uid: Number(owner), inode };
  });
  // A kernel that does not list our own listener does not list the other end either.
  if (!entries.some(({ local, state }) => local === localPort && state === listening)) return true;
  const peer = entries.find(({ local, remote }) => local === remotePort && remote === localPort);
  // A connection that its program has closed belongs to nobody, and is listed as the administrator's.
  return peer?.state === established && peer.inode !== '0' && (peer.uid === uid || peer.uid === 0);
}

const portOf = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
