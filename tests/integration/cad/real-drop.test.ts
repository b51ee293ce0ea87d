/**
 * Files dragged with the mouse from a real file manager onto a real window: PCManFM, Openbox and a visible
 * Chromium on a display that nobody sees.
 * @release
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumLaunch } from '../../../build/launch/chromium.mjs';
import { zip } from '../../fixtures/geometry/build-files.ts';
import { boxStl } from '../../support/model-files.ts';
import { patience } from '../../support/patience.ts';
import { RunningHosts } from '../../support/running-hosts.ts';
import { has, runProgram } from './program.ts';

const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/renderer/index.html', import.meta.url)));
const canRun = isBuilt && has('Xvfb', 'openbox', 'pcmanfm', 'xdotool', 'dbus-run-session', 'chromium');
const display = ':78';

/** Where PCManFM shows the files of a folder, by their order, pixels. */
const icons = [207, 301, 395, 490].map((x) => [x, 120] as const);
const overPlate = [930, 320] as const;

describe.skipIf(!canRun)('A drag from a file manager puts onto the plate', () => {
  const hosts = new RunningHosts();
  const env = { ...process.env, DISPLAY: display, HOME: hosts.folder };
  const ends: (() => void)[] = [];
  const begin = (command: string, ...args: string[]) => {
    const child = spawn(command, args, { env, stdio: 'ignore', detached: true });
    // With what it started itself.
    ends.push(() => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
    });
  };
  const xdotool = async (...words: (string | number)[]) =>
    (await runProgram('xdotool', words.map(String), { DISPLAY: display })).text;
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience.test, interval: 1000 });
  const pause = (seconds: number) => ['sleep', seconds];
  const to = (x: number, y: number) => ['mousemove', x, y];

  async function place(name: string, ...[x, y, width, height]: number[]): Promise<void> {
    const find = () => xdotool('search', '--onlyvisible', '--class', name);
    await soon(async () => expect(await find()).toMatch(/\d/));
    for (const id of (await find()).split(/\s+/).filter((text) => /^\d+$/.test(text)))
      await xdotool('windowmove', id, x!, y!, 'windowsize', id, width!, height!);
  }

  async function parts(): Promise<string[]> {
    const app = await hosts.reach();
    const workspace = await app.invoke('workspace.get', {});
    app.close();
    return workspace.ok ? workspace.value.plate.map(({ file }) => file.name).sort() : [];
  }
  const plateHas = (...names: string[]) => soon(async () => expect(await parts()).toEqual(names.sort()));

  /** As a hand does it: a press, small moves until it counts as a drag, and time for the window to see it. */
  async function drag([x, y]: readonly [number, number]): Promise<void> {
    const start = [10, 20, 40, 80].flatMap((by) => [...to(x + by, y + by), ...pause(0.1)]);
    const over = Array.from({ length: 20 }, (_, i) => [...to(overPlate[0] + i, overPlate[1]), ...pause(0.2)]);
    await xdotool(...to(x, y), ...pause(0.3), 'mousedown', 1, ...pause(0.3), ...start, ...over.flat());
    await xdotool('mouseup', 1);
  }

  beforeAll(async () => {
    const files = join(hosts.folder, 'files');
    mkdirSync(join(files, 'a folder'), { recursive: true });
    writeFileSync(join(files, 'a folder', 'inside.stl'), boxStl(12, 22, 32));
    writeFileSync(join(files, 'one.stl'), boxStl(10, 20, 30));
    writeFileSync(join(files, 'pack.zip'), zip([{ name: 'packed.stl', content: boxStl(13, 23, 33) }]));
    writeFileSync(join(files, 'two.stl'), boxStl(11, 21, 31));
    begin('Xvfb', display, '-screen', '0', '1600x900x24', '-nolisten', 'tcp');
    const host = await hosts.startBrowserHost();
    const [address] = await host.prints(/http:\S+/);
    begin('openbox');
    begin('dbus-run-session', 'pcmanfm', files);
    const { args } = chromiumLaunch();
    const window = [
      `--user-data-dir=${join(hosts.folder, 'profile')}`,
      ...['--test-type', '--window-position=600,30', '--window-size=950,800', `--app=${address}`],
    ];
    begin('chromium', ...args, ...window);
    await place('pcmanfm', 0, 0, 560, 600);
    // The window is ready when it has brought its sample.
    await soon(async () => expect(await parts()).toHaveLength(1));
  }, 6 * patience.test);
  afterAll(async () => {
    for (const end of ends.reverse()) end();
    await hosts.remove();
  });

  it('a file, a folder, an archive, and several files at once.', { timeout: 6 * patience.test }, async () => {
    const sample = (await parts())[0]!;
    const [folder, one, pack, two] = icons as [(typeof icons)[0], ...(typeof icons)[0][]];
    await drag(one!);
    await plateHas(sample, 'one.stl');
    await drag(folder);
    await plateHas(sample, 'one.stl', 'inside.stl');
    await drag(pack!);
    await plateHas(sample, 'one.stl', 'inside.stl', 'pack.zip');
    await xdotool(...to(...one!), 'click', 1, ...pause(0.5), 'keydown', 'ctrl', ...to(...two!), 'click', 1);
    await xdotool('keyup', 'ctrl');
    await drag(two!);
    await plateHas(sample, 'one.stl', 'inside.stl', 'pack.zip', 'one.stl', 'two.stl');
  });
});
