/** Questions about a thing that the service may not have. */
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import { toAppError } from '../../src-shared/result.ts';

/** The answer; null if there is no such thing. Throws what the client throws otherwise. */
export async function ifThere<T>(
  answer: Promise<T>,
  absent: readonly AppErrorCode[] = ['not-found'],
): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (absent.includes(toAppError(thrown).code)) return null;
    throw thrown;
  }
}
