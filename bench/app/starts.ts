/**
 * How long a start takes until calls are answered, and a window until its first paint and its first price.
 * Beside it, Node with one line of code, and a page of one word in the same browser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { chromiumLaunch } from '../../build/launch/chromium.mjs';
import type { Programs } from '../support/programs.ts';
import { median } from '../support/stats.ts';
import { endApplication, startApplication } from './application.ts';

/** ms */
export interface Start {
  readonly ready: number;
  readonly paint: number;
  /** From the beginning of the visit. */
  readonly price: number;
}

export interface Starts {
  /** On a new data folder. */
  readonly first: Start;
  /** On the same folder again. */
  readonly second: Start;
  readonly node: number;
  readonly page: number;
}

export async function measureStarts(programs: Programs, folder: string, runs: number): Promise<Starts> {
  const plain = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<p>word'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const { port } = plain.address() as AddressInfo;
  const browser = await chromium.launch(chromiumLaunch());
  const [first, second, node, page]: [Start[], Start[], number[], number[]] = [[], [], [], []];
  try {
    for (let round = 0; round < runs; round++) {
      const dataDir = mkdtempSync(join(folder, 'start-'));
      node.push(await startNode(programs));
      page.push((await visit(browser, `http://127.0.0.1:${port}/`, false)).paint);
      first.push(await startOnce(programs, browser, dataDir));
      second.push(await startOnce(programs, browser, dataDir));
      rmSync(dataDir, { recursive: true, force: true });
    }
  } finally {
    await browser.close();
    plain.close();
  }
  return { first: middle(first), second: middle(second), node: median(node), page: median(page) };
}

async function startOnce(programs: Programs, browser: Browser, dataDir: string): Promise<Start> {
  const application = await startApplication(programs, dataDir);
  const seen = await visit(browser, application.address, true);
  await endApplication(application);
  return { ready: application.ready, ...seen };
}

async function visit(browser: Browser, address: string, hasPrices: boolean) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(address);
    // The part of the first start, or the one that is still on the plate.
    if (hasPrices) await page.getByText(/\$\d/).first().waitFor();
    const price = performance.now() - began;
    const paint = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const found = list.getEntriesByName('first-contentful-paint')[0];
            if (found) resolve(found.startTime);
          }).observe({ type: 'paint', buffered: true });
        }),
    );
    return { paint, price };
  } finally {
    await context.close();
  }
}

async function startNode(programs: Programs): Promise<number> {
  const began = performance.now();
  await programs.start(['-e', 'console.log(1)']);
  return performance.now() - began;
}

const middle = (all: readonly Start[]): Start => ({
  ready: median(all.map(({ ready }) => ready)),
  paint: median(all.map(({ paint }) => paint)),
  price: median(all.map(({ price }) => price)),
});
