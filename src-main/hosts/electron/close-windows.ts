/** Closes windows as a person does, so that they write down what is not written yet; those that hang, by force. */
import type { BrowserWindow } from 'electron';

/** Ms; a window that works is gone in less than a tenth of it. */
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
