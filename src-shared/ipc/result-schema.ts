/** Reads results that come from another process. */
import { z } from 'zod';
import { readErrorCode } from '../error-codes.ts';
import { messageRefSchema } from '../messages/schema.ts';
import type { AppError } from '../result.ts';

export const appErrorSchema: z.ZodType<AppError> = z.object({
  code: z.string().transform(readErrorCode),
  message: z.string(),
  text: messageRefSchema.optional(),
  retryAt: z.number().optional(),
}) as z.ZodType<AppError>;

/** `Result` with a value of this schema. */
export const resultSchema = <S extends z.ZodType>(value: S) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: appErrorSchema }),
  ]);
