/** Parts of attacks: raw connections that send what they like, and leave when they like. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Attacks run until this says that it is over. */
export interface Until {
  readonly over: boolean;
}

export interface Attack {
  readonly name: string;
  /** Goes on until the time is over; a refusal or a closed connection is no failure. */
  run(until: Until): Promise<void>;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Many at once, each again and again. */
export const repeated =
  (lanes: number, once: (lane: number) => Promise<unknown>) =>
  async (until: Until): Promise<void> => {
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        while (!until.over) {
          await once(lane).catch(() => {});
          // An attacker who is refused at once must not become a busy loop in here: that would measure this
          // program.
          await pause(5);
        }
      }),
    );
  };

/** Null if the connection is refused. */
export async function open(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket.destroyed ? null : socket;
}

/** Sends all of it, waits for the peer's answer or `patience`, and resets the connection. */
export async function fire(port: number, bytes: string | Buffer, patience = 2_000): Promise<void> {
  const socket = await open(port);
  if (!socket) return;
  socket.write(bytes);
  await Promise.race([once(socket, 'data'), once(socket, 'close'), pause(patience)]);
  socket.resetAndDestroy();
}

/** Sends half of what it announced, and leaves with a reset. */
export async function leave(port: number, head: string, half: Buffer): Promise<void> {
  const socket = await open(port);
  if (!socket) return;
  socket.write(head);
  await new Promise((resolve) => socket.write(half, resolve));
  socket.resetAndDestroy();
}

/** Keeps connections and sends a byte of a header now and then. */
export async function drip(port: number, connections: number, until: Until): Promise<void> {
  const head = 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ';
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!until.over) {
        const socket = await open(port);
        socket?.write(head);
        while (socket && !socket.destroyed && !until.over) {
          socket.write('a');
          await pause(100);
        }
        socket?.destroy();
        await pause(20);
      }
    }),
  );
}

export function post(path: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Buffer {
  const all = { Host: '127.0.0.1', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
  ]);
}
