/** What a full disk does to the database of the service, and what callers are told. SQLite is given few pages. */
import { join } from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerFaults } from '../../../src-service/http/errors.ts';
import { type Store, writing } from '../../../src-service/store/dialect.ts';
import { openSqlite } from '../../../src-service/store/sqlite.ts';
import { temporaryFolder } from '../../support/folder.ts';

let store: Store;
beforeEach(async () => {
  store = await openSqlite(join(temporaryFolder(), 'service.sqlite'));
  await sql`create table text (value text)`.execute(store);
  await sql`pragma max_page_count = 10`.execute(store);
});
afterEach(() => store.destroy());

const write = (length: number) =>
  writing(store, (tx) => sql`insert into text values (${'x'.repeat(length)})`.execute(tx));

it('A full disk is the error of the write, and not of what follows it.', async () => {
  await expect(write(1_000_000)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await write(10);
  const { rows } = await sql`select count(*) as count from text`.execute(store);
  expect(rows).toEqual([{ count: 1 }]);
});

it('Callers are told that the disk is full.', async () => {
  const app = Fastify();
  answerFaults(app);
  app.post('/', () => write(1_000_000));
  const answer = await app.inject({ method: 'POST', url: '/' });
  expect([answer.statusCode, answer.json()]).toEqual([
    507,
    { result: 'failure', reason: 'The disk of the service is full. Tell its operator.' },
  ]);
});
