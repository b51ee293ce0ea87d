/**
 * What the Electron host does on the desktop beside its window: menu, notifications, links and recent files.
 * @release
 */
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { ask, becomes, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const queue = { id: 'go.queue', title: 'Queue', group: 'Go to', keys: 'Mod+J', enabled: true };

it('The menu has the commands that the window shows, and the window hears which one was chosen.', async () => {
  const host = await hosts.electron().opens();
  expect(await host.do('menu')).not.toContain('Go to > Queue');
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', [queue]);
  await expect.poll(() => host.do('menu')).toContain('Go to > Queue');
  await host.do('choose', 'Go to > Queue');
  await expect.poll(() => host.do('heard')).toEqual([{ kind: 'heard', name: 'chosen', payload: 'go.queue' }]);
  await host.do('page', 'stop', 'chosen');
  // Nothing that is no list of commands reaches the menu, and nothing from another frame.
  await host.do('page', 'showCommands', [{ ...queue, title: 7 }]);
  await host.do('showCommandsFrom', 'foreign', [{ ...queue, title: 'Other' }]);
  await host.do('page', 'invoke', 'app.info', {});
  expect(await host.do('menu')).toContain('Go to > Queue');
  expect(await host.do('menu')).not.toContain('Go to > Other');
});

it('A link shows a screen as soon as the window can; other links only bring the window to the front.', async () => {
  const host = await hosts.electron({ args: ['fabdesk://queue'] }).opens();
  await host.do('secondInstance', 'fabdesk://orders/place?id=1');
  await host.do('openUrl', 'fabdesk://settings');
  await host.do('page', 'hearChoices', 'chosen');
  const screens = ['queue', 'settings', 'cart'].map((id) => ({ ...queue, id: `go.${id}` }));
  await host.do('page', 'showCommands', screens);
  const chosen = async () => (await host.do('heard')).map(({ payload }) => payload);
  await expect.poll(chosen).toEqual(['go.queue', 'go.settings']);
  await host.do('secondInstance', 'fabdesk://cart');
  await expect.poll(chosen).toEqual(['go.queue', 'go.settings', 'go.cart']);
});

it('A placed order is reported if the person works elsewhere, and a click shows the queue.', async () => {
  const host = await hosts.electron().opens();
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', [queue]);
  const app = await hosts.reach();
  const seen = await hosts.placeOrder(app);
  await becomes(app, seen.id, 'done');
  await host.do('leaveWindow');
  const placed = await hosts.placeOrder(app);
  await becomes(app, placed.id, 'done');
  const [, text] = await host.prints(/electron: notification (.*)\n/);
  expect(text).toMatch(/Order placed: .*, \$/);
  await host.do('clickNotification');
  await expect.poll(() => host.do('heard')).toMatchObject([{ payload: 'go.queue' }]);
});

it('What a CAD program hands over is on the plate with its unit; the next export replaces it.', async () => {
  const part = hosts.writeBox('bracket.stl', 10);
  const host = await hosts.electron({ args: ['--unit=mm', part] }).opens();
  const app = await hosts.reach();
  const plate = async () => (await ask(app, 'workspace.get', {})).plate;
  await expect.poll(plate).toMatchObject([{ unit: 'mm', unitConfirmed: true }]);
  const [first] = await plate();
  // Another height: a part with nothing in common would be asked about.
  writeFileSync(part, boxStl(10, 10, 12));
  // Chromium sorts the words of a further start.
  await host.do('secondInstance', '--replace', '--unit=mm', '--unknown', part);
  await expect.poll(async () => (await plate())[0]?.file.sha256).not.toBe(first?.file.sha256);
  expect(await plate()).toMatchObject([{ id: first?.id }]);
  await ask(app, 'app.open', { paths: [hosts.writeBox('other.stl', 5)] });
  await host.prints(/(electron: the window comes to the front\n.*){2}/s);
});

it('A file that was opened is among the recent ones of the system.', async () => {
  const part = hosts.writeBox('part.stl', 5);
  const host = await hosts.electron({ args: [part] }).opens();
  await host.prints(new RegExp(`electron: recent ${part}\n`));
});
