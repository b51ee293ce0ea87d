/** Everything that Fabdesk shows outside of its window: at its icon, in the tray, and as notifications. */
import { app, BrowserWindow } from 'electron';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { Background } from './background.ts';
import { notify } from './notify.ts';
import { stayAwakeWhileSending } from './sleep.ts';
import { showAtIcon } from './taskbar.ts';
import { TrayIcon } from './tray.ts';

interface Options {
  readonly messages: () => Promise<Messages>;
  /** Brings the window to the front, or opens it. */
  readonly toFront: () => void;
  /** Runs a command of the window. */
  readonly run: (id: string) => void;
}

export interface Desktop {
  /** Keeps Fabdesk in the tray for what is on its way, or quits. */
  lastWindowClosed(): Promise<void>;
  end(): void;
}

/** The window names its screen behind `#`. */
const shownIn = ({ webContents }: BrowserWindow): string => webContents.getURL().split('#')[1] || 'prepare';

export function showOnDesktop(core: App, { messages, toFront, run }: Options): Desktop {
  const windows = () => BrowserWindow.getAllWindows();
  const quit = () => app.quit();
  const tray = new TrayIcon(core, { messages, show: toFront, run, quit });
  const background = new Background(core, {
    appears: () => tray.appears(),
    hasWindow: () => windows().length > 0,
    messages,
    show: toFront,
    quit,
  });
  const ends = [
    stayAwakeWhileSending(core),
    showAtIcon(core, windows),
    notify(core, {
      isSeen: ({ asks, screen }) =>
        windows().some((window) => window.isFocused() && (!asks || shownIn(window) === screen)),
      messages,
      open(screen) {
        toFront();
        run(`go.${screen}`);
      },
    }),
    () => tray.end(),
  ];
  return {
    lastWindowClosed: () => background.lastWindowClosed(),
    end() {
      for (const end of ends) end();
    },
  };
}
