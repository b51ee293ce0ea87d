/** A certificate authority of our own and a certificate for a host, made by the openssl program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export const issuer = 'Example Works Root';

/** `ca` is the path of the authority's certificate. */
export function makeCertificate(folder: string, host: string): { key: string; cert: string; ca: string } {
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  const fresh = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...fresh,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '9',
    '-subj',
    `/O=Example Works/CN=${issuer}`,
  );
  openssl('req', ...fresh, '-keyout', at('host.key'), '-out', at('host.csr'), '-subj', `/CN=${host}`);
  writeFileSync(at('host.ext'), `subjectAltName=DNS:${host}`);
  openssl(
    'x509',
    '-req',
    '-in',
    at('host.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '9',
    '-extfile',
    at('host.ext'),
    '-out',
    at('host.pem'),
  );
  const read = (name: string) => readFileSync(at(name), 'utf8');
  return { key: read('host.key'), cert: read('host.pem'), ca: at('ca.pem') };
}
