import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { untilComplete } from '../../../src-main/files/complete-file.ts';
import { fileKey } from '../../../src-main/files/find-version.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';

const bytes = Buffer.from(boxStl(10, 10, 10));

it('A file that is being written is waited for, and only that is said.', async () => {
  const path = join(temporaryFolder(), 'part.stl');
  writeFileSync(path, bytes.subarray(0, 200));
  let waits = 0;
  const complete = untilComplete(path, { onWait: () => (waits += 1) });
  setTimeout(() => appendFileSync(path, bytes.subarray(200)), 400);
  expect(await complete).toBe(true);
  expect(waits).toBe(1);
  expect(await untilComplete(path, { onWait: () => (waits += 1) })).toBe(true);
  expect(waits).toBe(1);
});

it('A file that is cut off and at rest is not waited for.', async () => {
  const path = join(temporaryFolder(), 'part.stl');
  writeFileSync(path, bytes.subarray(0, 200));
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  expect(await untilComplete(path)).toBe(false);
});

it('Paths of one file have one key: composed letters, folders that are not there, parents.', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'Gehäuse.stl'.normalize('NFC')), bytes);
  const key = await fileKey(join(folder, 'Gehäuse.stl'.normalize('NFC')));
  expect(await fileKey(join(folder, 'x', '..', 'Gehäuse.stl'.normalize('NFD')))).toBe(key);
  expect(await fileKey(join(folder, 'nowhere', 'part.stl'))).not.toBe(key);
});
