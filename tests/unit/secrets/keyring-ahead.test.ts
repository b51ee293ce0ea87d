import { expect, it } from 'vitest';
import { startAhead } from '../../../src-main/secrets/keyring-ahead.ts';
import { openSecretStore, probeKeychain } from '../../../src-main/secrets/open-secret-store.ts';
import { memoryDocuments } from '../../support/memory-documents.ts';
import { fakeKeyring } from './fake-keyring.ts';

it('The child that was started ahead answers, and only one is started.', async () => {
  const keyring = fakeKeyring();
  const ahead = startAhead(keyring.start);
  expect(keyring.seen).toMatchObject({ started: 1, open: 0 });
  const store = await openSecretStore(memoryDocuments(), probeKeychain({ startChild: ahead.start }));
  await store.set('secret/a', 's3cret');
  expect(await store.get('secret/a')).toBe('s3cret');
  ahead.drop();
  expect(keyring.seen).toMatchObject({ started: 1, killed: 0 });
});

it('A child that nobody took is ended, and later calls start their own.', () => {
  const keyring = fakeKeyring();
  const ahead = startAhead(keyring.start);
  ahead.drop();
  expect(keyring.seen).toMatchObject({ started: 1, killed: 1 });
  ahead.start();
  ahead.drop();
  expect(keyring.seen).toMatchObject({ started: 2, killed: 1 });
});

it('A child that ended before anybody asked is replaced.', async () => {
  const keyring = fakeKeyring();
  const ahead = startAhead(() => {
    const child = keyring.start();
    return {
      ...child,
      onExit: (listener) => (keyring.seen.started === 1 ? listener() : child.onExit(listener)),
    };
  });
  const store = await openSecretStore(memoryDocuments(), probeKeychain({ startChild: ahead.start }));
  expect(store.kind).toBe('keychain');
  expect(keyring.seen.started).toBe(2);
});
