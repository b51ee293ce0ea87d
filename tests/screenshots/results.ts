/**
 * Pictures of what Fabdesk finds out about real parts of the corpus before they are ordered: walls, repair,
 * hollowing, trapped powder, section, price against scale, and what changed. None without the corpus.
 */
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import { hollowPart } from '../../src-shared/geometry/hollow/hollow-part.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { chooseMaterial, dropFiles, fileRow, type ModelFolder, openByPath } from '../e2e/desk.ts';
import { AppProcess } from '../support/app-process.ts';
import { corpusDir } from '../support/corpus.ts';
import { provideManifoldForTests } from '../support/manifold.ts';

/** Thorough checks and repair of a real part, ms. */
const patience = 60_000;

interface Result {
  readonly name: string;
  /** In the corpus. */
  readonly file: string;
  /** What is dropped instead of that file. */
  made?(file: Uint8Array): Promise<Uint8Array>;
  /** It is exported again. */
  readonly isLive?: true;
  /** `original`: the file that was opened. */
  show(page: Page, original: string): Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const results: readonly Result[] = [
  {
    name: 'walls',
    file: 'found/ir-sensor-cover-mmu2s.stl',
    async show(page) {
      await chooseMaterial(page, 'White Strong & Flexible');
      await button(page, 'Show walls').click();
      await page.getByText('Wall thickness', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'repair',
    file: 'alecjacobson-common-3d-test-models/data/beast.obj',
    async show(page) {
      await button(page, 'Repair').click();
      await button(page, 'Use the repaired part').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'hollow',
    file: 'found/x-end-idler.stl',
    async show(page) {
      await chooseMaterial(page, 'White Strong & Flexible');
      await button(page, 'Hollow…').click();
      await button(page, /^Hollow$/).click();
      await button(page, 'Use the hollow part').scrollIntoViewIfNeeded();
      await button(page, 'Section').click();
    },
  },
  {
    name: 'powder',
    file: 'found/x-end-idler.stl',
    async made(file) {
      const { mesh } = await analyseModel(file, 'part.stl');
      provideManifoldForTests();
      return writeBinaryStl((await hollowPart(mesh, { wall: 2, holeDiameter: 2, holes: 2 })).mesh);
    },
    async show(page) {
      await chooseMaterial(page, 'White Strong & Flexible');
      const line = page.locator('li, [class*=line]').filter({ hasText: 'Powder or resin stays' }).last();
      await line.getByRole('button', { name: 'Show' }).click();
      await button(page, 'See through the part').click();
    },
  },
  {
    name: 'section',
    file: 'found/x-end-idler.stl',
    async show(page) {
      await button(page, 'Section').click();
    },
  },
  {
    name: 'scale',
    file: 'found/x-end-idler.stl',
    async show(page) {
      await chooseMaterial(page, 'White Strong & Flexible');
      await button(page, 'Price against scale').click();
      await page.waitForTimeout(8000);
    },
  },
  {
    name: 'changed',
    file: 'found/Half_Inch_Drive_Ring.stl',
    isLive: true,
    async show(page, original) {
      await chooseMaterial(page, 'White Strong & Flexible');
      const { mesh } = await analyseModel(await readFile(original), basename(original));
      const lower = mesh.positions.map((value, i) => (i % 3 === 2 ? value * 0.8 : value));
      writeFileSync(`${original}.part`, writeBinaryStl({ ...mesh, positions: lower }));
      renameSync(`${original}.part`, original);
      await button(page, 'Compare').click();
      await page.waitForTimeout(3000);
    },
  },
];

export async function takeResults(browser: Browser, models: ModelFolder, folder: string): Promise<void> {
  for (const result of results) {
    const app = new AppProcess();
    const page = await browser.newPage({
      locale: 'en-US',
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    try {
      page.setDefaultTimeout(patience);
      await page.goto(await app.start());
      await fileRow(page, 'Spur gear.stl').waitFor();
      const file = basename(result.file);
      const copy = join(models.path, file);
      copyFileSync(join(corpusDir, result.file), copy);
      if (result.made) writeFileSync(copy, await result.made(await readFile(copy)));
      if (result.isLive) await openByPath(page, copy);
      else await dropFiles(page, copy);
      await fileRow(page, file).waitFor();
      await page.waitForTimeout(1500);
      await result.show(page, copy);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: join(folder, `result-${result.name}.jpg`), quality: 72, type: 'jpeg' });
      console.log(`result: ${result.name}`);
    } finally {
      await page.close();
      await app.remove();
    }
  }
}
