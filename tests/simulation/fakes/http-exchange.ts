/**
 * Stands in for `src-main/api-client/http-exchange.ts`: one request over an unreliable network. Keeps the guarantees of
 * the real one (`mayHaveActed` false only before the last byte, the commit gate awaited before it), and nothing more.
 * The schedule decides which fault a request meets (`verdict`).
 */
import type {
  Exchange,
  ExchangeBody,
  ExchangeRequest,
  Limits,
} from '../../../src-main/api-client/http-exchange.ts';
import { CodedError } from '../../../src-shared/result.ts';
import type { Call, Reply } from '../service.ts';
import { Crash, world } from '../world.ts';

export type { Exchange, ExchangeBody, ExchangeRequest, Limits };

export type Fault =
  | 'none'
  /** Before the connection is open. */
  | 'refuse'
  | 'dns'
  | 'tls'
  /** After some of the body, before the last byte. */
  | 'break-before'
  /** An answer, or the end, that comes before the last byte. */
  | 'early-refusal'
  /** The last byte left and never arrived. */
  | 'request-lost'
  /** Processed, and the answer never came. */
  | 'response-lost'
  | 'hang'
  /** The sender gives up; the request arrives much later. */
  | 'late'
  | 'status-before'
  | 'status-after'
  /** A gateway refuses in words of its own, before the service acts or after. */
  | 'foreign-refusal-before'
  | 'foreign-refusal-after'
  /** Answered with an error, and delivered later all the same. */
  | 'answered-then-delivered'
  /** A gateway gives up waiting and answers; the service works on. */
  | 'gateway-timeout'
  | 'busy'
  | 'token-revoked'
  | 'truncated'
  | 'garbled'
  | 'not-the-service'
  /** The network delivers it twice. */
  | 'duplicated'
  /** The answer is the one to the request before, of the same method and path. */
  | 'other-answer'
  /** Lists are as old as they may be. */
  | 'stale';

export interface Verdict {
  readonly fault: Fault;
  /** ms on the way there and back. */
  readonly there: number;
  readonly back: number;
  /** ms that the service works. */
  readonly work: number;
  /** With `late`: when it arrives. With `stale`: how old lists are. */
  readonly more: number;
  readonly status: number;
}

/** A write whose last byte left. */
export interface Wire {
  readonly number: number;
  readonly at: number;
  readonly path: string;
  readonly body: string;
  readonly authorization: string;
  deliveries: number;
}

/** The schedule's decision, and the events that it observes. */
export interface Line {
  verdict(call: Call): Verdict;
  deliver(call: Call, wire: number, verdict: Verdict): Promise<Reply>;
  /** The last byte leaves. */
  sent(call: Call): Wire;
  /** Any request goes out. */
  asked(call: Call): void;
}

let line: Line;
export function connect(to: Line): void {
  line = to;
  answers.clear();
}

/** The last answer by method and path. */
const answers = new Map<string, string>();

const never = new Promise<never>(() => {});

export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const process = world().process();
  try {
    return await run(request);
  } catch (thrown) {
    // The process died in its commit gate: nobody is there to receive the answer.
    if (thrown instanceof Crash || process?.alive === false) return never;
    throw thrown;
  }
}

async function run({
  method,
  url,
  headers,
  body,
  beforeLastByte,
  signal,
  limits,
}: ExchangeRequest): Promise<Exchange> {
  const here = world();
  const authorization = headers['Authorization'] ?? '';
  const probe: Call = { method, url, authorization, body: '' };
  line.asked(probe);
  const verdict = line.verdict(probe);
  const { fault } = verdict;
  await here.sleep(verdict.there / 2);
  if (signal?.aborted) return failed(false, signal.reason);
  if (fault === 'refuse' || fault === 'dns' || fault === 'tls')
    return failed(false, network(`no connection (${fault})`));

  let text = '';
  if (body) {
    try {
      const parts: Uint8Array[] = [];
      for await (const part of body.parts()) {
        if (fault === 'break-before') return failed(false, network('broke while sending'), true);
        parts.push(Buffer.from(part));
      }
      if (fault === 'early-refusal')
        return answer(413, {}, '{"result":"failure","reason":"Too large."}', false);
      if (signal?.aborted) return failed(false, signal.reason);
      await beforeLastByte?.();
      text = Buffer.concat([...parts, body.lastByte]).toString();
    } catch (thrown) {
      if (thrown instanceof Crash) throw thrown;
      return failed(false, thrown);
    }
  } else if (beforeLastByte) {
    // Nothing has left yet, not even the first byte.
    try {
      await beforeLastByte();
    } catch (thrown) {
      if (thrown instanceof Crash) throw thrown;
      return failed(false, thrown);
    }
  }
  const call: Call = { ...probe, body: text };
  const changes = method !== 'GET' && !url.pathname.startsWith('/oauth2') && url.pathname !== '/price/v1';
  const wire = changes ? line.sent(call) : null;
  // With the last byte sent the process may die: the request is on its way.
  const number = wire?.number ?? 0;
  const reply = deliver(call, number, wire, verdict);
  here.point('after last byte');
  if (fault === 'request-lost') {
    await here.sleep(verdict.back);
    return failed(true, network('reset'), true);
  }
  if (fault === 'hang' || fault === 'response-lost' || fault === 'late') {
    await here.sleep(fault === 'hang' ? limits.answer : verdict.back);
    return failed(
      true,
      fault === 'hang' ? new CodedError('timeout', 'No answer came in time.') : network('reset'),
      fault !== 'hang',
    );
  }
  if (fault === 'gateway-timeout') {
    await here.sleep(30_000);
    return answer(504, {}, '<html>Gateway Time-out</html>');
  }
  if (fault === 'answered-then-delivered') {
    await here.sleep(verdict.back);
    const date = new Date(Math.floor(here.time / 1000) * 1000).toUTCString();
    return answer(verdict.status, { date }, '<html>Service unavailable</html>');
  }
  const came = await Promise.race([reply, here.sleep(limits.answer).then(() => null)]);
  if (came === null) return failed(true, new CodedError('timeout', 'No answer came in time.'));
  await here.sleep(verdict.back);
  const { status, headers: received, body: said } = came;
  const asked = `${method} ${url.pathname}`;
  const earlier = answers.get(asked);
  answers.set(asked, said);
  switch (fault) {
    case 'other-answer':
      return answer(status, received, earlier ?? said);
    case 'truncated':
      return failed(true, network('the answer was cut off'));
    case 'garbled':
      return answer(
        status,
        received,
        `${said.slice(0, said.length / 2)}\u0000${said.slice(said.length / 2 + 3)}`,
      );
    case 'not-the-service':
      return answer(200, { 'content-type': 'text/html' }, '<html><title>Hotel Wi-Fi</title>Sign in</html>');
    case 'foreign-refusal-before':
    case 'foreign-refusal-after':
      return answer(verdict.status, {}, '{"error":"blocked by policy"}');
    case 'status-before':
    case 'status-after':
      return answer(
        verdict.status,
        { date: received['date'] ?? '' },
        '{"result":"failure","reason":"Something went wrong."}',
      );
    default:
      return answer(status, received, said);
  }
}

/** The request on its own: nothing that happens to the sender stops it any more. */
async function deliver(call: Call, number: number, wire: Wire | null, verdict: Verdict): Promise<Reply> {
  const here = world();
  const { fault } = verdict;
  // 1 is the usual delivery.
  if (neverArrives.has(fault)) return { status: verdict.status, headers: {}, body: '' };
  const isLater = fault === 'late' || fault === 'answered-then-delivered';
  await here.sleep(isLater ? verdict.more : verdict.there / 2, null);
  if (wire) wire.deliveries += 1;
  const reply = await line.deliver(call, number, verdict);
  if (fault === 'duplicated' && wire) {
    await here.sleep(verdict.more, null);
    wire.deliveries += 1;
    await line.deliver(call, number, verdict);
  }
  return reply;
}

const neverArrives: ReadonlySet<Fault> = new Set([
  'request-lost',
  'status-before',
  'foreign-refusal-before',
  'not-the-service',
]);

const network = (what: string) => new CodedError('network', `The service cannot be reached: ${what}.`);

const failed = (mayHaveActed: boolean, thrown: unknown, brokeUnanswered = false): Exchange => ({
  kind: 'failed',
  mayHaveActed,
  brokeUnanswered,
  thrown,
});

const answer = (
  status: number,
  headers: Record<string, string>,
  body: string,
  mayHaveActed = true,
): Exchange => ({
  kind: 'answer',
  status,
  headers,
  body: Buffer.from(body),
  mayHaveActed,
});
