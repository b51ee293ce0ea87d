import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openConsents } from '../../../src-main/accounts/consents.ts';
import { createConsentStore } from '../../../src-main/db/consent-store.ts';
import { openDatabase } from '../../../src-main/db/database.ts';
import { fullConsent } from '../../support/consent.ts';
import { temporaryFolder } from '../../support/folder.ts';

const open = (folder: string, now = () => 1000) => {
  const database = openDatabase(join(folder, 'fabdesk.db'));
  const store = createConsentStore(database.sqlite);
  return { database, store, consents: openConsents(database, { now }) };
};

it('Consent must be given, is stored with its date across restarts, and can be withdrawn.', () => {
  const folder = temporaryFolder();
  const first = open(folder);
  expect(first.consents.of('studio')).toBeNull();
  expect(first.consents.givenAt('studio')).toBeNull();
  first.consents.set('studio', true);
  first.database.close();

  const later = open(folder, () => 2000);
  expect(later.consents.of('studio')).toEqual(fullConsent);
  later.consents.set('studio', true);
  expect(later.consents.givenAt('studio')).toBe(1000);
  expect(later.consents.of('another')).toBeNull();
  later.consents.set('studio', false);
  expect(later.consents.of('studio')).toBeNull();
  later.database.close();
});

it('Every declaration stays on record with its time.', () => {
  const { database, consents } = open(temporaryFolder());
  consents.set('studio', true);
  consents.set('studio', false);
  const rows = database.sqlite.prepare('SELECT account_id, event, at FROM consent ORDER BY seq').raw();
  expect(rows.all()).toEqual([
    ['studio', 'given', 1000],
    ['studio', 'withdrawn', 1000],
  ]);
  expect(() => database.sqlite.exec('DELETE FROM consent')).toThrow('consents are never deleted');
  expect(() => database.sqlite.exec('UPDATE consent SET at = 5')).toThrow('consents are never changed');
  database.close();
});

it('After a restored database, every account is asked again.', () => {
  const { database, consents } = open(temporaryFolder());
  consents.set('studio', true);
  consents.set('other', true);
  consents.set('other', false);
  const restored = { from: 'backup' as const, quarantine: '' };
  const asked = openConsents({ ...database, restored }, { now: () => 3000 });
  expect(asked.of('studio')).toBeNull();
  const count = database.sqlite.prepare('SELECT count(*) FROM consent').pluck();
  expect(count.get()).toBe(4);
  database.close();
});

it('A change of the wording asks again.', () => {
  const { database, store } = open(temporaryFolder());
  store.add('studio', 'given', 1, 1000);
  expect(store.givenAt('studio', 1)).toBe(1000);
  expect(store.givenAt('studio', 2)).toBeNull();
  database.close();
});

it('The local print service needs no consent.', () => {
  const { database, consents } = open(temporaryFolder());
  expect(consents.givenAt('local')).toBeUndefined();
  expect(consents.of('local')).toEqual(fullConsent);
  consents.set('local', false);
  expect(consents.of('local')).toEqual(fullConsent);
  database.close();
});
