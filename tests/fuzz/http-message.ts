/** A request as the fuzz builds and changes it, and its bytes on the wire. */
import { writeJson } from './json-text.ts';

export type Pairs = readonly (readonly [string, string])[];

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly pairs: Pairs }
  | { readonly kind: 'multipart'; readonly pairs: Pairs }
  | { readonly kind: 'raw'; readonly bytes: Buffer; readonly type: string };

/** How the end of the body is announced. All but `length` and `chunked` are wrong. */
export const framings = ['length', 'chunked', 'too-long', 'too-short', 'both', 'twice', 'negative'] as const;
export type Framing = (typeof framings)[number];

export interface HttpRequest {
  readonly method: string;
  /** As it is sent, without the query. */
  readonly path: string;
  readonly query: Pairs;
  readonly headers: Pairs;
  readonly body: Body;
  readonly framing: Framing;
  /** Bytes that are cut off the end. */
  readonly cut: number;
  readonly version: string;
  /** Bytes right behind the request, such as frames of a WebSocket. */
  readonly tail?: Buffer;
}

const boundary = 'fuzz-boundary-5f2c';

export const percentEscape = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A query or form. Marked values (see `literally`) are not escaped. */
export const writePairs = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${escapeUnless(name)}=${escapeUnless(value)}`).join('&');

const mark = '\u0001';
/** Puts the text into a query or form without escaping it. */
export const literally = (text: string): string => mark + text;
const escapeUnless = (text: string): string => (text.startsWith(mark) ? text.slice(1) : percentEscape(text));

export function bodyOf(body: Body): { bytes: Buffer; type: string | null } {
  switch (body.kind) {
    case 'none':
      return { bytes: Buffer.alloc(0), type: null };
    case 'json':
      return { bytes: Buffer.from(writeJson(body.value)), type: 'application/json' };
    case 'form':
      return { bytes: Buffer.from(writePairs(body.pairs)), type: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return {
        bytes: Buffer.from(
          `${body.pairs
            .map(
              ([name, value]) =>
                `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
            )
            .join('')}--${boundary}--\r\n`,
        ),
        type: `multipart/form-data; boundary=${boundary}`,
      };
    case 'raw':
      return { bytes: body.bytes, type: body.type };
  }
}

export const targetOf = ({ path, query }: HttpRequest): string =>
  query.length === 0 ? path : `${path}?${writePairs(query)}`;

/**
 * Whether a server may close the connection without an answer, or take the rest of it for another request.
 */
export const isBroken = ({ framing, cut, version, body }: HttpRequest): boolean =>
  cut > 0 ||
  version !== 'HTTP/1.1' ||
  (body.kind !== 'none' && framing !== 'length' && framing !== 'chunked');

export function bytesOf(request: HttpRequest, host: string): Buffer {
  const { bytes, type } = bodyOf(request.body);
  const { method, headers, body, framing, cut, version } = request;
  const has = (name: string) => headers.some(([other]) => other.toLowerCase() === name);
  const lines = [`${method} ${targetOf(request)} ${version}`];
  if (!has('host')) lines.push(`Host: ${host}`);
  if (type !== null && !has('content-type')) lines.push(`Content-Type: ${type}`);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  const isChunked = framing === 'chunked' || framing === 'both';
  if (body.kind !== 'none') {
    if (isChunked) lines.push('Transfer-Encoding: chunked');
    const lengths = {
      length: [bytes.length],
      chunked: [],
      'too-long': [bytes.length + 7],
      'too-short': [Math.max(0, bytes.length - 3)],
      both: [bytes.length],
      twice: [bytes.length, bytes.length + 1],
      negative: [-1],
    }[framing];
    for (const length of lengths) lines.push(`Content-Length: ${length}`);
  }
  const sent = isChunked ? chunks(bytes) : bytes;
  const all = Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'),
    sent,
    request.tail ?? Buffer.alloc(0),
  ]);
  return cut > 0 ? all.subarray(0, Math.max(1, all.length - cut)) : all;
}

function chunks(bytes: Buffer): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

/** For people: enough to send it again. */
export function showRequest(request: HttpRequest, host: string): string {
  const text = bytesOf(request, host).toString('latin1');
  const shown = text.length > 3000 ? `${text.slice(0, 3000)}... (${text.length} bytes)` : text;
  return JSON.stringify(shown).slice(1, -1).replaceAll('\\r\\n', '\n').replaceAll('\\"', '"');
}
