/** Reads messages that come from another process or from disk. */
import { z } from 'zod';
import type { MessageRef } from './message.ts';

/** The catalogue decides whether it knows the key; a parameter of the wrong kind is written as it is. */
export const messageRefSchema: z.ZodType<MessageRef> = z.object({
  key: z.string().max(200),
  params: z.record(z.string(), z.any()).optional(),
}) as z.ZodType<MessageRef>;
