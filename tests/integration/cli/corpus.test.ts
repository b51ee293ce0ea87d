/**
 * `fabdesk check` on the whole corpus.
 * @release
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

it.skipIf(!corpusPresent)(
  'check agrees with the reference on every file of the corpus that is beyond doubt.',
  async () => {
    const { json } = await runFabdesk(['check', '--json', '.'], {
      cwd: corpusDir,
      env: { FABDESK_DATA: '/nowhere' },
    });
    const entries = json() as { file: string; error?: unknown; triangles: number; watertight: boolean }[];
    expect(entries.length).toBeGreaterThan(100);
    const promised = [
      'file',
      'format',
      'triangles',
      'boundingBox',
      'area',
      'volume',
      'watertight',
      'shells',
      'unit',
      'findings',
    ];
    for (const entry of entries) {
      const fields = Object.keys(entry);
      if (entry.error === undefined) expect(fields).toEqual(expect.arrayContaining(promised));
      else expect(fields).toEqual(['file', 'error']);
    }
    const reference = JSON.parse(readFileSync(join(corpusDir, 'reference.json'), 'utf8')) as Record<
      string,
      { triangles: number; watertight: boolean }
    >;
    for (const name of ['7_8ths_cube.stl', '1002_tray_bottom.STL', 'unit_cube.STL', 'plate_holes.STL']) {
      const file = join('mikedh-trimesh', 'models', name);
      const { triangles, watertight } = reference[`mikedh-trimesh/models/${name}`] ?? {};
      expect(entries.find((entry) => entry.file === file)).toMatchObject({ triangles, watertight });
    }
  },
);
