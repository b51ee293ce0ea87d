/**
 * Every way in which the system asks the program to end, and the start that follows one that came too late.
 */
import { app, BrowserWindow, powerMonitor } from 'electron';
import { type Closing, closeInOrder } from '../../../src-shared/closing.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';

export interface ElectronClosing extends Closing {
  readonly isClosing: boolean;
  /** Starts Fabdesk again, once, after it has closed. */
  relaunch(paths: readonly string[]): void;
}

/** Call after `ready`, since Electron sets its own listeners for signals before. `ends` are called first. */
export function closeWithSystem(core: App, { t }: Messages, ends: readonly (() => void)[]): ElectronClosing {
  let isClosing = false;
  let relaunches = false;
  const closing = closeInOrder({
    process,
    timer: setTimeout,
    now: Date.now,
    name: 'Fabdesk',
    t,
    exit: (code) => app.exit(code),
    async close() {
      isClosing = true;
      for (const end of ends) end();
      // First, so that a window saves what it has not saved yet.
      await closeWindows(BrowserWindow.getAllWindows());
      await core.close();
    },
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    closing.begin();
  });
  // Shutdown of the machine, on Linux and macOS: the system waits briefly for a program that asks for it. The
  // types leave out the event.
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    closing.begin();
  });
  return {
    begin: closing.begin,
    get isClosing() {
      return isClosing;
    },
    relaunch(paths) {
      // When run from source, Electron receives the folder of its program as the first argument.
      if (!relaunches) app.relaunch({ args: [...(app.isPackaged ? [] : [app.getAppPath()]), ...paths] });
      relaunches = true;
    },
  };
}

/** Ms; a window that responds closes in less than a tenth of it. */
const patience = 1_000;

/**
 * As a person closes them, so that they save what is not saved yet; windows that hang are closed by force.
 */
export async function closeWindows(windows: readonly BrowserWindow[]): Promise<void> {
  await Promise.all(
    windows.map(
      (window) =>
        new Promise<void>((resolve) => {
          if (window.isDestroyed()) return resolve();
          const byForce = setTimeout(() => window.destroy(), patience);
          window.once('closed', () => {
            clearTimeout(byForce);
            resolve();
          });
          window.close();
        }),
    ),
  );
}
