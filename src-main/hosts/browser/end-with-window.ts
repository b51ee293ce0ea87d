/**
 * The end of a host that no terminal can end, since `fabdesk open` has started it: some minutes after its
 * last window was closed, and not while jobs are on their way. What waits is sent by the next start.
 */
import type { AppClient } from '../../../src-shared/ipc/contract.ts';
import { jobsOnTheirWay } from '../jobs-on-their-way.ts';

const minute = 60_000;
/** A window that is reloaded, or opened from an address that was printed, needs less. */
export const minutesWithoutWindow = 10;

export function endWithWindow(client: AppClient, hasWindow: () => boolean, end: () => void): void {
  let minutes = 0;
  const timer = setInterval(async () => {
    minutes = hasWindow() ? 0 : minutes + 1;
    if (minutes < minutesWithoutWindow || (await jobsOnTheirWay(client)) > 0 || hasWindow()) return;
    clearInterval(timer);
    end();
  }, minute);
  timer.unref();
}
