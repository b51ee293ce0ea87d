/** Attacks on the running application, by other programs of this computer and by a hostile print service. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningApp } from '../../src-main/instance/control-client.ts';
import { type Attack, drip, fire, leave, pause, post, repeated, type Until } from './attack.ts';

const digits = '1'.repeat(900_000);
const json = { 'Content-Type': 'application/json' };

/** Lets the account be added. */
const usual =
  '{"result":"success","rateLimit":{"retryInSeconds":0,"retryTimestamp":0,"windowInSeconds":300,"limit":1000000,"remaining":1000000,"history":[]}}';

/** What a hostile service answers to everything but tokens. */
const answers: Readonly<Record<string, () => string>> = {
  'answers of 900,000 digits': () => `{"result":"success","materials":{"1":{"materialId":${digits}x}}}`,
  'answers of 200,000 levels': () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  'answers of 200,000 materials': () =>
    `{"result":"success","materials":{${Array.from({ length: 200_000 }, (_, id) => `"${id}":{"materialId":"${id}","title":"a"}`).join(',')}}}`,
  'web pages of 20 MB': () => `<html><title>${'a'.repeat(20_000_000)}`,
};

export class HostileService {
  readonly #server: Server;
  readonly #bodies = new Map<string, Buffer>();
  answer = '';

  constructor() {
    for (const [name, body] of Object.entries(answers)) this.#bodies.set(name, Buffer.from(body()));
    this.#server = createServer((request, response) => {
      request.resume();
      if (request.url?.startsWith('/oauth2/token')) {
        response.writeHead(200, json).end('{"access_token":"a","token_type":"bearer","expires_in":3600}');
      } else response.writeHead(200, json).end(this.#bodies.get(this.answer) ?? usual);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** `accountId`: an account at the hostile service. */
export function appAttacks(
  port: number,
  app: RunningApp,
  hostile: HostileService,
  accountId: string,
): readonly Attack[] {
  const own = { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` };
  const half = Buffer.alloc(4_000_000, 0x20);
  const hostileAnswers = Object.keys(answers).map((name) => ({
    name: `a print service with ${name}`,
    run: async (until: Until): Promise<void> => {
      hostile.answer = name;
      while (!until.over) {
        await app.invoke('catalog.get', { accountId, refresh: true });
        await app.invoke('library.list', { accountId, page: 1 });
        await pause(20);
      }
    },
  }));
  return [
    { name: 'none', run: async () => {} },
    {
      name: 'upgrades and resets',
      run: repeated(16, () =>
        fire(
          port,
          `GET /events HTTP/1.1\r\nHost: ${own.Host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
          50,
        ),
      ),
    },
    {
      name: 'calls without a session, 4 MB each',
      run: repeated(8, () => fire(port, post('/call/price.quote', { ...own, ...json }, half))),
    },
    {
      name: 'spool writes that break off',
      run: repeated(8, () =>
        leave(
          port,
          `PUT /spool/a.stl HTTP/1.1\r\nHost: ${own.Host}\r\nOrigin: ${own.Origin}\r\nContent-Length: 60000000\r\n\r\n`,
          half,
        ),
      ),
    },
    { name: '300 connections that drip', run: (until) => drip(port, 300, until) },
    ...hostileAnswers,
  ];
}
