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

it('A new account is checked at once; the entries stay when it is rejected, and it is listed when it is accepted.', async () => {
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
