/** Paths that are one file, whatever way leads to it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { originOf } from '../../../src-main/files/file-key.ts';
import { temporaryFolder } from '../../support/folder.ts';

it('A file and the document of its export are one place through a link and in each composition of accents.', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'models'));
  writeFileSync(join(folder, 'models', 'Büchse.stl'.normalize('NFC')), '');
  symlinkSync(join(folder, 'models'), join(folder, 'link'));
  const file = (below: string, form: 'NFC' | 'NFD') => ({
    path: join(folder, below, 'Büchse.stl'.normalize('NFC')),
    source: `${join(folder, below, 'Träger.FCStd'.normalize(form))}#Body`,
  });
  const place = await originOf(file('models', 'NFC'));
  expect(await originOf(file('link', 'NFD'))).toEqual(place);
  expect(place.source).toMatch(/#Body$/);
  expect(await originOf({ path: null })).toEqual({ path: null, source: null });
});
