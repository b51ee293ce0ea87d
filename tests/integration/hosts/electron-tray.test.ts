/**
 * Fabdesk in the system tray: what it shows and offers there, and when it stays there without a window.
 * @release
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ElectronHost, HostOptions } from '../../support/electron/host.ts';
import { desktopWith } from '../../support/electron/tray-desktops.ts';
import { addFault, ask, becomes, inOrder, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const start = (tray: Parameters<typeof desktopWith>[0], options: HostOptions = {}) =>
  hosts.electron({ ...options, platform: 'linux', env: desktopWith(tray, hosts.folder) }).opens();

/** An upload whose connection breaks at every attempt until `goOn`. */
async function waitingUpload(host: ElectronHost) {
  const app = await hosts.reach();
  await addFault(app, { kind: 'drop-before', method: 'POST', path: '/models', times: 1_000 });
  const file = await ask(app, 'files.importPath', { path: hosts.writeLarge('part.stl') });
  const { id } = await ask(app, 'queue.enqueueUpload', { file, uploadScale: 0.001, title: 'part' });
  await expect
    .poll(async () => (await ask(app, 'queue.list', {})).find((job) => job.id === id))
    .toMatchObject({ state: 'queued', wait: 'network' });
  return {
    app,
    id,
    async goOn() {
      await ask(app, 'service.operate', { act: 'clear-faults' });
      host.tell('resume');
    },
  };
}

const expectOrderlyEnd = async (host: ElectronHost) => {
  const { code, stderr } = await host.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(inOrder);
};

describe('the icon in the tray', () => {
  it('It appears with the first job and shows the queue in the words of the window.', async () => {
    const host = await start('tray');
    expect(await host.do('tray')).toBeNull();
    const { goOn, app, id } = await waitingUpload(host);
    await expect
      .poll(() => host.do('tray'))
      .toMatchObject({ tip: expect.stringMatching(/^Fabdesk: 1 (?:waiting|running)$/) });
    await host.do('chooseInTray', 'Work offline');
    await expect.poll(() => host.do('tray')).toMatchObject({ tip: 'Fabdesk: Working offline · 1 waiting' });
    await host.do('chooseInTray', 'Go online');
    await expect
      .poll(() => host.do('tray'))
      .toMatchObject({ tip: expect.stringMatching(/^Fabdesk: 1 (?:waiting|running)$/) });
    await goOn();
    await becomes(app, id, 'done');
    await expect.poll(() => host.do('tray')).toMatchObject({ tip: 'Fabdesk: Queue empty' });
    await ask(app, 'settings.set', { language: 'de' });
    await expect.poll(async () => (await host.do('tray'))?.items).toContain('Fabdesk anzeigen');
  });

  it('It brings back the window and the queue, and ends Fabdesk.', async () => {
    const host = await start('tray');
    await waitingUpload(host);
    await expect.poll(() => host.do('tray')).not.toBeNull();
    await host.do('closeWindow');
    await host.prints(
      /electron: notification Fabdesk keeps running in the background: One job is on its way\./,
    );
    await host.do('chooseFirstInTray');
    await expect.poll(() => host.do('windows')).toBe(1);
    await host.do('clickTray');
    await host.prints(/electron: the window comes to the front/);
    host.tell('chooseInTray', 'Quit Fabdesk');
    await expectOrderlyEnd(host);
  });

  it('On a desktop that shows no such icons there is none.', async () => {
    const host = await start('no-tray');
    const { goOn, app, id } = await waitingUpload(host);
    await goOn();
    await becomes(app, id, 'done');
    expect(await host.do('tray')).toBeNull();
  });
});

describe('a window that is closed while jobs are on their way', () => {
  it('Fabdesk stays until they are done and ends by itself.', async () => {
    const host = await start('tray');
    const { goOn } = await waitingUpload(host);
    await host.do('closeWindow');
    await host.prints(/electron: notification Fabdesk keeps running in the background/);
    await goOn();
    await expectOrderlyEnd(host);
  });

  it('It says only once that it stays, and with a window again it does not end.', async () => {
    const host = await start('tray');
    const { app, id, goOn } = await waitingUpload(host);
    await host.do('closeWindow');
    await host.prints(/electron: notification Fabdesk keeps running in the background/);
    await host.do('secondInstance');
    await expect.poll(() => host.do('windows')).toBe(1);
    await goOn();
    await becomes(app, id, 'done');
    expect(await host.do('windows')).toBe(1);
    host.tell('quit');
    await expectOrderlyEnd(host);

    const again = await start('tray');
    await waitingUpload(again);
    await again.do('closeWindow');
    await expect.poll(() => again.do('windows')).toBe(0);
    await again.do('chooseInTray', 'Show Fabdesk');
    await expect.poll(() => again.do('windows')).toBe(1);
    again.tell('quit');
    const { stdout } = await again.ended;
    expect(stdout).not.toContain('keeps running in the background');
  });

  it('On a desktop without a tray Fabdesk ends, and the next start sends what waited.', async () => {
    const host = await start('no-tray');
    const { id } = await waitingUpload(host);
    host.tell('closeWindow');
    await expectOrderlyEnd(host);
    await hosts.expectUploaded(id);
  });

  it('Fabdesk ends where nobody can say whether there is a tray.', async () => {
    const host = await start('silent');
    await waitingUpload(host);
    host.tell('closeWindow');
    await expectOrderlyEnd(host);
  });

  it('On Windows the tray needs no question.', async () => {
    const host = await hosts
      .electron({ platform: 'win32', env: desktopWith('silent', hosts.folder) })
      .opens();
    const { goOn } = await waitingUpload(host);
    await host.do('closeWindow');
    await host.prints(/electron: notification Fabdesk keeps running in the background/);
    await goOn();
    await expectOrderlyEnd(host);
  });

  it.each([
    ['if that is switched off in Settings', (app) => ask(app, 'settings.set', { closeToTray: false })],
    ['while working offline', (app) => ask(app, 'app.setPaused', { paused: true })],
    ['for a job that a person holds', (app, jobId) => ask(app, 'queue.hold', { jobId })],
  ] as const satisfies readonly (readonly [
    string,
    (app: Awaited<ReturnType<RunningHosts['reach']>>, jobId: string) => Promise<unknown>,
  ])[])('Fabdesk does not stay %s.', async (_why, arrange) => {
    const host = await start('tray');
    const { app, id } = await waitingUpload(host);
    await arrange(app, id);
    host.tell('closeWindow');
    await expectOrderlyEnd(host);
  });

  it('It stays for an order whose answer is not there yet.', async () => {
    const host = await start('tray');
    const app = await hosts.reach();
    await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 60_000 });
    const order = await hosts.placeOrder(app);
    await becomes(app, order.id, 'committed');
    await host.do('closeWindow');
    await host.prints(/electron: notification Fabdesk keeps running in the background/);
    expect(await host.do('windows')).toBe(0);
  });
});
