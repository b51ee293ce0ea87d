/** The proxy in Settings: chosen, signed in to, and tested. */
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
// Loaded with the test and not while it waits.
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import type { ConnectionReport } from '../../../src-shared/ipc/connection-report.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { createBridgeDouble } from '../../support/bridge-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const region = () => page.getByRole('region', { name: 'Network' });
const report = (more: Partial<ConnectionReport>): ConnectionReport => ({
  host: 'api.example.com',
  proxy: null,
  problem: null,
  issuer: null,
  ...more,
});

it('A proxy of one’s own is saved once its address is one, with what is reached without it.', async () => {
  const bridge = createBridgeDouble({});
  shown = await openWindow(bridge, 'settings');
  await region().getByText('My own').click();
  const saved = () => bridge.callsOf('settings.set').filter((change) => 'proxy' in (change as object));
  expect(saved()).toEqual([]);
  const address = region().getByRole('textbox', { name: 'Address of the proxy' });
  await address.fill('socks://nowhere here');
  await region().getByRole('textbox', { name: 'Reached without it' }).fill('10.0.0.0/8');
  await expect.element(region().getByText(/is not the address of a proxy/)).toBeVisible();
  expect(saved()).toEqual([]);
  await address.fill('proxy.example.com:8080');
  await region().getByRole('button', { name: 'Test the connection' }).click();
  const proxy = { use: 'own', address: 'proxy.example.com:8080', exceptions: '10.0.0.0/8' };
  await expect.poll(() => saved().at(-1)).toEqual({ proxy });
  await region().getByText('None', { exact: true }).click();
  await expect.poll(() => saved().at(-1)).toEqual({ proxy: { use: 'none' } });
});

it('The test says by which way the service is reached, what is in the way, and who issued a certificate.', {
  tags: 'release',
}, async () => {
  let answer = report({});
  const bridge = createBridgeDouble({ 'network.test': () => answer, 'network.signIn': () => null });
  shown = await openWindow(bridge, 'settings');
  const test = () => region().getByRole('button', { name: 'Test the connection' }).click();
  await test();
  await expect
    .element(region().getByText(/directly\.\s+The service answers and accepts the account/))
    .toBeVisible();

  const text = ref('errors.network.proxySignIn', { proxy: 'proxy.example.com:8080' });
  answer = report({ proxy: 'proxy.example.com:8080', problem: { code: 'network', message: '', text } });
  await test();
  await expect
    .element(
      region().getByText(
        /by the proxy proxy\.example\.com:8080\.\s+The proxy proxy\.example\.com:8080 asks for a sign-in/,
      ),
    )
    .toBeVisible();
  await region().getByRole('button', { name: 'Sign-in at the proxy…' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByRole('textbox', { name: 'Address of the proxy' }))
    .toHaveValue('proxy.example.com:8080');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'User name' }).fill('ada');
  await dialog.getByLabelText('Password').fill('secret');
  bridge.answer({ 'network.setSignIn': () => ({}) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const signIn = { proxy: 'proxy.example.com:8080', username: 'ada', password: 'secret' };
  expect(bridge.callsOf('network.setSignIn')).toEqual([{ signIn }]);

  const certificate = ref('errors.network.certificate', { host: 'api.example.com', code: 'UNABLE' });
  answer = report({
    problem: { code: 'network', message: '', text: certificate },
    issuer: 'Example Works Root',
  });
  await test();
  await expect.element(region().getByText(/issued by Example Works Root/)).toBeVisible();
});
