/** Whether an error leaves open what the service would say: it was not reached, or did not answer itself. */
import type { AppError } from './result.ts';

/** The service's own answers, and failures that another attempt would repeat. */
const spoken: ReadonlySet<string> = new Set(['refused', 'not-found', 'cancelled', 'internal']);

export const isUnreachable = ({ code }: Pick<AppError, 'code'>): boolean => !spoken.has(code);
