/** The end of a sleep, which the system reports to Electron at once. */
import { powerMonitor } from 'electron';
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
