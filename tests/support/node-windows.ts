/**
 * Windows without a browser, on the browser host: the real bridge over real HTTP and a real WebSocket. Node
 * gets for it what a page has (its address, its storage, relative `fetch`, cookies).
 */
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { createHttpBridge, openSession } from '../../src-renderer/bridge/http-bridge.ts';
import { Notices } from '../../src-renderer/ui/notices.svelte.ts';
import { WorkspaceStore } from '../../src-renderer/workspace-store.svelte.ts';
import { secretHeader, secretOfProtocols } from '../../src-shared/ipc/window-secret.ts';

/** Cookies by the secret of their window: each window here is a browser of its own. */
const cookies = new Map<string, string>();

/**
 * Returns a function that closes these pages; call it before the host closes, since a page would connect
 * again.
 */
export function givePageGlobals(origin: string): () => void {
  let address = '';
  const realFetch = globalThis.fetch;
  vi.stubGlobal('location', {
    get hash() {
      return new URL(address).hash;
    },
    href: `${origin}/`,
    pathname: '/',
  });
  vi.stubGlobal('history', { replaceState: () => {} });
  vi.stubGlobal('openAddress', (next: string) => {
    address = next;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const secret = headers.get(secretHeader) ?? '';
    headers.set('Origin', origin);
    headers.set('Cookie', cookies.get(secret) ?? '');
    const answer = await realFetch(new URL(path, `${origin}/`), { ...init, headers });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined) {
      const opened = (await answer.clone().json()) as { value: { secret: string } };
      cookies.set(opened.value.secret, cookie);
    }
    return answer;
  });
  const sockets = new Set<WebSocket>();
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: URL, protocols: string[]) {
        const secret = secretOfProtocols(protocols.join(', ')) ?? '';
        super(url, protocols, { headers: { Origin: origin, Cookie: cookies.get(secret) ?? '' } });
        sockets.add(this);
      }
    },
  );
  return () => {
    for (const socket of sockets) {
      socket.onclose = null;
      socket.terminate();
    }
    vi.unstubAllGlobals();
  };
}

/** Opens a window at a printed address; resolves once it receives events and shows the workspace. */
export async function openNodeWindow(address: string) {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  (globalThis as unknown as { openAddress: (next: string) => void }).openAddress(address);
  const bridge = createHttpBridge(await openSession());
  const notices = new Notices();
  const workspace = new WorkspaceStore(bridge, notices);
  bridge.on('workspace', (event) => workspace.hear(event));
  const listening = new Promise<void>((resolve) => {
    bridge.onAttached((attached) => {
      if (!attached) return;
      resolve(workspace.load());
    });
  });
  await listening;
  return { bridge, notices, workspace };
}
