import { z } from 'zod';
import { screenIds } from './screens.ts';

/** A notification of the system. `key`: the same event has the same one in every window. */
export const newsItemSchema = z.object({
  key: z.string(),
  title: z.string(),
  body: z.string(),
  /** Opened by a click. */
  screen: z.enum(screenIds),
  /** It needs the person. Other news are said in any window that is in front. */
  asks: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItemSchema>;
