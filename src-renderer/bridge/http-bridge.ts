/**
 * The bridge of the browser host: calls by POST, events by WebSocket, files by PUT and GET, all same-origin
 * and with this window's secret.
 */
import { z } from 'zod';
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import { eventsProtocols, secretHeader } from '../../src-shared/ipc/window-secret.ts';
import type { EventName } from '../../src-shared/ipc/wire.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type CodedError, fail, type Result, toCodedError } from '../../src-shared/result.ts';
import type { Bridge } from './bridge.ts';
import { readAnnouncement, readAnswer, readResult, readSpooledFile, windowProblem } from './host-answers.ts';

const gone = () => windowProblem('app-gone', ref('hosts.gone'));
const goneError = (cause: unknown): CodedError => {
  const error = toCodedError(gone());
  error.cause = cause;
  return error;
};

const sessionSchema = z.object({ secret: z.string().nullable() });

/** In sessionStorage: it survives a reload of the tab, and no page of another port can read it. */
const secretKey = 'fabdesk-secret';

/**
 * Exchanges the one-time token in the address for a cookie and this window's secret, and removes the token
 * from the address bar. A reloaded window keeps its secret. Throws `CodedError` if the window has no access.
 */
export async function openSession(): Promise<string> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  const stored = sessionStorage.getItem(secretKey) ?? '';
  const response = await fetch('session', {
    method: 'POST',
    headers: { [secretHeader]: stored },
    body: JSON.stringify(token === null ? {} : { token }),
  }).catch((cause: unknown) => {
    throw goneError(cause);
  });
  const answer = readResult(sessionSchema, await jsonOf(response));
  if (!answer.ok) throw toCodedError(answer.error);
  // A used token (after a reload from history) is no error while the session is valid.
  const secret = answer.value.secret ?? stored;
  sessionStorage.setItem(secretKey, secret);
  return secret;
}

export function createHttpBridge(secret: string): Bridge {
  const headers = { [secretHeader]: secret };
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const attachment = new Set<(attached: boolean) => void>();
  let attached = true;

  const setDetached = () => {
    if (!attached) return;
    attached = false;
    for (const listener of attachment) listener(false);
  };

  const hear = (data: unknown) => {
    const event = readAnnouncement(String(data));
    if (event === null) return;
    for (const listener of listeners.get(event.name) ?? []) listener(event.payload as never);
  };

  const listen = (delay: number) => {
    const socket = new WebSocket(
      new URL('events', location.href.replace(/^http/, 'ws')),
      eventsProtocols(secret),
    );
    let opened = false;
    socket.onopen = () => {
      opened = true;
      attached = true;
      // The first time too: earlier events were not received.
      for (const listener of attachment) listener(true);
    };
    socket.onmessage = (event) => hear(event.data);
    socket.onclose = () => {
      setDetached();
      const next = opened ? 250 : Math.min(delay * 2, 5000);
      setTimeout(() => listen(next), next);
    };
  };
  listen(250);

  return {
    async invoke(name, input) {
      try {
        const body = new TextEncoder().encode(JSON.stringify(input));
        // What is saved while the window closes must still arrive. Browsers grant 64 kB to all such requests
        // together.
        const keepalive = name === 'workspace.apply' && body.length < 60_000;
        const response = await fetch(`call/${name}`, { method: 'POST', headers, body, keepalive });
        return readAnswer(name, await response.json());
      } catch {
        return fail(gone());
      }
    },
    on(name: EventName<AppContract>, listener: (payload: never) => void) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    importFile: (file, onProgress) => putFile(file, headers, onProgress),
    pathOf: () => null,
    async readSpooled(sha256, signal) {
      const response = await fetch(`spool/${sha256}`, { headers, ...(signal ? { signal } : {}) }).catch(
        (cause: unknown) => {
          if (signal?.aborted) throw cause;
          throw goneError(cause);
        },
      );
      if (!response.ok) {
        const answer = readResult(z.unknown(), await jsonOf(response));
        throw toCodedError(answer.ok ? gone() : answer.error);
      }
      return new Uint8Array(await response.arrayBuffer());
    },
    onAttached(listener) {
      attachment.add(listener);
      return () => attachment.delete(listener);
    },
  };
}

/** Null for text that is not JSON. */
const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

/** XMLHttpRequest, since fetch does not report the progress of an upload. */
function putFile(
  file: File,
  headers: Readonly<Record<string, string>>,
  onProgress?: (fraction: number) => void,
): Promise<Result<SpooledFile>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `spool/${encodeURIComponent(file.name)}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 1);
    request.onload = () =>
      resolve(request.response === null ? fail(gone()) : readSpooledFile(request.response));
    // A file that vanished or changed while it was read ends here too; people get the same message for both.
    request.onerror = () =>
      resolve(fail(windowProblem('file-unreadable', ref('hosts.fileNotSent', { file: file.name }))));
    request.send(file);
  });
}
