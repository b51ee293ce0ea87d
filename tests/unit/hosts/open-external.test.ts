/** Which addresses may be opened in the system's browser (Electron security list 15). */
import { beforeEach, expect, it } from 'vitest';
import {
  isSignInAddress,
  openReceipt,
  openSignInPage,
} from '../../../src-main/hosts/electron/open-external.ts';
import { resetScene, scene } from '../../support/electron/scene.ts';
import { shell } from '../../support/electron/shell.ts';

const base = 'https://api.example.com/print';
const good = `${base}/oauth2/authorize?response_type=code&state=x`;
beforeEach(() => {
  resetScene();
  shell.opened.length = 0;
});

it('The sign-in page of the account’s service is opened.', async () => {
  expect(await openSignInPage(good, base)).toBe(true);
  const local = 'http://127.0.0.1:4000/oauth2/authorize?state=x';
  expect(await openSignInPage(local, 'http://127.0.0.1:4000')).toBe(true);
  expect(shell.opened).toEqual([good, local]);
});

it('The page of OAuth 1.0 for a request token is opened at the site of the account’s service.', async () => {
  const pages = [
    `${base}/oauth1/authorize?oauth_token=t1`,
    'https://www.example.com/login?oauth_token=t1',
    'https://example.com/login?oauth_token=t1',
  ];
  for (const page of pages) expect([page, await openSignInPage(page, base)]).toEqual([page, true]);
  expect(shell.opened).toEqual(pages);
  const others = [
    'https://www.example.com/login',
    'https://www.example.com/login?oauth_token=',
    'https://evil.example/login?oauth_token=t1',
    'https://notexample.com/login?oauth_token=t1',
    'https://example.com.evil.example/?oauth_token=t1',
    'https://com/?oauth_token=t1',
    'http://www.example.com/login?oauth_token=t1',
    'https://user@www.example.com/login?oauth_token=t1',
    'https://www.example.com/login?oauth_token=t1#x',
    'javascript:alert(1)//?oauth_token=t1',
    'file:///etc/passwd?oauth_token=t1',
  ];
  for (const page of others) expect([page, await openSignInPage(page, base)]).toEqual([page, false]);
  // A service on this machine has no other sites.
  const local = 'http://127.0.0.1:4000';
  expect(isSignInAddress('http://127.0.0.1:4000/oauth1/authorize?oauth_token=t', local)).toBe(true);
  for (const other of ['http://127.0.0.1:4001', 'https://7.0.0.1', 'https://0.0.1', 'http://localhost:4000'])
    expect(isSignInAddress(`${other}/oauth1/authorize?oauth_token=t`, local)).toBe(false);
});

it('No other address is opened, whatever it looks like.', async () => {
  const schemes =
    'http ftp file javascript data vbscript blob about mailto tel ssh smb ms-msdt search-ms steam slack vscode x-apple view-source app chrome intent';
  const hosts =
    'evil.example api.example.com.evil.example evil.example%2fapi.example.com api.example.com@evil.example user@api.example.com u:p@api.example.com api.example.com:8443 API.example.com api.example.com. xapi.example.com 127.0.0.1 [::1] api.example.com%00 аpi.example.com api.example。com localhost';
  const paths =
    '/ /oauth2/authorize /print /print/oauth2 /print/oauth2/authorize/ /print/oauth2/token /print//oauth2/authorize /print/oauth2/authorize/../x /print/oauth2/%61uthorize /PRINT/oauth2/authorize /print/oauth2/authorize%00 /print/oauth2/authorize;x /print/./oauth2/authorize \\print\\oauth2\\authorize /x/../print/oauth2/authorize';
  const tails = [
    '#fragment',
    ' ',
    '\n',
    '?x=<script>',
    '?x="--inspect',
    '?x=\u0000',
    `?x=${'y'.repeat(9000)}`,
  ];
  const urls = [
    '',
    'api.example.com',
    '--gpu-launcher=calc',
    '//api.example.com/print/oauth2/authorize',
    ...schemes
      .split(' ')
      .flatMap((scheme) =>
        [
          '://api.example.com/print/oauth2/authorize',
          ':alert(1)',
          '://evil.example',
          ':///etc/passwd',
          ':%5c%5chost',
        ].map((rest) => scheme + rest),
      ),
    ...hosts
      .split(' ')
      .flatMap((host) => ['', '?state=x'].map((tail) => `https://${host}/print/oauth2/authorize${tail}`)),
    ...paths
      .split(' ')
      .flatMap((path) => ['', '?state=x'].map((tail) => `https://api.example.com${path}${tail}`)),
    ...tails.map((tail) => `${base}/oauth2/authorize${tail}`),
    ...tails.map((tail) => `${tail}${base}/oauth2/authorize`),
    ...['HTTPS', 'Https', ' https', 'https\t'].map(
      (scheme) => `${scheme}://api.example.com/print/oauth2/authorize`,
    ),
    ...['https:/', 'https:', 'https:///', 'https:\\\\'].map(
      (lead) => `${lead}api.example.com/print/oauth2/authorize`,
    ),
  ];
  expect(urls.length).toBeGreaterThanOrEqual(180);
  for (const url of urls) expect([url, await openSignInPage(url, base)]).toEqual([url, false]);
  expect(shell.opened).toEqual([]);
  // Plain http to another machine is refused even if it is the account’s own address, and so is an address
  // that is no service.
  for (const other of ['http://api.example.com', 'file:///', '', 'javascript:alert(1)'])
    expect(isSignInAddress(`${other}/oauth2/authorize`, other)).toBe(false);
});

it('A system without a browser is reported.', async () => {
  scene.hasBrowser = false;
  expect(await openSignInPage(good, base)).toBe(false);
});

it('The page of an order is opened only at the account’s own service, by https or on this machine.', async () => {
  const receipt = `${base}/checkout/receipt?orderId=7`;
  expect(await openReceipt(receipt, base)).toBe(true);
  expect(await openReceipt('https://api.example.com/orders/7', base)).toBe(true);
  expect(shell.opened).toEqual([receipt, 'https://api.example.com/orders/7']);
  for (const other of [
    'https://evil.example/checkout/receipt?orderId=7',
    'https://api.example.com.evil.example/receipt',
    'https://user@api.example.com/receipt',
    'https://api.example.com:8443/receipt',
    'http://api.example.com/receipt',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `${receipt}#x`,
    ` ${receipt}`,
    'HTTPS://api.example.com/receipt',
  ])
    expect([other, await openReceipt(other, base)]).toEqual([other, false]);
  expect(shell.opened).toHaveLength(2);
});
