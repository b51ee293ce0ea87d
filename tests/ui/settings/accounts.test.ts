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

it('A new account is checked at once; its entries stay when it is rejected, and it is listed when accepted.', async () => {
  const local = sampleStatus().account;
  const added = {
    ...local,
    id: 'studio',
    name: 'Studio',
    baseUrl: 'https://api.example.com',
    isLocal: false,
    secretStorage: 'session' as const,
  };
  let accounts = [local];
  const bridge = createBridgeDouble({
    'accounts.list': () => accounts,
    'accounts.add': () => {
      throw new CodedError('credentials-refused', 'The service does not know this client id and secret.');
    },
  });
  shown = await openWindow(bridge, 'settings');
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  const add = dialog.getByRole('button', { name: 'Check and add' });
  await add.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Studio');
  await dialog.getByRole('textbox', { name: 'Service address' }).fill('api.example.com');
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('ada');
  await dialog.getByLabelText(/^Client secret/).fill('s3cret');
  await add.click();
  await expect.element(dialog.getByText(/does not know this client id and secret/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Client ID' })).toHaveValue('ada');
  expect(bridge.callsOf('accounts.add')).toEqual([
    {
      name: 'Studio',
      baseUrl: 'https://api.example.com',
      clientId: 'ada',
      clientSecret: 's3cret',
      paymentVerificationId: '',
    },
  ]);

  accounts = [local, added];
  bridge.answer({ 'accounts.add': () => added });
  await add.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const card = page.getByRole('article', { name: 'Studio' });
  await expect.element(card.getByText(/not remembered after Fabdesk closes/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Remove: Local/ })).not.toBeInTheDocument();
});

it('Rights and terms are shown with their date at the account, and can be withdrawn there.', async () => {
  const local = sampleStatus().account;
  let consentAt: number | null = Date.UTC(2026, 10, 22, 12);
  const studio = { ...local, id: 'studio', name: 'Studio', isLocal: false };
  const bridge = createBridgeDouble({
    'accounts.list': () => [local, { ...studio, consentAt }],
    'accounts.setConsent': ({ given }) => {
      consentAt = given ? Date.now() : null;
      bridge.emit('accounts', {});
      return { ...studio, consentAt };
    },
  });
  shown = await openWindow(bridge, 'settings');
  const card = page.getByRole('article', { name: 'Studio' });
  const consent = card.getByRole('checkbox', { name: /I accept the print service/ });
  await expect.element(consent).toBeChecked();
  await expect.element(card.getByText(/Confirmed for “Studio” on .*2026/)).toBeVisible();
  await consent.click();
  await expect.element(consent).not.toBeChecked();
  expect(bridge.callsOf('accounts.setConsent')).toEqual([{ accountId: 'studio', given: false }]);
  const sandbox = page.getByRole('article', { name: 'Local print service' });
  await expect.element(sandbox.getByRole('checkbox')).not.toBeInTheDocument();
});

it('A consent that could not be stored is not shown as given.', async () => {
  const studio = { ...sampleStatus().account, id: 'studio', name: 'Studio', isLocal: false, consentAt: null };
  const bridge = createBridgeDouble({
    'accounts.list': () => [studio],
    'accounts.setConsent': () => {
      throw new CodedError('disk-full', 'The disk is full.');
    },
  });
  shown = await openWindow(bridge, 'settings');
  const consent = page.getByRole('article', { name: 'Studio' }).getByRole('checkbox');
  await consent.click();
  await expect.element(page.getByText(/The disk is full/).first()).toBeVisible();
  await expect.element(consent).not.toBeChecked();
});
