/**
 * Stores secrets. Tokens of high entropy are stored as SHA-256 digests, secrets of people and applications as
 * scrypt hashes. Secrets that the service itself needs again (RFC 5849 3.4.2 keys the HMAC with the consumer
 * secret) are sealed by AES-256-GCM with `service.key`, a file of mode 0600 beside the database, so that a
 * copied database alone reveals nothing.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random text of [A-Za-z0-9], the only characters that every old client sends unchanged. */
export function randomToken(length: number): string {
  let token = '';
  for (let i = 0; i < length; i++) token += alphabet[randomInt(alphabet.length)];
  return token;
}

export const randomHex = (characters: number): string => randomBytes(characters / 2).toString('hex');

/** SHA-256 in hex. Only for secrets that have enough entropy themselves. */
export const digestOf = (secret: string): string => hash('sha256', secret);

/** Compares in a time that does not depend on how much matches. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** The same for results of `digestOf`. */
export const sameDigest = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

const scryptOf = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(secret, salt, 32, { N: 16384, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/**
 * One scrypt takes some 50 ms of a processor. A flood of guesses must leave the threads to files and the
 * processors to orders, and nobody waits for more than some ten seconds.
 */
const mostAtOnce = 2;
const mostWaiting = 300;
let running = 0;
const waiting: (() => void)[] = [];

/** @throws Fault 503 */
async function derive(secret: string, salt: Buffer): Promise<Buffer> {
  if (running < mostAtOnce) running += 1;
  else {
    if (waiting.length >= mostWaiting) throw tooManyGuesses();
    await new Promise<void>((next) => waiting.push(next));
  }
  try {
    return await scryptOf(secret, salt);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const tooManyGuesses = (): Fault =>
  new Fault(503, 'busy', 'Too many people are signing in at once. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

/** `scrypt:<salt>:<key>`, base64. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64')}:${(await derive(secret, salt)).toString('base64')}`;
}

/** A hash to compare with for unknown names, so that their answer takes as long as that to a wrong secret. */
export const unknownHash = `scrypt:${'A'.repeat(22)}==:${'A'.repeat(43)}=`;

export async function matchesHash(secret: string, hash: string): Promise<boolean> {
  const [kind, salt = '', key = ''] = hash.split(':');
  if (kind !== 'scrypt') return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(secret, Buffer.from(salt, 'base64'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

export interface Sealer {
  seal(secret: string): string;
  /** Throws if the key file does not belong to this database. */
  unseal(sealed: string): string;
}

/** Names a key without revealing it. */
const markOf = (key: Buffer): string => createHmac('sha256', key).update('fabdesk-service').digest('hex');

/**
 * Opens the key file, or creates it for a new database. All processes of a service have the same key, so the
 * database remembers its mark: `known`, null if there is none yet.
 * @returns the mark with the sealer. @throws Error with a sentence
 */
export function openSealer(dataDir: string, known: string | null): Sealer & { readonly mark: string } {
  const file = join(dataDir, 'service.key');
  if (!existsSync(file)) {
    if (known !== null)
      throw new Error(
        `There is no service.key in ${dataDir}, and the secrets in the database were sealed with one. Copy it from the folder of another process of this service, or from a backup.`,
      );
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  const mark = markOf(key);
  if (known !== null && known !== mark)
    throw new Error(
      `The service.key in ${dataDir} is not the one with which the secrets in the database were sealed. Copy it from the folder of another process of this service, or from a backup.`,
    );
  return {
    mark,
    seal(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
