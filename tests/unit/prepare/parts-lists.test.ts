/** Which dropped file a row of a parts list names. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readLists } from '../../../src-renderer/features/prepare/files/parts-lists.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { wideCatalog } from '../../support/wide-catalog.ts';

const { materials } = wideCatalog;
const fileAt = (path: string, content = '') => new File([content], path.split('/').at(-1)!);

/** @param paths from the name of the dropped folder on; a path without a slash was dropped by itself */
async function taken(listAt: string, text: string, modelsAt: readonly string[], space = 200) {
  const list = fileAt(listAt, text);
  const models = modelsAt.map((path) => fileAt(path));
  const paths = new Map<File, string>();
  for (const [file, path] of [[list, listAt] as const, ...models.map((m, i) => [m, modelsAt[i]!] as const)])
    if (path.includes('/')) paths.set(file, path);
  const { listed, leftOut, refused } = await readLists({ lists: [list], models, paths }, materials, space);
  const pathOf = (file: File) => modelsAt[models.indexOf(file)];
  return {
    listed: [...listed].map(([file, of]) => [pathOf(file), ...of.map(({ quantity }) => quantity)]),
    leftOut: [...leftOut].map(pathOf),
    faults: refused.flatMap(({ faults }) => faults.map(({ line, text: of }) => `${line} ${english.say(of)}`)),
  };
}

it('Files of the same name in two folders are told apart by the folder that the row names.', async () => {
  const models = ['/job/a/lid.stl', '/job/b/lid.stl'];
  const { listed, faults } = await taken('/job/parts.csv', 'file,qty\nb/lid.stl,3\na\\LID.stl,2', models);
  expect(listed).toEqual([
    ['/job/b/lid.stl', 3],
    ['/job/a/lid.stl', 2],
  ]);
  expect(faults).toEqual([]);
});

it('A row that could mean several files is refused, and none of them is taken.', async () => {
  const models = ['/job/a/lid.stl', '/job/b/lid.stl', '/job/c.stl'];
  expect(await taken('/job/parts.csv', 'file,qty\nlid.stl,3\nc.stl,1', models)).toEqual({
    listed: [['/job/c.stl', 1]],
    leftOut: ['/job/a/lid.stl', '/job/b/lid.stl'],
    faults: ['2 Several files are called lid.stl. Name the folder in the list, too.'],
  });
});

it('The file in the place that the row names counts, whatever has its name elsewhere.', async () => {
  const { listed } = await taken('/job/parts.csv', 'file,qty\nlid.stl,3', [
    '/job/old/lid.stl',
    '/job/lid.stl',
  ]);
  expect(listed).toEqual([['/job/lid.stl', 3]]);
});

it('A list dropped beside a folder names the models in it.', async () => {
  const { listed, faults } = await taken('parts.csv', 'file,qty\nmodels/hinge.stl,2', ['/models/hinge.stl']);
  expect([listed, faults]).toEqual([[['/models/hinge.stl', 2]], []]);
});

it('Composed and decomposed letters are the same.', async () => {
  const { listed } = await taken('parts.csv', 'file\nStu\u0308tze.stl', ['St\u00fctze.stl']);
  expect(listed).toHaveLength(1);
});

it('A table in a folder that names none of the models is left out without a word, and a list with faults is not.', async () => {
  expect((await taken('/job/bom.csv', 'name,weight\nx,1', ['/job/lid.stl'])).faults).toEqual([]);
  expect(
    (await taken('/job/parts.csv', 'file,material\nlid.stl,Gold leaf', ['/job/lid.stl'])).faults,
  ).toEqual(['2 There is no material "Gold leaf".']);
});

it('Rows for which the plate has no room are named.', async () => {
  const text = 'file,qty\nlid.stl,1\nlid.stl,2\nlid.stl,3';
  const { listed, faults } = await taken('parts.csv', text, ['lid.stl'], 2);
  expect(listed).toEqual([['lid.stl', 1, 2]]);
  expect(faults).toEqual(['4 The plate is full.']);
});

it('A saved quote takes the file with the quoted content, in the quoted size, and no other.', async () => {
  const [one, other] = [fileAt('/v1/lid.stl', 'one'), fileAt('/v2/lid.stl', 'other')];
  const sha256 = createHash('sha256').update('other').digest('hex');
  const row = `part,lid.stl,6,2,in,0.5,${sha256}`;
  const list = fileAt(
    'quote.csv',
    `kind,file,material,quantity,unit,scale,sha256,price_is\n${row},named\n${row.replace(sha256, 'a'.repeat(64))},named`,
  );
  const { listed, refused } = await readLists(
    { lists: [list], models: [one, other], paths: new Map() },
    materials,
    200,
  );
  expect([...listed]).toEqual([[other, [{ materialId: 6, quantity: 2, unit: 'in', uploadScale: 0.0127 }]]]);
  expect(refused[0]?.faults.map(({ line, text }) => `${line} ${english.say(text)}`)).toEqual([
    '3 lid.stl is not the file that was quoted. Quote it again, or bring the quoted version back.',
  ]);
});
