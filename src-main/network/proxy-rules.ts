/**
 * Decides by which proxies an address is reached: by what a person entered, by the environment
 * (HTTPS_PROXY, NO_PROXY), or by what the operating system says, PAC files included. Pure; `network.ts` asks.
 */
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../src-shared/api/receipt.ts';
import type { ProxySettings } from '../../src-shared/ipc/settings.ts';
import { onOneLine } from '../../src-shared/messages/foreign-text.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/** A proxy's address without credentials; null: the address is reached directly. */
export type Proxy = URL | null;

export interface ProxySources {
  readonly settings: ProxySettings | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The operating system's answer, in the notation of PAC files. */
  readonly system?: ((address: string) => Promise<string>) | undefined;
}

/**
 * In the order in which they are tried; at least one. Credentials stay in the address if they were given
 * there. Throws `network` where only a proxy of another kind is named: nothing goes around it.
 */
export async function proxiesFor(url: URL, { settings, env, system }: ProxySources): Promise<Proxy[]> {
  if (isLoopback(url.hostname) || settings?.use === 'none') return [null];
  if (settings?.use === 'own')
    return [isExcepted(url, settings.exceptions) ? null : parseProxy(settings.address)];
  const given = env['https_proxy'] || env['HTTPS_PROXY'] || env['all_proxy'] || env['ALL_PROXY'];
  if (given) return [isExcepted(url, env['no_proxy'] || env['NO_PROXY'] || '') ? null : parseProxy(given)];
  const found = await system?.(url.href).catch(() => '');
  return proxiesOfPac(found ?? '');
}

/** `host:port`, with a scheme or without. Throws `network` for what is no proxy that speaks HTTP. */
function parseProxy(text: string): URL {
  const proxy = URL.parse(/^\w+:\/\//.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  throw unusable(text);
}

/** Shows no credentials. */
const unusable = (text: string) =>
  mainError('network', ref('errors.network.proxyKind', { text: onOneLine(text.replace(/.*@/s, ''), 100) }));

/** Reads `PROXY a:8080; HTTPS b:443; DIRECT`. SOCKS proxies are left out where there is another way. */
function proxiesOfPac(answer: string): Proxy[] {
  const proxies = answer.split(';').flatMap((entry): Proxy[] => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (/^direct$/i.test(kind)) return [null];
    const scheme = /^https$/i.test(kind) ? 'https' : /^(proxy|http)$/i.test(kind) ? 'http' : null;
    const proxy = scheme && URL.parse(`${scheme}://${address}`);
    return proxy ? [proxy] : [];
  });
  if (proxies.length === 0 && answer.trim() !== '') throw unusable(answer);
  return proxies.length > 0 ? proxies : [null];
}

/**
 * `list`: names, which stand for their subdomains too, addresses and networks (`10.0.0.0/8`), `*` for all,
 * each with a port or without, separated by commas, semicolons or blanks. Chromium's `<local>` stands for
 * names without a dot.
 */
export function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || '443';
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (entry === '<local>') return !host.includes('.') && isIP(host) === 0;
      if (isIP(host) !== 0) return isInNetwork(host, entry);
      const [name = '', ownPort = port] = entry.split(':');
      const suffix = name.replace(/^\*?\./, '');
      return ownPort === port && (host === suffix || host.endsWith(`.${suffix}`));
    });
}

function isInNetwork(address: string, entry: string): boolean {
  const [network = '', length] = entry.replace(/^\[|\]$/g, '').split('/');
  const kind = isIP(network);
  if (kind === 0) return false;
  const family = kind === 6 ? 'ipv6' : 'ipv4';
  const bits = length === undefined ? (kind === 6 ? 128 : 32) : Number(length);
  if (!Number.isInteger(bits) || bits < 0 || bits > (kind === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
