/** Where the page may lead: Chromium asks before each document and each new page, as Electron does. */
import type { Session } from './connection.ts';

interface Permits {
  readonly mayNavigate: (url: string) => boolean;
  readonly mayOpen: (url: string) => boolean;
}

export async function guardPages(
  browser: Session,
  session: Session,
  targetId: string,
  { mayNavigate, mayOpen }: Permits,
): Promise<{ open(url: string): void }> {
  // Electron asks about what the page begins itself, and not about `loadURL`, which is the first request
  // here. Chromium also says who began a request (`Page.frameRequestedNavigation`), but that may come before
  // or after the request.
  let isByHost = true;
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isDenied = !isByHost && !mayNavigate(request.url);
    isByHost = false;
    const done = isDenied
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    void done.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    // Only a link comes this far: `window.open` has asked already.
    if (targetInfo.openerId !== targetId || mayOpen(targetInfo.url)) return;
    void browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  const { targetInfo } = await browser.send('Target.getTargetInfo', { targetId });
  return {
    open(url) {
      if (!mayOpen(url)) return;
      const { browserContextId } = targetInfo;
      void browser.send('Target.createTarget', { url, ...(browserContextId && { browserContextId }) });
    },
  };
}
