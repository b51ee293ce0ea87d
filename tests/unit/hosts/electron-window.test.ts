/**
 * How Electron's window behaves between starts, after crashes, and at the program's icon, over a double of
 * `electron`.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppEvents } from '../../../src-main/app/events.ts';
import { showAtIcon } from '../../../src-main/hosts/electron/taskbar.ts';
import { createWindow } from '../../../src-main/hosts/electron/window.ts';
import { recoverWindow } from '../../../src-main/hosts/electron/window-faults.ts';
import { ontoDisplay, readWindowPlace } from '../../../src-main/hosts/electron/window-place.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { succeed } from '../../../src-shared/result.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { app } from '../../support/electron/app.ts';
import type { BrowserWindow as StandInWindow } from '../../support/electron/browser-window.ts';
import { dialog } from '../../support/electron/dialog.ts';
import { windowList } from '../../support/electron/window-list.ts';
import { removeFolder } from '../../support/remove-folder.ts';

beforeEach(() => {
  app.userData = mkdtempSync(join(tmpdir(), 'fabdesk-profile-'));
  dialog.questions.length = 0;
});
afterEach(() => {
  windowList.destroyAll();
  removeFolder(app.userData);
});

const open = () => createWindow('/preload.cjs') as unknown as StandInWindow;

describe('the place of the window', () => {
  it.each(['', '{', '{"bounds":{"x":1e99,"y":0,"width":1,"height":1},"isMaximised":false}', '[]'])(
    'A place that cannot be read (%s) leaves it to the system.',
    (text) => {
      writeFileSync(join(app.userData, 'window.json'), text);
      expect(readWindowPlace()).toEqual({ isMaximised: false });
    },
  );

  it('A window moves only if its title bar cannot be reached.', () => {
    const area = { x: 0, y: 25, width: 1280, height: 775 };
    const partlyOut = { x: 1100, y: 700, width: 900, height: 700 };
    expect(ontoDisplay(partlyOut, area)).toBe(partlyOut);
    for (const lost of [
      { ...partlyOut, x: 1270 },
      { ...partlyOut, x: -890 },
      { ...partlyOut, y: 0 },
      { ...partlyOut, y: 790 },
    ]) {
      const { x, y, width, height } = ontoDisplay(lost, area);
      expect([x >= 0, y >= 25, x + width <= 1280, y + height <= 800]).toEqual([true, true, true, true]);
    }
  });
});

describe('a window that crashes or hangs', () => {
  const faults: unknown[] = [];
  const setUp = () => {
    faults.length = 0;
    const window = open();
    let now = 0;
    recoverWindow(window as unknown as BrowserWindow, {
      log: { info: () => undefined, error: (_what, thrown) => faults.push(thrown) },
      messages: async () => english,
      now: () => now,
    });
    const { webContents } = window;
    return {
      reloads: () => webContents.loads - 1,
      crash: (reason?: 'clean-exit') => webContents.crash(reason),
      hang: () => webContents.hang(),
      wait: (ms: number) => (now += ms),
    };
  };
  /** Lets the question be asked and answered. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('A crashed window is loaded again, and the crash is in the log.', () => {
    const { crash, reloads } = setUp();
    crash();
    expect(reloads()).toBe(1);
    expect(String(faults[0])).toContain('crashed');
    crash('clean-exit');
    expect(reloads()).toBe(1);
  });

  it('A window that crashes again at once is loaded only if the person wants it.', async () => {
    const { crash, reloads, wait } = setUp();
    crash();
    wait(1_000);
    dialog.answer = 1;
    crash();
    await settled();
    expect(dialog.questions.map(({ message }) => message)).toEqual(['The window crashed again']);
    expect(reloads()).toBe(1);
    dialog.answer = 0;
    crash();
    await settled();
    expect(reloads()).toBe(2);
    wait(3_600_000);
    crash();
    expect(reloads()).toBe(3);
  });

  it('A window that hangs is ended and loaded again only if the person wants it.', async () => {
    const { hang, reloads } = setUp();
    dialog.answer = 1;
    hang();
    await settled();
    expect(reloads()).toBe(0);
    dialog.answer = 0;
    hang();
    await settled();
    expect(reloads()).toBe(1);
    expect(dialog.questions[1]).toMatchObject({ buttons: ['Reload the window', 'Wait'] });
  });
});

describe('the icon of the program', () => {
  it('The icon shows how far uploads are, and how many jobs need the person.', () => {
    const { emit: say, on } = new AppEvents();
    const window = open();
    const client = { invoke: async () => succeed({} as never), on };
    const end = showAtIcon({ client }, () => [window as unknown as BrowserWindow]);
    const queue = (running: number, needsYou = 0) =>
      say('status', sampleStatus({ queue: { waiting: 0, running, needsYou } }));
    queue(0, 2);
    expect([window.progress, app.badge]).toEqual([-1, 2]);
    // What is sent, an order for example, has no known end.
    queue(1);
    expect([window.progress, app.badge]).toEqual([2, 0]);
    say('progress', { jobId: 'a', sent: 50, total: 100 });
    say('progress', { jobId: 'b', sent: 0, total: 300 });
    expect(window.progress).toBe(0.12);
    queue(0);
    expect(window.progress).toBe(-1);
    queue(1);
    expect(window.progress).toBe(2);
    end();
    expect([window.progress, app.badge]).toEqual([-1, 0]);
  });
});
