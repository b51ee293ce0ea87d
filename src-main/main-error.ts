/** Errors of the main process and of the command line: English for logs and machines, a message for people. */
import { english } from '../src-shared/messages/english.ts';
import type { MessageRef } from '../src-shared/messages/message.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { CodedError } from '../src-shared/result.ts';

/** For machines and logs, whose text must not depend on who is reading. */
const englishText = (text: MessageRef): string => english.say(text) ?? text.key;

export const mainError = (
  code: string,
  text: MessageRef,
  options: { cause?: unknown; retryAt?: number } = {},
): CodedError => new CodedError(code, englishText(text), { ...options, text });

/** One message out of several sentences. */
export const sentences = (first: MessageRef, ...more: MessageRef[]): MessageRef =>
  more.reduce((before, next) => ref('errors.sentences', { before, next }), first);
