/** A small proxy, as one stands before the processes of a service: each call goes to the next one, whole. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  /** Without a slash at the end. */
  readonly url: string;
  /** From now on, calls go to these, `http://host:port`. */
  use(targets: readonly string[]): void;
  close(): Promise<void>;
}

/** @param before awaited before each call is passed on */
export async function startRoundRobin(
  before: () => Promise<void> = async () => undefined,
): Promise<RoundRobin> {
  let targets: readonly string[] = [];
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    before().then(
      () => pass(incoming, outgoing, targets.length),
      () => incoming.destroy(),
    );
  });

  /** A process that takes no connection gets nothing of a call, so the next one may have it. */
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const target = targets[count++ % targets.length];
    if (target === undefined) return void outgoing.writeHead(502).end();
    const { method, url, rawHeaders } = incoming;
    const onward = request(target + url, {
      method: method ?? 'GET',
      headers: rawHeaders,
      agent,
      setHost: false,
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      answer.on('aborted', () => outgoing.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1) pass(incoming, outgoing, tries - 1);
      // Whether it was carried out is not known, and the client is to see that.
      else outgoing.destroy();
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) onward.destroy();
    });
    onward.on('socket', (socket) => {
      // The answer may come before the body.
      onward.flushHeaders();
      if (socket.connecting) socket.once('connect', () => incoming.pipe(onward));
      else incoming.pipe(onward);
    });
  }

  // Longer than a client keeps a connection, which would otherwise end as it sends its next call.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (others) => {
      targets = others;
    },
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
