/**
 * A print service that signs everybody in and then answers as a test wants, also with bytes that are no
 * answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export interface HostileService {
  readonly baseUrl: string;
  /** Method and path of every request but those for tokens. */
  readonly requests: string[];
  /** Answers a path, without its query, from now on. */
  on(path: string, reply: Reply): void;
  close(): Promise<void>;
}

export const sendText =
  (text: string, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
export const send = (body: object): Reply => sendText(JSON.stringify({ result: 'success', ...body }));

export async function startHostileService(): Promise<HostileService> {
  const replies = new Map<string, Reply>();
  const requests: string[] = [];
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    request.resume();
    response.on('error', () => {});
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/oauth2/token' && !replies.has(path)) {
      sendText(JSON.stringify({ access_token: 'token', token_type: 'bearer', expires_in: 3600 }))(
        response,
        request,
      );
      return;
    }
    requests.push(`${request.method} ${path}`);
    const reply = replies.get(path) ?? sendText('{"result":"failure","reason":"Nothing here."}', 404);
    request.on('end', () => reply(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (path, reply) => void replies.set(path, reply),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
