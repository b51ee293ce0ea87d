/**
 * Mutations of a whole HTTP request: method, path, query, headers, credentials, body, encoding and framing.
 */
import type { Random } from '../simulation/random.ts';
import { type Body, bodyOf, framings, type HttpRequest, literally, type Pairs } from './http-message.ts';
import { membersOf, writeJson } from './json-text.ts';
import { mutateJson } from './mutate-json.ts';
import { injectedHeader, nastyText } from './nasty-values.ts';

/** What a mutation may put in from elsewhere. */
export interface Foreign {
  /** Ids, keys and texts of this case and of the other account, for fields and queries. */
  readonly values: readonly (string | number)[];
  /** Authorization headers of other people, expired ones, and of other kinds. */
  readonly authorizations: readonly string[];
  readonly cookies: readonly string[];
  /** Whole paths, and names of fields, of other endpoints. */
  readonly paths: readonly string[];
}

export function mutateRequest(request: HttpRequest, random: Random, foreign: Foreign): HttpRequest {
  const hasBody = request.body.kind !== 'none';
  const kind = random.weighted({
    body: hasBody ? 10 : 0,
    encoding: hasBody ? 3 : 1,
    path: 4,
    query: 3,
    headers: 3,
    credentials: 4,
    method: 1,
    framing: hasBody ? 1.5 : 0.2,
    start: 0.3,
  });
  switch (kind) {
    case 'body':
      return { ...request, body: mutateBody(request.body, random, foreign) };
    case 'encoding':
      return { ...request, body: encodeOtherwise(request.body, random) };
    case 'path':
      return { ...request, path: mutatePath(request.path, random, foreign) };
    case 'query':
      return { ...request, query: mutatePairs(request.query, random, foreign) };
    case 'headers':
      return mutateHeaders(request, random);
    case 'credentials':
      return mutateCredentials(request, random, foreign);
    case 'method':
      return {
        ...request,
        method: random.pick([
          'GET',
          'POST',
          'PUT',
          'DELETE',
          'PATCH',
          'HEAD',
          'OPTIONS',
          'TRACE',
          'get',
          'FUZZ',
        ]),
      };
    case 'framing':
      return random.chance(0.5)
        ? { ...request, framing: random.pick(framings) }
        : { ...request, cut: random.int(1, 40) };
    case 'start':
      return random.chance(0.5)
        ? { ...request, version: random.pick(['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', '']) }
        : { ...request, path: random.pick(['*', 'http://elsewhere.invalid/', '?', '#', ' ', '\0', '//']) };
  }
}

function mutateBody(body: Body, random: Random, foreign: Foreign): Body {
  switch (body.kind) {
    case 'none':
      return { kind: 'json', value: {} };
    case 'json':
      return { kind: 'json', value: mutateJson(body.value, random, foreign.values) };
    case 'form':
    case 'multipart':
      return { kind: body.kind, pairs: mutatePairs(body.pairs, random, foreign) };
    case 'raw':
      return { ...body, bytes: mutateBytes(body.bytes, random) };
  }
}

export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.int(0, bytes.length);
  const to = Math.min(bytes.length, at + random.int(0, 2 ** random.int(0, 9)));
  const insert = random.weighted({ nothing: 2, text: 3, bytes: 2, again: 2 });
  const middle = {
    nothing: () => Buffer.alloc(0),
    text: () => Buffer.from(nastyText(random)),
    bytes: () => Buffer.from(random.bytes(random.int(1, 8))),
    again: () => Buffer.concat([bytes.subarray(at, to), bytes.subarray(at, to)]),
  }[insert]();
  return Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(to)]);
}

export function mutatePairs(pairs: Pairs, random: Random, foreign: Foreign): Pairs {
  const at = random.int(0, Math.max(0, pairs.length - 1));
  const [name, value] = pairs[at] ?? ['key', '1'];
  const kind = random.weighted({ nasty: 4, other: 3, remove: 3, twice: 2, extra: 2, brackets: 1, broken: 2 });
  const replace = (put: string): Pairs =>
    pairs.length === 0 ? [[name, put]] : pairs.map((pair, i) => (i === at ? [name, put] : pair));
  switch (kind) {
    case 'nasty':
      return replace(nastyText(random));
    case 'other':
      return foreign.values.length > 0 ? replace(String(random.pick(foreign.values))) : pairs;
    case 'remove':
      return pairs.filter((_, i) => i !== at);
    case 'twice':
      return [...pairs, [name, random.chance(0.5) ? value : nastyText(random)]];
    case 'extra':
      return [
        ...pairs,
        [random.pick(['page', 'limit', 'key', 'file', '__proto__', 'a[b]', '']), nastyText(random)],
      ];
    case 'brackets':
      return pairs.map(([old, text], i) => [
        i === at ? random.pick([`${old}[]`, `${old}[a]`, `${old}.a`]) : old,
        text,
      ]);
    case 'broken':
      return replace(
        literally(random.pick(['%', '%zz', '%00', '%ff%fe', '+', '%u0041', '&&==', '%0d%0a', ';'])),
      );
  }
}

function mutatePath(path: string, random: Random, foreign: Foreign): string {
  const parts = path.split('/');
  const at = random.int(1, Math.max(1, parts.length - 1));
  const put = (part: string) => parts.map((old, i) => (i === at ? part : old)).join('/');
  const nasty = encodeURI(nastyText(random).slice(0, 3000).toWellFormed()).replaceAll(/[#?]/g, '_');
  switch (random.weighted({ other: 5, nasty: 3, spelling: 2, drop: 1, elsewhere: 1 })) {
    case 'other': {
      const ids = foreign.values.filter((value) => typeof value === 'number');
      const id = parts.findIndex((part) => /^\d+$/.test(part));
      if (ids.length === 0 || id < 0) return put(nasty);
      return parts.map((old, i) => (i === id ? String(random.pick(ids)) : old)).join('/');
    }
    case 'nasty':
      return put(nasty);
    case 'spelling':
      return random.pick([
        `${path}/`,
        path.replaceAll('/', '//'),
        path.toUpperCase(),
        `${path};a=b`,
        path.replace(/\/([^/]*)$/, '%2f$1'),
        `/.${path}`,
        `/x/..${path}`,
        `${path}%00`,
        `${path}.json`,
        path.replace(/\d+/, (digits) => `0${digits}`),
        path.replace(/\d+/, (digits) => `-${digits}`),
        path.replace(/\d+/, (digits) => `${digits}.0`),
        path.replace(/\d+/, '1'.repeat(300)),
      ]);
    case 'drop':
      return parts.filter((_, i) => i !== at).join('/') || '/';
    case 'elsewhere':
      return foreign.paths.length > 0 ? random.pick(foreign.paths) : path;
  }
}

function mutateHeaders(request: HttpRequest, random: Random): HttpRequest {
  const added = random.pick<Pairs[number]>([
    [
      'Content-Type',
      random.pick([
        'text/plain',
        'null',
        '',
        'application/json; charset=utf-16',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'a/b/c',
        'text/xml; charset="x',
      ]),
    ],
    ['Accept', random.pick(['', 'text/html', '*/*;q=x', 'application/json'])],
    ['Accept-Encoding', 'gzip, br'],
    ['Content-Encoding', random.pick(['gzip', 'identity', 'br'])],
    ['Expect', random.pick(['', '100-continue', 'a=b'])],
    ['Host', random.pick(['elsewhere.invalid', '', 'a b', 'localhost:1'])],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'elsewhere.invalid'],
    ['Range', 'bytes=0-1,5-'],
    ['If-None-Match', '*'],
    ['Origin', 'http://elsewhere.invalid'],
    ['Referer', 'http://elsewhere.invalid/'],
    ['Sec-Fetch-Site', random.pick(['cross-site', 'same-origin', 'x'])],
    ['Connection', random.pick(['close', 'upgrade', 'keep-alive, x'])],
    ['Upgrade', 'websocket'],
    ['Cookie', random.pick(['', '=', 'a', ';;;', `fabdesk_session=${'A'.repeat(40)}`, 'a='.repeat(2000)])],
    ['X-Long', 'x'.repeat(random.pick([100, 7000, 20_000]))],
    ['Content-Length', random.pick(['0', '-1', '1e3', '99999999999'])],
    ['Transfer-Encoding', random.pick(['identity', 'gzip', 'chunked, chunked', 'xchunked'])],
    [injectedHeader, '1'],
    ['X-Bad\tName', '1'],
    ['X-Bytes', '\u00ff\u0080\u0001'],
  ]);
  const headers = random.chance(0.05)
    ? Array.from({ length: 150 }, (_, i): Pairs[number] => [`X-Many-${i}`, 'x'])
    : [added];
  const isFraming = /^(content-length|transfer-encoding|connection|upgrade|expect|x-bad)/i.test(added[0]);
  return {
    ...request,
    headers: random.chance(0.5)
      ? [...request.headers, ...headers]
      : [...request.headers.filter(([name]) => name.toLowerCase() !== added[0].toLowerCase()), ...headers],
    // The server may end the connection.
    ...(isFraming && { version: 'HTTP/1.1' }),
  };
}

function mutateCredentials(request: HttpRequest, random: Random, foreign: Foreign): HttpRequest {
  const without = (name: string) => request.headers.filter(([other]) => other.toLowerCase() !== name);
  const own = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const others = [
    ...foreign.authorizations,
    ...['', 'Bearer', 'Bearer  ', `Bearer ${'x'.repeat(600)}`, 'Basic', 'Basic %%%', 'OAuth', 'Digest a="b"'],
    ...[own.toLowerCase(), own.toUpperCase(), `${own} `, own.replace('Bearer', 'bearer'), `${own},${own}`],
    own.slice(0, -1),
    `OAuth oauth_consumer_key="", oauth_signature="x"`,
  ];
  switch (random.weighted({ other: 5, none: 2, twice: 1, cookie: 3 })) {
    case 'other':
      return { ...request, headers: [...without('authorization'), ['Authorization', random.pick(others)]] };
    case 'none':
      return { ...request, headers: without(random.chance(0.5) ? 'authorization' : 'cookie') };
    case 'twice':
      return { ...request, headers: [...request.headers, ['Authorization', random.pick(others)]] };
    case 'cookie':
      return foreign.cookies.length === 0
        ? request
        : { ...request, headers: [...without('cookie'), ['Cookie', random.pick(foreign.cookies)]] };
  }
}

/** The same fields in another type of body, or as bytes in which something is wrong. */
function encodeOtherwise(body: Body, random: Random): Body {
  const { bytes, type } = bodyOf(body);
  const raw = (changed: Buffer, as = type ?? 'application/json'): Body => ({
    kind: 'raw',
    bytes: changed,
    type: as,
  });
  const text = bytes.toString('utf8');
  switch (
    random.weighted({
      form: 2,
      multipart: 2,
      json: 1,
      cut: 2,
      flip: 3,
      bom: 1,
      wide: 1,
      empty: 1,
      twice: 1,
      type: 2,
    })
  ) {
    case 'form':
      return { kind: 'form', pairs: pairsOf(body) };
    case 'multipart':
      return { kind: 'multipart', pairs: pairsOf(body) };
    case 'json':
      return body.kind === 'json'
        ? { kind: 'json', value: [body.value] }
        : { kind: 'json', value: Object.fromEntries(pairsOf(body)) };
    case 'cut':
      return raw(bytes.subarray(0, random.int(0, bytes.length)));
    case 'flip':
      return raw(mutateBytes(bytes, random));
    case 'bom':
      return raw(Buffer.from(`\ufeff${text}`));
    case 'wide':
      return raw(Buffer.from(text, 'utf16le'));
    case 'empty':
      return raw(Buffer.alloc(0));
    case 'twice':
      return raw(Buffer.concat([bytes, bytes]));
    case 'type':
      return raw(
        bytes,
        random.pick([
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary=x',
          'application/json',
          'text/xml',
          'null',
          '',
        ]),
      );
  }
}

function pairsOf(body: Body): Pairs {
  if (body.kind === 'form' || body.kind === 'multipart') return body.pairs;
  const members = body.kind === 'json' ? (membersOf(body.value) ?? []) : [];
  return members.map(([name, value]) => [name, typeof value === 'string' ? value : writeJson(value)]);
}
