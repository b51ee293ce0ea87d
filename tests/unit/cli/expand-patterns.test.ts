import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandPatterns } from '../../../src-main/hosts/cli/input/expand-patterns.ts';
import { modelFolder, run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';

function folder(): string {
  const path = temporaryFolder();
  mkdirSync(join(path, 'parts'));
  for (const name of ['b.stl', 'a.stl', 'ab.stl', 'a.obj', '.hidden.stl', 'x+y.stl']) {
    writeFileSync(join(path, 'parts', name), '');
  }
  return path;
}

describe('a pattern that no shell has replaced', () => {
  it.each([
    ['*.stl', ['a.stl', 'ab.stl', 'b.stl', 'x+y.stl']],
    ['?.stl', ['a.stl', 'b.stl']],
    ['a*', ['a.obj', 'a.stl', 'ab.stl']],
    ['x+*.stl', ['x+y.stl']],
  ])('A pattern matches the files of its folder: %s', async (pattern, names) => {
    const cwd = folder();
    expect(await expandPatterns([join('parts', pattern)], cwd)).toEqual(
      names.map((name) => join('parts', name)),
    );
    expect(await expandPatterns([pattern], join(cwd, 'parts'))).toEqual(names);
    expect(await expandPatterns([join(cwd, 'parts', pattern)], '/')).toEqual(
      names.map((name) => join(cwd, 'parts', name)),
    );
  });

  it('A pattern passes material and quantity on to every file.', async () => {
    expect(await expandPatterns(['?.stl:6:2', 'a.obj:25'], join(folder(), 'parts'))).toEqual([
      'a.stl:6:2',
      'b.stl:6:2',
      'a.obj:25',
    ]);
  });

  it.each(['*.3mf', 'nowhere/*.stl', 'a.stl', `${'*'.repeat(40)}x`])(
    'A pattern without matches stays, and so do names without a pattern: %j',
    async (text) => {
      expect(await expandPatterns([text], join(folder(), 'parts'))).toEqual([text]);
    },
  );

  it('Commands check the files of a pattern one by one.', async () => {
    const cwd = modelFolder();
    const { code, json } = await run(['check', '--json', '*.stl'], { cwd });
    expect([code, json()]).toMatchObject([0, [{ file: 'cube.stl' }]]);
  });
});
