/** Electron's transport of the contract: one invoke channel in, one event channel out. */
import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { ref } from '../../../src-shared/messages/messages.ts';
import { fail } from '../../../src-shared/result.ts';
import type { App } from '../../app.ts';
import { mainProblem } from '../../main-error.ts';
import { callChannel, eventChannel } from './channels.ts';
import { appOrigin } from './protocol.ts';

/** Only the main frame of our own window, showing our own page, may call. `senderFrame` may be null. */
export function isOwnFrame(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && frame.origin === appOrigin;
}

export function serveCalls(app: App): void {
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) => {
    if (!isOwnFrame(event) || typeof name !== 'string') {
      return fail(mainProblem('bad-call', ref('hosts.ownWindowOnly')));
    }
    return app.call(name, input);
  });
}

/** Sends the app's events to the window until it is closed. */
export function forwardEvents(app: App, window: BrowserWindow): void {
  const stop = app.onEvent((name, payload) => {
    if (!window.isDestroyed()) window.webContents.send(eventChannel, name, payload);
  });
  window.once('closed', stop);
}
