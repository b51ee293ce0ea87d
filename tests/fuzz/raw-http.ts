/** Sends bytes as they are, and reads one HTTP answer. No client library would send what the fuzz sends. */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export type Exchanged = Answer | 'closed' | 'silent';

/** Longer than any answer takes on a busy machine. */
const patienceMs = 30_000;

/** One connection that stays open, and is opened again when needed. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** @param end closes this side behind the bytes, and the connection after the answer */
  async send(bytes: Buffer, isHead: boolean, end: boolean): Promise<Exchanged> {
    const reused = this.#socket !== null && !this.#socket.destroyed;
    const answer = await this.#exchange(bytes, isHead, end);
    // The server may have closed a waiting connection at that moment.
    if (answer !== 'closed' || !reused || end) return answer;
    return this.#exchange(bytes, isHead, end);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #exchange(bytes: Buffer, isHead: boolean, end: boolean): Promise<Exchanged> {
    const socket = this.#open();
    const { promise, resolve } = Promise.withResolvers<Exchanged>();
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => finish('silent', false), patienceMs);
    const finish = (answer: Exchanged, isOpen: boolean) => {
      clearTimeout(timer);
      socket.removeAllListeners('data');
      socket.removeAllListeners('close');
      socket.removeAllListeners('error');
      socket.on('error', () => undefined);
      if (!isOpen || end) this.close();
      resolve(answer);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const read = readAnswer(Buffer.concat(chunks), isHead, false);
      if (read) finish(read.answer, read.isOpen);
    });
    const closed = () => finish(readAnswer(Buffer.concat(chunks), isHead, true)?.answer ?? 'closed', false);
    socket.on('close', closed);
    socket.on('error', closed);
    socket.write(bytes);
    if (end) socket.end();
    return promise;
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    this.#socket = connect(this.#port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    return this.#socket;
  }
}

/** Null as long as something is missing. `isOpen`: the connection can be used again. */
function readAnswer(
  bytes: Buffer,
  isHead: boolean,
  isEnd: boolean,
): { answer: Answer; isOpen: boolean } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200 && status !== 101) return readAnswer(rest, isHead, isEnd);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const isOpen = headers.get('connection')?.toLowerCase() !== 'close' && !isEnd;
  const answer = (body: Buffer) => ({ answer: { status, headers, text: body.toString('utf8') }, isOpen });
  if (isHead || status === 204 || status === 304 || status === 101) return answer(Buffer.alloc(0));
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') {
    const body = readChunks(rest);
    return body ? answer(body) : null;
  }
  const length = headers.get('content-length');
  if (length !== undefined)
    return rest.length >= Number(length) ? answer(rest.subarray(0, Number(length))) : null;
  return isEnd ? answer(rest) : null;
}

function readChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (!Number.isInteger(size) || bytes.length < line + 2 + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
