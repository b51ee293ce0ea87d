/** Input and output of calls that have none. */
import { z } from 'zod';

export const nothing = z.object({}).prefault({});
export const done = z.object({});
