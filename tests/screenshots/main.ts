/**
 * `npm run screenshots [-- OUTPUT]`: takes pictures of every screen, in both themes, three sizes and both
 * languages, from the built program with an order, a cart and a plate of several parts. They go to
 * `screenshots`, which Git ignores; a picture that a page shows is copied into docs/images by hand.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../../build/launch/chromium.mjs';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import {
  addToOrder,
  chooseMaterial,
  dropFiles,
  fileRow,
  goToReview,
  ModelFolder,
  rail,
} from '../e2e/desk.ts';
import { makeBox, makeCylinder } from '../fixtures/geometry/solids.ts';
import { AppProcess } from '../support/app-process.ts';
import { corpusPresent } from '../support/corpus.ts';
import { openBoxStl } from '../support/models.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { takeProposal } from './proposal.ts';
import { takeResults } from './results.ts';
import { takeSheets } from './sheets.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sheets: { type: 'boolean' }, looks: { type: 'string', default: '' } },
});
const folder = positionals[0] ?? fileURLToPath(new URL('../../screenshots', import.meta.url));
const screens = ['prepare', 'library', 'catalog', 'cart', 'orders', 'queue', 'settings'];

interface Look {
  readonly name: string;
  readonly locale: 'en-US' | 'de-DE';
  readonly colorScheme: 'dark' | 'light';
  readonly width: number;
  readonly height: number;
}

const themes = ['dark', 'light'] as const;
const sizes = [
  { name: 'small', width: 1024, height: 640 },
  { name: 'medium', width: 1440, height: 900 },
  { name: 'large', width: 2560, height: 1440 },
];
const looks: Look[] = [
  ...sizes.flatMap(({ name, ...size }) =>
    themes.map((colorScheme) => ({ name, locale: 'en-US' as const, colorScheme, ...size })),
  ),
  { name: 'german', locale: 'de-DE', colorScheme: 'light', width: 1280, height: 720 },
];

const app = new AppProcess();
const models = new ModelFolder();
const browser = await chromium.launch(chromiumLaunch());
try {
  if (!values.sheets) removeFolder(folder);
  mkdirSync(folder, { recursive: true });
  let address = await app.start();
  await fillDesk(browser, address);
  if (values.sheets) await takeSheets(browser, () => app.startAgain(), folder, new RegExp(values.looks));
  for (const look of values.sheets ? [] : looks) {
    address = await app.startAgain();
    await takeAll(browser, address, look);
  }
  if (!values.sheets) await takeProposal(browser, models, folder);
  if (corpusPresent && !values.sheets) await takeResults(browser, models, folder);
} finally {
  await browser.close();
  await app.remove();
  models.remove();
}

/** An order, something in the cart, and parts on the plate: fine, broken, and thin. */
async function fillDesk(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await page.goto(address);
  await fileRow(page, 'Spur gear.stl').waitFor();
  await chooseMaterial(page, 'White Strong & Flexible');
  await addToOrder(page);
  await goToReview(page);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page
    .getByText(/placed/i)
    .first()
    .waitFor();
  await rail(page, 'Prepare').click();
  await dropFiles(
    page,
    models.box('bracket.stl', 60, 30, 8),
    models.write('spacer.stl', writeBinaryStl(makeCylinder(9, 22, 96))),
    models.write('box without lid.stl', openBoxStl(24)),
    models.write('thin sheet.stl', writeBinaryStl(makeBox([0, 0, 0], [50, 40, 0.4]))),
  );
  await fileRow(page, 'bracket.stl').waitFor();
  await fileRow(page, 'bracket.stl').click();
  await addToOrder(page);
  // What was changed is stored within a moment.
  await page.waitForTimeout(1500);
  await page.close();
}

async function takeAll(browser: Browser, address: string, look: Look): Promise<void> {
  const { name, locale, colorScheme, width, height } = look;
  const page = await browser.newPage({
    locale,
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  for (const [index, screen] of screens.entries()) {
    await page.locator('nav a').nth(index).click();
    await settle(page);
    await page.screenshot({
      path: join(folder, `${screen}-${name}-${colorScheme}.jpg`),
      quality: 72,
      type: 'jpeg',
    });
  }
  await page.close();
  if (problems.length > 0) throw new Error(`The window reported: ${problems.join('\n')}`);
  console.log(`${name}, ${colorScheme}`);
}

/**
 * Waits until the picture no longer changes: prices are asked for and parts are drawn after a screen has
 * opened.
 */
async function settle(page: Page): Promise<void> {
  let before: Buffer | null = null;
  for (let look = 0; look < 40; look++) {
    await page.waitForTimeout(400);
    const now = await page.screenshot();
    if (before?.equals(now)) return;
    before = now;
  }
}
