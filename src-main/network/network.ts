/**
 * How this computer reaches the services: directly or by a proxy, with the certificates that the operating
 * system trusts. Sends for accounts, sign-ins, SOAP and the look for updates, with the guarantees of
 * `http-exchange.ts`: another way is tried only if no connection was made, when nothing has been sent.
 */
import tls from 'node:tls';
import { z } from 'zod';
import { isLoopback } from '../../src-shared/api/receipt.ts';
import { CodedError } from '../../src-shared/result.ts';
import {
  type Exchange,
  type ExchangeRequest,
  exchange,
  type SendExchange,
} from '../api-client/http-exchange.ts';
import { nameOfProxy } from '../api-client/network-failure.ts';
import { parseStored } from '../parse-stored.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { type ProxySources, proxiesFor } from './proxy-rules.ts';

export interface NetworkOptions extends Omit<ProxySources, 'settings'> {
  readonly settings: () => ProxySources['settings'];
  readonly secrets: SecretStore;
}

const signInSchema = z.object({ proxy: z.string(), username: z.string(), password: z.string() });
/** For a proxy, `host:port`. It is sent to no other. */
export type ProxySignIn = z.infer<typeof signInSchema>;

const secretName = 'proxy';
/** ms for which a proxy that did not answer is tried last. */
const avoided = 5 * 60_000;

export class Network {
  readonly #options: NetworkOptions;
  /** By `href`: when a proxy did not answer, ms of the monotonic clock. */
  readonly #silent = new Map<string, number>();
  #signIn: Promise<ProxySignIn | null> | null = null;
  #trustsSystem = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  readonly exchange: SendExchange = async (request) => {
    let proxies: (URL | null)[];
    try {
      proxies = await this.proxiesFor(request.url);
    } catch (thrown) {
      return { kind: 'failed', mayHaveActed: false, isUnconnected: true, brokeUnanswered: false, thrown };
    }
    for (const [index, proxy] of proxies.entries()) {
      const result = await this.#sendBy(proxy, request);
      if (proxy === null || !isSilent(result)) return result;
      this.#silent.set(proxy.href, performance.now());
      if (index === proxies.length - 1 || request.signal?.aborted) return result;
    }
    throw new Error('there is always a way');
  };

  /**
   * With the credentials that are known for them, in the order in which they are tried. Null: directly.
   * Throws `network` where only a proxy is named that Fabdesk cannot use.
   */
  async proxiesFor(url: URL): Promise<(URL | null)[]> {
    if (isLoopback(url.hostname)) return [null];
    const proxies = await proxiesFor(url, { ...this.#options, settings: this.#options.settings() });
    const known = await this.#readSignIn();
    const rank = (proxy: URL | null) =>
      performance.now() - (this.#silent.get(proxy?.href ?? '') ?? -avoided) < avoided ? 1 : 0;
    return proxies
      .map((proxy) =>
        proxy && proxy.username === '' && known?.proxy === nameOfProxy(proxy) ? signed(proxy, known) : proxy,
      )
      .sort((one, other) => rank(one) - rank(other));
  }

  /** Null: forget it. Throws `keychain-unavailable` and `secret-too-long`. */
  async setSignIn(signIn: ProxySignIn | null): Promise<void> {
    this.#signIn = null;
    if (signIn === null) return this.#options.secrets.delete(secretName);
    await this.#options.secrets.set(secretName, JSON.stringify(signIn));
  }

  /** The proxy and name of the stored sign-in. */
  async signedIn(): Promise<Omit<ProxySignIn, 'password'> | null> {
    const known = await this.#readSignIn();
    return known && { proxy: known.proxy, username: known.username };
  }

  #readSignIn(): Promise<ProxySignIn | null> {
    this.#signIn ??= this.#options.secrets
      .get(secretName)
      .then((text) => parseStored(text, signInSchema))
      .catch(() => null);
    return this.#signIn;
  }

  /**
   * The system's certificates take half a second to read, so they are read when one is first needed: a
   * certificate is checked before anything is sent.
   */
  async #sendBy(proxy: URL | null, request: ExchangeRequest): Promise<Exchange> {
    const result = await exchange({ ...request, proxy });
    if (failureBefore(result) !== 'errors.network.certificate' || this.#trustsSystem) return result;
    // Node before 22.19 and 24.5.
    if (!('setDefaultCACertificates' in tls)) return result;
    this.#trustsSystem = true;
    tls.setDefaultCACertificates([
      ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
    ]);
    return exchange({ ...request, proxy });
  }
}

function signed(proxy: URL, { username, password }: ProxySignIn): URL {
  const address = new URL(proxy);
  address.username = encodeURIComponent(username);
  address.password = encodeURIComponent(password);
  return address;
}

/** Why no connection was made; undefined: one was, or it was stopped. */
const failureBefore = (result: Exchange) =>
  result.kind === 'failed' && result.isUnconnected && result.thrown instanceof CodedError
    ? result.thrown.text?.key
    : undefined;

/** The proxy did not answer; one that refuses has answered. */
const isSilent = (result: Exchange): boolean =>
  ['errors.network.proxySilent', 'errors.network.connectLate'].includes(failureBefore(result) ?? '');
