/** Decodes the answers of the service. */
import type { z } from 'zod';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/** UTF-16 units: names of fields come from the answer, too. */
const longestField = 100;

/** `what` was requested. Throws `bad-answer`, which names the first field that does not fit. */
export function decode<S extends z.ZodType>(
  schema: S,
  body: unknown,
  what: string | MessageRef,
): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.').slice(0, longestField) ?? '';
  throw mainError(
    'bad-answer',
    field === '' ? ref('service.notUnderstood', { what }) : ref('service.notUnderstoodAt', { what, field }),
    { cause: parsed.error },
  );
}
