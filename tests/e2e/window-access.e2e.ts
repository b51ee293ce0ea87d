/**
 * Which windows reach the application, and which do not.
 * @release
 */
import { expect } from 'playwright/test';
import { dragFiles, dropFiles, fileRow } from './desk.ts';
import { test } from './fixtures.ts';

test('A window keeps working after a reload, and what is dropped meanwhile is not lost.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  // Dropped while the window still opens: as soon as its icon is there.
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#app').waitFor({ state: 'attached' });
  // Events and calls: the file goes into the spool and its prices come back.
  await dropFiles(page, models.box('cube.stl', 10));
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add 1 to order .*\$\d+\.\d\d$/ })).toBeEnabled();
});

test('What is dropped while the picture of the opening window changes under the mouse is not lost.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const styles = Promise.withResolvers<void>();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.css', (route) => styles.promise.then(() => route.fallback()));
  await page.route('**/assets/*.js', (route) => scripts.promise.then(() => route.fallback()));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#app').waitFor({ state: 'attached' });
  const under = () => page.evaluate(() => document.elementFromPoint(500, 400)?.id);
  expect(await under()).not.toBe('app');

  // The styles come between drag and drop.
  const first = [models.box('first.stl', 10)];
  await dragFiles(page, first, ['dragEnter', 'dragOver']);
  styles.resolve();
  await expect.poll(under).toBe('app');
  await dragFiles(page, first, ['drop']);

  // The window itself comes between drag and drop.
  const second = [models.box('second.stl', 20)];
  await dragFiles(page, second, ['dragEnter', 'dragOver']);
  scripts.resolve();
  await expect(fileRow(page, 'first.stl')).toBeVisible();
  await dragFiles(page, second, ['drop']);
  await expect(fileRow(page, 'second.stl')).toBeVisible();
});

test('The workers of a window may share memory, as the thorough check of large parts does.', async ({
  app,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(page.workers().length).toBeGreaterThan(0);
  for (const worker of page.workers())
    expect(await worker.evaluate(() => new SharedArrayBuffer(8).byteLength)).toBe(8);
});

test('A tab without access says how to open a window.', async ({ app, models, host }) => {
  test.skip(host !== 'browser', 'No browser reaches the application of Electron’s host.');
  const page = await app.open(models.box('cube.stl', 10));
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
  // It has the browser's cookie, and no secret of its own.
  const other = await page.context().newPage();
  await other.goto(new URL(page.url()).origin);
  await expect(other.getByText('Run npm start again to open another.')).toBeVisible();

  await other.goto('about:blank');
  await other.goto((await app.startAgain())!);
  await expect(fileRow(other, 'cube.stl')).toBeVisible();
  await page.reload();
  await expect(fileRow(page, 'cube.stl')).toBeVisible();
});

test('A window shows its icon before any script is there.', async ({ app }) => {
  const page = await app.open();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  const icon = page.locator('#app img');
  await expect(icon).toBeVisible();
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // With the styles of the window: in its middle.
  const box = (await icon.boundingBox())!;
  const { width, height } = page.viewportSize()!;
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(1);
  expect(Math.abs(box.y + box.height / 2 - height / 2)).toBeLessThan(1);
});
