/**
 * Chromium without Electron knows no schemes of a program. This is the one place where addresses differ: the
 * page of `app://fabdesk/` is at `http://fabdesk.localhost:PORT/`, which Chromium also treats as a secure
 * origin, and every request goes to the handler of `protocol.handle`, in Electron's conversion
 * (../protocol.ts).
 */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { app } from '../app.ts';
import { protocol } from '../protocol.ts';

class SchemeServer {
  readonly #port: number;

  /**
   * @param profile folder that remembers the port, since the origin stays the same for all starts on a
   * profile
   */
  static async start(profile: string): Promise<SchemeServer> {
    const file = join(profile, 'stand-in-port');
    const server = createServer();
    server.listen(existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    writeFileSync(file, String(port));
    return new SchemeServer(server, port);
  }

  private constructor(server: Server, port: number) {
    this.#port = port;
    // The program ends when it wants to.
    server.unref();
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  /** Other addresses stay as they are. */
  toPage(url: string): string {
    return url.replace(/^app:\/\/([^/:?#]+)/, `http://$1.localhost:${this.#port}`);
  }

  toProgram(url: string): string {
    return url.replace(new RegExp(`^http://([^/:?#]+)\\.localhost:${this.#port}(?![0-9])`), 'app://$1');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = this.toProgram(`http://${headers.host}${request.url}`);
    const bytes = await buffer(request);
    const answer = await protocol.answer({
      url,
      method,
      body: bytes.length > 0 ? [{ type: 'rawData', bytes }] : [],
    });
    // The page gets a network error, as in Electron.
    if ('error' in answer) return void response.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    const body = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
    await pipeline(body, response).catch(() => response.destroy());
  }
}

let started: Promise<SchemeServer> | null = null;

/** The one of this program. */
export function schemeServer(): Promise<SchemeServer> {
  started ??= SchemeServer.start(app.getPath());
  return started;
}
