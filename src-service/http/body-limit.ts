/** How large a body may be, and the answer where it is larger. */
import { Fault } from '../fault.ts';

/** Bytes of a body that carries no file. */
export const smallBodyLimit = 1024 * 1024;

export const tooLarge = (limit: number): Fault =>
  new Fault(
    413,
    'too-large',
    `The body is larger than the ${sizeInWords(limit)} that this request may have.`,
  );

export const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Number((bytes / 1024 / 1024).toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} kB`;
