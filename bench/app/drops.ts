/**
 * From the drop of a part of a million triangles on the window until its measures and its prices are shown,
 * and from a drop of many parts until each has its price and verdict. Beside them, f3d reads the same files
 * without drawing them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../../build/launch/chromium.mjs';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { dropFiles } from '../../tests/e2e/desk.ts';
import { makeDisplacedTorus } from '../geometry/torus.ts';
import type { Programs } from '../support/programs.ts';
import { isInstalled, run } from '../support/run.ts';
import { median } from '../support/stats.ts';
import { endApplication, startApplication } from './application.ts';

const triangles = 1_000_000;
/** How many small parts are dropped together, and how many triangles each has. */
export const parts = 30;
const trianglesOfPart = 20_000;
/** The first window is quiet again, ms. */
const rest = 3000;

/** ms */
export interface Drops {
  readonly measures: number;
  readonly price: number;
  readonly many: number;
  /** Null where it is not installed. */
  readonly f3d: number | null;
  readonly f3dMany: number | null;
}

export async function measureDrops(programs: Programs, folder: string, runs: number): Promise<Drops> {
  const file = join(folder, 'million.stl');
  writeFileSync(file, writeBinaryStl(makeDisplacedTorus(triangles)));
  const small = Array.from({ length: parts }, (_, at) => {
    const path = join(folder, `part-${at + 1}.stl`);
    const { positions, indices } = makeDisplacedTorus(trianglesOfPart);
    // No two are alike, or they would be read once.
    writeFileSync(
      path,
      writeBinaryStl({ positions: positions.map((value) => value * (1 + at / 100)), indices }),
    );
    return path;
  });
  const browser = await chromium.launch(chromiumLaunch());
  const measures: number[] = [];
  const prices: number[] = [];
  const many: number[] = [];
  const f3d: number[] = [];
  const f3dMany: number[] = [];
  try {
    for (let round = 0; round < runs; round++) {
      const dataDir = mkdtempSync(join(folder, 'drop-'));
      const application = await startApplication(programs, dataDir);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(application.address);
      await page.getByText(/\$\d/).first().waitFor();
      await page.waitForTimeout(rest);
      const seen = await dropOnce(page, file);
      measures.push(seen.measures);
      prices.push(seen.price);
      many.push(await dropMany(page, small));
      await context.close();
      await endApplication(application);
      rmSync(dataDir, { recursive: true, force: true });
      if (!isInstalled('f3d')) continue;
      f3d.push((await run('f3d', ['--no-render', file])).ms);
      let all = 0;
      for (const path of small) all += (await run('f3d', ['--no-render', path])).ms;
      f3dMany.push(all);
    }
  } finally {
    await browser.close();
  }
  return {
    measures: median(measures),
    price: median(prices),
    many: median(many),
    f3d: f3d.length > 0 ? median(f3d) : null,
    f3dMany: f3dMany.length > 0 ? median(f3dMany) : null,
  };
}

/** Until each part has a price in the list and a verdict. */
async function dropMany(page: Page, files: readonly string[]): Promise<number> {
  const seen = page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        let began = Number.NaN;
        window.addEventListener('drop', () => (began = performance.now()), { capture: true, once: true });
        const look = () => {
          const rows = [...document.querySelectorAll('[data-part]')];
          const isDone =
            rows.length > count &&
            rows.every((row) => row.textContent.includes('$')) &&
            document.querySelector('.tone-checking') === null &&
            !/Getting prices|Checking/.test(document.body.innerText);
          if (isDone) resolve(performance.now() - began);
          else setTimeout(look, 50);
        };
        look();
      }),
    files.length,
  );
  await dropFiles(page, ...files);
  return seen;
}

/** As the window itself sees it: polling from outside would take its time from it. */
async function dropOnce(page: Page, file: string): Promise<Pick<Drops, 'measures' | 'price'>> {
  const seen = page.evaluate(
    (shown) =>
      new Promise<{ measures: number; price: number }>((resolve) => {
        let [began, measures] = [Number.NaN, Number.NaN];
        window.addEventListener('drop', () => (began = performance.now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const now = performance.now() - began;
          const text = document.body.textContent;
          if (Number.isNaN(measures) && text.includes(shown)) measures = now;
          if (Number.isNaN(measures) || text.includes('Getting prices') || !/\$\d/.test(text)) return;
          observer.disconnect();
          resolve({ measures, price: now });
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    triangles.toLocaleString('en-US'),
  );
  await dropFiles(page, file);
  return seen;
}
