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

it('SOAP credentials are checked before they are stored, and a stored password is kept for the same user only.', async () => {
  const local = sampleStatus().account;
  const studio = { ...local, id: 'studio', name: 'Studio', isLocal: false };
  const usualAddress = 'https://api.example.com/soap/v1';
  const bridge = createBridgeDouble({
    'accounts.list': () => [local, studio],
    'accounts.soap': () => ({
      usualAddress,
      credentials: { address: '', username: 'ada', applicationId: '' },
    }),
    'accounts.setSoap': () => {
      throw new CodedError('soap-refused', 'The SOAP interface refused: wrong');
    },
  });
  shown = await openWindow(bridge, 'settings');
  await expect.element(page.getByRole('button', { name: /^SOAP access: Local/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'SOAP access: Studio' }).click();
  const dialog = page.getByRole('dialog', { name: 'SOAP access of “Studio”' });
  const save = dialog.getByRole('button', { name: 'Check and save' });
  await expect.element(dialog.getByText(`Empty: ${usualAddress}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'User name' }).fill('grace');
  await save.click();
  await expect.element(dialog.getByText('Enter the password that belongs to the user name.')).toBeVisible();
  expect(bridge.callsOf('accounts.setSoap')).toEqual([]);

  await dialog.getByRole('textbox', { name: 'User name' }).fill('ada');
  await save.click();
  await expect.element(dialog.getByText('The SOAP interface refused: wrong')).toBeVisible();
  expect(bridge.callsOf('accounts.setSoap')).toEqual([
    { accountId: 'studio', credentials: { username: 'ada', address: '', applicationId: '' } },
  ]);
  bridge.answer({ 'accounts.setSoap': () => ({ usualAddress, credentials: null }) });
  await dialog.getByRole('button', { name: 'Remove access' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bridge.callsOf('accounts.setSoap').at(-1)).toEqual({ accountId: 'studio', credentials: null });
});
