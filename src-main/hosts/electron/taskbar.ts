/** The state of the queue at the program's icon: how far uploads are, and how many jobs need the person. */
import { app, type BrowserWindow } from 'electron';
import type { AppContract } from '../../../src-shared/ipc/contract.ts';
import type { EventPayload } from '../../../src-shared/ipc/wire.ts';
import type { App } from '../../app.ts';

type Bytes = Omit<EventPayload<AppContract, 'progress'>, 'jobId'>;

/** Electron's numbers for a bar that is not shown, and for one without a known end. */
const none = -1;
const unknownEnd = 2;

/** Returns the function that ends it. */
export function showAtIcon(
  { client }: Pick<App, 'client'>,
  windows: () => readonly BrowserWindow[],
): () => void {
  const uploads = new Map<string, Bytes>();
  let isSending = false;
  let shown = none;
  const show = () => {
    const wanted = isSending ? fractionOf([...uploads.values()]) : none;
    if (wanted === shown) return;
    shown = wanted;
    for (const window of windows()) if (!window.isDestroyed()) window.setProgressBar(wanted);
  };
  const forgets = [
    client.on('status', ({ queue }) => {
      app.setBadgeCount(queue.needsYou);
      isSending = queue.running > 0;
      if (!isSending) uploads.clear();
      show();
    }),
    client.on('progress', ({ jobId, ...bytes }) => {
      uploads.set(jobId, bytes);
      show();
    }),
  ];
  return () => {
    for (const forget of forgets) forget();
    isSending = false;
    show();
    app.setBadgeCount(0);
  };
}

/** In hundredths, so that the system does not hear of every piece. */
function fractionOf(uploads: readonly Bytes[]): number {
  const total = uploads.reduce((sum, upload) => sum + upload.total, 0);
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0);
  return total === 0 ? unknownEnd : Math.floor((sent / total) * 100) / 100;
}
