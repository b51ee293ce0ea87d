/**
 * The Electron host as a real process over a stand-in of the `electron` package: how it starts, hands over
 * and ends, whatever the person or the operating system does.
 * @release
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closingLimit } from '../../../src-shared/closing.ts';
import type { HostOptions } from '../../support/electron/host.ts';
import { addFault, ask, becomes, inOrder, RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const start = (options: HostOptions = {}) => hosts.electron(options).opens();
/** Without the remark of a busy computer that the start takes long. */
const afterStart = (stderr: string) => stderr.replace(/^fabdesk: Still starting\..*\n/, '');
/** Names of the files that wait for the window. */
const taken = async () => (await ask(await hosts.reach(), 'app.takeOpened', {})).map(({ name }) => name);
/** The same as they come in. */
async function takes(names: readonly string[]): Promise<void> {
  const all: string[] = [];
  await expect.poll(async () => all.push(...(await taken())) && all.toSorted()).toEqual(names);
}

describe('the end of the Electron host', () => {
  it.each(['quit', 'closeWindow', 'endSession', 'shutDown'] as const)(
    'The Electron host closes in order on “%s”.',
    async (doing) => {
      const host = await start();
      host.tell(doing);
      const { code, stdout, stderr } = await host.ended;
      expect({ code, stderr: afterStart(stderr) }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
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
      expect({ code, stderr: afterStart(stderr) }).toEqual({ code: 0, stderr: 'Fabdesk closed in order.\n' });
    },
  );

  it('A window that hangs does not keep the Electron host from closing.', async () => {
    const host = await start();
    await host.do('answerWith', 1);
    await host.do('hang');
    host.tell('quit');
    const { code, stderr } = await host.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(inOrder);
  });

  it('The Electron host closes in time during an order and an upload, and loses neither.', async () => {
    const host = await start();
    const { order, upload } = await hosts.halfWay(await hosts.reach());
    const asked = performance.now();
    host.tell('quit');
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
    await host.prints(/press Ctrl\+C to quit at once/);
    const part = hosts.writeBox('later.stl', 5);
    const second = hosts.electron({ args: [part] });
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

describe('files that the system opens', () => {
  it('Files of starts that come while the first is not ready yet are not lost.', async () => {
    const [own, second, third] = ['own.stl', 'second.stl', 'third.stl'].map((name) =>
      hosts.writeBox(name, 5),
    );
    await start({
      args: [own!],
      scene: { secondInstances: [[second!, 'file://elsewhere/part.stl'], [pathToFileURL(third!).href]] },
    });
    await takes(['own.stl', 'second.stl', 'third.stl']);
  });

  it('On macOS, files that come before the program is ready are opened.', async () => {
    const part = hosts.writeBox('early.stl', 5);
    await start({ platform: 'darwin', scene: { openFiles: [part] } });
    await takes(['early.stl']);
  });

  it.each(['openFile', 'secondInstance', 'activate'] as const)(
    'On macOS, “%s” opens a window if there is none, and brings the one there is to the front.',
    async (doing) => {
      const host = await start({ platform: 'darwin' });
      host.tell('closeWindow');
      await host.prints(/electron: the last window is closed/);
      const part = hosts.writeBox('opened.stl', 5);
      await host.do(doing, part);
      expect(await host.do('windows')).toBe(1);
      await host.prints(/(electron: the window is visible\n.*){2}/s);
      await host.do('minimize');
      await host.do(doing, part);
      expect(await host.do('windows')).toBe(1);
      if (doing !== 'activate') await host.prints(/electron: the window comes to the front/);
    },
  );

  it('A file that cannot be opened is named in a dialog.', async () => {
    const host = await start();
    await host.do('secondInstance', join(hosts.folder, 'missing.stl'));
    await host.prints(/electron: error .*file.*: .*missing\.stl/);
  });
});

describe('a second start of the Electron host', () => {
  it('A second start passes its files to the first, says so and ends.', async () => {
    await start();
    const second = hosts.electron({ args: [hosts.writeBox('second.stl', 5)] });
    const { code, stderr } = await second.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('Fabdesk is already running on this data folder. Its window comes to the front');
    await takes(['second.stl']);
  });

  it('A second start on another data folder is a separate Fabdesk.', async () => {
    await start();
    const other = join(hosts.folder, 'other');
    await hosts.electron({}, other).opens();
    expect(existsSync(join(other, 'electron', 'SingletonLock'))).toBe(true);
    expect(existsSync(join(hosts.dataDir, 'electron', 'SingletonLock'))).toBe(true);
  });

  it('A second start says where Fabdesk runs without Electron, and passes on its files.', async () => {
    await hosts.startBrowserHost();
    const second = hosts.electron({ args: [hosts.writeBox('second.stl', 5)] });
    const { code, stdout } = await second.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /electron: message .*Fabdesk is already running on this data folder, in a browser/,
    );
    expect(await taken()).toEqual(['second.stl']);
  });

  it('The Electron host shows in a window why it cannot start.', async () => {
    const { code, stdout } = await hosts.electron({}, '/').ended;
    expect(code).toBe(1);
    expect(stdout).toContain(
      'electron: error Fabdesk cannot start: / contains other things than Fabdesk’s data.',
    );
  });
});
