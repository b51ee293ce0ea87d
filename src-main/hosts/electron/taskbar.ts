/** The state of the queue at the program's icon: how far uploads are, and how many jobs need the person. */
import { app, type BrowserWindow } from 'electron';
import type { Status } from '../../../src-shared/ipc/app-status.ts';
import type { App } from '../../app.ts';

interface Progress {
  readonly jobId: string;
  readonly sent: number;
  readonly total: number;
}

/** Electron's numbers for a bar that is not shown, and for one without a known end. */
const none = -1;
const unknownEnd = 2;

/** Returns the function that ends it. */
export function showAtIcon(core: Pick<App, 'onEvent'>, windows: () => readonly BrowserWindow[]): () => void {
  const uploads = new Map<string, Progress>();
  let isSending = false;
  let shown = none;
  const show = () => {
    const wanted = isSending ? fractionOf([...uploads.values()]) : none;
    if (wanted === shown) return;
    shown = wanted;
    for (const window of windows()) if (!window.isDestroyed()) window.setProgressBar(wanted);
  };
  const forget = core.onEvent((name, payload) => {
    if (name === 'status') {
      const { queue } = payload as Status;
      app.setBadgeCount(queue.needsYou);
      isSending = queue.running > 0;
      if (!isSending) uploads.clear();
    } else if (name === 'progress') {
      const progress = payload as Progress;
      uploads.set(progress.jobId, progress);
    } else return;
    show();
  });
  return () => {
    forget();
    isSending = false;
    show();
    app.setBadgeCount(0);
  };
}

/** In hundredths, so that the system does not hear of every piece. */
function fractionOf(uploads: readonly Progress[]): number {
  const total = uploads.reduce((sum, upload) => sum + upload.total, 0);
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0);
  return total === 0 ? unknownEnd : Math.floor((sent / total) * 100) / 100;
}
