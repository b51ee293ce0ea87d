/** The usual limit of a body, and the answer to a larger one. */
import { Fault, formatSize } from '../fault.ts';

/** Limit for a body without a file, in bytes. */
export const smallBodyLimit = 1024 * 1024;

export const tooLarge = (limit: number): Fault =>
  new Fault(413, 'too-large', `The body is larger than the ${formatSize(limit)} that this request may have.`);
