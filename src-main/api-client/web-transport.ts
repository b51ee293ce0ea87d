/**
 * Node's clients for the two kinds of addresses, and their connections. `node:https` brings TLS along, which
 * takes half as long as the start of Node, so only an address that needs it loads it.
 */
import http from 'node:http';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

type Client = Pick<typeof http, 'Agent' | 'request'>;

export function clientFor(url: URL): Client {
  return url.protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}

/** Older ones would leave a proxy out without a word. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const knowsProxies = major === 22 ? minor >= 21 : major > 24 || (major === 24 && minor >= 5);

/**
 * Node's agent asks the proxy for a tunnel (CONNECT) and makes TLS through it before a request begins. Throws
 * `network`.
 */
function through(proxy: URL) {
  if (!knowsProxies) throw mainError('network', ref('errors.network.oldNode'));
  return { proxyEnv: { https_proxy: proxy.href } };
}

/** For one request with a connection of its own. */
export const privateAgent = (url: URL, proxy: URL | null): http.Agent | false =>
  proxy !== null && new (clientFor(url).Agent)(through(proxy));

/** Open connections that the reads of one account share. */
export class Connections {
  readonly #agents = new Map<string, http.Agent>();

  agentFor(url: URL, proxy: URL | null): http.Agent {
    const key = `${url.protocol} ${proxy?.href}`;
    let agent = this.#agents.get(key);
    if (agent === undefined) {
      agent = new (clientFor(url).Agent)({ ...keepAlive, ...(proxy && through(proxy)) });
      this.#agents.set(key, agent);
    }
    return agent;
  }

  close() {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

const keepAlive = { keepAlive: true, maxSockets: 4, maxFreeSockets: 2 };
