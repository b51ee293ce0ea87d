/**
 * Files in S3-compatible storage, one object for each content, `<prefix>files/<sha256>`. The SHA-256 that
 * names a content also signs its request, so the storage itself refuses changed bytes, and `If-None-Match: *`
 * makes it keep a content that it has. Every request except a removal may therefore be repeated.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  type ByteRange,
  type FileStore,
  filesAway,
  goneFile,
  isContentName,
  type LocalFile,
  type OpenedFile,
  type StoredFile,
} from '../files/file-store.ts';
import type { LocalCopies } from './local-copies.ts';
import { readText, type StorageAnswer, StorageRefusal, type StorageRequests } from './s3-requests.ts';

/** How often an interrupted download is continued. */
const mostContinuations = 5;

export class S3Files implements FileStore {
  readonly #requests: StorageRequests;
  readonly #copies: LocalCopies;
  /** Whether the storage honours `If-None-Match`. If not, a content is looked up before it is sent. */
  readonly #isConditional: boolean;

  constructor(requests: StorageRequests, copies: LocalCopies, isConditional: boolean) {
    this.#requests = requests;
    this.#copies = copies;
    this.#isConditional = isConditional;
  }

  #keyOf(sha256: string): string {
    if (!isContentName(sha256)) throw new Error(`${sha256} is not the name of a content.`);
    return `${this.#requests.address.prefix}files/${sha256}`;
  }

  async put(file: LocalFile): Promise<void> {
    const isThere = this.#isConditional ? false : (await this.length(file.sha256)) === file.length;
    if (!isThere) await this.#upload(file);
    await this.#copies.adopt(file);
  }

  async #upload(file: LocalFile): Promise<void> {
    const request = {
      method: 'PUT',
      key: this.#keyOf(file.sha256),
      headers: {
        'content-type': 'application/octet-stream',
        ...(this.#isConditional && { 'if-none-match': '*' }),
      },
      body: file,
    } as const;
    try {
      await this.#requests.send(request, async (answer) => {
        await readText(answer);
        if (!confirms(answer, file))
          throw new Error('The file storage confirms another content than was sent.');
      });
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      if (error.status !== 412) throw filesAway(error);
      const length = await this.length(file.sha256);
      // Removed between the two requests. The caller may repeat this.
      if (length === null) throw filesAway(error);
      if (length !== file.length)
        throw new Error(
          `The file storage holds ${length} bytes under ${file.sha256}, which has ${file.length}.`,
        );
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<OpenedFile | null> {
    const first = await this.#get(sha256, range?.first ?? 0, range?.last);
    if (first === null) return null;
    const last = range?.last ?? first.length - 1;
    const whole = range === undefined ? sha256 : null;
    const stream = Readable.from(
      this.#pieces(sha256, first.body, { first: range?.first ?? 0, last }, whole),
      {
        objectMode: false,
      },
    );
    // A reader that leaves before the first piece would leave the connection open.
    stream.once('close', () => first.body.destroy());
    return { length: first.length, stream };
  }

  /** Continues where the connection was interrupted. @param whole the hash of the bytes; null for a part */
  async *#pieces(
    sha256: string,
    opened: IncomingMessage,
    { first, last }: ByteRange,
    whole: string | null,
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let body = opened;
    let at = first;
    for (let continued = 0; ; continued++) {
      try {
        for await (const piece of body as AsyncIterable<Buffer>) {
          at += piece.length;
          if (whole !== null) hash.update(piece);
          yield piece;
        }
        if (at > last) break;
        throw new Error('The file storage sent less than it announced.');
      } catch (error) {
        if (at > last) break;
        if (continued === mostContinuations) throw error;
      }
      const next = await this.#get(sha256, at, last);
      if (next === null) throw goneFile();
      body = next.body;
    }
    if (whole !== null && hash.digest('hex') !== whole)
      throw new Error(`The file storage sent other bytes than those of ${sha256}.`);
  }

  async #get(
    sha256: string,
    first: number,
    last: number | undefined,
  ): Promise<{ length: number; body: IncomingMessage } | null> {
    const isPart = first > 0 || last !== undefined;
    const headers: Record<string, string> = isPart ? { range: `bytes=${first}-${last ?? ''}` } : {};
    return this.#orNull(
      { method: 'GET', key: this.#keyOf(sha256), headers },
      async ({ status, headers: answered, body }) => {
        const [, from, length] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answered['content-range'] ?? '') ?? [];
        if (isPart ? status === 206 && Number(from) === first : status === 200)
          return { length: Number(isPart ? length : answered['content-length']), body };
        body.destroy();
        throw new Error('The file storage does not send the part of a file that it was asked for.');
      },
    );
  }

  length(sha256: string): Promise<number | null> {
    return this.#orNull({ method: 'HEAD', key: this.#keyOf(sha256) }, async (answer) => {
      await readText(answer);
      return Number(answer.headers['content-length']);
    });
  }

  async remove(sha256: string): Promise<boolean> {
    await this.#copies.remove(sha256);
    try {
      await readText(await this.#requests.try({ method: 'DELETE', key: this.#keyOf(sha256) }));
      return true;
    } catch (error) {
      if (error instanceof StorageRefusal && error.status === 404 && error.code !== 'NoSuchBucket')
        return true;
      if (wasNotExecuted(error)) return false;
      throw filesAway(error);
    }
  }

  async *list(): AsyncGenerator<StoredFile> {
    const prefix = `${this.#requests.address.prefix}files/`;
    let next: string | null = null;
    do {
      const query: Record<string, string> = {
        ...(next !== null && { 'continuation-token': next }),
        'list-type': '2',
        prefix,
      };
      const text: string = await this.#orAway({ method: 'GET', key: '', query }, readText);
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const sha256 = partOf(entry, 'Key').slice(prefix.length);
        if (!isContentName(sha256)) continue;
        const storedAt = Date.parse(partOf(entry, 'LastModified'));
        yield { sha256, length: Number(partOf(entry, 'Size')), storedAt };
      }
      next = /<IsTruncated>true</.test(text) ? partOf(text, 'NextContinuationToken') : null;
      if (next === '') throw new Error('The file storage does not continue its list of files.');
    } while (next !== null);
  }

  withPath<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T> {
    const download = async () => {
      const opened = await this.open(sha256);
      if (opened === null) throw goneFile();
      return opened.stream;
    };
    return this.#copies.use(sha256, download, use);
  }

  async close(): Promise<void> {
    this.#requests.close();
  }

  async #orNull<T>(
    request: Parameters<StorageRequests['send']>[0],
    use: (answer: StorageAnswer) => Promise<T>,
  ): Promise<T | null> {
    try {
      return await this.#requests.send(request, use);
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      if (error.status === 404 && error.code !== 'NoSuchBucket') return null;
      throw filesAway(error);
    }
  }

  async #orAway<T>(
    request: Parameters<StorageRequests['send']>[0],
    use: (answer: StorageAnswer) => Promise<T>,
  ): Promise<T> {
    const result = await this.#orNull(request, use);
    if (result === null) throw filesAway();
    return result;
  }
}

/** Whether the storage refused the request, or never got it. An answer 500 leaves this open. */
const wasNotExecuted = (error: unknown): boolean =>
  error instanceof StorageRefusal
    ? error.status < 500 || error.status === 503
    : ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String((error as NodeJS.ErrnoException).code));

/** The ETag of an object sent in one request is its MD5, unless the storage encrypts with keys of its own. */
function confirms({ headers }: StorageAnswer, file: LocalFile): boolean {
  const etag = /^"?([0-9a-f]{32})"?$/.exec(headers.etag ?? '')?.[1];
  if (headers.etag === undefined) return false;
  const isPlain = !String(headers['x-amz-server-side-encryption'] ?? '').startsWith('aws:kms');
  return etag === undefined || !isPlain || etag === file.md5;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const partOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7}));/g,
    (_, named?: string, number?: string) =>
      named === undefined ? String.fromCodePoint(Number(number)) : (entities[named] ?? ''),
  );
