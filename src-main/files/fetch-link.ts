/**
 * Fetches a model from the web after a person has agreed to its host and name (src-shared/ipc/read-link.ts).
 * The request carries nothing about the person: no cookie, no token, no referrer. Whatever was not in the
 * question comes back as another one: another host, one in the person's own network, a large file.
 */
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import { formatOfEnding, readableEndings } from '../../src-shared/geometry/geometry.ts';
import { detectFormat } from '../../src-shared/geometry/readers/detect-format.ts';
import type { FileLink } from '../../src-shared/ipc/file-link.ts';
import { fileLinkTo, isNear } from '../../src-shared/ipc/read-link.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { largestFile } from '../largest-file.ts';
import { mainError } from '../main-error.ts';
import type { Network } from '../network/network.ts';
import { baseName } from './base-name.ts';
import type { Spool } from './spool.ts';

/** Larger files are asked about again, bytes. */
const large = 20 * 1024 * 1024;
const mostRedirects = 5;
const limits = { connect: 20_000, idle: 30_000, answer: 60_000, total: 90_000, answerBytes: 1024 };

type Parts = {
  readonly network: Pick<Network, 'exchange' | 'proxiesFor'>;
  readonly spool: Pick<Spool, 'importStream' | 'pathOf'>;
  /** The addresses of a name. */
  readonly find?: (name: string) => Promise<readonly string[]>;
};

/** One of the two. */
export interface FetchedLink {
  readonly file: SpooledFile | null;
  readonly ask: FileLink | null;
}

/** @param agreed what the person was shown @throws CodedError */
export async function fetchLink(
  agreed: FileLink,
  { network, spool, find = findAddresses }: Parts,
): Promise<FetchedLink> {
  const { isSizeKnown, size } = agreed;
  let link = { ...requireLink(agreed.address), isSizeKnown, size };
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const url = new URL(link.address);
    if (!link.isNear && !agreed.isNear && (await leadsNear(url, { network, find })))
      return { file: null, ask: { ...link, isNear: true } };
    const got: { file: SpooledFile | null; ask: FileLink | null } = { file: null, ask: null };
    const result = await network.exchange({
      method: 'GET',
      url,
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Fabdesk' },
      limits,
      through: async function* (parts, headers): AsyncGenerator<Buffer> {
        const name = baseName(statedName(headers) ?? link.name);
        const size = sizeIn(headers);
        if ((size ?? 0) > largestFile)
          throw mainError('file-too-large', ref('errors.file.tooLarge', { name }));
        if (!link.isSizeKnown && (size === null || size > large)) {
          got.ask = { ...link, name, isSizeKnown: true, size };
          throw new Error('a person is asked first');
        }
        // Nothing is held in memory.
        yield Buffer.alloc(0);
        got.file = await spool.importStream(withoutPages(parts, headers, link.host), name);
      },
    });
    if (got.ask !== null) return got;
    if (result.kind === 'failed') throw result.thrown;
    if (got.file !== null) return { file: await withEnding(got.file, spool), ask: null };
    const { status, headers } = result;
    if (status < 300 || status > 399 || headers.location === undefined) throw refusal(status, link.host);
    const next = requireLink(URL.parse(headers.location, url.href)?.href ?? '');
    // The person agreed to this host only.
    if (next.host !== link.host || !next.address.startsWith(`${url.protocol}//`))
      return { file: null, ask: next };
    link = { ...next, isSizeKnown, size };
  }
  throw mainError('bad-answer', ref('errors.link.redirects', { host: link.host }));
}

/** @throws CodedError `bad-address` */
export function requireLink(address: string): FileLink {
  const link = fileLinkTo(address);
  if ('key' in link) throw mainError('bad-address', link);
  return link;
}

/** A public name may belong to an address of the person's own network. A proxy looks names up itself. */
async function leadsNear(url: URL, { network, find }: Required<Omit<Parts, 'spool'>>): Promise<boolean> {
  const [proxy] = await network.proxiesFor(url);
  return !proxy && (await find(url.hostname.replace(/^\[|\]$/g, ''))).some(isNear);
}

const findAddresses = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true }).catch(() => [])).map(({ address }) => address);

/** RFC 6266: the name in `Content-Disposition`; null if there is none. */
function statedName({ 'content-disposition': stated = '' }: IncomingHttpHeaders): string | null {
  const coded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(stated)?.[1];
  try {
    if (coded !== undefined) return decodeURIComponent(coded);
  } catch {
    // The plain name is good enough.
  }
  return /filename\s*=\s*"?([^";]+)/i.exec(stated)?.[1]?.trim() ?? null;
}

function sizeIn({ 'content-length': stated }: IncomingHttpHeaders): number | null {
  const size = Number(stated ?? Number.NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}

/** A page that asks for a sign-in or shows the model, in place of the model. @throws CodedError */
async function* withoutPages(
  parts: AsyncIterable<Buffer>,
  { 'content-type': type = '' }: IncomingHttpHeaders,
  host: string,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const part of parts) {
    const beginning = isFirst ? part.subarray(0, 512).toString('latin1') : '';
    isFirst = false;
    if (/^text\/html\b/i.test(type) || /^\W*<(!doctype\s+html|html)\b/i.test(beginning))
      throw mainError('file-unsupported', ref('errors.link.page', { host }));
    yield part;
  }
}

/** An address without an ending gets that of its content. @throws CodedError if it is no model */
async function withEnding(file: SpooledFile, spool: Parts['spool']): Promise<SpooledFile> {
  const known: readonly string[] = readableEndings;
  if (known.includes(extname(file.name).slice(1).toLowerCase())) return file;
  const kind = detectFormat(await readFile(spool.pathOf(file.sha256)), '', []);
  const ending = [...formatOfEnding].find(([, format]) => format === kind)?.[0] ?? 'zip';
  return { ...file, name: baseName(`${file.name}.${ending}`) };
}

function refusal(status: number, host: string) {
  const isSignIn = status === 401 || status === 403;
  const text = isSignIn
    ? ref('errors.link.signIn', { host })
    : ref('errors.link.status', { host, status: String(status) });
  return mainError('refused', text);
}
