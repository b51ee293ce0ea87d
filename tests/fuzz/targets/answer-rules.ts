/** Rules for the answers of a service: what no request, however strange, may bring about. */
import { readXml } from '../../../src-shared/soap/xml.ts';
import { injectedHeader, markup } from '../nasty-values.ts';
import type { Answer, Exchanged } from '../raw-http.ts';

export interface CheckedAnswer {
  readonly answer: Exchanged;
  /** The bytes that were sent, as text: what they contain may come back. */
  readonly sent: string;
  /** The server may close the connection without an answer. */
  readonly mayBeClosed: boolean;
  /** May come back to nobody who has not sent it. */
  readonly secrets: readonly string[];
  /** A success needs one of these in the request. */
  readonly credentials: readonly string[];
  /** Where a redirect may lead besides paths of the service. */
  readonly callbacks: readonly string[];
}

/** What is wrong, in a few words that are the same for the same fault; null if nothing is. */
export function answerFault(checked: CheckedAnswer): string | null {
  const { answer } = checked;
  if (answer === 'silent') return 'no answer within 30 s';
  if (answer === 'closed') return checked.mayBeClosed ? null : 'the connection was closed without an answer';
  return (
    statusFault(answer) ??
    leakFault(answer, checked) ??
    headerFault(answer, checked) ??
    bodyFault(answer, checked)
  );
}

function statusFault({ status, text }: Answer): string | null {
  // SOAP 1.1 6.2: a fault of the client has status 500, too.
  if (status === 500 && text.includes('<faultcode>SOAP-ENV:Client<')) return null;
  if (status >= 500) return `status ${status}`;
  return status < 200 ? `status ${status}` : null;
}

/** Parts of messages of Node, SQLite and our own stack. */
const internals =
  /node_modules|\/src-service\/|SQLITE_|\n\s+at \w|ENOENT|EACCES|ERR_[A-Z]|\[object Object\]|UNIQUE constraint/;

function leakFault({ text, headers }: Answer, { sent, secrets }: CheckedAnswer): string | null {
  const all = `${[...headers.values()].join('\n')}\n${text}`;
  const leaked = secrets.findIndex((secret) => all.includes(secret) && !sent.includes(secret));
  if (leaked >= 0) return `a secret or a text of another account in the answer (number ${leaked})`;
  const internal = internals.exec(all)?.[0];
  return internal !== undefined && !sent.includes(internal) ? `“${internal.trim()}” in the answer` : null;
}

function headerFault({ headers }: Answer, { callbacks }: CheckedAnswer): string | null {
  if (headers.has(injectedHeader)) return 'a header of the request became one of the answer';
  const location = headers.get('location');
  if (location === undefined) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it
  if (/[\u0000-\u0020\\]/.test(location)) return 'an odd character in Location';
  const isPath = location.startsWith('/') && !location.startsWith('//');
  return isPath || callbacks.some((callback) => location.startsWith(callback))
    ? null
    : 'a redirect to elsewhere';
}

function bodyFault({ status, headers, text }: Answer, checked: CheckedAnswer): string | null {
  const type = headers.get('content-type') ?? '';
  if (text === '') return null;
  if (type.startsWith('application/json')) return jsonFault(status, text, checked);
  if (type.startsWith('text/html')) {
    if (text.includes(markup)) return 'markup of a request in a page';
    if (!headers.has('content-security-policy')) return 'a page without a policy';
    return null;
  }
  if (type.startsWith('text/xml')) {
    try {
      readXml(text);
      return null;
    } catch {
      return 'an answer that is no XML';
    }
  }
  return type === '' ? 'a body without a type' : null;
}

function jsonFault(status: number, text: string, { sent, credentials }: CheckedAnswer): string | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'an answer that is no JSON object';
  const { result, reason, access_token, openapi } = value as Record<string, unknown>;
  if (status >= 400) {
    const isFailure = result === 'failure' && typeof reason === 'string' && reason !== '';
    return isFailure ? null : `a failure without a reason (status ${status})`;
  }
  if (access_token !== undefined || openapi !== undefined) return null;
  if (result !== 'success') return 'a success that does not say so';
  return credentials.some((one) => sent.includes(one)) ? null : 'a success without credentials';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
