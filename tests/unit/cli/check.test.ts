import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeCube, makeTorus, moveMesh, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import { modelFolder, opened, run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('check --json', () => {
  it('check --json has exactly the documented fields, in file units, without account or service.', async () => {
    const cwd = modelFolder();
    const { code, json, stderr, connects } = await run(['check', '--json', 'cube.stl'], { cwd });
    expect(json()).toEqual([
      {
        file: 'cube.stl',
        printable: true,
        verdict: {
          level: 'prints',
          reasons: [{ level: 'prints', message: 'Not checked thoroughly yet.' }],
        },
        format: 'stl',
        triangles: 12,
        boundingBox: { min: [0, 0, 0], max: [20, 20, 20] },
        area: 2400,
        volume: 8000,
        volumeBand: null,
        watertight: true,
        shells: 1,
        unit: null,
        assumedUnit: null,
        colours: null,
        warnings: [],
        findings: [],
      },
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(connects).toBe(0);
  });

  it('check --json names defects and places, and with --places their faces and edges.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const { code, json } = await run(['check', '--json', 'open.stl'], { cwd });
    const [entry] = json() as [{ watertight: boolean; findings: Record<string, unknown>[] }];
    expect(code).toBe(1);
    expect(entry).toMatchObject({ printable: false, watertight: false, verdict: { level: 'refused' } });
    // The volume of an open part is an estimate, and is never shown without its range.
    expect(entry).toMatchObject({ volumeBand: { low: expect.any(Number), high: expect.any(Number) } });
    expect(entry.findings).toContainEqual({
      kind: 'open-edges',
      severity: 'fail',
      count: 3,
      message: expect.any(String),
      sphere: {
        centre: [expect.any(Number), expect.any(Number), expect.any(Number)],
        radius: expect.any(Number),
      },
    });
    const places = await run(['check', '--json', '--places', 'open.stl'], { cwd });
    const [withPlaces] = places.json() as [{ findings: { kind: string; edges: number[] }[] }];
    expect(withPlaces.findings.find((f) => f.kind === 'open-edges')?.edges).toHaveLength(3 * 6);
  });

  it('check --json keeps the sign of an inside-out part’s volume.', async () => {
    const cwd = modelFolder({ 'inverted.stl': turnInsideOut(makeCube(2)) });
    const { json } = await run(['check', '--json', 'inverted.stl'], { cwd });
    expect((json() as [{ volume: number }])[0].volume).toBeCloseTo(-8, 12);
  });

  it('check continues after broken, missing and unknown files, in the given order.', {
    tags: 'release',
  }, async () => {
    const cwd = modelFolder({
      'empty.stl': '',
      'notes.txt': 'no model',
      'torus.stl': makeTorus(10, 3, 40, 20),
    });
    const names = ['empty.stl', 'cube.stl', 'missing.stl', 'notes.txt', 'torus.stl'];
    const { code, json } = await run(['check', '--json', ...names], { cwd });
    const entries = json() as {
      file: string;
      error?: { code: string; message: string };
      triangles?: number;
    }[];
    expect(code).toBe(1);
    expect(entries.map((entry) => entry.file)).toEqual(names);
    expect(entries.map((entry) => entry.error?.code)).toEqual([
      'file-empty',
      undefined,
      'file-not-found',
      'file-unsupported',
      undefined,
    ]);
    expect(Object.keys(entries[0] ?? {})).toEqual(['file', 'error']);
    expect(entries[4]?.triangles).toBe(1600);
  });

  it('check searches folders, and skips hidden entries, other files and links to folders.', async () => {
    const cwd = modelFolder();
    const cube = writeBinaryStl(makeCube(1));
    mkdirSync(join(cwd, 'parts/deep'), { recursive: true });
    mkdirSync(join(cwd, 'parts/.trash'));
    writeFileSync(join(cwd, 'parts/b.STL'), cube);
    writeFileSync(join(cwd, 'parts/deep/a.stl'), cube);
    writeFileSync(join(cwd, 'parts/.trash/c.stl'), cube);
    writeFileSync(join(cwd, 'parts/readme.md'), 'text');
    symlinkSync(cwd, join(cwd, 'parts/again'), 'junction');
    const { code, json } = await run(['check', '--json', 'parts'], { cwd });
    expect((json() as { file: string }[]).map((entry) => entry.file)).toEqual([
      join('parts', 'b.STL'),
      join('parts', 'deep', 'a.stl'),
    ]);
    expect(code).toBe(0);
  });

  it('check says so if a folder contains no model.', async () => {
    const { code, json } = await run(['check', '--json', temporaryFolder()]);
    expect(code).toBe(1);
    expect(json()).toMatchObject([{ error: { code: 'no-models' } }]);
  });
});

describe('the report of check', () => {
  it('The report of check gives size, defects and a summary as text.', { tags: 'release' }, async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)), 'broken.stl': '' });
    const { code, stdout } = await run(['check', 'cube.stl', 'open.stl', 'broken.stl'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/cube\.stl\n {2}Prints {2}STL, 12 triangles, 1 shell, watertight/);
    expect(stdout).toContain('20 × 20 × 20 units, from (0, 0, 0) to (20, 20, 20)');
    expect(stdout).toContain('8,000 cubic units\n');
    expect(stdout).toMatch(/open\.stl\n {2}Will be refused/);
    expect(stdout).toContain('provisional, the surface is not sound');
    expect(stdout).toMatch(/broken\.stl\n {2}not readable {2}The file is empty/);
    expect(stdout).toContain('3 files: 1 printable, 1 will be refused, 1 not readable.');
  });

  it('The report of check distinguishes touching parts from holes, and names what was not checked.', async () => {
    const touching = joinMeshes([makeCube(10), moveMesh(makeCube(10), [10, 10, 0])]);
    const cwd = modelFolder({ 'touching.stl': touching });
    const { code, stdout } = await run(['check', 'touching.stl'], { cwd });
    // Services accept only manifold parts.
    expect(code).toBe(1);
    expect(stdout).toMatch(/Will be refused .*closed, but not manifold/);
    expect(stdout).not.toContain('not watertight');
    expect(stdout).toContain('Not checked: crossing faces');
    expect((await run(['check', '--thorough', 'touching.stl'], { cwd })).stdout).not.toContain('Not checked');
  });

  it('check uses colours and progress only on a terminal, and no colours with NO_COLOR.', async () => {
    const cwd = modelFolder();
    const argv = ['check', 'cube.stl'];
    const piped = await run(argv, { cwd });
    expect(piped.stdout).not.toContain('\u001b');
    expect(piped.stderr).toBe('');
    const shown = await run(argv, { cwd, terminal: true });
    expect(shown.stdout).toContain('\u001b[32mPrints\u001b[39m');
    expect(shown.stderr).toContain('Reading 1 of 1: cube.stl');
    expect(shown.stderr.endsWith('\r\u001b[2K')).toBe(true);
    const plain = await run(argv, { cwd, terminal: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b');
    expect(plain.stderr).toContain('Reading 1 of 1');
    const dumb = await run(argv, { cwd, terminal: true, env: { TERM: 'dumb' } });
    expect(`${dumb.stdout}${dumb.stderr}`).not.toContain('\u001b');
  });

  it('A file name never controls the terminal.', async () => {
    const name = 'a\u001b]0;owned\u0007\u202eb.stl';
    const cwd = modelFolder({ [name]: makeCube(1) });
    const { stdout, stderr } = await run(['check', name], { cwd, terminal: true });
    for (const harmful of ['\u001b]', '\u0007', '\u202e']) expect(stdout + stderr).not.toContain(harmful);
  });

  it('check ends with 130 and without a report when it is interrupted.', async () => {
    const stop = new AbortController();
    stop.abort();
    const { code } = await run(['check', '--json', 'cube.stl'], { cwd: modelFolder(), signal: stop.signal });
    expect(code).toBe(130);
  });

  it('The report of check is in German if LANG says so, with German numbers.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const { code, stdout } = await run(['check', 'open.stl', 'cube.stl'], {
      cwd,
      env: { LANG: 'de_DE.UTF-8' },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('Wird abgelehnt  STL, 11 Dreiecke, 1 Schale, nicht wasserdicht');
    expect(stdout).toContain('von (0; 0; 0) bis (20; 20; 20)');
    expect(stdout).toContain('8.000 Einheiten³');
    expect(stdout).toContain('2 Dateien: 1 druckbar, 1 wird abgelehnt.');
  });
});
