/**
 * A connection over an unreliable network, for one request. It hears bytes as a server does, so it knows
 * whether the last byte of a request has left, and answers with bytes. The schedule decides which fault the
 * request meets (`verdict`).
 */
import { Duplex } from 'node:stream';
import { lastAnswers, line, type Verdict, type Wire } from '../line.ts';
import type { Call, Reply } from '../service.ts';
import { Crash, world } from '../world.ts';

const brokenPage = '<html>Service unavailable</html>';
const hotelPage = '<html><title>Hotel Wi-Fi</title>Sign in</html>';

export class Connection extends Duplex {
  /** Read by Node's client and by the exchange. */
  connecting = true;
  readonly #call: Call;
  readonly #verdict: Verdict;
  readonly #world = world();
  readonly #process = world().process();
  readonly #slices: Buffer[] = [];
  #received = 0;
  /** Bytes of the head with its empty line, and of the whole request; null before the head is complete. */
  #sizes: { readonly head: number; readonly whole: number } | null = null;
  #isOver = false;

  constructor(call: Call) {
    super({ emitClose: true });
    this.#call = call;
    line().asked(call);
    this.#verdict = line().verdict(call);
  }

  override _construct(opened: (error?: Error) => void): void {
    const { fault, there } = this.#verdict;
    this.#after(there / 2, () => {
      const code = noConnection[fault];
      if (code !== undefined) {
        this.#reset(code);
        return;
      }
      this.connecting = false;
      opened();
      this.emit('connect');
      this.emit('secureConnect');
    });
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#slices.push(Buffer.from(bytes));
    this.#received += bytes.length;
    done();
    this.#sizes ??= sizesOf(Buffer.concat(this.#slices));
    if (this.#isOver || this.#sizes === null) return;
    const { head, whole } = this.#sizes;
    if (this.#received === whole) this.#arrived(Buffer.concat(this.#slices).toString('utf8', head));
    else if (this.#received > head && this.#verdict.fault === 'break-before') this.#reset();
    else if (this.#received > head && this.#verdict.fault === 'early-refusal')
      this.#answer(413, {}, '{"result":"failure","reason":"Too large."}');
  }

  override _final(done: () => void): void {
    done();
  }

  /** The last byte has left. */
  #arrived(body: string): void {
    this.#isOver = true;
    const { method, url } = this.#call;
    const call: Call = { ...this.#call, body };
    const changes = method !== 'GET' && !url.pathname.startsWith('/oauth2') && url.pathname !== '/price/v1';
    const wire = changes ? line().sent(call) : null;
    const reply = deliver(call, wire, this.#verdict);
    this.#sendBack(call, reply);
    try {
      // The process may die now: the request is on its way.
      this.#world.point('after last byte');
    } catch (thrown) {
      if (!(thrown instanceof Crash)) throw thrown;
    }
  }

  #sendBack(call: Call, reply: Promise<Reply>): void {
    const { fault, back, status } = this.#verdict;
    switch (fault) {
      case 'hang':
        break;
      case 'request-lost':
      case 'response-lost':
      case 'late':
        this.#after(back, () => this.#reset());
        break;
      case 'gateway-timeout':
        this.#after(30_000, () => this.#answer(504, {}, '<html>Gateway Time-out</html>'));
        break;
      case 'answered-then-delivered':
        this.#after(back, () => {
          const date = new Date(Math.floor(this.#world.time / 1000) * 1000).toUTCString();
          this.#answer(status, { date }, brokenPage);
        });
        break;
      default:
        void reply.then((came) => this.#after(back, () => this.#answerWith(call, came)));
    }
  }

  #answerWith({ method, url }: Call, { status, headers, body }: Reply): void {
    const asked = `${method} ${url.pathname}`;
    const earlier = lastAnswers.get(asked);
    lastAnswers.set(asked, body);
    const answer = this.#answer.bind(this);
    switch (this.#verdict.fault) {
      case 'other-answer':
        answer(status, headers, earlier ?? body);
        break;
      case 'truncated':
        answer(status, headers, body, body.length >> 1);
        break;
      case 'garbled':
        answer(status, headers, `${body.slice(0, body.length / 2)}\u0000${body.slice(body.length / 2 + 3)}`);
        break;
      case 'not-the-service':
        answer(200, { 'content-type': 'text/html' }, hotelPage);
        break;
      case 'foreign-refusal-before':
      case 'foreign-refusal-after':
        answer(this.#verdict.status, {}, '{"error":"blocked by policy"}');
        break;
      case 'status-before':
      case 'status-after':
        answer(
          this.#verdict.status,
          { date: headers['date'] ?? '' },
          '{"result":"failure","reason":"Something went wrong."}',
        );
        break;
      default:
        answer(status, headers, body);
    }
  }

  /** `length`: after how many bytes of the body the connection breaks off; left out: it is complete. */
  #answer(status: number, headers: Readonly<Record<string, string>>, text: string, length?: number): void {
    this.#isOver = true;
    if (this.destroyed) return;
    const body = Buffer.from(text);
    const all = { ...headers, 'content-length': String(body.length), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.push(Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n`));
    this.push(body.subarray(0, length));
    this.push(null);
  }

  #reset(code = 'ECONNRESET'): void {
    this.#isOver = true;
    this.destroy(Object.assign(new Error(code), { code }));
  }

  /** As the process that asks sees it: nothing comes back to a dead one. */
  #after(ms: number, work: () => void): void {
    this.#world.at(this.#world.time + ms, this.#process, work);
  }
}

const noConnection: Readonly<Partial<Record<Verdict['fault'], string>>> = {
  refuse: 'ECONNREFUSED',
  dns: 'ENOTFOUND',
  tls: 'CERT_HAS_EXPIRED',
};

function sizesOf(received: Buffer): { head: number; whole: number } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = end + 4;
  const length = /^content-length: *(\d+)/im.exec(received.toString('latin1', 0, head))?.[1] ?? '0';
  return { head, whole: head + Number(length) };
}

/** The request on its own: nothing that happens to the sender stops it any more. */
async function deliver(call: Call, wire: Wire | null, verdict: Verdict): Promise<Reply> {
  const here = world();
  const { fault } = verdict;
  if (neverArrives.has(fault)) return { status: verdict.status, headers: {}, body: '' };
  const isLater = fault === 'late' || fault === 'answered-then-delivered';
  await here.sleep(isLater ? verdict.more : verdict.there / 2, null);
  const number = wire?.number ?? 0;
  if (wire) wire.deliveries += 1;
  const reply = await line().deliver(call, number, verdict);
  if (fault === 'duplicated' && wire) {
    await here.sleep(verdict.more, null);
    wire.deliveries += 1;
    await line().deliver(call, number, verdict);
  }
  return reply;
}

const neverArrives: ReadonlySet<Verdict['fault']> = new Set([
  'request-lost',
  'status-before',
  'foreign-refusal-before',
  'not-the-service',
]);
