import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOfStorage, readStorageAddress } from '../../../src-service/fleet/s3-address.ts';
import { storageKeys } from '../../../src-service/fleet/s3-keys.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('the address of a storage', () => {
  it.each([
    ['s3://models?region=eu-central-1', 'https://models.s3.eu-central-1.amazonaws.com', ''],
    ['s3://my.models/a/b/?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com/my.models', 'a/b/'],
    ['s3://models?region=x&endpoint=https://store.example:9000', 'https://store.example:9000/models', ''],
    ['s3://models?region=x&endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000/models', ''],
    ['s3://models?region=x&endpoint=http://minio:9000&encryption=off', 'http://minio:9000/models', ''],
  ])('%s is %s with the prefix "%s".', (text, url, prefix) => {
    expect(readStorageAddress(text, '--files')).toMatchObject({ url, prefix });
  });

  it.each([
    ['', /is empty/],
    ['/var/files', /is not the address of a bucket/],
    ['s3://?region=x', /names no bucket/],
    ['s3://UPPER_case?region=x', /names a bucket that cannot exist/],
    ['s3://models', /names no region/],
    ['s3://models/../x y?region=x', /prefix with other characters/],
    ['s3://AKIA:geheim@models?region=x', /must not contain keys.*AWS_SECRET_ACCESS_KEY_FILE/],
    ['s3://models?region=x&secretAccessKey=geheim', /must not contain keys/],
    ['s3://models?region=x&pathstyle=1', /does not know: pathstyle/],
    ['s3://models?region=x&endpoint=store', /endpoint that is no address/],
    ['s3://models?region=x&endpoint=http://store.example', /unencrypted.*encryption=off/],
    ['s3://models?region=x&encryption=off', /needs an endpoint with http/],
  ])('%s is refused in one sentence, which does not repeat it.', (text, sentence) => {
    const refusal = (() => {
      try {
        return nameOfStorage(readStorageAddress(text, '--files'));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(refusal).toMatch(/^--files /);
    expect(refusal).toMatch(sentence);
    expect(refusal).not.toContain('geheim');
  });
});

describe('the keys to a storage', () => {
  const file = (text: string) => {
    const path = join(temporaryFolder(), 'key');
    writeFileSync(path, text);
    return path;
  };

  it('Keys come from variables or from the files that they name.', () => {
    expect(storageKeys({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY_FILE: file('b\n') })()).toEqual({
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
  });

  it.each([
    [{}, /needs keys, and AWS_ACCESS_KEY_ID is not set/],
    [{ AWS_ACCESS_KEY_ID: 'a' }, /AWS_SECRET_ACCESS_KEY is not set/],
    [{ AWS_ACCESS_KEY_ID: 'a', AWS_ACCESS_KEY_ID_FILE: 'x' }, /Both AWS_ACCESS_KEY_ID and/],
    [
      { AWS_ACCESS_KEY_ID_FILE: '/nowhere/at/all' },
      /AWS_ACCESS_KEY_ID_FILE names a file that cannot be read/,
    ],
    [{ AWS_ACCESS_KEY_ID_FILE: '' }, /cannot be read/],
  ])('%j is refused.', (env, sentence) => {
    expect(() => storageKeys(env as Record<string, string>)).toThrow(sentence);
  });

  it('A file is read again after a minute, and old keys stay while it is being replaced.', () => {
    let now = 0;
    const path = file('old');
    const keys = storageKeys({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY_FILE: path }, () => now);
    writeFileSync(path, '');
    now = 61_000;
    expect(keys().secretAccessKey).toBe('old');
    writeFileSync(path, 'new');
    now = 122_000;
    expect(keys().secretAccessKey).toBe('new');
  });
});
