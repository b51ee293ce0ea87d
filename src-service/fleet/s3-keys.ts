/**
 * Reads the keys to the storage from the environment, or from files that it names, as for container secrets,
 * but never from the command line. Files are read again from time to time, since keys with a session token
 * are replaced while the service runs.
 */
import { readFileSync } from 'node:fs';

export interface StorageKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How long keys from files are used before the files are read again, ms. */
const readAgainAfter = 60_000;

/** @throws Error with a sentence if keys are missing or given twice */
export function storageKeys(env: Environment, now: () => number = Date.now): () => StorageKeys {
  let keys = readKeys(env);
  let readAt = now();
  return () => {
    if (now() - readAt > readAgainAfter) {
      readAt = now();
      try {
        keys = readKeys(env);
      } catch {
        // The files may just be being replaced.
      }
    }
    return keys;
  };
}

function readKeys(env: Environment): StorageKeys {
  const accessKeyId = readOne(env, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = readOne(env, 'AWS_SECRET_ACCESS_KEY');
  const sessionToken = readOne(env, 'AWS_SESSION_TOKEN');
  for (const [name, value] of Object.entries({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }))
    if (value === null)
      throw new Error(
        `The file storage needs keys, and ${name} is not set. Set it, or ${name}_FILE to the file that holds it.`,
      );
  return {
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(sessionToken !== null && { sessionToken }),
  };
}

function readOne(env: Environment, name: string): string | null {
  const [value, file] = [env[name], env[`${name}_FILE`]];
  if (value !== undefined && file !== undefined)
    throw new Error(`Both ${name} and ${name}_FILE are set. Set one of them.`);
  if (file === undefined) return value?.trim() || null;
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (cause) {
    throw new Error(`${name}_FILE names a file that cannot be read.`, { cause });
  }
  throw new Error(`${name}_FILE names a file that is empty.`);
}
