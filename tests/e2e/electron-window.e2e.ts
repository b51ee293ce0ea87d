/**
 * What belongs to the window of Electron: its page has nothing of Electron, leads nowhere else, and closes in
 * order.
 */
import { expect, type Page } from 'playwright/test';
import type { Workspace } from '../../src-shared/ipc/workspace.ts';
import { patience } from '../support/patience.ts';
import { callFrom, dropFiles, fileRow } from './desk.ts';
import { test } from './fixtures.ts';

test.skip(({ host }) => host === 'browser', 'A browser has its own rules for tabs.');

const address = (page: Page) => page.evaluate(() => location.href);

test('The page has the six functions of the preload, and nothing else of Electron or Node.', async ({
  app,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const found = await page.evaluate(() => {
    const { fabdesk, ...others } = globalThis as unknown as Record<string, object>;
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];
    return { functions: Object.keys(fabdesk!).sort(), others: names.filter((name) => name in others) };
  });
  expect(found).toEqual({
    functions: ['dragOut', 'invoke', 'on', 'onChosen', 'pathOf', 'showCommands'],
    others: [],
  });
});

test('What crosses into the main process is copied: functions cannot, and a file that the page made has no path.', async ({
  app,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const answers = await page.evaluate(async () => {
    const { fabdesk } = globalThis as unknown as {
      fabdesk: { invoke(name: string, input: unknown): Promise<unknown>; pathOf(file: File): string };
    };
    const problem = (thrown: unknown) => (thrown as Error).message;
    return [
      await fabdesk.invoke('app.info', { call: () => 1 }).catch(problem),
      fabdesk.pathOf(new File(['solid'], 'made.stl')),
    ];
  });
  expect(answers).toEqual([expect.stringContaining('could not be cloned'), '']);
});

test('The page cannot lead to another site or open one, and can load itself again.', async ({ app }) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const own = await address(page);
  const opened: string[] = [];
  page.context().on('page', (popup) => opened.push(popup.url()));
  await page.evaluate(() => {
    (globalThis as { mark?: boolean }).mark = true;
    // Later, since a page that leaves takes the answer of this call with it.
    setTimeout(() => {
      open('https://evil.example/');
      location.href = 'https://evil.example/';
    });
  });
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  expect(await address(page)).toBe(own);

  // As the button of a screen that could not be shown.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await expect
    .poll(() => page.evaluate(() => 'mark' in globalThis).catch(() => true), { timeout: patience.element })
    .toBe(false);
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  expect(opened).toEqual([]);
});

test('A dropped file is read from its own path, which its further exports are noticed by.', async ({
  app,
  models,
}) => {
  const page = await app.open();
  await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
  const path = models.box('Häuschen.stl', 12);
  await dropFiles(page, path);
  await expect(fileRow(page, 'Häuschen.stl')).toBeVisible();
  // Its path is known before its bytes are: what is exported in between is what comes onto the plate.
  await expect
    .poll(
      async () => {
        const workspace = (await callFrom(page, 'workspace.get', {})) as Workspace;
        const { plate, arriving = [] } = workspace;
        return [plate.at(-1)?.file.path, arriving.length];
      },
      { timeout: patience.element },
    )
    .toEqual([path, 0]);
  models.box('Häuschen.stl', 20);
  const card = page.getByRole('region', { name: 'The file was exported again' });
  await expect(card).toContainText('20 × 20 × 20 mm', { timeout: patience.test });
});
