/** What the Electron host does on the desktop beside its window: menu, notifications, links and recent files. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addFault, ask, becomes, RunningHosts } from '../../support/running-hosts.ts';

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
  await host.do('page', 'showCommands', [queue]);
  const chosen = async () => (await host.do('heard')).map(({ payload }) => payload);
  await expect.poll(chosen).toEqual(['go.queue', 'go.settings']);
  await host.do('secondInstance', 'fabdesk://cart');
  await expect.poll(chosen).toEqual(['go.queue', 'go.settings', 'go.cart']);
});

it('While the person works elsewhere, a refusal and a placed order are reported; a click shows the queue.', async () => {
  const host = await hosts.electron().opens();
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', [queue]);
  const app = await hosts.reach();
  const seen = await hosts.placeOrder(app);
  await becomes(app, seen.id, 'done');
  await host.do('leaveWindow');
  const placed = await hosts.placeOrder(app);
  await host.prints(/electron: notification .*ordered.*\n/);
  await becomes(app, placed.id, 'done');
  await host.do('clickNotification');
  await expect.poll(() => host.do('heard')).toMatchObject([{ payload: 'go.queue' }]);
  await host.do('leaveWindow');
  await addFault(app, { kind: 'status-before', status: 400, method: 'POST', path: '/models' });
  const file = await ask(app, 'files.importPath', { path: hosts.writeBox('refused.stl', 7) });
  const upload = await ask(app, 'queue.enqueueUpload', { file, uploadScale: 0.001, title: 'refused' });
  await becomes(app, upload.id, 'rejected');
  const { stdout } = await ended(host);
  expect(stdout.match(/electron: notification /g)).toHaveLength(2);
  expect(stdout).toMatch(/electron: notification .*refused\.stl/);
});

it('A file that was opened is among the recent ones of the system.', async () => {
  const part = hosts.writeBox('part.stl', 5);
  const host = await hosts.electron({ args: [part] }).opens();
  await host.prints(new RegExp(`electron: recent ${part}\n`));
});

async function ended(host: Awaited<ReturnType<ReturnType<RunningHosts['electron']>['opens']>>) {
  host.tell('quit');
  return host.ended;
}
