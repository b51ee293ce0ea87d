/**
 * A server that sees every byte and may do anything: it reads whole requests off the socket itself, counts
 * them (complete and incomplete), and answers exactly the bytes that the test wrote.
 */
import net from 'node:net';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly socket: net.Socket;
}

export interface WireServer {
  readonly baseUrl: string;
  /** Requests whose last body byte arrived, in order. A server may execute these. */
  readonly complete: WireRequest[];
  /** Number of header blocks, including those of incomplete requests. */
  readonly begun: { readonly method: string; readonly path: string }[];
  /** `User-Agent` of each of them. */
  readonly agents: string[];
  readonly connections: () => number;
  /** Closed connections, as far as this end knows. */
  readonly gone: () => number;
  close(): Promise<void>;
}

/** Bytes to write; then the connection stays open unless `after` says otherwise. */
export interface Reply {
  readonly bytes?: string;
  readonly after?: 'keep' | 'end' | 'reset';
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { bytes: `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${text}`, after: 'keep' };
};

type Answer = (request: WireRequest, nth: number) => Reply | Promise<Reply>;
/** Called when the headers have arrived; a reply given here is sent before the body is read. */
type Early = (request: Omit<WireRequest, 'body'>) => Reply | null;

export async function wireServer(answer: Answer, early: Early = () => null): Promise<WireServer> {
  const complete: WireRequest[] = [];
  const begun: { method: string; path: string }[] = [];
  const sockets = new Set<net.Socket>();
  const agents: string[] = [];
  let connections = 0;
  let gone = 0;

  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      gone += 1;
    });
    socket.on('error', () => {});
    let pending = Buffer.alloc(0);
    let head: Omit<WireRequest, 'body'> | null = null;
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data]);
      for (;;) {
        if (!head) {
          const end = pending.indexOf('\r\n\r\n');
          if (end < 0) return;
          head = { ...parseHead(pending.toString('latin1', 0, end)), socket };
          pending = pending.subarray(end + 4);
          begun.push({ method: head.method, path: head.path });
          agents.push(head.headers['user-agent'] ?? '');
          const reply = early(head);
          if (reply) write(socket, reply);
        }
        const length = Number(head.headers['content-length'] ?? 0);
        if (pending.length < length) return;
        const request = { ...head, body: Buffer.from(pending.subarray(0, length)) };
        pending = pending.subarray(length);
        head = null;
        complete.push(request);
        void Promise.resolve(answer(request, complete.length)).then((reply) => write(socket, reply));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    complete,
    begun,
    agents,
    connections: () => connections,
    gone: () => gone,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function write(socket: net.Socket, { bytes, after }: Reply) {
  if (bytes) socket.write(bytes);
  if (after === 'end') socket.end();
  if (after === 'reset') setImmediate(() => socket.resetAndDestroy());
}

function parseHead(text: string) {
  const [first = '', ...lines] = text.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { method, path, headers };
}
