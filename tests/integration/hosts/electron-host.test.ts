/**
 * The Electron host as a real process over a stand-in of the `electron` package: how it starts, hands over and ends,
 * whatever the person or the operating system does.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingLimit } from '../../../src-shared/closing.ts';
import type { Program } from '../../support/program.ts';
import { addFault, ask, becomes, inOrder, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const hasWindow = /electron: a window opens\n/;

async function start(...args: string[]): Promise<Program> {
  const host = hosts.electron(args);
  await host.prints(hasWindow);
  return host;
}

describe('the Electron host', () => {
  it.each(['quit', 'close window', 'end session', 'shut down'])(
    'The Electron host closes in order on “%s”.',
    async (doing) => {
      const host = await start();
      host.type(`${doing}\n`);
      const { code, stdout, stderr } = await host.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
      expect(stdout).toMatch(/every renderer is in a sandbox\n.*electron: a window opens/s);
      expect(stdout).toContain('electron: exit 0');
      expect(hosts.hasControlFile).toBe(false);
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'The Electron host closes in order on %s.',
    async (signal) => {
      const host = await start();
      host.kill(signal);
      const { code, stderr } = await host.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
    },
  );

  it('The Electron host closes in time during an order and an upload, and loses neither.', async () => {
    const host = await start();
    const { order, upload } = await hosts.halfWay(await hosts.reach());
    const asked = performance.now();
    host.type('quit\n');
    const { code, stderr } = await host.ended;
    expect(performance.now() - asked).toBeLessThan(closingLimit + 1_000);
    expect(code).toBe(0);
    expect(stderr).toMatch(inOrder);
    await hosts.expectDoneOnce([order, upload]);
  });

  it('A start while the Electron host closes starts it again with its files.', async () => {
    const host = await start();
    const { order, upload } = await hosts.halfWay(await hosts.reach());
    host.kill('SIGTERM');
    await host.prints(/Ctrl\+C ends without waiting/);
    const part = hosts.writeBox('later.stl', 5);
    const second = hosts.electron([part]);
    expect((await second.ended).code).toBe(0);
    const { stdout } = await host.ended;
    expect(stdout).toMatch(new RegExp(`electron: relaunch \\S+ ${part}\\n`));
    await hosts.expectDoneOnce([order, upload]);
  });

  it('The Electron host keeps the system awake only while something is sent.', async () => {
    const host = await start();
    const app = await hosts.reach();
    await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 500 });
    const order = await hosts.placeOrder(app);
    await host.prints(/electron: awake prevent-app-suspension/);
    await becomes(app, order.id, 'done');
    await host.prints(/electron: asleep \d+\n(?!.*electron: awake)/s);
  });
});

describe('a second start of the Electron host', () => {
  it('A second start passes its files to the first, says so and ends.', async () => {
    await start();
    const part = hosts.writeBox('second.stl', 5);
    const second = hosts.electron([part]);
    const { code, stderr } = await second.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('Fabdesk is already running on this data folder. Its window comes to the front');
    const app = await hosts.reach();
    const taken = async () => (await ask(app, 'app.takeOpened', {})).map(({ name }) => name);
    await expect.poll(taken).toEqual(['second.stl']);
  });

  it('A second start on another data folder is a separate Fabdesk.', async () => {
    await start();
    const other = join(hosts.folder, 'other');
    const second = hosts.electron([], { FABDESK_DATA: other });
    await second.prints(hasWindow);
    expect(existsSync(join(other, 'electron', 'SingletonLock'))).toBe(true);
    expect(existsSync(join(hosts.dataDir, 'electron', 'SingletonLock'))).toBe(true);
  });

  it('A second start says where Fabdesk runs without Electron, and passes on its files.', async () => {
    await hosts.startBrowserHost();
    const second = hosts.electron([hosts.writeBox('second.stl', 5)]);
    const { code, stdout } = await second.ended;
    expect(code).toBe(0);
    expect(stdout).toContain(
      'electron: message Fabdesk is already running on this data folder, in a browser',
    );
    const opened = await ask(await hosts.reach(), 'app.takeOpened', {});
    expect(opened.map(({ name }) => name)).toEqual(['second.stl']);
  });

  it('The Electron host shows in a window why it cannot start.', async () => {
    const host = hosts.electron([], { FABDESK_DATA: '/' });
    const { code, stdout } = await host.ended;
    expect(code).toBe(1);
    expect(stdout).toContain(
      'electron: error Fabdesk cannot start: / contains other things than Fabdesk’s data.',
    );
  });
});

describe('on macOS', () => {
  it('On macOS, opening a file opens a window if there is none.', async () => {
    const host = hosts.electron([], { STAND_IN_PLATFORM: 'darwin' });
    await host.prints(hasWindow);
    host.type('close window\n');
    await host.prints(/electron: the last window is closed/);
    host.type(`open ${hosts.writeBox('opened.stl', 5)}\n`);
    await host.prints(/(electron: a window opens\n.*){2}/s);
  });
});
