/** Checks every screen in both themes against the rules of WCAG 2.2 AA that a machine can test (axe-core). */
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';
import { addToOrder, fileRow, rail } from './desk.ts';
import { test } from './fixtures.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const screens = ['Prepare', 'Library', 'Catalog', 'Cart', 'Orders', 'Queue', 'Settings'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  run(
    context: unknown,
    options: unknown,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

async function brokenRules(page: Page): Promise<string[]> {
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
  }, rules);
}

for (const colorScheme of ['dark', 'light'] as const) {
  // The content security policy allows no scripts but the window's own.
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, bypassCSP: true });

    test('No screen breaks a rule of accessibility.', async ({ app }) => {
      const page = await app.open();
      await expect(fileRow(page, 'Spur gear.stl')).toBeVisible();
      await addToOrder(page);
      await page.addScriptTag({ path: axe });
      for (const screen of screens) {
        await rail(page, screen).click();
        const head = screen === 'Prepare' ? 'Plate' : screen;
        await expect(page.getByRole('heading', { name: head, exact: true })).toBeVisible();
        expect(await brokenRules(page), screen).toEqual([]);
      }
      await rail(page, 'Prepare').click();
      await page.getByRole('button', { name: 'Filter materials' }).click();
      await page.getByRole('button', { name: 'Metal', exact: true }).click();
      await page.getByRole('button', { name: 'Plate as a table' }).click();
      await expect(page.getByRole('region', { name: 'Plate as a table' })).toBeVisible();
      expect(await brokenRules(page), 'table and filters').toEqual([]);
      await page.getByRole('button', { name: 'Save quote…' }).click();
      await expect(page.getByRole('dialog')).toContainText('$');
      expect(await brokenRules(page), 'quote').toEqual([]);
    });
  });
}
