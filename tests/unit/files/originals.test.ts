import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeDisk } from '../../../src-main/files/disk.ts';
import { Originals } from '../../../src-main/files/originals.ts';
import { rejectionCode } from '../../support/error-code.ts';
import { temporaryFolder } from '../../support/folder.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function setUp(disk = nodeDisk) {
  const folder = temporaryFolder();
  const path = join(folder, 'bracket.stl');
  writeFileSync(path, 'first');
  const originals = new Originals(disk);
  const look = async (text = 'first') => (await originals.compare([{ path, sha256: hashOf(text) }]))[0];
  return { folder, path, originals, look };
}

it('A file is judged when two looks agree: it is the same, or was overwritten.', async () => {
  const { path, look } = setUp();
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('same');
  writeFileSync(path, 'second, which is longer');
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('changed');
  expect(await look('second, which is longer')).toBe('same');
});

it('A new file of the same size that was renamed into place is another version.', async () => {
  const { folder, path, look } = setUp();
  await look();
  await look();
  writeFileSync(join(folder, 'bracket.stl.tmp'), 'other');
  utimesSync(join(folder, 'bracket.stl.tmp'), 1_800_000_000, 1_800_000_000);
  renameSync(join(folder, 'bracket.stl.tmp'), path);
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('changed');
});

it('A file that was replaced by another one of the same size and time is another version.', async () => {
  const { path, look } = setUp();
  utimesSync(path, 1_800_000_000, 1_800_000_000);
  await look();
  expect(await look()).toBe('same');
  writeFileSync(path, 'other');
  utimesSync(path, 1_800_000_000, 1_800_000_000);
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('changed');
});

it('Nothing that was known of a file before it was read again counts, where the system keeps no time of its own.', async () => {
  const { path, originals, look } = setUp({
    ...nodeDisk,
    facts: async (asked) => ({ ...(await nodeDisk.facts(asked)), modifiedAt: 0, changedAt: 0 }),
  });
  await look();
  expect(await look()).toBe('same');
  writeFileSync(path, 'other');
  originals.forget(path);
  expect(await look('other')).toBe('unsettled');
  expect(await look('other')).toBe('same');
});

it('A file that was only touched is the same.', async () => {
  const { path, look } = setUp();
  await look();
  await look();
  utimesSync(path, 1_800_000_000, 1_800_000_000);
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('same');
});

it('A file that is being written is not read before it is complete.', async () => {
  const { path, look } = setUp();
  await look();
  for (const piece of ['a', 'b', 'c']) {
    appendFileSync(path, piece);
    expect(await look()).toBe('unsettled');
  }
  expect(await look('firstabc')).toBe('same');
});

it('A file that changes while it is read is looked at again.', async () => {
  let grows = true;
  const growing = {
    ...nodeDisk,
    hash: async (path: string, size: number) => {
      const found = await nodeDisk.hash(path, size);
      if (grows) appendFileSync(path, ' and more');
      return found;
    },
  };
  const { look } = setUp(growing);
  await look();
  expect(await look()).toBe('unsettled');
  grows = false;
  await look();
  expect(await look('first and more')).toBe('same');
});

it('An emptied file is unsettled, a deleted one missing, and one whose folder is away unsettled.', async () => {
  const { folder, path, look } = setUp();
  await look();
  writeFileSync(path, '');
  expect(await look()).toBe('unsettled');
  rmSync(path);
  expect(await look()).toBe('missing');
  rmSync(folder, { recursive: true });
  expect(await look()).toBe('unsettled');
  mkdirSync(folder);
  writeFileSync(path, 'first');
  expect(await look()).toBe('unsettled');
  expect(await look()).toBe('same');
});

it('Two parts with different versions of one file each get their answer.', async () => {
  const { path, originals } = setUp();
  const questions = ['first', 'second'].map((text) => ({ path, sha256: hashOf(text) }));
  await originals.compare(questions);
  expect(await originals.compare(questions)).toEqual(['same', 'changed']);
});

it('Only files that can be imported are looked at.', async () => {
  const { originals } = setUp();
  const question = [{ path: '/etc/passwd', sha256: hashOf('') }];
  expect(await rejectionCode(originals.compare(question))).toBe('file-not-importable');
});
