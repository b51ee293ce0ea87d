import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { joinMeshes, makeBox, makeCube } from '../../fixtures/geometry/solids.ts';
import { modelFolder, run } from '../../support/cli.ts';

const plate = makeBox([0, 0, 0], [40, 20, 5]);
const folder = () =>
  modelFolder({
    'a.stl': plate,
    'b.stl': joinMeshes([plate, makeBox([30, 5, 5], [32, 7, 6])]),
    'inches.stl': makeBox([0, 0, 0], [40 * 25.4, 20 * 25.4, 5 * 25.4]),
  });

describe('fabdesk compare', () => {
  it('compare reports measures, distances and the place of a change.', async () => {
    const { code, stdout } = await run(['compare', 'a.stl', 'b.stl'], { cwd: folder() });
    expect(code).toBe(0);
    expect(stdout).toContain('a.stl -> b.stl');
    expect(stdout).toContain('40 × 20 × 5 mm -> 40 × 20 × 6 mm');
    expect(stdout).toMatch(/volume +4,000 -> 4,004 mm³/);
    expect(stdout).toMatch(/distance +at most 1\.005 mm/);
    expect(stdout).toContain('up to 1 mm added, up to 0 mm removed');
    expect(stdout).toMatch(/1 mm added near \(3[0-2]/);
    expect(stdout).toContain('mm was assumed');
  });

  it('compare recognises the same part, and one in the wrong unit.', async () => {
    const cwd = folder();
    expect((await run(['compare', 'a.stl', 'a.stl'], { cwd })).stdout).toContain(
      'Both versions are the same',
    );
    const scaled = await run(['compare', 'a.stl', 'inches.stl'], { cwd });
    expect(scaled.stdout).toMatch(/only scaled, by 25\.4\. This is the ratio of in to mm/);
  });

  it('compare --json gives everything in mm, in the unit of --unit.', async () => {
    const { json } = await run(['compare', '--json', '--unit', 'cm', 'a.stl', 'b.stl'], { cwd: folder() });
    expect(json()).toMatchObject({
      old: 'a.stl',
      new: 'b.stl',
      units: { old: null, new: null },
      before: { volume: 4_000_000 },
      after: { triangles: 24 },
      only: null,
      map: null,
    });
    const { most, mostAtMost, signed, places } = json() as {
      most: number;
      mostAtMost: number;
      signed: { added: number };
      places: { distance: number }[];
    };
    expect(most).toBeCloseTo(10, 6);
    expect(mostAtMost).toBeLessThan(10.1);
    expect(signed.added).toBeCloseTo(10, 6);
    expect(places[0]!.distance).toBeCloseTo(10, 6);
  });

  it('compare --map writes a coloured model, and replaces a file only with --force.', async () => {
    const cwd = folder();
    const map = (...more: string[]) =>
      run(['compare', '--map', 'change.ply', ...more, 'a.stl', 'b.stl'], { cwd });
    expect((await map()).code).toBe(0);
    const bytes = readFileSync(join(cwd, 'change.ply'));
    const { measures } = await analyseModel(bytes, 'change.ply');
    expect(measures.triangles).toBe(24);
    expect(measures.volume).toBeCloseTo(4004, 3);
    const header = bytes.indexOf('end_header\n') + 11;
    const reds = Array.from({ length: 16 }, (_, vertex) => [
      bytes.readFloatLE(header + vertex * 19 + 12),
      ...bytes.subarray(header + vertex * 19 + 16, header + vertex * 19 + 19),
    ]);
    expect(reds.filter(([value]) => Math.abs(value! - 1) < 1e-5).map((entry) => entry.slice(1))).toEqual(
      Array(4).fill([255, 0, 0]),
    );
    expect(reds.filter(([value]) => Math.abs(value!) < 1e-5)).toHaveLength(12);
    const again = await map();
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('already exists');
    expect((await map('--force')).code).toBe(0);
  });

  it('compare refuses a missing file, a wrong name for the map, and its own input as the map.', async () => {
    const cwd = folder();
    const missing = await run(['compare', 'a.stl', 'none.stl'], { cwd });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('none.stl');
    const named = await run(['compare', '--map', 'map.stl', 'a.stl', 'b.stl'], { cwd });
    expect(named.code).toBe(2);
    expect(named.stderr).toContain('must end in .ply');
    writeFileSync(join(cwd, 'own.ply'), '');
    const own = await run(['compare', '--force', '--map', 'own.ply', 'own.ply', 'a.stl'], { cwd });
    expect(own.code).toBe(2);
  });

  it('compare says without signs that a version is open.', async () => {
    const open = { ...makeCube(10), indices: makeCube(10).indices.slice(6) };
    const cwd = modelFolder({ 'open.stl': open, 'cube.stl': makeCube(10) });
    const { stdout } = await run(['compare', 'cube.stl', 'open.stl'], { cwd });
    expect(stdout).toContain('not a closed solid');
    expect(stdout).not.toMatch(/mm (added|removed)/);
  });

  it('compare speaks German.', async () => {
    const { stdout } = await run(['compare', 'a.stl', 'b.stl'], {
      cwd: folder(),
      env: { LANG: 'de_DE.UTF-8' },
    });
    expect(stdout).toContain('hinzugekommen');
  });
});
