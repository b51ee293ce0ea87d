/**
 * Limits how much memory large bodies may take together. A body that exceeds it is refused before it is read, so
 * that many senders at once cannot exhaust the service.
 */
import { Fault } from '../fault.ts';

export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @returns a function that gives the bytes back; calling it twice does no harm. @throws Fault 503 */
  take(bytes: number): () => void {
    if (bytes > this.#left) {
      throw new Fault(
        503,
        'busy',
        'The service has too many large requests at once. Try again in a few seconds.',
        {
          headers: { 'Retry-After': '5' },
        },
      );
    }
    this.#left -= bytes;
    let taken = true;
    return () => {
      if (taken) this.#left += bytes;
      taken = false;
    };
  }
}
