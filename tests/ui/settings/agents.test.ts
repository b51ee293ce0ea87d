/** What programs may order, and the notifications of the browser, in Settings. */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
// Loaded with the test and not while it waits.
import '../../../src-renderer/features/settings/SettingsScreen.svelte';
import type { NewsItem } from '../../../src-shared/ipc/news.ts';
import type { AgentBudget, BudgetUse } from '../../../src-shared/jobs/agent-budget.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { createPlateDouble, type PlateDoubleOptions } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
const own = Object.getOwnPropertyDescriptor(window, 'Notification');
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  if (own) Object.defineProperty(window, 'Notification', own);
});

async function open(screen: string, { handlers = {}, ...options }: PlateDoubleOptions = {}) {
  const bridge = createPlateDouble({
    ...options,
    handlers: {
      'app.info': () => ({
        version: '0.1.0',
        host: 'browser',
        platform: 'linux',
        keyring: { kind: 'keychain', detail: 'Secrets are kept in the keychain of this computer.' },
        dataFolder: '/home/ada/.local/share/fabdesk',
      }),
      ...handlers,
    },
  });
  shown = await openWindow(bridge, screen as 'settings');
  return bridge;
}

const inSection = page.getByRole('region', { name: 'Programs that order' });
const dialog = page.getByRole('dialog');

it('A budget is off, is turned on for the account in use, shows what is left, and is turned off.', async () => {
  let use: BudgetUse = null;
  const bridge = await open('settings', {
    handlers: {
      'queue.budget': () => use,
      'queue.setBudget': ({ budget }) => (use = budget && { budget, used: 12.5 }),
    },
  });
  await inSection.getByRole('button', { name: 'Turn on' }).click();
  const send = dialog.getByRole('button', { name: 'Turn on' });
  await send.click();
  // Nothing is allowed that nobody typed.
  expect(bridge.callsOf('queue.setBudget')).toEqual([]);
  await dialog.getByLabelText('At most per order').fill('20');
  await dialog.getByLabelText('At most per month').fill('50');
  await dialog.getByRole('checkbox', { name: 'Any material' }).click();
  await send.click();
  await expect.element(dialog.getByText('Choose a material, or any.')).toBeVisible();
  await dialog.getByRole('checkbox').nth(1).click();
  await send.click();
  const [call] = bridge.callsOf('queue.setBudget') as { budget: AgentBudget; costsMoney: boolean }[];
  expect(call).toMatchObject({
    budget: { accountId: 'local', currency: 'USD', perOrder: 20, perMonth: 50 },
    costsMoney: false,
  });
  expect(call?.budget.materials).toHaveLength(1);
  await expect.element(inSection.getByText('Used this month: $12.50 of $50.00, $37.50 left.')).toBeVisible();
  await inSection.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(inSection.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(bridge.callsOf('queue.setBudget').at(-1)).toMatchObject({ budget: null });
});

it('An account that costs money asks for more than the amounts.', async () => {
  const { account } = sampleStatus();
  const bridge = await open('settings', {
    status: { account: { ...account, id: 'studio', name: 'Studio', isLocal: false } },
    handlers: { 'queue.setBudget': () => null },
  });
  await inSection.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabelText('At most per order').fill('20');
  await dialog.getByLabelText('At most per month').fill('50');
  await dialog.getByRole('checkbox', { name: 'Programs may spend real money of this account' }).click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect
    .poll(() => bridge.callsOf('queue.setBudget'))
    .toMatchObject([{ budget: { accountId: 'studio', materials: null }, costsMoney: true }]);
});

/** The browser's notifications, with this permission. */
function browserWith(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const shown: { title: string; body?: string; tag?: string; onclick?: () => void }[] = [];
  const asked = { count: 0 };
  class Notifications {
    static permission = permission;
    static async requestPermission() {
      asked.count += 1;
      Notifications.permission = answer;
      return answer;
    }
    onclick?: () => void;
    readonly title: string;
    readonly body: string | undefined;
    constructor(title: string, { body }: NotificationOptions = {}) {
      this.title = title;
      this.body = body;
      shown.push(this as never);
    }
    close() {}
  }
  Object.defineProperty(window, 'Notification', { value: Notifications, configurable: true, writable: true });
  return { shown, asked };
}

const item: NewsItem = {
  key: 'a',
  title: 'Order placed',
  body: 'Order of bracket, $9.45',
  screen: 'queue',
  asks: true,
};

it('The browser is asked for notifications by the button alone, and then they can be switched off.', async () => {
  const { asked } = browserWith('default', 'granted');
  const bridge = await open('settings');
  const allow = page.getByRole('button', { name: 'Allow notifications' });
  await expect.element(allow).toBeVisible();
  bridge.emit('news', {});
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(asked.count).toBe(0);
  expect(bridge.callsOf('app.takeNews')).toEqual([]);
  await allow.click();
  const choice = page.getByRole('checkbox', { name: 'Notifications of the system' });
  await expect.element(choice).toBeChecked();
  expect(asked.count).toBe(1);
  choice.element().focus();
  await userEvent.keyboard(' ');
  expect(bridge.callsOf('settings.set')).toContainEqual({ notifications: false });
});

it('A notification is shown once, opens its screen, and none is shown for the screen that is seen.', async () => {
  const { shown } = browserWith('granted');
  const waiting: NewsItem[] = [];
  const bridge = await open('settings', { handlers: { 'app.takeNews': () => waiting.splice(0) } });
  await expect.element(page.getByRole('heading', { name: 'Programs that order' })).toBeVisible();
  waiting.push(item);
  bridge.emit('news', {});
  await expect.poll(() => shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ title: item.title, body: item.body });
  shown[0]?.onclick?.();
  await expect.poll(() => location.hash).toBe('#queue');
  window.focus();
  waiting.push({ ...item, key: 'b' }, { ...item, key: 'c', screen: 'orders' });
  waiting.push({ ...item, key: 'd', screen: 'orders', asks: false });
  bridge.emit('news', {});
  await expect.poll(() => waiting).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(shown.length).toBe(document.hasFocus() ? 2 : 4);
});
