/** How Electron's window behaves between starts, after crashes, and at the program's icon, over a double of `electron`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventListener } from '../../../src-main/app.ts';
import { showAtIcon } from '../../../src-main/hosts/electron/taskbar.ts';
import { createWindow } from '../../../src-main/hosts/electron/window.ts';
import { mendWindow } from '../../../src-main/hosts/electron/window-faults.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { recorded } from '../../support/electron-stand-in.ts';

beforeEach(() => {
  recorded.reset();
  recorded.userData = mkdtempSync(join(tmpdir(), 'fabdesk-profile-'));
});
afterEach(() => rmSync(recorded.userData, { recursive: true, force: true }));

const open = () => {
  createWindow('/preload.cjs');
  return recorded.windows.at(-1)!;
};

describe('the place of the window', () => {
  it('The window opens where it was closed, maximised if it was.', () => {
    const first = open();
    first.bounds = { x: 100, y: 50, width: 900, height: 700 };
    first.isMaximised = true;
    first.close();
    const second = open();
    expect(second.options).toMatchObject({ x: 100, y: 50, width: 900, height: 700 });
    second.emit('ready-to-show');
    expect(second.isMaximised).toBe(true);
  });

  it('A window whose display is gone comes onto one that is there.', () => {
    const first = open();
    first.bounds = { x: 2500, y: -900, width: 2400, height: 900 };
    first.close();
    recorded.workArea = { x: 0, y: 25, width: 1280, height: 775 };
    expect(open().options).toMatchObject({ x: 0, y: 25, width: 1280, height: 775 });
  });

  it.each(['', '{', '{"bounds":{"x":1e99,"y":0,"width":1,"height":1},"isMaximised":false}', '[]'])(
    'A place that cannot be read (%s) leaves it to the system.',
    (text) => {
      writeFileSync(join(recorded.userData, 'window.json'), text);
      expect(open().options).toMatchObject({ width: 1440, height: 900 });
      expect(open().options).not.toHaveProperty('x');
    },
  );
});

describe('a window that crashes or hangs', () => {
  const faults: unknown[] = [];
  const setUp = () => {
    faults.length = 0;
    const window = open();
    let now = 0;
    mendWindow(window as unknown as BrowserWindow, {
      log: { info: () => undefined, error: (_what, thrown) => faults.push(thrown) },
      messages: async () => english,
      now: () => now,
    });
    const crash = (reason = 'crashed') =>
      window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
    return { window, crash, wait: (ms: number) => (now += ms) };
  };
  /** Lets the question be asked and answered. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('A crashed window is loaded again, and the crash is in the log.', () => {
    const { window, crash } = setUp();
    crash();
    expect(window.webContents.reloads).toBe(1);
    expect(String(faults[0])).toContain('crashed');
    crash('clean-exit');
    expect(window.webContents.reloads).toBe(1);
  });

  it('A window that crashes again at once is loaded only if the person wants it.', async () => {
    const { window, crash, wait } = setUp();
    crash();
    wait(1_000);
    recorded.answer = 1;
    crash();
    await settled();
    expect(recorded.questions.map(({ message }) => message)).toEqual(['The window crashed again']);
    expect(window.webContents.reloads).toBe(1);
    recorded.answer = 0;
    crash();
    await settled();
    expect(window.webContents.reloads).toBe(2);
    wait(3_600_000);
    crash();
    expect(window.webContents.reloads).toBe(3);
  });

  it('A window that hangs is ended and loaded again only if the person wants it.', async () => {
    const { window } = setUp();
    recorded.answer = 1;
    window.webContents.emit('unresponsive');
    await settled();
    expect(window.webContents.reloads).toBe(0);
    recorded.answer = 0;
    window.webContents.emit('unresponsive');
    await settled();
    expect(window.webContents.reloads).toBe(1);
    expect(recorded.questions[1]).toMatchObject({ buttons: ['Reload the window', 'Wait'] });
  });
});

describe('the icon of the program', () => {
  it('The icon shows how far uploads are, and how many jobs need the person.', () => {
    const listeners: EventListener[] = [];
    const window = open();
    const end = showAtIcon(
      {
        onEvent: (listener) => {
          listeners.push(listener);
          return () => listeners.splice(0);
        },
      },
      () => [window as unknown as BrowserWindow],
    );
    const say: EventListener = (name, payload) => {
      for (const listener of listeners) listener(name, payload as never);
    };
    const queue = (running: number, needsYou = 0) =>
      say('status', sampleStatus({ queue: { waiting: 0, running, needsYou } }));
    queue(0, 2);
    expect([window.progress, recorded.badge]).toEqual([-1, 2]);
    // What is sent, an order for example, has no known end.
    queue(1);
    expect([window.progress, recorded.badge]).toEqual([2, 0]);
    say('progress', { jobId: 'a', sent: 50, total: 100 });
    say('progress', { jobId: 'b', sent: 0, total: 300 });
    expect(window.progress).toBe(0.12);
    queue(0);
    expect(window.progress).toBe(-1);
    queue(1);
    expect(window.progress).toBe(2);
    end();
    expect([window.progress, recorded.badge]).toEqual([-1, 0]);
  });
});
