/** The texts of geometry as data: the window, the command line and the service turn them into sentences. */
import type { AppErrorCode } from '../error-codes.ts';
import type { KeyOf, TypedRef } from '../messages/catalogue.ts';
import { geometry } from '../messages/en/geometry.ts';
import { createMessages } from '../messages/messages.ts';
import { CodedError } from '../result.ts';

export type GeometryText = TypedRef<KeyOf<'geometry'>>;

/** The finding in a few words; then what it means, what to do, and how sure it is. */
export interface Statement {
  readonly text: GeometryText;
  readonly details: readonly GeometryText[];
}

const english = createMessages('en', { geometry });

/** For logs and machines, whose text must not depend on the reader's language. */
export const englishGeometryText = (text: GeometryText): string => english.say(text) ?? text.key;

/** A finding in English, with its details. */
export const englishStatement = ({ text, details }: Statement): string =>
  [text, ...details].map(englishGeometryText).join(' ');

export const geometryError = (
  code: AppErrorCode,
  text: GeometryText,
  options: { cause?: unknown } = {},
): CodedError => new CodedError(code, englishGeometryText(text), { ...options, text });
