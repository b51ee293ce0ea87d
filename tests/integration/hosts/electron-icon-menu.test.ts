/**
 * What the program's icon offers on a right click: tasks of the taskbar on Windows, the dock's menu on macOS.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ElectronHost } from '../../support/electron/host.ts';
import { ask, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const command = (id: string, title: string) => ({ id, title, group: 'Go to', keys: '', enabled: true });
const screens = [command('go.prepare', 'Prepare'), command('go.queue', 'Queue')];
const chosen = async (host: ElectronHost) => (await host.do('heard')).map(({ payload }) => payload);

it('A task of the taskbar opens a model or the queue in the Fabdesk that runs.', async () => {
  const host = await hosts.electron({ platform: 'win32', scene: { isPackaged: true } }).opens();
  expect(await host.do('tasks')).toEqual([
    { title: 'Open model…', words: '--choose-model' },
    { title: 'Queue', words: '--show-queue' },
  ]);
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', screens);
  await host.do('secondInstance', '--choose-model');
  await expect.poll(() => chosen(host)).toEqual(['go.prepare']);
  // The screen that opens models has its command only once it is there. Its dialog for files needs an act of
  // a person.
  await host.do('page', 'showCommands', [...screens, command('plate.open', 'Open')]);
  await expect.poll(() => chosen(host)).toEqual(['go.prepare', 'plate.open']);
  expect(await host.do('gestures')).toBe(2);
  await host.do('secondInstance', '--show-queue');
  await expect.poll(() => chosen(host)).toEqual(['go.prepare', 'plate.open', 'go.queue']);
});

it('What no screen could do for a minute is not done later, when nobody expects it, and the log says so.', {
  tags: 'release',
}, async () => {
  const host = await hosts.electron({ platform: 'win32', scene: { isPackaged: true } }).opens();
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', screens);
  await host.do('secondInstance', '--choose-model');
  await expect.poll(() => chosen(host)).toEqual(['go.prepare']);
  await host.do('passTime', 61_000);
  await host.do('page', 'showCommands', [...screens, command('plate.open', 'Open')]);
  await host.do('secondInstance', '--show-queue');
  await expect.poll(() => chosen(host)).toEqual(['go.prepare', 'go.queue']);
  expect(readFileSync(join(hosts.dataDir, 'logs', 'fabdesk.log'), 'utf8')).toContain(
    'the command plate.open was given up',
  );
});

it('Run from source, a task names the folder of the program.', async () => {
  const host = await hosts.electron({ platform: 'win32' }).opens();
  const [task] = await host.do('tasks');
  expect(task?.words).toMatch(/^".+" --choose-model$/);
});

it('The menu of the dock does the same, opens a window where there is none, and speaks German.', {
  tags: 'release',
}, async () => {
  const host = await hosts.electron({ platform: 'darwin' }).opens();
  expect(await host.do('dock')).toEqual(['Open model…', 'Queue']);
  await host.do('closeWindow');
  await expect.poll(() => host.do('windows')).toBe(0);
  await host.do('chooseInDock', 'Queue');
  await expect.poll(() => host.do('windows')).toBe(1);
  await host.do('page', 'hearChoices', 'chosen');
  await host.do('page', 'showCommands', screens);
  await expect.poll(() => chosen(host)).toEqual(['go.queue']);
  await ask(await hosts.reach(), 'settings.set', { language: 'de' });
  // The window reports its commands in the new language.
  await host.do('page', 'showCommands', [command('go.queue', 'Warteschlange')]);
  await expect.poll(() => host.do('dock')).toEqual(['Modell öffnen …', 'Warteschlange']);
});
