/**
 * Stands in for the `electron` package in the main process, because Electron's program is not available where
 * the tests run (docs/packaging.md). Each class states the part of `electron.d.ts` that it implements, so a
 * change of Electron's interface does not compile.
 */
import { isProgram } from './scene.ts';

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu } from './menu.ts';
export { Notification } from './notification.ts';
export { powerMonitor, powerSaveBlocker } from './power.ts';
export { protocol } from './protocol.ts';
export { screen } from './screen.ts';
export { session } from './session.ts';
export { shell } from './shell.ts';
export { nativeImage, Tray } from './tray.ts';
export { utilityProcess } from './utility-process.ts';

// Not before the host has been loaded, as nobody could act on it sooner.
if (isProgram) void import('./acts.ts');
