/** Tests the connection to the service of an account, for the window and the command line. */
import type https from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { ConnectionReport } from '../../src-shared/ipc/connection-report.ts';
import { toAppError } from '../../src-shared/result.ts';
import { nameOfProxy } from '../api-client/network-failure.ts';
import { clientFor, privateAgent } from '../api-client/web-transport.ts';
import { problemOf } from '../main-error.ts';
import type { Network } from './network.ts';

const patience = 10_000;

/**
 * `ask` sends a harmless read to the service. Its `address` is read afterwards: the local service has one
 * once it listens. Throws `paused`, and `network` where there is no way that Fabdesk can use.
 */
export async function testConnection(
  network: Pick<Network, 'proxiesFor'>,
  address: () => string,
  ask: () => Promise<unknown>,
): Promise<ConnectionReport> {
  const error = await ask().then(
    () => null,
    (thrown: unknown) => toAppError(thrown),
  );
  if (error?.code === 'paused') throw error;
  const url = new URL(address());
  // Asked afterwards: what did not answer comes last now.
  const [proxy = null] = await network.proxiesFor(url);
  const isUntrusted = error?.text?.key === 'errors.network.certificate';
  return {
    host: url.host,
    proxy: proxy && nameOfProxy(proxy),
    problem: error && problemOf(error),
    issuer: isUntrusted ? await issuerOf(url, proxy) : null,
  };
}

/** The issuer of the certificate that the address shows. Nothing is sent to it. */
function issuerOf(url: URL, proxy: URL | null): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const options: https.RequestOptions = {
    agent: privateAgent(url, proxy),
    rejectUnauthorized: false,
    timeout: patience,
  };
  const outgoing = clientFor(url).request(url, options);
  outgoing.once('socket', (socket: TLSSocket) => {
    const read = () => {
      const { issuer } = socket.getPeerCertificate();
      resolve([issuer?.CN, issuer?.O].flat().filter(Boolean).join(', ') || null);
      outgoing.destroy();
    };
    if (socket.connecting) socket.once('secureConnect', read);
    else read();
  });
  outgoing.on('timeout', () => outgoing.destroy());
  outgoing.on('error', () => resolve(null));
  outgoing.on('close', () => resolve(null));
  return promise;
}
