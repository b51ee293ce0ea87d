/** `app://fabdesk/`: the renderer's files and the spool, and nothing else, under the shared policy. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { protocol } from 'electron';
import type { App } from '../../app.ts';
import { securityHeaders } from '../policy.ts';
import { readRendererFile } from '../renderer-files.ts';
import { type Pieces, pieceSchema } from './pieces.ts';

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

export function serveProtocol(app: Pick<App, 'spooled'>, pieces: Pieces, rendererDir: string): void {
  protocol.handle('app', (request) => answer(app, pieces, rendererDir, request));
}

/** Anything but GET of a known file and PUT into the spool is refused. */
async function answer(
  app: Pick<App, 'spooled'>,
  pieces: Pieces,
  rendererDir: string,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  if (url.host !== 'fabdesk') return empty(403);
  const path = decode(url.pathname);
  if (path === null) return empty(400);
  if (request.method === 'PUT' && path.startsWith('/spool/')) return spool(pieces, path.slice(7), request);
  if (request.method !== 'GET') return empty(403);
  if (path.startsWith('/spool/')) return serveSpooled(app, path.slice(7));
  const file = await readRendererFile(rendererDir, path);
  if (!file) return empty(404);
  return new Response(new Uint8Array(file.body), {
    headers: { ...securityHeaders(), 'Content-Type': file.type },
  });
}

/**
 * Files that the window made itself (a repaired part) or that have no path: their bytes, as in the browser
 * host.
 */
async function spool(pieces: Pieces, name: string, request: Request): Promise<Response> {
  const piece = pieceSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!piece.success) return empty(400);
  const outcome = await pieces.take(name, piece.data, new Uint8Array(await request.arrayBuffer()));
  if (outcome === 'refused') return empty(409);
  return outcome === null ? empty(204) : Response.json(outcome, { headers: securityHeaders() });
}

async function serveSpooled(app: Pick<App, 'spooled'>, sha256: string): Promise<Response> {
  const file = /^[0-9a-f]{64}$/.test(sha256) ? await app.spooled(sha256) : null;
  if (!file) return empty(404);
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

const empty = (status: number) => new Response(null, { status, headers: securityHeaders() });
