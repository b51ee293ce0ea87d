/** Errors and problems of the main process and of the command line, with their texts in the catalogue. */
import type { AppErrorCode } from '../src-shared/error-codes.ts';
import { englishText, messageError } from '../src-shared/message-error.ts';
import type { MessageRef } from '../src-shared/messages/message.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { type AppError, CodedError } from '../src-shared/result.ts';

export { englishText, messageError as mainError };

/** The error as plain data. */
export const mainProblem = (code: AppErrorCode, text: MessageRef): AppError => ({
  code,
  message: englishText(text),
  text,
});

/** Rethrows an error that came as data, with its text. */
export const errorOf = ({ code, message, ...more }: AppError, cause?: unknown): CodedError =>
  new CodedError(code, message, cause === undefined ? more : { ...more, cause });

/** The part of an error that a job stores. */
export const problemOf = ({
  code,
  message,
  text,
}: AppError): Pick<AppError, 'code' | 'message' | 'text'> => ({
  code,
  message,
  ...(text && { text }),
});

/** Joins several sentences into one message. */
export const sentences = (first: MessageRef, ...more: MessageRef[]): MessageRef =>
  more.reduce((before, next) => ref('errors.sentences', { before, next }), first);

/** The text of an error, for use inside another message. */
export const textOf = ({ message, text }: Pick<AppError, 'message' | 'text'>): string | MessageRef =>
  text ?? message;
