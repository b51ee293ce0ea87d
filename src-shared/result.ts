/**
 * Errors and results between processes. Inside a process code throws `CodedError`; at the two borders
 * (contract dispatch, queue runner) `toAppError` turns whatever was thrown into plain data.
 */

import type { AppErrorCode } from './error-codes.ts';
import type { MessageRef } from './messages/message.ts';

/** The public facts of a failure. `code` is stable and decides severity and actions in the window. */
export interface AppError {
  readonly code: AppErrorCode;
  /** English text; for machines, logs, and wherever `text` is absent. */
  readonly message: string;
  /** The text for people, in the reader's language. */
  readonly text?: MessageRef;
  /** Epoch ms before which trying again is pointless. */
  readonly retryAt?: number;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** An error with a stable code. `message` is a whole sentence for people: what happened and what to do. */
export class CodedError extends Error {
  readonly code: AppErrorCode;
  readonly retryAt?: number;
  readonly text?: MessageRef;

  constructor(
    code: AppErrorCode,
    message: string,
    options: { cause?: unknown; retryAt?: number; text?: MessageRef } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    if (options.retryAt !== undefined) this.retryAt = options.retryAt;
    if (options.text !== undefined) this.text = options.text;
  }
}

/** The error that `toAppError` turned into plain data, thrown again on this side. */
export const toCodedError = ({ code, message, ...options }: AppError): CodedError =>
  new CodedError(code, message, options);

// The English texts of the catalogue, which this file cannot load, since the window loads this file.
const stopped: AppError = {
  code: 'cancelled',
  message: 'Stopped before it was finished.',
  text: { key: 'errors.stopped' },
};
const internal: AppError = {
  code: 'internal',
  message: 'Something went wrong inside Fabdesk. The log has the details.',
  text: { key: 'errors.internal' },
};

/** The only conversion from anything thrown to plain data. Unknown errors keep no detail that could leak. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof CodedError) {
    const { code, message, retryAt, text } = thrown;
    return { code, message, ...(retryAt !== undefined && { retryAt }), ...(text !== undefined && { text }) };
  }
  return isAbort(thrown) ? stopped : internal;
}

export const isAbort = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && (thrown as { name?: unknown }).name === 'AbortError';
