/**
 * What the installed program remembers of its window: its zoom, and the folders in which a person saves.
 * @release
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ElectronHost } from '../../support/electron/host.ts';
import { RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const start = () => hosts.electron().opens();
const inProfile = (name: string) => join(hosts.dataDir, 'electron', name);

async function quit(host: ElectronHost) {
  host.tell('quit');
  await host.ended;
}

describe('the zoom of the window', () => {
  it('Menu and mouse wheel change it, a page that loads again keeps it, and so does the next start.', async () => {
    const host = await start();
    expect(await host.do('zoomLevel')).toBe(0);
    await host.do('choose', '&View > Zoom in');
    await host.do('turnWheel', 'in');
    await host.do('turnWheel', 'out');
    await host.do('turnWheel', 'in');
    expect(await host.do('zoomLevel')).toBe(1);
    await quit(host);

    const next = await start();
    await expect.poll(() => next.do('zoomLevel')).toBe(1);
    await next.do('choose', '&View > Actual size');
    expect(await next.do('zoomLevel')).toBe(0);
  });

  it('It ends where nothing could be read any more.', async () => {
    const host = await start();
    for (let turn = 0; turn < 20; turn += 1) await host.do('turnWheel', 'out');
    expect(await host.do('zoomLevel')).toBe(-3);
    for (let turn = 0; turn < 30; turn += 1) await host.do('turnWheel', 'in');
    expect(await host.do('zoomLevel')).toBe(5);
  });

  it('Without a window, zooming does nothing.', async () => {
    const host = await hosts.electron({ platform: 'darwin' }).opens();
    await host.do('closeWindow');
    await expect.poll(() => host.do('windows')).toBe(0);
    await host.do('choose', '&View > Zoom in');
    await host.do('activate');
    await expect.poll(() => host.do('windows')).toBe(1);
    expect(await host.do('zoomLevel')).toBe(0);
  });

  it('A file that is damaged, or cannot be written, means the usual size at the next start.', async () => {
    mkdirSync(inProfile(''), { recursive: true });
    writeFileSync(inProfile('zoom.json'), '99');
    const host = await start();
    expect(await host.do('zoomLevel')).toBe(0);
    await quit(host);

    // Nothing can be written there.
    rmSync(inProfile('zoom.json'));
    mkdirSync(inProfile('zoom.json'));
    const next = await start();
    await next.do('turnWheel', 'in');
    expect(await next.do('zoomLevel')).toBe(0.5);
  });
});

describe('the folder in which a save dialog begins', () => {
  it('It is where something for the same purpose was saved last, also after the next start.', async () => {
    const host = await start();
    expect(await host.do('save', 'bracket.stl', '/home/ada/models')).toBeNull();
    expect(await host.do('save', 'quote.pdf', '/home/ada/quotes')).toBeNull();
    expect(await host.do('save', 'support.json', '/home/ada/mails')).toBeNull();
    await quit(host);

    const next = await start();
    expect(await next.do('save', 'lid.3mf', '/home/ada/lids')).toBe(join('/home/ada/models', 'lid.3mf'));
    expect(await next.do('save', 'quote.csv', '/home/ada/quotes')).toBe(
      join('/home/ada/quotes', 'quote.csv'),
    );
    expect(await next.do('save', 'support.zip', '/tmp')).toBe(join('/home/ada/mails', 'support.zip'));
    expect(await next.do('save', 'lid.STL', '/tmp')).toBe(join('/home/ada/lids', 'lid.STL'));
  });

  it('A dialog that was cancelled changes nothing.', async () => {
    const host = await start();
    await host.do('save', 'one.stl', '/home/ada/models');
    await host.do('save', 'two.stl', '/tmp', 'cancelled');
    expect(await host.do('save', 'three.stl', '/tmp')).toBe(join('/home/ada/models', 'three.stl'));
  });
});
