/** Which windows of a real browser reach the application, and which do not. */
import { expect } from 'playwright/test';
import { dropFiles, fileRow } from './desk.ts';
import { test } from './fixtures.ts';

test('A window keeps working after a reload, and a tab without access says how to open a window.', async ({
  page,
  context,
  app,
  models,
}) => {
  await page.goto(await app.start());
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  // Dropped while the window still opens; it must not be lost.
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#app').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  // Events and calls: the file goes into the spool and its prices come back.
  await dropFiles(page, models.box('cube.stl', 10));
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add 1 to order .*\$\d+\.\d\d$/ })).toBeEnabled();

  // It has the browser's cookie, and no secret of its own.
  const other = await context.newPage();
  await other.goto(new URL(page.url()).origin);
  await expect(other.getByText('Run npm start again to open another.')).toBeVisible();

  await other.goto('about:blank');
  await other.goto(await app.startAgain());
  await expect(fileRow(other, 'cube.stl')).toBeVisible();
  await page.reload();
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
});
