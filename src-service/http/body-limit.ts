/** How large a body may be, and the answer to a larger one. */
import { Fault } from '../fault.ts';

/** Limit for a body without a file, in bytes. */
export const smallBodyLimit = 1024 * 1024;

export const tooLarge = (limit: number): Fault =>
  new Fault(413, 'too-large', `The body is larger than the ${formatSize(limit)} that this request may have.`);

export const formatSize = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Number((bytes / 1024 / 1024).toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} kB`;
