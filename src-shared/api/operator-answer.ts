/** Reads the answers of the operator's interface. */
import { z } from 'zod';
import { messageError } from '../message-error.ts';
import { ref } from '../messages/messages.ts';
import { CodedError } from '../result.ts';
import { type OperatorState, operatorStateSchema } from './operator.ts';

const failureSchema = z.object({ reason: z.string() });

/** @throws CodedError with the message of the service */
export function readOperatorAnswer(status: number, body: unknown): OperatorState {
  const state = operatorStateSchema.safeParse(body);
  if (status === 200 && state.success) return state.data;
  const failure = failureSchema.safeParse(body);
  if (status === 200 || !failure.success) throw messageError('bad-answer', ref('hosts.notOperator'));
  const code = status === 401 ? 'credentials-refused' : status === 404 ? 'not-found' : 'refused';
  throw new CodedError(status >= 500 ? 'service-error' : code, failure.data.reason);
}
