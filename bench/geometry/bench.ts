/**
 * Generates files, lets every contestant read each of them in interleaved rounds, and prints medians, peak
 * memory and ratios. All files live in a temporary folder that is removed at the end.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { makeCube } from '../../tests/fixtures/geometry/solids.ts';
import type { BenchOptions } from '../main.ts';
import type { Run } from '../support/run.ts';
import { median } from '../support/stats.ts';
import { type Contestant, findContestants } from './contestants.ts';
import {
  loadScan,
  repeatMesh,
  write3mfFile,
  writeAsciiStlFile,
  writeObjFile,
  writePlyFile,
  writeStlFile,
} from './generate.ts';
import { Lane } from './lane.ts';
import { aimsOf, type FileResult, printTables, type Startup } from './report.ts';
import { makeDisplacedTorus } from './torus.ts';

interface Task {
  readonly name: string;
  readonly ending: string;
  write(path: string): void | Promise<void>;
}

export async function benchGeometry({
  json,
  runs,
  largest,
  files,
  join: parts,
}: BenchOptions): Promise<void> {
  if (parts.length > 0) {
    const { startup, results } = joinParts(parts);
    print(json, startup, results);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  const [lane, other] = [new Lane(), new Lane()];
  try {
    const contestants = findContestants(lane, other);
    const startup = await measureStartup(contestants, folder, runs);
    const results: FileResult[] = [];
    for (const task of await tasks(largest)) {
      if (files.length > 0 && !files.some((name) => task.name.startsWith(name))) continue;
      const path = join(folder, `bench.${task.ending}`);
      await task.write(path);
      say(`${task.name}: ${(statSync(path).size / 1e6).toFixed(0)} MB`);
      results.push(await measureFile(task.name, path, contestants, runs));
      rmSync(path);
    }
    print(json, startup, results);
  } finally {
    await Promise.all([lane.close(), other.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Part {
  readonly startup: Startup;
  readonly results: readonly FileResult[];
}

function joinParts(paths: readonly string[]): Part {
  const parts = paths.map((path): Part => JSON.parse(readFileSync(path, 'utf8')));
  return {
    startup: Object.assign({}, ...parts.map(({ startup }) => startup)),
    results: parts.flatMap(({ results }) => results),
  };
}

function print(json: boolean, startup: Startup, results: readonly FileResult[]): void {
  const aims = aimsOf(results, startup);
  if (json) console.log(JSON.stringify({ startup, results, aims }, null, 2));
  else printTables(startup, results, aims);
}

const say = (what: string): boolean => process.stderr.write(`${what}\n`);

async function tasks(largest: number): Promise<Task[]> {
  const sizes = [0.1, 1, 5, 10].filter((size) => size <= largest);
  const list: Task[] = sizes.map((size) => ({
    name: `STL ${size} M`,
    ending: 'stl',
    write: (path) => writeStlFile(path, makeDisplacedTorus(size * 1e6)),
  }));
  const scan = await loadScan();
  if (scan !== null && largest >= 1) {
    list.push({
      name: 'STL scan 1 M',
      ending: 'stl',
      write: (path) => writeStlFile(path, repeatMesh(scan, 1e6)),
    });
  }
  if (largest >= 1) {
    const torus = makeDisplacedTorus(1e6);
    list.push(
      { name: 'ASCII STL 1 M', ending: 'stl', write: (path) => writeAsciiStlFile(path, torus) },
      { name: 'OBJ 1 M', ending: 'obj', write: (path) => writeObjFile(path, torus) },
      { name: 'PLY 1 M', ending: 'ply', write: (path) => writePlyFile(path, torus) },
      { name: '3MF 1 M', ending: '3mf', write: (path) => write3mfFile(path, torus) },
    );
  }
  return list;
}

/** The memory and time that a process needs for a model of twelve triangles. */
async function measureStartup(
  contestants: readonly Contestant[],
  folder: string,
  runs: number,
): Promise<Startup> {
  const path = join(folder, 'cube.stl');
  writeFileSync(path, writeBinaryStl(makeCube(10)));
  const times = new Map<string, Run[]>();
  for (let round = 0; round < runs + 2; round++) {
    for (const { name, isProcess, run } of contestants) {
      if (isProcess) times.set(name, [...(times.get(name) ?? []), await run(path)]);
    }
  }
  return Object.fromEntries(
    [...times].map(([name, all]) => [
      name,
      { ms: median(all.map(({ ms }) => ms)), cpuMs: median(all.map(({ cpuMs }) => cpuMs ?? 0)) },
    ]),
  );
}

async function measureFile(
  name: string,
  path: string,
  contestants: readonly Contestant[],
  runs: number,
): Promise<FileResult> {
  const ending = extname(path).slice(1);
  const able = contestants.filter(({ endings }) => endings.includes(ending));
  const measured = new Map<string, { ms: number[]; cpu: number[]; mb: number[]; ok: boolean }>();
  // The first round warms caches and engines and does not count.
  for (let round = -1; round < runs; round++) {
    for (const contestant of able) {
      if (name.startsWith('ASCII') && contestant.name.includes('box, area')) continue;
      const { ms, cpuMs, mb, ok } = await contestant.run(path);
      const entry = measured.get(contestant.name) ?? { ms: [], cpu: [], mb: [], ok: true };
      measured.set(contestant.name, entry);
      if (round < 0) continue;
      entry.ms.push(ms);
      if (cpuMs !== null) entry.cpu.push(cpuMs);
      if (mb !== null) entry.mb.push(mb);
      entry.ok &&= ok;
    }
  }
  return {
    name,
    bytes: statSync(path).size,
    rows: [...measured].map(([contestant, { ms, cpu, mb, ok }]) => ({
      contestant,
      ms: median(ms),
      cpuMs: cpu.length > 0 ? median(cpu) : null,
      mb: mb.length > 0 ? median(mb) : null,
      ok,
    })),
  };
}
