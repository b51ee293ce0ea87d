import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts } from '../../../src-main/accounts/accounts.ts';
import { type SecretStore, sessionStore } from '../../../src-main/secrets/secret-store.ts';
import { accountSchema } from '../../../src-shared/ipc/account.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { type MemoryDocuments, memoryDocuments } from '../../support/memory-documents.ts';
import { type TokenServer, tokenServer } from './token-server.ts';

let server: TokenServer;
let documents: MemoryDocuments;
let secrets: SecretStore;
const busy = new Set<string>();
beforeEach(async () => {
  server = await tokenServer();
  documents = memoryDocuments();
  // A keychain in memory, which outlives the accounts that are opened on it.
  secrets = { ...sessionStore(), kind: 'keychain' };
  busy.clear();
});
afterEach(() => server.close());

const open = () =>
  openAccounts({
    documents,
    secrets,
    clock: { now: () => Date.now() },
    userAgent: 'Fabdesk/test',
    consentAt: () => undefined,
    signalsFor: () => ({}),
    busy: (id) => busy.has(id),
  });

const input = () => ({
  name: 'Workshop',
  baseUrl: `${server.baseUrl}/`,
  clientId: 'app',
  clientSecret: 's3cret',
  paymentVerificationId: 'pay-9',
});
const local = () => ({
  baseUrl: server.baseUrl,
  clientId: 'own',
  clientSecret: 'own-secret',
  paymentVerificationId: 'own-pay',
});

describe('adding an account', () => {
  it('Credentials are checked, stored, and found after a restart.', async () => {
    const account = await (await open()).add(input());
    expect(server.asked).toEqual(['basic app:s3cret']);
    expect(accountSchema.parse(account)).toMatchObject({
      name: 'Workshop',
      baseUrl: server.baseUrl,
      isLocal: false,
      clientId: 'app',
      secretStorage: 'keychain',
      hasPaymentId: true,
    });
    const later = await open();
    expect(later.list().map(({ id }) => id)).toEqual(['local', account.id]);
    expect(later.list()[1]).toEqual(account);
    expect(await later.paymentId(account.id)).toBe('pay-9');
    expect(await later.clientFor(account.id).getServiceInfo()).toMatchObject({ limit: 150 });
  });

  it('No secret is in the documents.', async () => {
    await (await open()).add(input());
    const kept = JSON.stringify([...documents.kept]);
    expect(kept).toContain('Workshop');
    expect(kept).not.toContain('s3cret');
    expect(kept).not.toContain('pay-9');
    expect(kept).not.toContain('token-1');
  });

  it('Refused credentials are not stored.', async () => {
    server.takes = 'nobody';
    const accounts = await open();
    await expect(accounts.add(input())).rejects.toMatchObject({ code: 'credentials-refused' });
    expect(accounts.list()).toHaveLength(1);
  });

  it.each([
    ['http://api.example.com', 'insecure-address'],
    ['https://user:pw@api.example.com', 'bad-address'],
  ])('Adding an account refuses %s before anything is sent.', async (baseUrl, code) => {
    const accounts = await open();
    await expect(accounts.add({ ...input(), baseUrl })).rejects.toMatchObject({ code });
    expect(server.asked).toEqual([]);
  });

  it('Adding an account says so if nothing answers at the address.', async () => {
    const accounts = await open();
    const address = input();
    await server.close();
    await expect(accounts.add(address)).rejects.toMatchObject({ code: 'network' });
  });

  it('The secrets of the same client at the same address are replaced, and its jobs stay its own.', async () => {
    const accounts = await open();
    const first = await accounts.add(input());
    const client = accounts.clientFor(first.id);
    await client.getServiceInfo();
    const again = await accounts.add({
      ...input(),
      name: 'Shop',
      clientSecret: 'new',
      paymentVerificationId: '',
    });
    expect(again).toMatchObject({ id: first.id, name: 'Shop', hasPaymentId: false });
    expect(accounts.list()).toHaveLength(2);
    expect(await accounts.paymentId(first.id)).toBeNull();
    expect(accounts.clientFor(first.id)).not.toBe(client);
    await accounts.clientFor(first.id).getServiceInfo();
    expect(server.asked).toEqual(['basic app:s3cret', 'basic app:s3cret', 'basic app:new', 'basic app:new']);
  });
});

describe('choosing and removing', () => {
  it('The local service is selected at first, and the choice is remembered.', async () => {
    const accounts = await open();
    expect(accounts.current()).toMatchObject({ id: 'local', isLocal: true });
    const { id } = await accounts.add(input());
    expect(accounts.current().id).toBe('local');
    accounts.select(id);
    expect((await open()).current().id).toBe(id);
    expect(() => accounts.select('nobody')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('Removing an account deletes its secrets and selects the local service.', async () => {
    const accounts = await open();
    const { id } = await accounts.add(input());
    accounts.select(id);
    await accounts.clientFor(id).getServiceInfo();
    await accounts.remove(id);
    expect(accounts.current().id).toBe('local');
    for (const name of [`secret/${id}`, `payment/${id}`, `token/${id}`])
      expect(await secrets.get(name)).toBeNull();
    expect(() => accounts.clientFor(id)).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('An account with jobs in the queue cannot be removed, nor can the local service.', async () => {
    const accounts = await open();
    const { id } = await accounts.add(input());
    busy.add(id);
    await expect(accounts.remove(id)).rejects.toMatchObject({ code: 'account-busy' });
    expect(await secrets.get(`secret/${id}`)).toBe('s3cret');
    await expect(accounts.remove('local')).rejects.toMatchObject({ code: 'account-local' });
  });

  it('An account stays if its secrets cannot be deleted.', async () => {
    const accounts = await open();
    const { id } = await accounts.add(input());
    secrets.delete = () => Promise.reject(new CodedError('keychain-unavailable', 'Locked.'));
    await expect(accounts.remove(id)).rejects.toMatchObject({ code: 'keychain-unavailable' });
    expect(accounts.list()).toHaveLength(2);
  });
});

describe('a secret that is gone', () => {
  it('A missing secret is shown, and a request says what to do.', async () => {
    const { id } = await (await open()).add(input());
    await secrets.delete(`secret/${id}`);
    await secrets.delete(`token/${id}`);
    const accounts = await open();
    expect(accounts.list()[1]).toMatchObject({ secretStorage: 'missing' });
    await expect(accounts.clientFor(id).getServiceInfo()).rejects.toMatchObject({
      code: 'credentials-refused',
      message: expect.stringContaining('Enter it again'),
    });
  });
});

describe('the stored list', () => {
  it('An account of an unknown kind is stored but not shown, and still there for a newer version.', async () => {
    const known = { id: 'k', name: 'Known', baseUrl: server.baseUrl, clientId: 'app', kind: 'oauth1' };
    const unknown = {
      id: 'u',
      name: 'Newer',
      baseUrl: server.baseUrl,
      clientId: 'app',
      kind: 'oauth3',
      x: 1,
    };
    documents.set('accounts', { selected: 'u', accounts: [unknown, known] });
    const accounts = await open();
    expect(accounts.list().map(({ id }) => id)).toEqual(['local', 'k']);
    // Its secrets are missing, so the user has to sign in again.
    expect(accounts.list()[1]).toMatchObject({ protocol: 'oauth1', userSignIn: 'ended' });
    expect(accounts.current().id).toBe('local');
    await accounts.add(input());
    expect(documents.get('accounts')).toMatchObject({ accounts: expect.arrayContaining([unknown, known]) });
    await accounts.remove('k');
    expect(documents.get('accounts')).toMatchObject({ accounts: expect.arrayContaining([unknown]) });
  });
});

describe('the local service', () => {
  it('The local service has a new address at each start, which is never stored.', async () => {
    const first = await open();
    expect(() => first.clientFor('local')).toThrow(expect.objectContaining({ code: 'network' }));
    expect(await first.provisionLocal(local())).toMatchObject({
      id: 'local',
      baseUrl: server.baseUrl,
      clientId: 'own',
      secretStorage: 'keychain',
      hasPaymentId: true,
    });
    await first.clientFor('local').getServiceInfo();
    first.select('local');
    expect(JSON.stringify([...documents.kept])).not.toContain(server.baseUrl);

    const moved = await tokenServer();
    for (const token of server.valid) moved.valid.add(token);
    const second = await open();
    expect(second.current()).toMatchObject({ baseUrl: '', secretStorage: 'keychain' });
    await second.provisionLocal({ ...local(), baseUrl: moved.baseUrl });
    await second.clientFor('local').getServiceInfo();
    expect(moved.asked).toEqual([]);
    expect(await second.paymentId('local')).toBe('own-pay');
    await moved.close();
  });

  it('The local service can be set up repeatedly, and signs in again when its credentials changed.', async () => {
    const accounts = await open();
    await accounts.provisionLocal(local());
    await accounts.clientFor('local').getServiceInfo();
    await accounts.provisionLocal(local());
    await accounts.clientFor('local').getServiceInfo();
    expect(server.asked).toEqual(['basic own:own-secret']);
    await accounts.provisionLocal({ ...local(), clientId: 'own2', clientSecret: 'second' });
    await accounts.clientFor('local').getServiceInfo();
    expect(server.asked.at(-1)).toBe('basic own2:second');
    expect(accounts.list()).toHaveLength(1);
  });

  it('The local service works with a keychain that accepts nothing.', async () => {
    secrets.set = () => Promise.reject(new CodedError('keychain-unavailable', 'Locked.'));
    const accounts = await open();
    await accounts.provisionLocal(local());
    expect(await accounts.clientFor('local').getServiceInfo()).toMatchObject({ limit: 150 });
    expect(await accounts.paymentId('local')).toBe('own-pay');
  });
});
