import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  document.documentElement.dataset['theme'] = 'system';
});

const open = async (bridge: PlateDouble, screen = 'queue') => {
  shown = await openWindow(bridge, screen);
  await expect.element(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
};
const current = () => document.querySelector('nav [aria-current=page]')?.textContent?.trim();

describe('the keyboard', () => {
  it('Keys open every screen of the rail.', async () => {
    await open(createPlateDouble());
    await userEvent.keyboard('{Alt>}4{/Alt}');
    await vi.waitFor(() => expect(current()).toBe('Cart'));
    await userEvent.keyboard('{Control>}j{/Control}');
    await vi.waitFor(() => expect(current()).toBe('Queue'));
    expect(location.hash).toBe('#queue');
  });

  it('The palette finds commands by their words and runs them.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    await userEvent.keyboard('{Control>}k{/Control}');
    const command = page.getByRole('combobox', { name: 'Command' });
    await expect.element(command).toHaveFocus();
    await command.fill('theme dark');
    await expect
      .element(page.getByRole('option', { name: /Theme: dark/ }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    expect(bridge.callsOf('settings.set')).toContainEqual({ theme: 'dark' });
    expect(document.querySelector('dialog[open]')).toBeNull();
  });

  it('The list behind ? shows all shortcuts, and shortcuts ignore typed text.', async () => {
    await open(createPlateDouble(), 'prepare');
    await userEvent.keyboard('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(list).toBeVisible();
    await expect.element(list.getByText('Zoom to part')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();

    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('what?');
    await expect.element(page.getByRole('combobox', { name: 'Command' })).toHaveValue('what?');
  });

  it('What is typed before the palette is on the screen is in its search.', async () => {
    await open(createPlateDouble());
    const press = (key: string, more: KeyboardEventInit = {}) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    // No time passes between these, so the palette cannot be there.
    press('k', { ctrlKey: true });
    press('?');
    press('d');
    expect(document.querySelector('dialog[open]')).toBeNull();
    const command = page.getByRole('combobox', { name: 'Command' });
    await expect.element(command).toHaveValue('?d');
    await userEvent.keyboard('e');
    await expect.element(command).toHaveValue('?de');

    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(command).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    press('k', { ctrlKey: true });
    press('Escape');
    await expect.element(command).not.toBeInTheDocument();
  });

  it('Single keys can be switched off, while shortcuts with Ctrl remain.', async () => {
    const bridge = createPlateDouble({ settings: { singleKeyShortcuts: false } });
    await open(bridge);
    await vi.waitFor(() => expect(bridge.callsOf('settings.get')).toHaveLength(2));
    await userEvent.keyboard('?');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Find a command' })).toBeVisible();
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
  });
});

describe('what stands around the screen', () => {
  it('Only the local service is marked as a sandbox.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    await expect.element(page.getByText(/SANDBOX/).first()).toBeVisible();
    bridge.setStatus({ account: { ...sampleStatus().account, isLocal: false, name: 'Shop' } });
    await expect.element(page.getByText(/SANDBOX/)).not.toBeInTheDocument();
  });

  it('The restart of the local service is only a word in the status bar.', async () => {
    const bridge = createPlateDouble({
      status: { connection: 'connecting', detail: 'Local service restarting' },
    });
    await open(bridge);
    const bar = page.getByRole('contentinfo');
    await expect.element(bar.getByText('Local service restarting')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    bridge.setStatus({ connection: 'online', detail: null });
    await expect.element(bar.getByText('Local service restarting')).not.toBeInTheDocument();
  });

  it('A banner says what still works while the service is away, and goes when it is back.', async () => {
    const bridge = createPlateDouble({
      status: { connection: 'offline', detail: 'Shop cannot be reached.' },
    });
    await open(bridge);
    const banner = page.getByText(/Shop cannot be reached\. Prices are the last known ones/);
    await expect.element(banner).toBeVisible();
    bridge.setStatus({ connection: 'online', detail: null });
    await expect.element(banner).not.toBeInTheDocument();
  });

  it('The window switches to working offline and back.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    await page.getByRole('button', { name: 'Online', exact: true }).click();
    await expect.element(page.getByText(/^You are working offline\./)).toBeVisible();
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Go online' }).click();
    await expect.element(page.getByText(/^You are working offline\./)).not.toBeInTheDocument();
    expect(bridge.callsOf('app.setPaused')).toEqual([{ paused: true }, { paused: false }]);
  });

  it('A banner warns that secrets will be lost when the program closes.', async () => {
    const account = { ...sampleStatus().account, isLocal: false, secretStorage: 'session' as const };
    const bridge = createPlateDouble({
      status: { account },
      handlers: {
        'app.info': () => ({
          version: '0.1.0',
          host: 'browser',
          platform: 'linux',
          keyring: {
            kind: 'session',
            detail: 'There is no keychain, so secrets are gone when Fabdesk closes.',
          },
          dataFolder: '/tmp',
        }),
      },
    });
    await open(bridge);
    const banner = page.getByText('Passwords will not be remembered: no system keychain was found.');
    await expect.element(banner).toBeVisible();
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(banner).not.toBeInTheDocument();
    expect(bridge.callsOf('settings.set')).toMatchObject([{ openSections: { 'not-remembered': false } }]);
  });

  it('A banner says that the stored plate and cart could not be read.', async () => {
    const bridge = createPlateDouble({
      handlers: {
        'app.info': () => ({
          version: '0.1.0',
          host: 'browser',
          platform: 'linux',
          keyring: { kind: 'keychain', detail: '' },
          dataFolder: '/tmp',
          setAside: ['workspace'],
        }),
      },
    });
    await open(bridge);
    const banner = page.getByText(/^The plate and the cart could not be read/).first();
    await expect.element(banner).toBeVisible();
  });

  it('The built-in service needs no passwords, so no banner about secrets is shown.', async () => {
    const account = { ...sampleStatus().account, isLocal: true, secretStorage: 'session' as const };
    await open(createPlateDouble({ status: { account } }));
    await expect.element(page.getByRole('link', { name: account.name })).toBeVisible();
    await expect.element(page.getByText(/will not be remembered/)).not.toBeInTheDocument();
  });

  it('A banner says that the connection to the application is lost, and goes when it is back.', async () => {
    const bridge = createPlateDouble();
    await open(bridge);
    bridge.setAttached(false);
    await expect.element(page.getByText(/The connection to Fabdesk was lost/)).toBeVisible();
    const asked = bridge.callsOf('app.status').length;
    bridge.setAttached(true);
    await expect.element(page.getByText(/The connection to Fabdesk was lost/)).not.toBeInTheDocument();
    await vi.waitFor(() => expect(bridge.callsOf('app.status').length).toBeGreaterThan(asked));
  });

  it('An error stays visible until it is dismissed, and then remains in the messages.', async () => {
    const bridge = createPlateDouble({
      handlers: {
        'app.setPaused': () => {
          throw new CodedError('disk-full', 'The disk is full, so this could not be kept.');
        },
      },
    });
    await open(bridge);
    await page.getByRole('button', { name: 'Online', exact: true }).click();
    const error = page.getByRole('alert').filter({ hasText: 'The disk is full' });
    await expect.element(error).toBeVisible();
    await error.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(error).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Messages' }).click();
    const messages = page.getByRole('dialog', { name: 'Messages' });
    await expect.element(messages.getByText(/The disk is full/)).toBeVisible();
  });
});

describe('a drag of files', () => {
  const drag = (type: string) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'a.stl'));
    document.body.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  };
  const target = () => page.getByText('Drop to add to the plate');

  it('The drop target is shown during a drag, even if the drag ends without an event.', async () => {
    await open(createPlateDouble());
    drag('dragenter');
    await expect.element(target()).toBeVisible();
    // A drop goes to what is under the mouse, so that must not be a part of the screen, which may be replaced
    // meanwhile.
    const under = document.elementFromPoint(innerWidth / 2, 4);
    expect(under?.contains(target().element())).toBe(true);
    expect(under?.contains(document.querySelector('main'))).toBe(false);
    drag('dragleave');
    await expect.element(target()).not.toBeVisible();
    drag('dragover');
    await expect.element(target()).toBeVisible();
    document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    await expect.element(target()).not.toBeVisible();
    // On X11 the mouse moves just before the drop, which then goes to the element that was there.
    expect(under?.isConnected).toBe(true);
  });
});

describe('the stored workspace', () => {
  it('The stored workspace is never overwritten before it was read.', async () => {
    let answer: () => void = () => undefined;
    const bridge = createPlateDouble();
    const kept = bridge.workspace;
    bridge.answer({
      'workspace.get': () =>
        new Promise((resolve) => {
          answer = () => resolve(kept);
        }),
    });
    await open(bridge, 'prepare');
    window.dispatchEvent(new Event('pagehide'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(bridge.callsOf('workspace.apply')).toHaveLength(0);
    answer();
  });
});

describe('a data folder that is a copy', () => {
  it('A banner says from when the copy is and which orders it does not know, until it is dismissed.', async () => {
    const notice = {
      kind: 'older',
      dataFrom: Date.UTC(2026, 10, 20, 9),
      noticedAt: 1,
      newestOrders: {},
    } as const;
    const bridge = createPlateDouble({
      status: { folder: { notice, keychain: 'answers' } },
      handlers: {
        'orders.sinceCopy': () => ({ orders: [order(17), order(18)], source: 'live' }),
        'app.dismissFolderNotice': () => ({}),
      },
    });
    await open(bridge);
    const banner = page.getByRole('status').filter({ hasText: 'This is an older copy of Fabdesk’s data' });
    await expect
      .element(banner.getByText(/2 orders at “Local print service” are not known here: 17, 18\./))
      .toBeVisible();
    await banner.getByRole('button', { name: 'Show orders' }).click();
    await vi.waitFor(() => expect(current()).toBe('Orders'));
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    expect(bridge.callsOf('app.dismissFolderNotice')).toHaveLength(1);
    bridge.emit('status', sampleStatus({ folder: { notice: null, keychain: 'answers' } }));
    await expect.element(banner).not.toBeInTheDocument();
  });
});

const order = (orderId: number): OrderView => ({
  orderId,
  status: 'placed',
  targetShipDate: '',
  targetDeliveryDate: '',
  items: [],
  shipments: [],
  currency: null,
  placedAt: null,
  refNumber: null,
  receipt: '',
});
