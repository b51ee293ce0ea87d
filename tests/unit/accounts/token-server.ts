/**
 * A service of two endpoints: tokens (counted) and service information. Tests change its behaviour through
 * the public fields.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenServer {
  readonly baseUrl: string;
  /** How clients authenticated, a line per request: `basic id:secret` or `form id:secret`. */
  readonly asked: string[];
  /** Tokens that other endpoints accept. */
  readonly valid: Set<string>;
  takes: 'both' | 'basic' | 'form' | 'nobody';
  expiresIn: number;
  /** Sent as `Date`; null: the true one. */
  date: number | null;
  /** Answers the token endpoint with this instead. */
  instead: { status: number; body: string; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));

export async function tokenServer(): Promise<TokenServer> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (state.date !== null) response.setHeader('Date', new Date(state.date).toUTCString());
      const reply = (status: number, value: unknown) => {
        response.statusCode = status;
        response.end(typeof value === 'string' ? value : JSON.stringify(value));
      };
      if (request.url === '/oauth2/token') return grant(request.headers.authorization, body, reply);
      const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
      if (!token || !state.valid.has(token))
        return reply(401, { result: 'failure', reason: 'Invalid Token Error' });
      const rateLimit = {
        retryInSeconds: 0,
        retryTimestamp: 0,
        windowInSeconds: 300,
        limit: 150,
        remaining: 9,
        history: [],
      };
      reply(200, { result: 'success', nextActionSuggestions: [], rateLimit });
    });
  });

  function grant(
    authorization: string | undefined,
    body: string,
    reply: (status: number, value: unknown) => void,
  ) {
    const form = new URLSearchParams(body);
    const basic = /^Basic (.*)$/.exec(authorization ?? '')?.[1];
    const how = basic === undefined ? 'form' : 'basic';
    const who =
      basic === undefined
        ? `${form.get('client_id')}:${form.get('client_secret')}`
        : Buffer.from(basic, 'base64').toString().split(':').map(decoded).join(':');
    state.asked.push(`${how} ${who}`);
    const { instead, takes, expiresIn } = state;
    if (instead) return reply(instead.status, instead.body);
    if (takes !== 'both' && takes !== how)
      return reply(401, { error: 'invalid_client', error_description: 'Wrong.' });
    const token = `token-${state.asked.length}`;
    state.valid.add(token);
    reply(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: 'refresh-1',
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: TokenServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    valid: new Set(),
    takes: 'both',
    expiresIn: 3600,
    date: null,
    instead: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;
}
