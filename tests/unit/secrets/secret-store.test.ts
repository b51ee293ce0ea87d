import { describe, expect, it } from 'vitest';
import { englishText } from '../../../src-main/main-error.ts';
import { openSecretStore, probeKeychain } from '../../../src-main/secrets/open-secret-store.ts';
import { sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { fakeKeyring } from './fake-keyring.ts';

const timeouts = { probe: 300, call: 300, again: 5 };
const open = (keyring = fakeKeyring(), documents = memoryDocuments(), platform: NodeJS.Platform = 'linux') =>
  openSecretStore(documents, probeKeychain({ startChild: keyring.start, timeouts, platform }));

describe('a keychain', () => {
  it('The keychain stores, returns and deletes secrets, also for the next start.', async () => {
    const keyring = fakeKeyring();
    const documents = memoryDocuments();
    const first = await open(keyring, documents);
    expect(first).toMatchObject({
      kind: 'keychain',
      detail: { key: 'settings.secrets.linux' },
    });
    await first.set('secret/a', 's3cret');
    const second = await open(keyring, documents);
    expect(await second.get('secret/a')).toBe('s3cret');
    await second.delete('secret/a');
    expect(await second.get('secret/a')).toBeNull();
    expect(await second.get('never')).toBeNull();
  });

  it('No secret is written into the documents.', async () => {
    const documents = memoryDocuments();
    const store = await open(fakeKeyring(), documents);
    await store.set('secret/a', 's3cret');
    expect(JSON.stringify([...documents.kept])).not.toContain('s3cret');
  });

  it('Data folders share a keychain without seeing each other’s secrets.', async () => {
    const keyring = fakeKeyring();
    const [one, other] = [await open(keyring), await open(keyring)];
    await one.set('secret/local', 'first');
    await other.set('secret/local', 'second');
    expect(await one.get('secret/local')).toBe('first');
  });

  it('The keychain is called once at a time.', async () => {
    const keyring = fakeKeyring();
    const store = await open(keyring);
    await Promise.all(Array.from({ length: 20 }, (_, at) => store.set(`n${at}`, String(at))));
    expect(await Promise.all([store.get('n3'), store.get('n19')])).toEqual(['3', '19']);
    expect(keyring.seen.mostOpen).toBe(1);
    expect(keyring.seen.started).toBe(1);
  });

  it.each([
    [1280, 'a', true],
    [1281, 'a', false],
    [853, '€', true],
    [854, '€', false],
  ])('The keychain stores %i times %s: %s', async (length, character, fits) => {
    const store = await open();
    const set = store.set('secret/a', character.repeat(length));
    if (fits) await set;
    else await expect(set).rejects.toMatchObject({ code: 'secret-too-long' });
  });
});

describe('which library', () => {
  const missing = { problem: 'not-loadable', message: 'Cannot find module' } as const;

  it('The second library is used if the first cannot be loaded.', async () => {
    const keyring = fakeKeyring();
    keyring.broken.keytar = missing;
    const store = await open(keyring);
    await store.set('secret/a', 'x');
    expect(store.kind).toBe('keychain');
    expect(keyring.entries.napi.size).toBe(1);
  });

  it('The library of a secret is remembered, and the entry moves when it is written again.', async () => {
    const keyring = fakeKeyring();
    const documents = memoryDocuments();
    keyring.broken.keytar = missing;
    await (await open(keyring, documents)).set('secret/a', 'by napi');
    delete keyring.broken.keytar;
    const store = await open(keyring, documents);
    expect(await store.get('secret/a')).toBe('by napi');
    await store.set('secret/a', 'by keytar');
    expect(await store.get('secret/a')).toBe('by keytar');
    expect([keyring.entries.keytar.size, keyring.entries.napi.size]).toEqual([1, 0]);
  });

  it('If the library is missing, its secrets count as missing and can be entered again.', async () => {
    const keyring = fakeKeyring();
    const documents = memoryDocuments();
    await (await open(keyring, documents)).set('secret/a', 'by keytar');
    keyring.broken.keytar = missing;
    const store = await open(keyring, documents);
    expect(await store.get('secret/a')).toBeNull();
    await store.set('secret/a', 'again');
    expect(await store.get('secret/a')).toBe('again');
  });
});

describe('a keychain that stops working', () => {
  it('What an earlier start stored is not called lost because the keychain does not answer.', async () => {
    const keyring = fakeKeyring();
    const documents = memoryDocuments();
    await (await open(keyring, documents)).set('secret/a', 'x');
    keyring.broken.keytar = 'silent';
    const store = await open(keyring, documents);
    expect(store.kind).toBe('session');
    await expect(store.get('secret/a')).rejects.toMatchObject({ code: 'keychain-unavailable' });
    expect(await store.get('secret/never')).toBeNull();
    await store.set('secret/a', 'again');
    expect(await store.get('secret/a')).toBe('again');
  });

  it('A keychain that does not answer is killed and called again.', async () => {
    const keyring = fakeKeyring();
    const store = await open(keyring);
    await store.set('secret/a', 'x');
    keyring.broken.keytar = 'silent';
    await expect(store.get('secret/a')).rejects.toMatchObject({ code: 'keychain-unavailable' });
    expect(keyring.seen.killed).toBe(1);
    delete keyring.broken.keytar;
    expect(await store.get('secret/a')).toBe('x');
    expect(keyring.seen.started).toBe(2);
  });

  it('An unanswered keychain delays a start once, and not once for each secret.', async () => {
    const keyring = fakeKeyring();
    const store = await open(keyring);
    await store.set('secret/a', 's3cret');
    keyring.broken.keytar = 'silent';
    const asked = performance.now();
    for (let at = 0; at < 10; at++) await expect(store.get('secret/a')).rejects.toThrow('Unlock it');
    expect(performance.now() - asked).toBeLessThan(5 * timeouts.call);
    delete keyring.broken.keytar;
    await expect.poll(() => store.get('secret/a').catch(() => null)).toBe('s3cret');
  });

  it('The keychain process is started again after it died.', async () => {
    const keyring = fakeKeyring();
    const store = await open(keyring);
    await store.set('secret/a', 'x');
    keyring.broken.keytar = 'dies';
    await expect(store.get('secret/a')).rejects.toMatchObject({ code: 'keychain-unavailable' });
    delete keyring.broken.keytar;
    expect(await store.get('secret/a')).toBe('x');
  });
});

describe('with no keychain', () => {
  const failed = (message: string) => ({ problem: 'failed', message }) as const;
  it.each([
    [
      'no D-Bus',
      failed('Cannot autolaunch D-Bus without X11 $DISPLAY'),
      'linux',
      /no D-Bus.*dbus-run-session/,
    ],
    ['locked', failed('Cannot create an item in a locked collection'), 'linux', /is locked\. Unlock it/],
    [
      'no service',
      failed('The name org.freedesktop.secrets was not provided by any .service files'),
      'linux',
      /gnome-keyring/,
    ],
    ['silence', 'silent', 'linux', /did not answer/],
    ['a Mac', failed('User interaction is not allowed.'), 'darwin', /User interaction.*Keychain Access/],
    ['Windows', failed('Access denied'), 'win32', /Credential Manager/],
  ] as const)('A missing keychain is explained with what to do: %s', async (_, how, platform, words) => {
    const keyring = fakeKeyring();
    keyring.broken.keytar = how;
    const store = await open(keyring, memoryDocuments(), platform);
    expect(store.kind).toBe('session');
    expect(englishText(store.detail)).toMatch(words);
    expect(keyring.entries.napi.size).toBe(0);
    await store.set('secret/a', 'x');
    expect(await store.get('secret/a')).toBe('x');
  });

  it('The message says that no library could be loaded.', async () => {
    const keyring = fakeKeyring();
    keyring.broken.keytar = keyring.broken.napi = { problem: 'not-loadable', message: 'Cannot find module' };
    const store = await open(keyring);
    expect(englishText(store.detail)).toMatch(/^No keychain library could be loaded\. Install libsecret/);
  });

  it('Without a keychain, secrets are held for the session under the same limit.', async () => {
    const store = sessionStore();
    await expect(store.set('a', 'x'.repeat(1281))).rejects.toMatchObject({ code: 'secret-too-long' });
    await store.set('a', 'x');
    await store.delete('a');
    expect(await store.get('a')).toBeNull();
  });
});
