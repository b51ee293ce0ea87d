/**
 * A small load generator on raw sockets: keep-alive connections that each send the same bytes again and
 * again.
 */
import { connect } from 'node:net';

export interface LoadResult {
  readonly perSecond: number;
  /** ms */
  readonly p99: number;
  readonly statuses: ReadonlyMap<number, number>;
}

export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Buffer {
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...headers,
    ...(body === ''
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Drives `connections` sockets for `ms`, after a warm-up of a quarter of that, which is not counted. */
export async function drive(
  port: number,
  bytes: Buffer,
  connections: number,
  ms: number,
): Promise<LoadResult> {
  const begin = performance.now() + ms / 4;
  const end = begin + ms;
  const times: number[] = [];
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1');
          let sent = 0;
          let head = '';
          let left = -1;
          const send = (): void => {
            sent = performance.now();
            if (sent >= end) {
              socket.destroy();
              resolve();
            } else socket.write(bytes);
          };
          socket.setNoDelay(true);
          socket.on('connect', send);
          socket.on('error', reject);
          socket.on('data', (chunk) => {
            if (left < 0) {
              head += chunk.toString('latin1');
              const at = head.indexOf('\r\n\r\n');
              if (at < 0) return;
              const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
              left = length - (head.length - at - 4);
              const status = Number(head.slice(9, 12));
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
            } else left -= chunk.length;
            if (left > 0) return;
            head = '';
            left = -1;
            const now = performance.now();
            if (sent >= begin) times.push(now - sent);
            send();
          });
        }),
    ),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / (ms / 1000),
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    statuses,
  };
}
