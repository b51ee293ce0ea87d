import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyUnusable } from '../../../src-service/fleet/postgres.ts';
import { readDatabaseAddress } from '../../../src-service/fleet/postgres-address.ts';
import { temporaryFolder } from '../../support/folder.ts';

const read = (text: string) => readDatabaseAddress(text, 'FABDESK_DATABASE');

describe('the address of a database', () => {
  it('Names, numbers and escapes are read.', () => {
    expect(read('postgres://me:p%40ss@db.example:6543/print%20shop')).toEqual({
      host: 'db.example',
      port: 6543,
      user: 'me',
      password: 'p@ss',
      database: 'print shop',
      tls: { mode: 'verified' },
    });
    expect(read('postgresql://me@[::1]/db')).toMatchObject({ host: '::1', port: 5432, password: null });
    expect(read('postgres://me@localhost/db?host=/run/postgresql')).toMatchObject({
      host: '/run/postgresql',
    });
  });

  it('Connections over a network are encrypted unless the address says otherwise.', () => {
    const modes = ['localhost', '127.0.0.1', '[::1]', 'db.example', '10.0.0.7', '127.example'].map(
      (host) => read(`postgres://me@${host}/db`).tls.mode,
    );
    expect(modes).toEqual(['off', 'off', 'off', 'verified', 'verified', 'verified']);
    expect(read('postgres://me@db.example/db?sslmode=disable').tls).toEqual({ mode: 'off' });
    expect(read('postgres://me@localhost/db?sslmode=require').tls).toEqual({ mode: 'unverified' });
  });

  it('A certificate is read, and refused where nothing would use it.', () => {
    const file = join(temporaryFolder(), 'authority.pem');
    expect(() => read(`postgres://me@a.example/db?sslrootcert=${file}`)).toThrow(/cannot be read/);
    writeFileSync(file, 'PEM');
    expect(read(`postgres://me@a.example/db?sslrootcert=${file}`).tls).toEqual({
      mode: 'verified',
      ca: 'PEM',
    });
    expect(() => read(`postgres://me@a.example/db?sslmode=require&sslrootcert=${file}`)).toThrow(
      /nothing would use/,
    );
  });

  it('An escape that means nothing is refused.', () => {
    expect(() => read('postgres://m%e@host/db')).toThrow(/FABDESK_DATABASE has a % that begins no escape/);
  });

  it('What is refused is never repeated: it may be a password.', () => {
    for (const text of [
      'geheim',
      'postgres://me:geheim@/x',
      'postgres://me:geheim@host',
      'postgres://me:ge%heim@h/d',
    ])
      expect(() => read(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringMatching(/ge%?heim/) }),
      );
  });
});

it('A server that is too old, has another encoding or is a copy is refused with the reason.', () => {
  expect(whyUnusable(130_022, 'UTF8', false)).toBe('is PostgreSQL 13. The service needs 14 or newer.');
  expect(whyUnusable(140_000, 'UTF8', false)).toBeNull();
  expect(whyUnusable(150_004, 'SQL_ASCII', false)).toMatch(/needs UTF8/);
  expect(whyUnusable(150_004, 'UTF8', true)).toMatch(/can only be read/);
});
