import { describe, expect, it } from 'vitest';
import { analyseEach } from '../../../src-main/hosts/cli/analysis/analysis-pool.ts';
import { findModelFiles } from '../../../src-main/hosts/cli/input/model-files.ts';
import {
  joinMeshes,
  makeBox,
  makeCube,
  makeIcosphere,
  moveMesh,
  turnInsideOut,
} from '../../fixtures/geometry/solids.ts';
import { modelFolder, run } from '../../support/cli.ts';
import { rotateMesh, rotationAbout } from '../../support/rotate-mesh.ts';

interface Entry {
  readonly thorough: {
    readonly unit: string;
    readonly results: readonly { kind: string; status: string; message: string; finding: object | null }[];
  };
}

describe('check --thorough', () => {
  it('check --thorough answers every question, and fails a part with thin walls.', {
    tags: 'release',
  }, async () => {
    const cwd = modelFolder({ 'plate.stl': makeBox([0, 0, 0], [50, 30, 0.5]) });
    const good = await run(['check', '--json', '--min-wall', '0.4', 'plate.stl'], { cwd });
    expect(good.code).toBe(0);
    const [plate] = good.json() as [Entry];
    expect(plate.thorough.unit).toBe('mm');
    expect(plate.thorough.results.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'self-intersections pass',
      'overlapping-parts pass',
      'nested-parts pass',
      'cavities pass',
      'trapped-powder pass',
      'tiny-parts pass',
      'thin-walls pass',
      'thin-pins pass',
    ]);
    const thin = await run(['check', '--thorough', '--min-wall', '0.7', 'plate.stl'], { cwd });
    expect(thin.code).toBe(1);
    expect(thin.stdout).toContain('At risk');
    expect(thin.stdout).toContain('under 0.7 mm');
    expect(thin.stdout).toContain('thinnest 0.5 mm');
    expect(thin.stdout).toContain('mm was assumed');
  });

  it('check --thorough tells the smallest box and the sides on which a part can lie.', async () => {
    const cwd = modelFolder({
      'box.stl': rotateMesh(makeBox([0, 0, 0], [40, 20, 10]), rotationAbout([0, 0, 1], Math.PI / 4)),
    });
    const { stdout } = await run(['check', '--thorough', 'box.stl'], { cwd });
    expect(stdout).toMatch(/smallest box {2}40 × 20 × 10 mm if rotated, 56% less/);
    expect(stdout).toMatch(/lies on {7}side [+-]Z: 10 mm high on 800 mm², tips over beyond 63°/);
    const [entry] = (await run(['check', '--json', '--thorough', 'box.stl'], { cwd })).json() as [
      { thorough: { placement: { smallest: { size: number[] }; restingSides: object[] } } },
    ];
    expect(entry.thorough.placement.smallest.size.map(Math.round)).toEqual([40, 20, 10]);
    expect(entry.thorough.placement.restingSides).toHaveLength(6);
  });

  it('check --thorough converts the minimum wall into the unit of the file.', {
    tags: 'release',
  }, async () => {
    const cwd = modelFolder({ 'plate.stl': makeBox([0, 0, 0], [5, 3, 0.05]) });
    const check = (unit: string) =>
      run(['check', '--json', '--min-wall', '0.7', '--unit', unit, 'plate.stl'], { cwd });
    expect((await check('cm')).code).toBe(1);
    expect((await check('in')).code).toBe(0);
  });

  it('check --thorough skips walls without a limit, and says so.', async () => {
    const cwd = modelFolder({ 'two.stl': joinMeshes([makeCube(10), moveMesh(makeCube(10), [5, 5, 5])]) });
    const { code, stdout } = await run(['check', '--thorough', 'two.stl'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/warn {2}2 parts overlap/);
    expect(stdout).toMatch(/skip {2}Wall thickness not measured/);
    const quick = await run(['check', '--json', 'two.stl'], { cwd });
    expect(quick.json()).not.toHaveProperty('0.thorough');
  });

  it('check --thorough lists cavities that keep powder, for the given escape hole.', async () => {
    const hollow = joinMeshes([makeCube(20), moveMesh(turnInsideOut(makeCube(10)), [5, 5, 5])]);
    const cwd = modelFolder({ 'hollow.stl': hollow });
    const { json } = await run(['check', '--json', '--escape-hole', '2', 'hollow.stl'], { cwd });
    const [{ thorough }] = json() as [Entry & { thorough: { trapped: { cavities: object[] } } }];
    expect(thorough.trapped).toMatchObject({ escapeHole: 2, resolution: expect.any(Number) });
    expect(thorough.trapped.cavities).toEqual([
      { volume: expect.closeTo(1000, 6), place: [10, 10, 10], width: null, opening: null },
    ]);
    const { stdout } = await run(['check', '--thorough', 'hollow.stl'], { cwd });
    expect(stdout).toMatch(/warn {2}Powder or resin stays in one cavity \(1 cm³\)/);
  });

  it('check --thorough shows places only on request.', { tags: 'release' }, async () => {
    const cwd = modelFolder({ 'plate.stl': makeBox([0, 0, 0], [50, 30, 0.5]) });
    const find = async (...more: string[]) => {
      const { json } = await run(['check', '--json', '--min-wall', '1', ...more, 'plate.stl'], { cwd });
      return (json() as [Entry])[0].thorough.results.find(({ kind }) => kind === 'thin-walls')!.finding;
    };
    expect(await find()).not.toHaveProperty('faces');
    expect(await find('--places')).toHaveProperty('faces', [0, 1, 2, 3]);
  });

  it('check --thorough works in worker threads, too.', async () => {
    const ball = makeIcosphere(10, 5);
    const cwd = modelFolder({ 'a.stl': ball, 'b.stl': ball });
    const entries = await findModelFiles(['a.stl', 'b.stl'], cwd);
    const workerEntry = new URL('../../../src-main/hosts/cli/main.ts', import.meta.url);
    const padded = entries.map((entry) => ('size' in entry ? { ...entry, size: 5_000_000 } : entry));
    const statuses: (string | undefined)[] = [];
    for await (const result of analyseEach(padded, {
      signal: new AbortController().signal,
      workerEntry,
      threads: 2,
      thorough: { minWall: 1, unit: 'mm' },
    })) {
      if ('analysis' in result) statuses.push(result.analysis.thorough?.results.at(-1)?.status);
    }
    expect(statuses).toEqual(['pass', 'pass']);
  });

  it.each([
    [['--min-wall', '0', 'cube.stl'], 'not a wall thickness'],
    [['--escape-hole', 'wide', 'cube.stl'], 'not the size of a hole'],
    [['--unit', 'mm', 'cube.stl'], 'only matters with --thorough'],
  ])('check --thorough refuses %j.', async (args, words) => {
    const { code, stderr } = await run(['check', ...args], { cwd: modelFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
