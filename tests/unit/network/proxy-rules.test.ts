/** Which proxies an address is reached by: entered, from the environment, or from the operating system. */
import { expect, it } from 'vitest';
import { isExcepted, proxiesFor } from '../../../src-main/network/proxy-rules.ts';
import type { ProxySettings } from '../../../src-shared/ipc/settings.ts';

type Env = Record<string, string>;

const ways = async (address: string, settings?: ProxySettings, env: Env = {}, pac?: string) => {
  const system = pac === undefined ? undefined : async () => pac;
  const found = await proxiesFor(new URL(address), { settings, env, system });
  return found.map((proxy) => proxy?.href ?? 'direct').join(' ');
};
const there = 'https://api.example.com/v1';
const own = (exceptions = '', address = 'proxy.example:3128'): ProxySettings => ({
  use: 'own',
  address,
  exceptions,
});

it.each<[string, string, Promise<string>]>([
  ['nothing is known', 'direct', ways(there)],
  ['one is entered', 'http://proxy.example:3128/', ways(there, own())],
  [
    'one that speaks TLS is entered',
    'https://p.example:8443/',
    ways(there, own('', 'https://p.example:8443')),
  ],
  ['the address is an exception', 'direct', ways(there, own('example.com'))],
  ['none is wanted', 'direct', ways(there, { use: 'none' }, { https_proxy: 'http://p:1' }, 'PROXY q:2')],
  [
    'the environment names one',
    'http://p:1/',
    ways(there, undefined, { HTTPS_PROXY: 'http://p:1' }, 'PROXY q:2'),
  ],
  [
    'its letters are small',
    'http://p:1/',
    ways(there, undefined, { https_proxy: 'p:1', HTTPS_PROXY: 'q:2' }),
  ],
  ['it names one for everything', 'http://p:1/', ways(there, undefined, { all_proxy: 'p:1' })],
  ['it names one for plain http', 'direct', ways(there, undefined, { http_proxy: 'p:1' })],
  ['it names credentials', 'http://a:b@p:1/', ways(there, undefined, { https_proxy: 'a:b@p:1' })],
  [
    'it names an exception',
    'direct',
    ways(there, undefined, { https_proxy: 'p:1', NO_PROXY: '.example.com' }),
  ],
  [
    'a PAC file names several',
    'http://a:80/ https://b/ direct',
    ways(there, undefined, {}, 'PROXY a:80; HTTPS b:443;DIRECT'),
  ],
  [
    'a PAC file names SOCKS first',
    'http://a:8080/',
    ways(there, undefined, {}, 'SOCKS5 s:1080; PROXY a:8080'),
  ],
  ['the system says DIRECT', 'direct', ways(there, { use: 'system' }, {}, 'DIRECT')],
  ['the system fails', 'direct', ways(there, undefined, {}, undefined)],
  [
    'it is this computer',
    'direct',
    ways('http://127.0.0.1:8080/', own(), { https_proxy: 'p:1' }, 'PROXY q:2'),
  ],
  ['it is this computer by name', 'direct', ways('https://localhost:8080/', own())],
  ['it is this computer by IPv6', 'direct', ways('https://[::1]:8080/', own())],
])('If %s: %s.', async (_case, expected, found) => {
  expect((await found).replaceAll(':80/', ':80/')).toBe(expected.replace('http://a:80/', 'http://a/'));
});

it.each<[string, () => Promise<string>]>([
  ['s:1080', () => ways(there, undefined, { all_proxy: 'socks5h://ada:pw@s:1080' })],
  ['exa mple:1', () => ways(there, undefined, { HTTPS_PROXY: 'exa mple:1' })],
  ['SOCKS s:1080; SOCKS5 s:1081', () => ways(there, undefined, {}, 'SOCKS s:1080; SOCKS5 s:1081')],
  ['p:99999', () => ways(there, own('', 'p:99999'))],
])('Nothing goes around a proxy that cannot be used: %s.', async (text, found) => {
  await expect(found()).rejects.toMatchObject({
    code: 'network',
    text: { key: 'errors.network.proxyKind', params: { text } },
  });
});

it.each<[string, string, boolean]>([
  ['https://api.example.com', 'example.com', true],
  ['https://api.example.com', '*.example.com', true],
  ['https://api.example.com', 'api.EXAMPLE.com, other.example', true],
  ['https://api.example.com', 'ample.com', false],
  ['https://api.example.com', 'api.example.com:8443', false],
  ['https://api.example.com:8443', 'api.example.com:8443', true],
  ['https://api.example.com', '*', true],
  ['https://api.example.com', '', false],
  ['https://intranet', '<local>', true],
  ['https://api.example.com', '<local>', false],
  ['https://10.1.2.3', '10.0.0.0/8', true],
  ['https://11.1.2.3', '10.0.0.0/8', false],
  ['https://10.1.2.3', '10.1.2.3', true],
  ['https://10.1.2.3', '10.0.0.0/99', false],
  ['https://10.1.2.3', '2.3', false],
  ['https://[fd00::1]', 'fd00::/8', true],
  ['https://[fd00::1]', '[fd00::1]', true],
])('%s and the exceptions "%s": %s', (address, list, expected) => {
  expect(isExcepted(new URL(address), list)).toBe(expected);
});
