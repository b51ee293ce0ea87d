import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { appErrorCodes } from '../../src-shared/error-codes.ts';
import { appErrorSchema } from '../../src-shared/ipc/result-schema.ts';
import { problemSchema } from '../../src-shared/jobs/job.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The list itself, and the tables that decide by code. */
const tables = /(error-codes|exit-codes|step-failure|error-text)\.ts$/;

const sources = ['src-main', 'src-renderer', 'src-shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !tables.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8')),
);

it('Every error code is raised somewhere.', () => {
  // A comparison alone raises nothing.
  const raised = sources.map((text) => text.replace(/[!=]== '[a-z-]+'/g, '')).join('\n');
  expect(appErrorCodes.filter((code) => !raised.includes(`'${code}'`))).toEqual([]);
});

it.each([
  ['another process', appErrorSchema],
  ['the database', problemSchema],
])('A code from %s that this version does not know is “internal”, with its message.', (_, schema) => {
  const text = { key: 'errors.offline' };
  expect(schema.parse({ code: 'of-the-year-2031', message: 'The moon is full.', text })).toEqual({
    code: 'internal',
    message: 'The moon is full.',
    text,
  });
  expect(schema.safeParse({ code: 7, message: 'The moon is full.' }).success).toBe(false);
});
