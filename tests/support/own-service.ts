/**
 * A print service in this process whose database and files a test chooses itself, and calls to it with one
 * token.
 */
import type { AddressInfo } from 'node:net';
import { createService, type Service, type ServiceOptions } from '../../src-service/app.ts';

export interface OwnService {
  readonly service: Service;
  readonly url: string;
  readonly bearer: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

/** @param bearer a token of an earlier start; without it, a new one is asked for */
export async function startOwnService(options: ServiceOptions, bearer?: string): Promise<OwnService> {
  const rateLimit = { calls: 1_000_000, windowSeconds: 300 };
  const service = await createService({ rateLimit, ...options });
  await service.listen(0);
  const url = `http://127.0.0.1:${(service.fastify.server.address() as AddressInfo).port}`;
  const token = bearer ?? (await askForToken(url, service));
  return {
    service,
    url,
    bearer: token,
    async call(method, path, body) {
      const answer = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

async function askForToken(url: string, { credentials }: Service): Promise<string> {
  const { client_id, client_secret } = credentials;
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
