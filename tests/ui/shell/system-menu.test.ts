/** The window's commands in the menu of the system, which Electron has and the browser host does not. */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type MenuCommand, menuCommandsSchema } from '../../../src-shared/ipc/menu-command.ts';
import type { Language } from '../../../src-shared/messages/languages.ts';
import { type BridgeDouble, createBridgeDouble } from '../../support/bridge-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

async function open() {
  let commands: readonly MenuCommand[] = [];
  let choose: (id: string) => void = () => {};
  const double = createBridgeDouble();
  const bridge = Object.assign(double, {
    menu: {
      show(next: readonly MenuCommand[]) {
        // As over IPC: plain data in the form that the host accepts.
        commands = menuCommandsSchema.parse(structuredClone(next));
      },
      onChosen(listener: (id: string) => void) {
        choose = listener;
        return () => {};
      },
    },
  });
  shown = await openWindow(bridge, 'cart');
  return {
    double,
    find: (id: string) => commands.find((each) => each.id === id),
    choose: (id: string) => choose(id),
  };
}

/** As the settings of the application do, also if the window has not read them yet. */
async function speak(double: BridgeDouble, language: Language): Promise<void> {
  const settings = await double.invoke('settings.set', { language });
  if (settings.ok) double.emit('settings', settings.value);
}

it('The menu has the commands of the window with their shortcuts, in its language.', async () => {
  const { double, find } = await open();
  await expect
    .poll(() => find('go.queue'))
    .toEqual({
      id: 'go.queue',
      title: 'Queue',
      group: 'Go to',
      keys: 'Mod+J',
      enabled: true,
    });
  await speak(double, 'de');
  await expect.poll(() => find('go.queue')).toMatchObject({ title: 'Warteschlange', group: 'Gehe zu' });
  await speak(double, 'en');
  await expect.poll(() => find('go.queue')).toMatchObject({ title: 'Queue' });
});

it('What is chosen in the menu happens in the window, but not behind a dialog.', async () => {
  const { choose } = await open();
  await expect.element(page.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible();
  choose('go.queue');
  await expect.element(page.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible();
  choose('help.shortcuts');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  choose('go.cart');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible();
});
