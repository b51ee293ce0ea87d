/**
 * Closes windows as a person does, so that they save what is not saved yet; windows that hang are closed by
 * force.
 */
import type { BrowserWindow } from 'electron';

/** Ms; a window that responds closes in less than a tenth of it. */
const patience = 1_000;

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
