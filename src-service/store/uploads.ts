/**
 * The uploaded files, received through a thread into `<dataDir>/uploads/incoming` and then put where the
 * service has its files (`files/file-store.ts`), durable before anything refers to them.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { badField, Fault, fileTooLarge } from '../fault.ts';
import type { FileStore, LocalFile } from '../files/file-store.ts';
import { removeFile, sweepFileSync } from '../files/rename-and-remove.ts';
import { Arrival } from '../measure/arrival.ts';
import type { MeasuredFile } from '../measure/measured-file.ts';
import type { FileEncoding, ThreadAnswer } from '../measure/messages.ts';
import { Thread } from '../measure/thread.ts';
import type { UnusedFiles } from './unused-files.ts';

/** A received file that nothing refers to yet. Call `keep` or `discard` on it. */
export interface StoredUpload extends LocalFile {
  /** Its measures as a binary STL, started while it arrived; null if that did not finish. */
  readonly ahead?: Promise<MeasuredFile | null>;
}

/** Measures a file of `size` bytes while it arrives. Never rejects. */
export type MeasureAhead = (path: string, size: number, arrival: Arrival) => Promise<MeasuredFile | null>;

/** How many bytes may be waiting for the thread before the client has to wait. */
const inFlightLimit = 4 * 1024 * 1024;
/** The same for all uploads together. An upload with nothing in flight may always send one page. */
const inFlightTogether = 32 * 1024 * 1024;
const pageSize = 256 * 1024;
/** How many pages later uploads reuse: allocating memory costs more than copying into it. */
const mostPages = 32;

export class Uploads {
  /** All files of the service. */
  readonly files: FileStore;
  readonly #unused: UnusedFiles;
  readonly #incoming: string;
  readonly #thread: Thread;
  readonly #sinks = new Map<number, UploadSink>();
  #nextId = 1;
  readonly #traffic: Traffic = { bytes: 0, pages: [] };
  readonly #measureAhead: MeasureAhead;

  constructor(dataDir: string, files: FileStore, unused: UnusedFiles, measureAhead: MeasureAhead) {
    this.files = files;
    this.#unused = unused;
    this.#measureAhead = measureAhead;
    this.#incoming = join(dataDir, 'uploads', 'incoming');
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    this.#thread = new Thread({
      onAnswer: (answer) => {
        if (answer.kind === 'ack') {
          this.#traffic.bytes -= answer.bytes;
          if (this.#traffic.pages.length < mostPages) this.#traffic.pages.push(Buffer.from(answer.page));
        }
        this.#sinks.get(answer.id)?.onAnswer(answer);
      },
      onDeath: () => {
        this.#traffic.bytes = 0;
        for (const sink of [...this.#sinks.values()]) sink.fail(unwritable());
      },
    });
  }

  /** Removes files that a dead process was receiving: those that did not change for so many ms. */
  sweepIncoming(ms: number): void {
    for (const name of readdirSync(this.#incoming)) {
      const path = join(this.#incoming, name);
      const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
      if (ms === 0 || Date.now() - changed > ms) sweepFileSync(path);
    }
  }

  /** Starts receiving one file of at most `limit` bytes. */
  receive(limit: number, encoding: FileEncoding): UploadSink {
    const id = this.#nextId++;
    const path = join(this.#incoming, randomUUID());
    const arrival = new Arrival();
    const sink = new UploadSink({
      id,
      path,
      limit,
      arrival,
      thread: this.#thread,
      traffic: this.#traffic,
      measureAhead: this.#measureAhead,
      release: () => this.#sinks.delete(id),
    });
    this.#sinks.set(id, sink);
    this.#thread.send({ kind: 'open', id, path, limit, encoding, arrival: arrival.memory });
    return sink;
  }

  /** An unused path in the folder of incoming files. */
  incomingPath(): string {
    return join(this.#incoming, randomUUID());
  }

  /**
   * Stores the file, durably, and then runs `refer`, which must write a reference to it. If `refer` throws,
   * the file is removed; if it writes none, call `release`. @throws Fault 503 if the files cannot be reached
   */
  keep<T>(upload: StoredUpload, refer: () => Promise<T>): Promise<T> {
    return this.#unused.storing(upload.sha256, () => this.files.put(upload), refer);
  }

  /** To be called when references to these contents were removed: those without another one are removed. */
  release(contents: Iterable<string>): Promise<void> {
    return this.#unused.release(contents);
  }

  async discard(upload: StoredUpload): Promise<void> {
    await removeFile(upload.path);
  }

  async close(): Promise<void> {
    for (const sink of [...this.#sinks.values()]) sink.fail(unwritable());
    await this.#thread.stop();
  }
}

const unwritable = (): Fault =>
  new Fault(500, 'disk', 'The service could not store the file. Try again later.');

/** Shared by all uploads. */
interface Traffic {
  /** Bytes sent to the thread and not yet processed. */
  bytes: number;
  /** Pages that are free. */
  readonly pages: Buffer[];
}

interface Incoming {
  readonly id: number;
  readonly path: string;
  readonly limit: number;
  readonly arrival: Arrival;
  readonly thread: Thread;
  readonly traffic: Traffic;
  readonly measureAhead: MeasureAhead;
  readonly release: () => void;
}

/** Takes the pieces of one incoming file. */
export class UploadSink {
  readonly #incoming: Incoming;
  #ahead: { readonly size: number; readonly result: Promise<MeasuredFile | null> } | null = null;
  readonly #done = Promise.withResolvers<StoredUpload>();
  #page: Buffer | null = null;
  #filled = 0;
  #inFlight = 0;
  #drain: PromiseWithResolvers<void> | null = null;
  #failed: Fault | null = null;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
    this.#done.promise.catch(() => undefined);
  }

  get failure(): Fault | null {
    return this.#failed;
  }

  /** Copies the piece. */
  write(piece: Buffer): void {
    if (this.#failed) return;
    for (let at = 0; at < piece.length; ) {
      this.#page ??= this.#incoming.traffic.pages.pop() ?? Buffer.allocUnsafeSlow(pageSize);
      const copied = piece.copy(this.#page, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === pageSize) this.#flush();
    }
  }

  /** Resolves when the thread has caught up enough to take more. */
  async ready(): Promise<void> {
    const overloaded = this.#inFlight > 0 && this.#incoming.traffic.bytes > inFlightTogether;
    if ((this.#inFlight < inFlightLimit && !overloaded) || this.#failed) return;
    this.#drain ??= Promise.withResolvers<void>();
    await this.#drain.promise;
  }

  /** @throws Fault 400 (not base64), 413 (too large), 500 (disk) */
  async end(): Promise<StoredUpload> {
    this.#flush();
    this.#incoming.thread.send({ kind: 'end', id: this.#incoming.id });
    return this.#done.promise;
  }

  /** Drops the file; nothing of it remains on the disk. */
  abort(): void {
    this.#incoming.thread.send({ kind: 'abort', id: this.#incoming.id });
    this.#incoming.release();
  }

  fail(fault: Fault): void {
    this.#failed = fault;
    this.#incoming.arrival.abandon();
    this.#incoming.release();
    this.#drain?.resolve();
    this.#done.reject(fault);
  }

  onAnswer(answer: ThreadAnswer): void {
    if (answer.kind === 'ack') {
      this.#inFlight -= answer.bytes;
      if (
        this.#inFlight < inFlightLimit / 2 &&
        (this.#inFlight === 0 || this.#incoming.traffic.bytes <= inFlightTogether)
      ) {
        this.#drain?.resolve();
        this.#drain = null;
      }
    } else if (answer.kind === 'announced') {
      const { path, arrival, measureAhead } = this.#incoming;
      this.#ahead = { size: answer.size, result: measureAhead(path, answer.size, arrival) };
    } else if (answer.kind === 'received') {
      this.#incoming.release();
      const fits = this.#ahead?.size === answer.file.length;
      if (!fits) this.#incoming.arrival.abandon();
      this.#done.resolve({
        ...answer.file,
        path: this.#incoming.path,
        ...(this.#ahead && fits && { ahead: this.#ahead.result }),
      });
    } else if (answer.kind === 'refused') {
      this.fail(this.#faultOf(answer.code, answer.message));
    }
  }

  #flush(): void {
    if (this.#page === null) return;
    const bytes = this.#page.subarray(0, this.#filled);
    this.#inFlight += this.#filled;
    this.#incoming.traffic.bytes += this.#filled;
    this.#incoming.thread.send({ kind: 'data', id: this.#incoming.id, bytes }, [
      this.#page.buffer as ArrayBuffer,
    ]);
    this.#page = null;
    this.#filled = 0;
  }

  #faultOf(code: string, message: string): Fault {
    if (code === 'bad-base64') return badField('file', message);
    return code === 'too-large' ? fileTooLarge(this.#incoming.limit) : unwritable();
  }
}
