/**
 * Calls the operator interface of a print service that runs as a process of its own (`npm run service --
 * --operator-port N`). Its key is sent unencrypted, so only loopback addresses are accepted.
 */
import { z } from 'zod';
import {
  type OperatorAction,
  type OperatorState,
  operatorRequest,
} from '../../../../src-shared/api/operator.ts';
import { readOperatorAnswer } from '../../../../src-shared/api/operator-answer.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort } from '../../../../src-shared/result.ts';
import { jsonBody } from '../../../api-client/bodies.ts';
import { exchange, type Limits } from '../../../api-client/http-exchange.ts';
import { mainError } from '../../../main-error.ts';
import { parseStored } from '../../../parse-stored.ts';
import { usageError } from '../input/options.ts';

const minute = 60_000;
const limits: Limits = {
  connect: minute,
  idle: minute,
  answer: minute,
  total: 5 * minute,
  answerBytes: 16 * 1024 * 1024,
};

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
  const answer = await exchange({
    method,
    url: new URL(path, url),
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: jsonBody(body) }),
    limits,
    signal,
  });
  if (answer.kind === 'answer')
    return readOperatorAnswer(answer.status, parseStored(answer.body.toString('utf8'), z.unknown()));
  if (isAbort(answer.thrown)) throw answer.thrown;
  throw mainError('network', ref('cli.operator.silent', { address: url.origin }), { cause: answer.thrown });
}
