/**
 * A window that is closed right after a drop: at the next start the part is there, or it is said that it is
 * not.
 * @release
 */
import { expect, type Page } from 'playwright/test';
import { dropFiles, fileRow } from './desk.ts';
import { test } from './fixtures.ts';

/** On the plate, as opposed to the row of a file that is being read. */
const part = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Plate' }).getByRole('button', { name: new RegExp(`^${name} 1 × `) });

const lost = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Messages' })
    .getByText(`The window was closed before “${name}” was copied, so it is not on the plate. Add it again.`);

test('A part that was dropped just before the window closed is on the plate at the next start.', async ({
  app,
  host,
  models,
}) => {
  const page = await app.open();
  await expect(part(page, 'Spur gear.stl')).toBeVisible();
  const path = models.box('bracket.stl', 12);
  await dropFiles(page, path);
  // At least its row, before it is read.
  await expect(fileRow(page, 'bracket.stl')).toBeVisible();
  const next = await app.reopen();
  await expect(part(next, 'bracket.stl').or(lost(next, 'bracket.stl'))).toBeVisible();
  // Only a browser's window is all that has the file: there, it may not have been copied.
  if (host !== 'browser') await expect(next.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  expect(app.problems).toEqual([]);
});

test('A file that was not copied when its window closed is named at the next start, once.', async ({
  app,
  host,
  models,
}) => {
  test.skip(host !== 'browser', 'Elsewhere the next start reads the file again.');
  const page = await app.open();
  await expect(part(page, 'Spur gear.stl')).toBeVisible();
  // As a large file on a busy computer. A route that never answers would fail before the page hears that it
  // closes.
  await page.evaluate(() => {
    XMLHttpRequest.prototype.send = () => {};
  });
  await dropFiles(page, models.box('large.stl', 12));
  await expect(fileRow(page, 'large.stl')).toBeVisible();
  const next = await app.reopen();
  await expect(lost(next, 'large.stl')).toBeVisible();
  await expect(fileRow(next, 'large.stl')).toHaveCount(0);
  await next.reload();
  await expect(part(next, 'Spur gear.stl')).toBeVisible();
  await expect(lost(next, 'large.stl')).toHaveCount(0);
});
