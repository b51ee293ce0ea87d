/**
 * Node's clients for the two kinds of addresses. `node:https` brings TLS along, which takes half as long as
 * the start of Node, so only an address that needs it loads it.
 */
import http from 'node:http';

type Client = Pick<typeof http, 'Agent' | 'get' | 'request'>;

export function clientFor(url: URL): Client {
  return url.protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}
