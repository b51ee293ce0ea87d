/** Where the page may lead: Chromium asks before each document and each new page, as Electron does. */
import type { Session } from './connection.ts';

interface Permits {
  readonly mayNavigate: (url: string) => boolean;
  readonly mayOpen: (url: string) => boolean;
}

export async function denyPages(
  browser: Session,
  session: Session,
  targetId: string,
  { mayNavigate, mayOpen }: Permits,
): Promise<void> {
  // Electron asks about what the page begins itself, and not about `loadURL` and reloads from outside.
  let asked: string | null = null;
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    asked = withoutHash(url);
  });
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isDenied = asked === withoutHash(request.url) && !mayNavigate(request.url);
    asked = null;
    const done = isDenied
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    void done.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.openerId !== targetId || mayOpen(targetInfo.url)) return;
    void browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
}

const withoutHash = (url: string): string => url.replace(/#.*/, '');
