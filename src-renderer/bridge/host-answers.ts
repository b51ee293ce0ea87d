/**
 * Parses the answers and events of the application. Anything that does not fit the contract is an error;
 * nothing is guessed.
 */
import './zod-without-eval.ts';

import { z } from 'zod';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import { type AppContract, contract } from '../../src-shared/ipc/contract.ts';
import { resultSchema } from '../../src-shared/ipc/result-schema.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { CallName, CallOutput, EventName, EventPayload } from '../../src-shared/ipc/wire.ts';
import type { TypedRef } from '../../src-shared/messages/catalogue.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type AppError, fail, type Result } from '../../src-shared/result.ts';
import { language, say } from '../ui/language.svelte.ts';

/** An error of the window itself. It can occur before any language is loaded. */
export const windowProblem = (code: AppErrorCode, text: TypedRef): AppError => ({
  code,
  message: language.isLoaded ? say(text, text.key) : text.key,
  text,
});

export function readResult<S extends z.ZodType>(schema: S, answer: unknown): Result<z.output<S>> {
  const parsed = resultSchema(schema).safeParse(answer);
  if (!parsed.success) return fail(windowProblem('bad-answer', ref('hosts.notUnderstood')));
  return parsed.data as Result<z.output<S>>;
}

export const readAnswer = <N extends CallName<AppContract>>(
  name: N,
  answer: unknown,
): Result<CallOutput<AppContract, N>> =>
  readResult(contract.calls[name].output, answer) as Result<CallOutput<AppContract, N>>;

export const readSpooledFile = (answer: unknown): Result<SpooledFile> =>
  readAnswer('files.importPath', answer);

interface Announcement<N extends EventName<AppContract> = EventName<AppContract>> {
  readonly name: N;
  readonly payload: EventPayload<AppContract, N>;
}

const announcementSchema = z.object({ name: z.string(), payload: z.unknown() });

/** Null for an event that the contract does not define. */
export function readEvent(name: string, payload: unknown): Announcement | null {
  if (!Object.hasOwn(contract.events, name)) return null;
  const known = name as EventName<AppContract>;
  const parsed = contract.events[known].safeParse(payload);
  return parsed.success ? ({ name: known, payload: parsed.data } as Announcement) : null;
}

/** Parses an event from text. */
export function readAnnouncement(text: string): Announcement | null {
  try {
    const parsed = announcementSchema.safeParse(JSON.parse(text));
    return parsed.success ? readEvent(parsed.data.name, parsed.data.payload) : null;
  } catch {
    return null;
  }
}
