/** Errors of the main process and of the command line: English for logs and machines, a message for people. */
import { english } from '../src-shared/messages/english.ts';
import type { MessageRef } from '../src-shared/messages/message.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { type AppError, CodedError } from '../src-shared/result.ts';

/** For machines and logs, whose text must not depend on who is reading. */
export const englishText = (text: MessageRef): string => english.say(text) ?? text.key;

export const mainError = (
  code: string,
  text: MessageRef,
  options: { cause?: unknown; retryAt?: number } = {},
): CodedError => new CodedError(code, englishText(text), { ...options, text });

/** The same as plain data. */
export const mainProblem = (code: string, text: MessageRef): AppError => ({
  code,
  message: englishText(text),
  text,
});

/** Throws again what came as data, with its text. */
export const errorOf = ({ code, message, ...more }: AppError, cause?: unknown): CodedError =>
  new CodedError(code, message, cause === undefined ? more : { ...more, cause });

/** One message out of several sentences. */
export const sentences = (first: MessageRef, ...more: MessageRef[]): MessageRef =>
  more.reduce((before, next) => ref('errors.sentences', { before, next }), first);

/** What an error says, for putting it into another message. */
export const textOf = ({ message, text }: Pick<AppError, 'message' | 'text'>): string | MessageRef =>
  text ?? message;
