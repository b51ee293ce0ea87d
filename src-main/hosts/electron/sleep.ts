/** The end of a sleep, which the system reports to Electron at once. */
import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Status } from '../../../src-shared/ipc/app-status.ts';
import type { App } from '../../app.ts';

/**
 * When the machine falls asleep, nothing is held back: what was sent and not answered is found afterwards,
 * and a queue that waited for a report of the end would stand still wherever that report is lost.
 */
export function tryAfterSleep({ tryNow, log }: Pick<App, 'tryNow' | 'log'>): void {
  powerMonitor.on('suspend', () => log.info('the machine falls asleep'));
  powerMonitor.on('resume', () => {
    log.info('the machine woke');
    tryNow();
  });
}

/**
 * Keeps the system from suspending Fabdesk while something is being sent: macOS slows down programs in the
 * background (App Nap), and a machine that falls asleep halfway leaves an order unanswered. Waiting jobs do
 * not keep the machine awake. Returns the function that ends it.
 */
export function stayAwakeWhileSending({ client }: Pick<App, 'client'>): () => void {
  let blocker: number | null = null;
  const set = (wanted: boolean) => {
    if (wanted && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (!wanted && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  const forget = client.on('status', (status) => set(isSending(status)));
  return () => {
    forget();
    set(false);
  };
}

const isSending = ({ connection, queue }: Status): boolean => connection === 'online' && queue.running > 0;
