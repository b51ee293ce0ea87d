/**
 * `npm run bench -- view`: how long a frame takes while the camera goes around 0.1, 1 and 5 million triangles, in Chromium
 * without a graphics card. The peer, a plain three.js scene of the same mesh, runs in the same rounds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../../build/launch/chromium.mjs';
import type { BenchOptions } from '../main.ts';
import { median } from '../support/stats.ts';
import type { Contestant, Measured } from './page.ts';

const contestants: readonly Contestant[] = ['three.js', 'without proxy', 'with proxy'];

interface Row {
  readonly triangles: number;
  readonly contestant: Contestant;
  readonly frame: number;
  readonly rest: number | null;
  readonly stall: number;
  readonly making: number | null;
  /** Of the window's process and the graphics' at the end, MB. */
  readonly memory: number | null;
}

export async function benchView({ json, runs, largest }: BenchOptions): Promise<void> {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const allow = [fileURLToPath(new URL('../..', import.meta.url))];
  const page = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    server: { host: '127.0.0.1', port: 0, fs: { allow } },
    optimizeDeps: { entries: ['page.ts', '../../src-renderer/geometry/geometry.worker.ts'] },
  });
  await page.listen();
  try {
    const rows: Row[] = [];
    for (const triangles of [0.1, 1, 5].filter((size) => size <= largest).map((size) => size * 1e6)) {
      rows.push(...(await measureSize(page.resolvedUrls!.local[0]!, triangles, runs)));
    }
    if (json) console.log(JSON.stringify(rows, null, 2));
    else print(rows);
  } finally {
    await page.close();
  }
}

/** Every contestant gets a browser of its own in every round, so that none has the memory of another. */
async function measureSize(address: string, triangles: number, runs: number): Promise<Row[]> {
  const measured = new Map<Contestant, (Measured & { memory: number | null })[]>();
  for (let round = 0; round < runs; round++) {
    for (const contestant of contestants) {
      const found = await measureOnce(address, contestant, triangles);
      measured.set(contestant, [...(measured.get(contestant) ?? []), found]);
    }
  }
  const middle = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length > 0 ? median(known) : null;
  };
  return [...measured].map(([contestant, all]) => ({
    triangles,
    contestant,
    frame: median(all.flatMap(({ frames }) => frames)),
    rest: middle(all.map(({ rest }) => rest)),
    stall: Math.max(...all.map(({ stall }) => stall)),
    making: middle(all.map(({ making }) => making)),
    memory: middle(all.map(({ memory }) => memory)),
  }));
}

async function measureOnce(address: string, contestant: Contestant, triangles: number) {
  const server = await chromium.launchServer(chromiumLaunch());
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.goto(address);
    await page.waitForFunction(() => 'measure' in window);
    const count = triangles > 2e6 ? 6 : 20;
    const found = await page.evaluate(
      ([name, size, frames]) => window.measure(name, size, frames),
      [contestant, triangles, count] as const,
    );
    return { ...found, memory: memoryOf(server.process().pid!) };
  } finally {
    await server.close();
  }
}

/** MB of the processes that a browser started, each page counted once; null where the system does not say. */
function memoryOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has just ended.
    }
  }
  const isBelow = (child: number): boolean => {
    const parent = parents.get(child);
    return parent === pid || (parent !== undefined && isBelow(parent));
  };
  const own = [...parents.keys()].filter(isBelow).map((child) => {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${child}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  });
  return own.reduce((sum, size) => sum + size, 0);
}

function print(rows: readonly Row[]): void {
  const ms = (value: number | null) => (value === null ? '-' : `${value.toFixed(0)} ms`);
  console.log(
    '| triangles | view | frame while turning | three.js takes | complete after | longest stall meanwhile | making the proxy | memory |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const peer = rows.find((other) => other.triangles === row.triangles && other.contestant === 'three.js');
    console.log(
      `| ${[
        `${row.triangles / 1e6} M`,
        row.contestant,
        ms(row.frame),
        `${((peer?.frame ?? row.frame) / row.frame).toFixed(1)} times as long`,
        ms(row.rest),
        ms(row.rest === null ? null : row.stall),
        ms(row.making),
        row.memory === null ? '-' : `${row.memory.toFixed(0)} MB`,
      ].join(' | ')} |`,
    );
  }
}
