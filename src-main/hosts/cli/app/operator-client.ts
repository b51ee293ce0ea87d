/**
 * Calls the operator interface of a print service that runs as a process of its own (`npm run service --
 * --operator-port N`). Its key is sent unencrypted, so only loopback addresses are accepted.
 */
import { request } from 'node:http';
import {
  type OperatorAction,
  type OperatorState,
  operatorRequest,
} from '../../../../src-shared/api/operator.ts';
import { readOperatorAnswer } from '../../../../src-shared/api/operator-answer.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort } from '../../../../src-shared/result.ts';
import { mainError } from '../../../main-error.ts';
import { usageError } from '../input/options.ts';

const mostBytes = 16 * 1024 * 1024;

/** @throws CodedError `usage` */
export function parseOperatorUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)) return url;
  throw usageError(ref('cli.operator.badUrl', { text }));
}

/** Sent only once, since repeating it could move the clock twice. */
export async function operateAt(
  url: URL,
  key: string,
  action: OperatorAction,
  signal: AbortSignal,
): Promise<OperatorState> {
  const { method, path, body } = operatorRequest(action);
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(new URL(path, url), {
      method,
      agent: false,
      signal,
      timeout: 60_000,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
      },
    });
    call.on('error', reject);
    call.on('timeout', () => call.destroy(new Error('No answer within a minute.')));
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > mostBytes) response.destroy(new Error('The answer is too long.'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.end(bytes ?? undefined);
  }).catch((cause: unknown) => {
    if (isAbort(cause)) throw cause;
    throw mainError('network', ref('cli.operator.silent', { address: url.origin }), { cause });
  });
  return readOperatorAnswer(answer.status, parsed(answer.text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
