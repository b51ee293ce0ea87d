import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { makeBox, makeCube } from '../../fixtures/geometry/solids.ts';
import { modelFolder, run } from '../../support/cli.ts';

const shell = 20 ** 3 - 16 ** 3;
const folder = () => modelFolder({ 'cube.stl': makeCube(20), 'inch.stl': makeCube(1) });

describe('fabdesk hollow', () => {
  it('hollow writes a closed shell and says what it saves and where its holes are.', {
    tags: 'release',
  }, async () => {
    const cwd = folder();
    const { code, stdout } = await run(['hollow', 'cube.stl', '--wall', '2', '-o', 'shell.stl'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('cube.stl -> shell.stl');
    expect(stdout).toMatch(/volume +8,000 -> 3,[789]\d\d.* mm³ \(−5\d%\)/);
    expect(stdout.match(/3\.5 mm wide at/g)).toHaveLength(2);
    expect(stdout).not.toContain('warn');
    const { measures, checks } = await analyseModel(readFileSync(join(cwd, 'shell.stl')), 'shell.stl');
    expect(checks.watertight).toBe(true);
    expect(measures.volume).toBeLessThan(shell * 1.03);
    expect(measures.volume).toBeGreaterThan(shell - 2 * Math.PI * 1.8 ** 2 * 2.1);
  });

  it('hollow keeps the unit of the file, whose wall is in mm all the same.', {
    tags: 'release',
  }, async () => {
    const cwd = folder();
    const args = ['hollow', 'inch.stl', '--unit', 'in', '--wall', '2', '--hole', '3', '--holes', '1'];
    const { json } = await run([...args, '--json', '-o', 'shell.stl'], { cwd });
    expect(json()).toMatchObject({
      file: 'inch.stl',
      written: 'shell.stl',
      unit: null,
      wall: 2,
      cavities: 1,
      findings: [],
    });
    const { before, after, saved, holes, thinnest } = json() as Record<string, number> & { holes: object[] };
    expect(before).toBeCloseTo(25.4 ** 3, 2);
    expect(saved).toBeCloseTo(before! - after!, 6);
    expect(holes).toHaveLength(1);
    expect(thinnest).toBeGreaterThanOrEqual(1.98);
    const { measures } = await analyseModel(readFileSync(join(cwd, 'shell.stl')), 'shell.stl');
    expect(measures.bounds!.max[0] - measures.bounds!.min[0]).toBeCloseTo(1, 5);
  });

  it('hollow refuses open parts, walls without room, its own input, existing files and bad numbers.', async () => {
    const open = { ...makeCube(20), indices: makeCube(20).indices.slice(6) };
    const cwd = modelFolder({
      'open.stl': open,
      'cube.stl': makeCube(20),
      'old.stl': makeBox([0, 0, 0], [1, 1, 1]),
    });
    const hollow = (file: string, output: string, ...more: string[]) =>
      run(['hollow', file, '-o', output, ...more], { cwd });
    const opened = await hollow('open.stl', 'a.stl', '--wall', '2');
    expect([opened.code, opened.stderr]).toEqual([1, expect.stringContaining('Only a closed solid')]);
    const thick = await hollow('cube.stl', 'a.stl', '--wall', '10');
    expect([thick.code, thick.stderr]).toEqual([1, expect.stringContaining('No room is left')]);
    expect((await hollow('cube.stl', 'cube.stl', '--wall', '2', '--force')).code).toBe(2);
    const there = await hollow('cube.stl', 'old.stl', '--wall', '4');
    expect([there.code, there.stderr]).toEqual([1, expect.stringContaining('already exists')]);
    expect((await hollow('cube.stl', 'a.stl', '--wall', 'thick')).code).toBe(2);
    expect((await hollow('cube.stl', 'a.stl', '--wall', '2', '--holes', '0')).code).toBe(2);
    expect((await hollow('cube.stl', 'a.obj', '--wall', '2')).stderr).toContain('.stl or .3mf');
    expect((await hollow('none.stl', 'a.stl', '--wall', '2')).code).toBe(1);
  });
});
