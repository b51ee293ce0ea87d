/** The `state` that ties an answer to the sign-in that it belongs to (RFC 6749 10.12; RFC 8252 8.9). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes, 43 characters. */
export const newState = (): string => randomBytes(32).toString('base64url');

/** Compares in constant time. */
export const isSameState = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
