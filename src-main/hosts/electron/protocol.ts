/** `app://fabdesk/`: the renderer's files and the spool, and nothing else, under the shared policy. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { protocol } from 'electron';
import { fail, succeed, toAppError } from '../../../src-shared/result.ts';
import type { App } from '../../app.ts';
import { securityHeaders } from '../policy.ts';
import { readRendererFile } from '../renderer-files.ts';

export const appOrigin = 'app://fabdesk';

/** Call before `ready`: gives the scheme an origin, fetch and a secure context. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      // `codeCache`: the window's scripts are compiled once, not at each start.
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

export function serveProtocol(app: App, rendererDir: string): void {
  protocol.handle('app', (request) => answer(app, rendererDir, request));
}

/** Exported for tests. Anything but GET of a known file and PUT into the spool is refused. */
export async function answer(app: App, rendererDir: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.host !== 'fabdesk') return refuse(403);
  const path = decode(url.pathname);
  if (path === null) return refuse(400);
  if (request.method === 'PUT' && path.startsWith('/spool/')) return spool(app, path.slice(7), request);
  if (request.method !== 'GET') return refuse(403);
  if (path.startsWith('/spool/')) return serveSpooled(app, path.slice(7));
  const file = await readRendererFile(rendererDir, path);
  if (!file) return refuse(404);
  return new Response(new Uint8Array(file.body), {
    headers: { ...securityHeaders(), 'Content-Type': file.type },
  });
}

/** Files that the window made itself (a repaired part) or that have no path: their bytes, as in the browser host. */
async function spool(app: App, name: string, { body }: Request): Promise<Response> {
  const answer = await app
    .importStream((body ?? []) as AsyncIterable<Uint8Array>, name)
    .then(succeed, (thrown) => fail(toAppError(thrown)));
  return Response.json(answer, { headers: securityHeaders() });
}

async function serveSpooled(app: App, sha256: string): Promise<Response> {
  const file = /^[0-9a-f]{64}$/.test(sha256) ? await app.spooled(sha256) : null;
  if (!file) return refuse(404);
  const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      ...securityHeaders(),
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.size),
    },
  });
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const refuse = (status: number) => new Response(null, { status, headers: securityHeaders() });
