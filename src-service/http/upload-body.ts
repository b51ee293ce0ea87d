/**
 * Reads a body that carries a model file. The top-level string `file` goes to the disk piece by piece, in
 * whatever order the fields come. Everything else is held in memory, bounded, and becomes the body.
 */
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Fault, fileTooLarge } from '../fault.ts';
import type { FileEncoding } from '../measure/messages.ts';
import type { StoredUpload, UploadSink, Uploads } from '../store/uploads.ts';
import { smallBodyLimit } from './body-limit.ts';
import type { BudgetShare } from './byte-budget.ts';
import type { Scanner, ScanTarget } from './scan.ts';
import { FormScanner } from './scan-form.ts';
import { JsonScanner } from './scan-json.ts';
import { boundaryOf, MultipartScanner } from './scan-multipart.ts';

export interface UploadBody {
  readonly fields: unknown;
  readonly upload: StoredUpload | null;
  /** The part of a form that a signature covers; null if the body is not a form. */
  readonly form: {
    /** Without the file, as it was sent. */
    readonly text: string;
    /** The value of the file as it was sent: a second file, to be discarded. */
    readonly file: StoredUpload | null;
  } | null;
}

export interface UploadHeaders {
  readonly contentType: string;
  readonly contentLength: number;
  /** Whether the text of a form is needed for checking its signature. */
  readonly keepForm: boolean;
}

export interface UploadTarget {
  readonly uploads: Uploads;
  /** Bytes of the file. */
  readonly limit: number;
  /** A share of the bytes that may be arriving at once; the caller gives it back. */
  readonly share: BudgetShare;
}

/** Encoded text is longer than the file: base64 by a third, percent-encoded base64 up to four times. */
const encodedFactor = 5;
const largestDrain = 1024 * 1024 * 1024;

/** @throws Fault 400, 413, after the rest of the body, so that the client can read the answer */
export async function readUploadBody(
  payload: Readable,
  headers: UploadHeaders,
  { uploads, limit, share }: UploadTarget,
): Promise<UploadBody> {
  const most = Math.min(limit * encodedFactor + smallBodyLimit, Math.max(largestDrain, 2 * limit));
  if (headers.contentLength > most) throw fileTooLarge(limit);
  const target = new SinkTarget(uploads, limit);
  let scanner: Scanner | null = null;
  let failure: unknown = null;
  let length = 0;
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw fileTooLarge(limit);
      failure ??= target.sink?.failure ?? null;
      if (failure !== null) continue;
      try {
        share.growTo(length);
        scanner ??= chooseScanner(chunk, headers.contentType, target);
        target.keepText = headers.keepForm && scanner instanceof FormScanner;
        scanner.feed(chunk);
      } catch (thrown) {
        failure = thrown;
      }
      await target.ready();
      if (payload instanceof IncomingMessage && !(scanner instanceof MultipartScanner)) release(chunk);
    }
    if (failure !== null) throw failure;
    const fields = scanner?.end() ?? {};
    const text = headers.keepForm && scanner instanceof FormScanner ? scanner.text : null;
    const { upload, file } = await target.end();
    return { fields, upload, form: text === null ? null : { text, file } };
  } catch (thrown) {
    target.abort();
    throw thrown;
  }
}

/**
 * Frees the memory of a piece that is no longer needed. Node's HTTP allocates memory for every piece, and so
 * much of it makes V8 collect the whole heap again and again, which costs more than receiving the body.
 */
function release(chunk: Buffer): void {
  if (chunk.buffer.byteLength === chunk.length) (chunk.buffer as ArrayBuffer).transfer(0);
}

function chooseScanner(first: Buffer, contentType: string, target: ScanTarget): Scanner {
  const boundary = boundaryOf(contentType);
  if (boundary) return new MultipartScanner(boundary, target);
  // `trimStart` treats a byte order mark as a blank.
  const start = first.toString('utf8', 0, 64).trimStart();
  return start.startsWith('{') || start.startsWith('[') || /\bjson\b/i.test(contentType)
    ? new JsonScanner(target)
    : new FormScanner(target);
}

class SinkTarget implements ScanTarget {
  sink: UploadSink | null = null;
  /** The file as it was sent. */
  text: UploadSink | null = null;
  keepText = false;
  readonly #uploads: Uploads;
  readonly #limit: number;

  constructor(uploads: Uploads, limit: number) {
    this.#uploads = uploads;
    this.#limit = limit;
  }

  openFile(encoding: FileEncoding): void {
    if (this.sink) throw new Fault(400, 'bad-body', 'The body has the field <file> twice.');
    this.sink = this.#uploads.receive(this.#limit, encoding);
    if (this.keepText) this.text = this.#uploads.receive(this.#limit * encodedFactor, 'raw');
  }

  file(piece: Buffer): void {
    this.sink?.write(piece);
    this.text?.write(piece);
  }

  async ready(): Promise<void> {
    await this.sink?.ready();
    await this.text?.ready();
  }

  /** Ends both, or neither. */
  async end(): Promise<{ upload: StoredUpload | null; file: StoredUpload | null }> {
    const ends = [this.sink?.end(), this.text?.end()];
    const [upload = null, file = null] = await Promise.all(ends).catch(async (thrown: unknown) => {
      for (const end of await Promise.allSettled(ends))
        if (end.status === 'fulfilled' && end.value) await this.#uploads.discard(end.value);
      throw thrown;
    });
    return { upload, file };
  }

  abort(): void {
    this.sink?.abort();
    this.text?.abort();
  }
}
