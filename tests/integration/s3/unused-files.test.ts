/** Two processes that store and remove the same contents: `UnusedFiles` on one database and one storage. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '../../../src-service/files/file-store.ts';
import { openFiles } from '../../../src-service/open-files.ts';
import { UnusedFiles } from '../../../src-service/store/unused-files.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { startStorage, type TestStorage } from '../../support/s3/server.ts';
import { type OpenedStore, openStore } from '../../support/stores/open-store.ts';
import { filesIn } from '../../support/stores/test-files.ts';

const hour = 3_600_000;
const nothing = () => undefined;

let storage: TestStorage;
let opened: OpenedStore;
let files: FileStore;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  storage = await startStorage();
  opened = await openStore(folder);
  files = await openFiles(opened.store, folder, filesIn(storage), nothing);
});
afterEach(async () => {
  await files.close();
  await opened.close();
  await storage.stop();
});

const process = (graceMs = hour) => new UnusedFiles(opened.store, files, graceMs);
let count = 0;
function file(text: string) {
  const path = join(folder, `file-${count++}`);
  writeFileSync(path, text);
  const hash = (name: string) => createHash(name).update(text).digest('hex');
  return { path, length: text.length, md5: hash('md5'), sha256: hash('sha256') };
}
/** As orders refer to a content. */
async function refer(sha256: string): Promise<void> {
  const { store } = opened;
  const account = { username: `u${count++}`, password_hash: null, created_at: 0 };
  const { account_id } = await store
    .insertInto('account')
    .values(account)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  const flags = { is_public: 0, is_claimable: 0, is_for_sale: 0, is_downloadable: 0, latest_version: 0 };
  const texts = { title: '', description: '', tags_json: '', materials_json: '', categories_json: '' };
  const { model_id } = await store
    .insertInto('model')
    .values({
      ...{ ...flags, ...texts, account_id, default_material_id: null, secret_key: '', claim_key: '' },
      ...{ spin: `${account_id}`, created_at: 0, deleted_at: null },
    })
    .returning('model_id')
    .executeTakeFirstOrThrow();
  const sizes = { content_length: 0, md5: '', upload_scale: null, geometry_json: null, created_at: 0 };
  await store
    .insertInto('model_file')
    .values({ model_id, version: 0, file_name: '', sha256, ...sizes })
    .execute();
}
const isStored = (sha256: string) => storage.objects.has(`files/${sha256}`);
const rows = () => opened.store.selectFrom('unused_file').selectAll().execute();
const store = async (by: UnusedFiles, text: string, reference = true) => {
  const stored = file(text);
  await by.storing(
    stored.sha256,
    () => files.put(stored),
    () => (reference ? refer(stored.sha256) : Promise.resolve()),
  );
  return stored.sha256;
};
/** Lets time pass: rows were made so long ago. */
const age = (ms: number) =>
  opened.store
    .updateTable('unused_file')
    .set((eb) => ({ since: eb('since', '-', ms), claimed_at: eb('claimed_at', '-', ms) }))
    .execute();

describe('a content without references', () => {
  it('Another process does not remove a content that is being stored.', async () => {
    const [ours, theirs] = [process(), process()];
    const part = file('part');
    await ours.storing(
      part.sha256,
      () => files.put(part),
      async () => {
        // Between storing and referring, the other one searches for unused files.
        await theirs.search();
        await theirs.removeDue();
        expect(isStored(part.sha256)).toBe(true);
        await refer(part.sha256);
      },
    );
    await theirs.search();
    await age(2 * hour);
    await theirs.removeDue();
    expect(isStored(part.sha256)).toBe(true);
  });

  it('A content that a crash has left is found and removed after an hour, on every page of the list.', async () => {
    storage.pageSize = 2;
    const [ours, theirs] = [process(), process()];
    const kept = await store(ours, 'kept');
    const left = [];
    for (let i = 0; i < 5; i++) left.push(await store(ours, `left ${i}`, false));
    await theirs.search();
    expect(await rows()).toEqual([]);
    for (const object of storage.objects.values()) object.modified -= 2 * hour;
    await theirs.search();
    await theirs.removeDue();
    expect(left.every(isStored)).toBe(true);
    await age(hour);
    await theirs.removeDue();
    expect(left.some(isStored)).toBe(false);
    expect(isStored(kept)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it('Storing a content that is about to be removed saves it.', async () => {
    const [ours, theirs] = [process(), process()];
    const sha256 = await store(ours, 'again', false);
    await ours.release([sha256]);
    await age(2 * hour);
    const again = file('again');
    await ours.storing(
      sha256,
      () => files.put(again),
      async () => {
        // The search of another process would give it an hour from now.
        await theirs.removeDue();
        await refer(sha256);
      },
    );
    await theirs.removeDue();
    expect(isStored(sha256)).toBe(true);
  });

  it('A removal whose outcome is not known keeps others from storing the content until it cannot arrive any more.', async () => {
    const ours = process(0);
    const sha256 = await store(ours, 'late', false);
    storage.disturb({ kind: 'cut', method: 'DELETE', times: 1 });
    await ours.release([sha256]);
    await expect(store(process(0), 'late')).rejects.toThrow(/cannot reach its file storage/);
    await age(3 * 60_000);
    expect(await store(process(0), 'late')).toBe(sha256);
    expect(isStored(sha256)).toBe(true);
    await process(0).removeDue();
    expect(isStored(sha256)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it('A removal that the storage refuses is tried again, and hinders nobody.', async () => {
    const ours = process(0);
    const sha256 = await store(ours, 'busy', false);
    storage.disturb({ kind: 'slow-down', method: 'DELETE', times: 1 });
    await ours.release([sha256]);
    expect(await rows()).toMatchObject([{ sha256, claim: null }]);
    await ours.removeDue();
    expect(isStored(sha256)).toBe(false);
  });

  it('Calls that store and remove the same few contents at once lose none that is referred to.', async () => {
    const ours = process(0);
    const work = async (i: number) => ours.release([await store(ours, `shared ${i % 3}`, i % 2 === 0)]);
    await Promise.all(Array.from({ length: 60 }, (_, i) => work(i)));
    await ours.search();
    for (let i = 0; i < 3; i++)
      expect(isStored(createHash('sha256').update(`shared ${i}`).digest('hex'))).toBe(true);
  });
});
