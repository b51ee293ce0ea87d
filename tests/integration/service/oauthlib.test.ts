/** requests-oauthlib (Debian's python3-requests-oauthlib) runs through both flows if it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { boxStl } from '../../support/models.ts';
import { startService } from '../../support/service.ts';

const python = '/usr/bin/python3';
const present = spawnSync(python, ['-c', 'import requests_oauthlib']).status === 0;

/** Runs a program that prints an address, waits for what the person got there, and prints what it saw. */
async function walk(
  program: string,
  args: string[],
  person: (address: string) => Promise<string>,
): Promise<string> {
  const child = spawn(python, ['-c', program, ...args], {
    env: { ...process.env, OAUTHLIB_INSECURE_TRANSPORT: '1' },
  });
  let out = '';
  let asked = false;
  child.stderr.on('data', (chunk) => (out += chunk));
  child.stdout.on('data', (chunk) => {
    out += chunk;
    const address = /GO (\S+)\n/.exec(out)?.[1];
    if (address && !asked) {
      asked = true;
      void person(address).then((answer) => child.stdin.write(`${answer}\n`));
    }
  });
  await new Promise((resolve) => child.on('exit', resolve));
  return out.replace(/GO \S+\n/, '').trim();
}

describe.skipIf(!present)('requests-oauthlib', () => {
  it('requests-oauthlib completes OAuth 1.0 with an out-of-band verifier and calls resources.', async () => {
    const service = await startService();
    try {
      const program = `
import sys
from requests_oauthlib import OAuth1Session
base, key, secret = sys.argv[1:4]
s = OAuth1Session(key, client_secret=secret, callback_uri='oob')
t = s.fetch_request_token(base + '/oauth1/request_token/v1')
print('GO', t['authentication_url'], flush=True)
s = OAuth1Session(key, client_secret=secret, resource_owner_key=t['oauth_token'], resource_owner_secret=t['oauth_token_secret'], verifier=input())
a = s.fetch_access_token(base + '/oauth1/access_token/v1')
s = OAuth1Session(key, client_secret=secret, resource_owner_key=a['oauth_token'], resource_owner_secret=a['oauth_token_secret'])
p = s.post(base + '/price/v1', data={'volume': '0.000001', 'area': '0.0006', 'materials[]': '63'}).json()
q = s.post(base + '/price/v1', json={'volume': 1e-6, 'area': 6e-4, 'materials': [63]}).json()
import base64
m = s.post(base + '/models/v1', data={'file': base64.b64encode(sys.argv[4].encode()).decode(), 'fileName': 'cube.stl', 'uploadScale': '0.001', 'hasRightsToModel': '1', 'acceptTermsAndConditions': '1', 'title': 'A b&c~*'}).json()
g = s.get(base + '/orders/v1', params={'firstName': 'A b&c', 'limit': '5'}).json()
print(p['prices']['63']['price'], q['prices']['63']['price'], g['ordersCount']['total'], m['title'], m['printable'])
`;
      const { client_id, client_secret } = service.credentials;
      const out = await walk(
        program,
        [service.baseUrl, client_id, client_secret, boxStl(10, 10, 10)],
        async (address) => {
          const browser = new BrowserSession(service.baseUrl);
          const { pathname, search } = new URL(address);
          const { username, password } = service.service.owner;
          const consent = await browser.signIn(pathname + search, username, password);
          const shown = await browser.submit(consent, { decision: 'allow' });
          return /id="code">([A-Za-z0-9]+)</.exec(shown.text)?.[1] ?? '';
        },
      );
      expect(out).toBe('1.08 1.08 0 A b&c~* yes');
    } finally {
      await service.close();
    }
  });

  it('requests-oauthlib completes OAuth 2.0 with a code, PKCE and a refresh.', async () => {
    const service = await startService();
    try {
      const program = `
import sys, hashlib, base64, secrets
from requests_oauthlib import OAuth2Session
base, cid, secret = sys.argv[1:4]
s = OAuth2Session(cid, redirect_uri='http://127.0.0.1:9999/callback')
verifier = secrets.token_urlsafe(48)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b'=').decode()
url, state = s.authorization_url(base + '/oauth2/authorize', code_challenge=challenge, code_challenge_method='S256')
print('GO', url, flush=True)
s.fetch_token(base + '/oauth2/token', authorization_response=input(), client_secret=secret, code_verifier=verifier, include_client_id=True)
first = s.token['access_token']
s.refresh_token(base + '/oauth2/token', client_id=cid, client_secret=secret)
print(first != s.token['access_token'], s.get(base + '/api/v1/').json()['result'])
`;
      const { client_id, client_secret } = service.credentials;
      const out = await walk(program, [service.baseUrl, client_id, client_secret], async (address) => {
        const browser = new BrowserSession(service.baseUrl);
        const { pathname, search } = new URL(address);
        const { username, password } = service.service.owner;
        const consent = await browser.signIn(pathname + search, username, password);
        return (await browser.submit(consent, { decision: 'allow' })).location ?? '';
      });
      expect(out).toBe('True success');
    } finally {
      await service.close();
    }
  });
});
