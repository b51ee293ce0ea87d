import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeCube, makeIcosphere, makeTorus, moveMesh } from '../../fixtures/geometry/solids.ts';
import { modelFolder, opened, run } from '../../support/cli.ts';

const overlapping = joinMeshes([makeCube(10), moveMesh(makeCube(10), [5, 5, 5])]);

describe('repair', () => {
  it('repair writes the repaired model and lists the changes, and leaves the original file alone.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const given = readFileSync(join(cwd, 'open.stl'));
    const { code, stdout, stderr, connects } = await run(['repair', 'open.stl', '-o', 'whole.stl'], { cwd });
    expect({ code, stderr, connects }).toEqual({ code: 0, stderr: '', connects: 0 });
    expect(stdout).toContain('Filled one hole; the new surface is 200 square units of the file.');
    const inInches = await run(['repair', 'open.stl', '-o', 'inches.stl', '--unit', 'in'], { cwd });
    expect(inInches.stdout).toContain('Filled one hole; the new surface is 1,290.3 cm².');
    expect(stdout).toContain('-> 8,000 cubic units');
    const mended = await analyseModel(readFileSync(join(cwd, 'whole.stl')), 'whole.stl');
    expect(mended.measures).toMatchObject({ triangles: 12, volume: 8000, area: 2400 });
    expect(mended.checks.findings).toEqual([]);
    expect(readFileSync(join(cwd, 'open.stl')).equals(given)).toBe(true);
  });

  it('repair --json prints everything, and overlaps are joined unless --no-join is given.', async () => {
    const cwd = modelFolder({ 'two.stl': overlapping });
    const joined = await run(['repair', '--json', 'two.stl', '--output', 'one.3mf', '--unit', 'in'], { cwd });
    expect(joined.code).toBe(0);
    expect(joined.json()).toMatchObject({
      file: 'two.stl',
      written: ['one.3mf'],
      changes: [{ kind: 'joined-parts', count: 2, sentence: 'Joined 2 overlapping parts.' }],
      left: [],
      before: { volume: 2000 },
      after: { volume: 1875 },
      watertight: true,
      shells: 1,
      findings: [],
    });
    const read = await analyseModel(readFileSync(join(cwd, 'one.3mf')), 'one.3mf');
    expect(read.unit).toBe('in');
    expect(read.measures.volume).toBeCloseTo(1875, 6);
    const kept = await run(['repair', '--json', 'two.stl', '-o', 'same.stl', '--no-join'], { cwd });
    expect(kept.json()).toMatchObject({ changes: [], after: { volume: 2000 } });
  });

  it('repair --split writes one file per part.', async () => {
    const cwd = modelFolder({
      'kit.stl': joinMeshes([makeCube(10), moveMesh(makeTorus(5, 1, 30, 12), [50, 0, 0])]),
    });
    const { code, json } = await run(['repair', '--json', 'kit.stl', '-o', 'part.stl', '--split'], { cwd });
    expect(code).toBe(0);
    expect(json()).toMatchObject({ written: ['part-1.stl', 'part-2.stl'] });
    const first = await analyseModel(readFileSync(join(cwd, 'part-1.stl')), 'part-1.stl');
    expect(first.measures.volume).toBe(1000);
  });

  it('repair says if STL is too coarse for the result.', async () => {
    const far = moveMesh(makeIcosphere(0.02, 3), [100_000, 100_000, 100_000]);
    const text = Array.from({ length: far.indices.length / 3 }, (_, face) =>
      [0, 1, 2]
        .map(
          (k) =>
            `v ${[...far.positions.slice(far.indices[face * 3 + k]! * 3, far.indices[face * 3 + k]! * 3 + 3)].join(' ')}`,
        )
        .join('\n'),
    ).join('\n');
    const faces = Array.from(
      { length: far.indices.length / 3 },
      (_, i) => `f ${i * 3 + 1} ${i * 3 + 2} ${i * 3 + 3}`,
    );
    const cwd = modelFolder({ 'far.obj': `${text}\n${faces.join('\n')}\n` });
    const coarse = await run(['repair', 'far.obj', '-o', 'far.stl'], { cwd });
    expect(coarse.stdout).toContain('Save as 3MF');
    const exact = await run(['repair', 'far.obj', '-o', 'far.3mf', '--unit', 'mm'], { cwd });
    expect(exact.code).toBe(0);
    expect(exact.stdout).not.toContain('Save as 3MF');
  });

  it('repair and check never disagree about what was written.', async () => {
    const touching = joinMeshes([makeCube(10), moveMesh(makeCube(10), [10, 10, 0])]);
    const ball = makeIcosphere(10, 3);
    const cwd = modelFolder({
      'touching.stl': touching,
      'overlapping.stl': overlapping,
      'lidless.stl': { ...ball, indices: ball.indices.slice(0, 1500) },
      'crossing.stl': makeTorus(10, 11, 20, 20),
    });
    for (const name of ['touching', 'overlapping', 'lidless', 'crossing']) {
      const repaired = await run(['repair', `${name}.stl`, '-o', `${name}-2.stl`], { cwd });
      const checked = await run(['check', `${name}-2.stl`], { cwd });
      expect([name, repaired.code]).toEqual([name, checked.code]);
      if (name === 'touching') expect(repaired.stdout).toContain('apart where parts touched');
    }
  });

  it('repair ends with 1 if defects are left.', async () => {
    const ball = makeIcosphere(10, 3);
    const bowl = { ...ball, indices: ball.indices.slice(0, 1500) };
    const cwd = modelFolder({ 'bowl.stl': bowl });
    const { code, stdout } = await run(['repair', 'bowl.stl', '-o', 'out.stl'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('not printable');
    expect(stdout).toContain('too large to fill');
  });

  it('repair replaces a file only with --force, and never the original one.', async () => {
    const cwd = modelFolder({ 'there.stl': makeCube(1) });
    const before = readFileSync(join(cwd, 'there.stl'));
    const refused = await run(['repair', 'cube.stl', '-o', 'there.stl'], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('already exists');
    expect(readFileSync(join(cwd, 'there.stl')).equals(before)).toBe(true);
    expect((await run(['repair', 'cube.stl', '-o', 'there.stl', '--force'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'there.stl')).equals(before)).toBe(false);
    // By another path, by a link, and as one of several parts.
    symlinkSync('cube.stl', join(cwd, 'link.stl'));
    const kit = joinMeshes([makeCube(10), moveMesh(makeCube(5), [50, 0, 0])]);
    writeFileSync(join(cwd, 'kit-1.stl'), writeBinaryStl(kit));
    for (const args of [
      ['cube.stl', '-o', './cube.stl'],
      ['cube.stl', '-o', 'link.stl'],
      ['kit-1.stl', '-o', 'kit.stl', '--split'],
    ]) {
      const original = readFileSync(join(cwd, args[0]!));
      expect((await run(['repair', ...args, '--force'], { cwd })).code).toBe(2);
      expect(readFileSync(join(cwd, args[0]!)).equals(original)).toBe(true);
    }
  });

  it.each([
    [['cube.stl', '-o', 'out.obj'], '.stl or .3mf'],
    [['cube.stl', '-o', 'out.3mf'], '--unit mm'],
    [['cube.stl', '-o', 'out.stl', '--tolerance', '-1'], 'not a tolerance'],
    [['cube.stl'], '--output'],
  ])('repair refuses %j before anything is written.', async (args, words) => {
    const cwd = modelFolder();
    const { code, stderr } = await run(['repair', ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(existsSync(join(cwd, 'out.stl')) || existsSync(join(cwd, 'out.3mf'))).toBe(false);
  });
});
