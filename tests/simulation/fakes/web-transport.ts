/** Stands in for the exchange's transport: Node's own HTTP client over a simulated connection. */
import http from 'node:http';
import { Connection } from './connection.ts';

function request(url: URL, { agent: _, ...options }: http.RequestOptions): http.ClientRequest {
  const { method = 'GET' } = options;
  const headers = options.headers as Readonly<Record<string, string>>;
  const connection = new Connection({ method, url, authorization: headers['Authorization'] ?? '', body: '' });
  // An https address would make Node's client refuse the protocol; the simulated connection has no TLS.
  const plain = new URL(url);
  plain.protocol = 'http:';
  return http.request(plain, { ...options, createConnection: () => connection as never });
}

export const privateAgent = () => false;
export const clientFor = () => ({ request });
