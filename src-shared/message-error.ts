/** Errors with a catalogue text: English for logs and machines, the message for people. Not windows. */
import type { AppErrorCode } from './error-codes.ts';
import { english } from './messages/english.ts';
import type { MessageRef } from './messages/message.ts';
import { CodedError } from './result.ts';

/** Text for machines and logs, which must not depend on the reader's language. */
export const englishText = (text: MessageRef): string => english.say(text) ?? text.key;

export const messageError = (
  code: AppErrorCode,
  text: MessageRef,
  options: { cause?: unknown; retryAt?: number } = {},
): CodedError => new CodedError(code, englishText(text), { ...options, text });
