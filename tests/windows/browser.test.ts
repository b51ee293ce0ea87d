/** The window of a Fabdesk that runs on Windows, in a Chromium outside of it, as a person uses it. */
import { type Browser, chromium } from 'playwright';
import { expect as expectPage } from 'playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import {
  addToOrder,
  chooseMaterial,
  dropFiles,
  fileRow,
  goToReview,
  ModelFolder,
  ordersOf,
  rail,
} from '../e2e/desk.ts';
import { Host } from './host.ts';
import { describeWindows, freshFolder, windowsPath } from './windows.ts';

describeWindows('The window of a Fabdesk on Windows', () => {
  let browser: Browser;
  const models = new ModelFolder();
  beforeAll(async () => {
    browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  });
  afterAll(async () => {
    await browser.close();
    models.remove();
  });

  it('A dropped file is priced and ordered, and shown after Fabdesk was killed and started again.', async () => {
    const data = windowsPath(freshFolder('data'));
    const host = await Host.start(data);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(30_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(host.address);
    const shown = expectPage.configure({ timeout: 30_000 });
    await shown(fileRow(page, 'Spur gear.stl')).toBeVisible();
    await dropFiles(page, models.box('Häuschen 1.stl', 10));
    await shown(fileRow(page, 'Häuschen 1.stl')).toBeVisible();
    await chooseMaterial(page, 'White Strong & Flexible');
    await shown(page.getByRole('button', { name: /^Add 1 to order .*\$2\.90$/ })).toBeEnabled();
    await addToOrder(page);
    await goToReview(page);
    await page.getByRole('button', { name: /^Place order .*\$8\.04$/ }).click();
    await shown(page.getByText(/placed/i).first()).toBeVisible();
    await expect.poll(() => ordersOf(page)).toHaveLength(1);
    const [orderId] = await ordersOf(page);
    expect(problems).toEqual([]);
    await host.program.kill();

    await page.goto((await Host.start(data)).address);
    await rail(page, 'Orders').click();
    const card = page.getByRole('region', { name: `Order ${orderId}`, exact: true });
    await shown(card).toContainText('Häuschen 1');
    await page.close();
  }, 120_000);
});
