/** An account by OAuth 1.0 in the settings: offered quietly, with its secret, and named afterwards. */
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble, sampleStatus } from '../../support/bridge-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const local = sampleStatus().account;
const shop = {
  ...local,
  id: 'shop',
  name: 'Old shop',
  baseUrl: 'https://api.example.com',
  clientId: 'key',
  isLocal: false,
  secretStorage: 'keychain' as const,
  userSignIn: 'valid' as const,
  protocol: 'oauth1' as const,
};
const started = {
  attemptId: 'a1',
  authorizeUrl: 'https://www.example.com/login?oauth_token=t1',
  redirectUri: 'oob',
  opened: true,
};

it('An application with OAuth 1.0 needs its secret; the user signs in with a pasted code.', async () => {
  let accounts = [local];
  const bridge = createBridgeDouble({
    'accounts.list': () => accounts,
    'accounts.signIn': () => started,
    'accounts.finishSignIn': () => {
      throw new CodedError('code-refused', 'The service does not accept the code.');
    },
    'accounts.cancelSignIn': () => ({}),
  });
  shown = await openWindow(bridge, 'settings');
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  const older = dialog.getByRole('checkbox', { name: 'OAuth 1.0 (older applications)' });
  await expect.element(older).not.toBeInTheDocument();
  await dialog.getByText('User sign-in', { exact: true }).click();
  await expect.element(older).not.toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Old shop');
  await dialog.getByRole('textbox', { name: 'Service address' }).fill('api.example.com');
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('key');
  await dialog.getByText('Paste a code', { exact: true }).click();
  await older.click();
  const signIn = dialog.getByRole('button', { name: 'Sign in with browser' });
  await signIn.click();
  await expect
    .element(dialog.getByText('Enter the client secret that belongs to the client ID.'))
    .toBeVisible();
  expect(bridge.callsOf('accounts.signIn')).toEqual([]);

  await dialog.getByLabelText(/^Client secret/).fill('s3cret');
  await signIn.click();
  expect(bridge.callsOf('accounts.signIn')).toEqual([
    {
      name: 'Old shop',
      baseUrl: 'https://api.example.com',
      clientId: 'key',
      clientSecret: 's3cret',
      paymentVerificationId: '',
      protocol: 'oauth1',
      redirect: 'oob',
    },
  ]);
  const waiting = page.getByRole('dialog', { name: 'Sign in to “Old shop”' });
  const finish = waiting.getByRole('button', { name: 'Finish' });
  await waiting.getByRole('textbox', { name: 'Code from the service' }).fill('mistyped');
  await finish.click();
  await expect.element(waiting.getByText(/does not accept the code/)).toBeVisible();

  accounts = [local, shop];
  bridge.answer({ 'accounts.finishSignIn': () => shop });
  await waiting.getByRole('textbox', { name: 'Code from the service' }).fill('verifier');
  await finish.click();
  await expect.element(waiting).not.toBeInTheDocument();
  expect(bridge.callsOf('accounts.finishSignIn').at(-1)).toEqual({ attemptId: 'a1', code: 'verifier' });
  const card = page.getByRole('article', { name: 'Old shop' });
  await expect.element(card.getByText('Client ID key, OAuth 1.0')).toBeVisible();
});

it('Signing in again keeps OAuth 1.0 and the stored secret.', async () => {
  const ended = { ...shop, secretStorage: 'missing' as const, userSignIn: 'ended' as const };
  const bridge = createBridgeDouble({
    'accounts.list': () => [local, ended],
    'accounts.signIn': () => ({ ...started, redirectUri: 'http://127.0.0.1:5000/callback' }),
    'accounts.finishSignIn': () => shop,
    'accounts.cancelSignIn': () => ({}),
  });
  shown = await openWindow(bridge, 'settings');
  const card = page.getByRole('article', { name: 'Old shop' });
  await expect.element(card.getByText('Signed out')).toBeVisible();
  await card.getByRole('button', { name: 'Sign in again: Old shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to “Old shop”' });
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Sign in with browser' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('accounts.signIn')).toEqual([
    {
      accountId: 'shop',
      name: 'Old shop',
      baseUrl: 'https://api.example.com',
      clientId: 'key',
      protocol: 'oauth1',
      redirect: 'loopback',
    },
  ]);
});

it.each(['electron', 'browser'] as const)(
  'Where no browser can be opened, the window of Electron shows the address, and a browser a link (%s).',
  async (host) => {
    const bridge = createBridgeDouble({
      'accounts.list': () => [local, { ...shop, userSignIn: 'ended' as const }],
      'accounts.signIn': () => ({ ...started, opened: false }),
      'accounts.finishSignIn': () => new Promise(() => undefined),
      'accounts.cancelSignIn': () => ({}),
    });
    const info = await bridge.invoke('app.info', {});
    if (!info.ok) throw new Error(info.error.message);
    bridge.answer({ 'app.info': () => ({ ...info.value, host }) });
    shown = await openWindow(bridge, 'settings');
    await page.getByRole('button', { name: 'Sign in again: Old shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in with browser' }).click();
    const link = page.getByRole('link', { name: 'Open sign-in page' });
    if (host === 'browser') {
      await expect.element(link).toHaveAttribute('href', started.authorizeUrl);
      return;
    }
    await expect.element(page.getByText(started.authorizeUrl)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Copy the address of the sign-in page' }))
      .toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  },
);
