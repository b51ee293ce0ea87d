/**
 * `protocol.handle` with the conversions of Electron's lib/browser/api/protocol.ts: what a handler gets for
 * each kind of request body, and what becomes of an answer that is no answer, throws, or breaks off.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readiness } from './readiness.ts';

/** Chromium's net errors. */
const failed = -2;
const unexpected = -9;

/** A part of a request body as Chromium passes it: bytes, a `Blob` or `File` of the page, or a stream. */
export type BodyPart =
  | { readonly type: 'rawData'; readonly bytes: Uint8Array }
  | { readonly type: 'blob'; readonly size: number; readonly read: () => Uint8Array }
  | { readonly type: 'stream'; readonly read: (into: Uint8Array) => Promise<number> };

export interface PageRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly BodyPart[];
}

export interface PageFailure {
  readonly error: number;
}

export type PageAnswer =
  | PageFailure
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

type Handler = (request: Request) => Response | Promise<Response>;

class Protocol implements Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle'> {
  schemes: readonly Electron.CustomScheme[] = [];
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    readiness.mustNotBeReady('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.schemes = schemes;
  }

  handle(scheme: string, handler: Handler) {
    readiness.mustBeReady('Session can only be received when app is ready');
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }

  unhandle(scheme: string) {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  /** Acts as a page that fetches. */
  async fetch(request: PageRequest): Promise<PageAnswer> {
    const answer = await this.answer(request);
    if ('error' in answer) return answer;
    try {
      const body = answer.body ? await buffer(Readable.fromWeb(answer.body as never)) : Buffer.alloc(0);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
    } catch (thrown) {
      return failure(thrown);
    }
  }

  async answer({ url, method = 'GET', headers = {}, body }: PageRequest): Promise<Response | PageFailure> {
    const scheme = new URL(url).protocol.slice(0, -1);
    const handler = this.#handlers.get(scheme);
    const isFetchable = this.schemes.some(
      (each) => each.scheme === scheme && each.privileges?.supportFetchAPI,
    );
    if (!handler || !isFetchable) return { error: failed };
    try {
      const init = { method, headers, body: bodyOf(body), duplex: 'half' };
      const response = await handler(new Request(url, init as RequestInit));
      if (!(response instanceof Response)) return { error: unexpected };
      return response.type === 'error' ? { error: failed } : response;
    } catch (thrown) {
      return failure(thrown);
    }
  }
}

function failure(thrown: unknown): PageFailure {
  process.stderr.write(`${thrown}\n`);
  return { error: unexpected };
}

function bodyOf(parts: readonly BodyPart[] | undefined): BodyInit | null {
  const [only] = parts ?? [];
  if (!parts || !only) return null;
  if (parts.length === 1 && only.type === 'rawData') return Buffer.from(only.bytes);
  return Readable.toWeb(Readable.from(chunksOf(parts))) as BodyInit;
}

/** A `Blob` comes whole, however large; a stream comes in one buffer that is filled again and again. */
async function* chunksOf(parts: readonly BodyPart[]): AsyncGenerator<Uint8Array> {
  const pipe = new Uint8Array(1 << 20);
  for (const part of parts) {
    if (part.type === 'rawData') yield part.bytes;
    else if (part.type === 'blob') yield part.read();
    else {
      for (let read = await part.read(pipe); read > 0; read = await part.read(pipe)) {
        yield pipe.subarray(0, read);
      }
    }
  }
}

export const protocol = new Protocol();
