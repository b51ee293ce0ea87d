/**
 * `npm run bench -- view`: how long a frame takes while the camera goes around 0.1, 1 and 5 million
 * triangles, in Chromium without a graphics card. The peer, a plain three.js scene of the same mesh, runs in
 * the same rounds.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../../build/launch/chromium.mjs';
import type { BenchOptions } from '../main.ts';
import { median } from '../support/stats.ts';
import { type Use, useOf } from '../support/use.ts';
import type { AtRest, Contestant } from './page.ts';

const contestants: readonly Contestant[] = ['three.js', 'without proxy', 'with proxy'];

/** ms and MB. Processor time and memory are those of all processes of the browser. */
interface Measured extends AtRest {
  readonly frame: number;
  /** Processor time of a frame, from all its threads. */
  readonly processor: number | null;
  readonly making: number | null;
  readonly memory: number | null;
}

interface Row extends Measured {
  readonly triangles: number;
  readonly contestant: Contestant;
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
  const measured = new Map<Contestant, Measured[]>();
  for (let round = 0; round < runs; round++) {
    for (const contestant of contestants) {
      const found = await measureOnce(address, contestant, triangles);
      measured.set(contestant, [...(measured.get(contestant) ?? []), found]);
    }
  }
  return [...measured].map(([contestant, all]) => {
    const middle = (key: keyof Measured): number | null => {
      const known = all.map((one) => one[key]).filter((value) => value !== null);
      return known.length > 0 ? median(known) : null;
    };
    return {
      triangles,
      contestant,
      frame: middle('frame') ?? 0,
      processor: middle('processor'),
      rest: middle('rest'),
      stall: middle('stall') ?? 0,
      making: middle('making'),
      memory: middle('memory'),
    };
  });
}

async function measureOnce(address: string, contestant: Contestant, triangles: number): Promise<Measured> {
  const server = await chromium.launchServer(chromiumLaunch());
  const pid = server.process().pid!;
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    page.setDefaultTimeout(300_000);
    await page.goto(address);
    await page.waitForFunction(() => 'bench' in window);
    const making = await page.evaluate(([name, size]) => window.bench.open(name, size), [
      contestant,
      triangles,
    ] as const);
    const count = contestant !== 'with proxy' && triangles > 2e6 ? 4 : 16;
    const before = useOf(pid);
    const frames = await page.evaluate((frames) => window.bench.turn(frames), count);
    const after = useOf(pid);
    const atRest = await page.evaluate(() => window.bench.come());
    const spent = (use: Use | null): number => use?.processor ?? 0;
    return {
      ...atRest,
      frame: median(frames),
      processor: after && (spent(after) - spent(before)) / count,
      making,
      memory: useOf(pid)?.memory ?? null,
    };
  } finally {
    await server.close();
  }
}

function print(rows: readonly Row[]): void {
  const times = (peer: number | null | undefined, own: number) => `${((peer ?? own) / own).toFixed(1)} times`;
  const ms = (value: number | null) => (value === null ? '-' : `${value.toFixed(0)} ms`);
  console.log(
    '| triangles | view | frame while turning | its processor time | three.js takes (processor time) | complete after | longest stall meanwhile | making the proxy | memory |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const peer = rows.find((other) => other.triangles === row.triangles && other.contestant === 'three.js');
    console.log(
      `| ${[
        `${row.triangles / 1e6} M`,
        row.contestant,
        ms(row.frame),
        ms(row.processor),
        times(peer?.frame, row.frame) + (row.processor ? ` (${times(peer?.processor, row.processor)})` : ''),
        ms(row.rest),
        ms(row.rest === null ? null : row.stall),
        ms(row.making),
        row.memory === null ? '-' : `${row.memory.toFixed(0)} MB`,
      ].join(' | ')} |`,
    );
  }
}
