/**
 * Scans a multipart form (RFC 7578): passes the part `file` on and collects the other parts. A `file` part
 * with a file name carries plain bytes; without one it carries base64 [Assumption: multipart-file].
 */
import { Fault } from '../fault.ts';
import { arrange, put } from './form.ts';
import { Collected, fieldBudget, type Scanner, type ScanTarget } from './scan.ts';

const headerLimit = 8 * 1024;
const mostParts = 1000;
const headerEnd = Buffer.from('\r\n\r\n');

/** The boundary between the parts; null if the body is not a multipart form. */
export const boundaryOf = (contentType: string): string | null =>
  /^multipart\/form-data\s*;.*boundary=("?)([^";]{1,200})\1/i.exec(contentType)?.[2] ?? null;

/** A whole form as the object that the JSON body would have been, without its `file`. @throws Fault 400 */
export function readMultipart(bytes: Buffer, boundary: string): unknown {
  const scanner = new MultipartScanner(boundary, { openFile() {}, file() {} });
  scanner.feed(bytes);
  return scanner.end();
}

export class MultipartScanner implements Scanner {
  readonly #target: ScanTarget;
  readonly #marker: Buffer;
  readonly #fields: Record<string, unknown> = {};
  /** Starts with a line break, because every boundary but the first follows one. */
  #buffered: Buffer = Buffer.from('\r\n');
  #state: 'preamble' | 'headers' | 'part' | 'done' = 'preamble';
  #part: { readonly name: string; readonly isFile: boolean; readonly collected: Collected } | null = null;
  readonly #budget = fieldBudget();
  #parts = 0;

  constructor(boundary: string, target: ScanTarget) {
    this.#target = target;
    this.#marker = Buffer.from(`\r\n--${boundary}`);
  }

  feed(chunk: Buffer): void {
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    while (this.#step());
  }

  end(): unknown {
    if (this.#state !== 'done') throw damaged();
    return arrange(this.#fields);
  }

  /** True while there is more to do with what is buffered. */
  #step(): boolean {
    if (this.#state === 'done') {
      this.#buffered = Buffer.alloc(0);
      return false;
    }
    return this.#state === 'headers' ? this.#readHeaders() : this.#readUntilMarker();
  }

  #readUntilMarker(): boolean {
    const at = this.#buffered.indexOf(this.#marker);
    const sure = at < 0 ? Math.max(0, this.#buffered.length - this.#marker.length + 1) : at;
    this.#body(this.#buffered.subarray(0, sure));
    if (at < 0) {
      this.#buffered = Buffer.from(this.#buffered.subarray(sure));
      return false;
    }
    const after = at + this.#marker.length;
    if (this.#buffered.length < after + 2) {
      this.#buffered = Buffer.from(this.#buffered.subarray(at));
      return false;
    }
    this.#endPart();
    this.#state = this.#buffered.toString('latin1', after, after + 2) === '--' ? 'done' : 'headers';
    this.#buffered = this.#buffered.subarray(after);
    return true;
  }

  #readHeaders(): boolean {
    const end = this.#buffered.indexOf(headerEnd);
    if (end < 0) {
      if (this.#buffered.length > headerLimit) throw damaged();
      return false;
    }
    const headers = this.#buffered.toString('utf8', 0, end);
    const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1] ?? /[;\s]name=([^;\s]+)/i.exec(headers)?.[1];
    if (name === undefined || ++this.#parts > mostParts) throw damaged();
    this.#part = { name, isFile: name === 'file', collected: new Collected(this.#budget) };
    if (this.#part.isFile) this.#target.openFile(encodingOf(headers));
    this.#buffered = this.#buffered.subarray(end + headerEnd.length);
    this.#state = 'part';
    return true;
  }

  #body(bytes: Buffer): void {
    if (!this.#part || bytes.length === 0) return;
    if (this.#part.isFile) this.#target.file(bytes);
    else this.#part.collected.add(bytes);
  }

  #endPart(): void {
    if (this.#part && !this.#part.isFile) put(this.#fields, this.#part.name, this.#part.collected.text());
    this.#part = null;
  }
}

const encodingOf = (headers: string): 'raw' | 'base64' =>
  /[;\s]filename\*?=/i.test(headers) && !/content-transfer-encoding:\s*base64/i.test(headers)
    ? 'raw'
    : 'base64';

const damaged = (): Fault =>
  new Fault(400, 'bad-body', 'The multipart body is damaged: a part has no name or no end.');
