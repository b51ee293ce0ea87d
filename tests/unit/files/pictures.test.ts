/** The pictures of parts that lists show, on a real disk. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPictures } from '../../../src-main/files/pictures.ts';
import { largestPicture } from '../../../src-shared/ipc/part-picture.ts';
import { temporaryFolder } from '../../support/folder.ts';

const png = (more: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(more, more)]);
const sha = (number: number) => number.toString(16).padStart(64, '0');
const setUp = (most?: number) => {
  const folder = join(temporaryFolder(), 'pictures');
  return { folder, pictures: createPictures({ folder, ...(most !== undefined && { most }) }) };
};

it('A picture is found again after a restart, and a newer one replaces it.', async () => {
  const { folder, pictures } = setUp();
  expect(await pictures.read([sha(1)])).toEqual(new Map());
  await pictures.keep(sha(1), png(10));
  await pictures.keep(sha(1), png(20));
  expect(await createPictures({ folder }).read([sha(1), sha(2)])).toEqual(new Map([[sha(1), png(20)]]));
  expect(readdirSync(folder)).toEqual([`${sha(1)}.png`]);
});

it('What is no picture, or too large, is neither kept nor read.', async () => {
  const { folder, pictures } = setUp();
  await pictures.keep(sha(1), Buffer.from('<svg onload="alert(1)"/>'));
  await pictures.keep(sha(2), png(largestPicture));
  mkdirSync(folder, { recursive: true });
  expect(readdirSync(folder)).toEqual([]);
  // A power cut can leave a name without content.
  writeFileSync(join(folder, `${sha(3)}.png`), '');
  expect(await pictures.read([sha(3)])).toEqual(new Map());
});

it('Beyond a number, the oldest pictures are removed.', async () => {
  const { folder, pictures } = setUp(20);
  for (let number = 1; number <= 30; number++) {
    await pictures.keep(sha(number), png(4));
    const at = new Date(1_700_000_000_000 + number * 1000);
    utimesSync(join(folder, `${sha(number)}.png`), at, at);
  }
  await pictures.keep(sha(99), png(4));
  const names = readdirSync(folder);
  expect(names.length).toBeLessThanOrEqual(23);
  expect(names).toContain(`${sha(99)}.png`);
  expect(names).not.toContain(`${sha(1)}.png`);
});

it('A folder that cannot be written costs the picture and nothing else.', async () => {
  const base = temporaryFolder();
  writeFileSync(join(base, 'pictures'), 'a file in its place');
  const pictures = createPictures({ folder: join(base, 'pictures') });
  await pictures.keep(sha(1), png(4));
  expect(await pictures.read([sha(1)])).toEqual(new Map());
});
