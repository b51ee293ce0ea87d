/**
 * A window whose process crashed would stay blank, and one that hangs would not answer. Nothing is lost in
 * either case, since the application in the main process has the plate, the cart and the queue.
 */
import { type BrowserWindow, dialog } from 'electron';
import { type Messages, ref } from '../../../src-shared/messages/messages.ts';
import type { Log } from '../../log.ts';
import { mainError } from '../../main-error.ts';

/** Ms. A window that crashes again within it is not loaded again without a question. */
const soon = 30_000;

/** Loads a crashed window again, asks where that does not help, and asks about one that hangs. */
export function recoverWindow(
  window: BrowserWindow,
  { log, messages, now = Date.now }: { log: Log; messages: () => Promise<Messages>; now?: () => number },
): void {
  const { webContents } = window;
  let crashedAt = -Infinity;
  let isAsking = false;

  const load = () => {
    if (!window.isDestroyed()) webContents.reload();
  };
  /** @returns whether the person wants to load the window again */
  async function ask(question: 'crashed' | 'hangs'): Promise<boolean> {
    if (isAsking || window.isDestroyed()) return false;
    isAsking = true;
    try {
      const { t } = await messages();
      const other = question === 'hangs' ? 'wait' : 'leave';
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        message: t(`hosts.window.${question}`),
        detail: t('hosts.window.nothingLost'),
        buttons: [t('hosts.window.reload'), t(`hosts.window.${other}`)],
        cancelId: 1,
      });
      return response === 0;
    } finally {
      isAsking = false;
    }
  }

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const fault = ref('hosts.window.gone', { reason, code: String(exitCode) });
    log.error('window', mainError('internal', fault));
    const isRepeated = now() - crashedAt < soon;
    crashedAt = now();
    if (isRepeated) void ask('crashed').then((again) => again && load());
    else load();
  });
  webContents.on('unresponsive', () => {
    void ask('hangs').then((again) => {
      if (!again || window.isDestroyed()) return;
      // The person has just said what to do, so that crash asks nothing.
      crashedAt = -Infinity;
      // A process that hangs does not take a new page.
      webContents.forcefullyCrashRenderer();
    });
  });
}
