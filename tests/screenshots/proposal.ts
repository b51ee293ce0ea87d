/**
 * Pictures of what an agent prepared: the queue with its badge, the review that a person signs, and the
 * budget in Settings, in both themes and languages.
 */
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { connectToRunningApp } from '../../src-main/instance/control-client.ts';
import type { ModelFolder } from '../e2e/desk.ts';
import { usAddress } from '../support/address.ts';
import { startAgent } from '../support/agent.ts';
import { AppProcess } from '../support/app-process.ts';

const texts = {
  'en-US': { review: /Review and sign/, budget: 'Programs that order' },
  'de-DE': { review: /Prüfen und freigeben/, budget: 'Programme, die bestellen' },
} as const;

export async function takeProposal(browser: Browser, models: ModelFolder, folder: string): Promise<void> {
  const app = new AppProcess();
  try {
    await app.start();
    models.box('bracket.stl', 60, 30, 8);
    await propose(app.dataDir, models.path);
    for (const locale of ['en-US', 'de-DE'] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width: 1280, height: 800 };
        const page = await browser.newPage({ locale, colorScheme, viewport, reducedMotion: 'reduce' });
        const take = (what: string) =>
          page.screenshot({ path: join(folder, `${what}-${locale.slice(0, 2)}-${colorScheme}.png`) });
        await page.goto(`${await app.startAgain()}`);
        await page.locator('nav a[href="#queue"]').click();
        const review = page.getByRole('button', { name: texts[locale].review });
        await review.waitFor();
        await take('proposal-queue');
        await review.click();
        await page.getByRole('dialog').getByRole('table').waitFor();
        // The button waits for a person who has seen it.
        await page.waitForTimeout(1500);
        await take('proposal-review');
        await page.keyboard.press('Escape');
        await page.locator('nav a[href="#settings"]').click();
        await page.getByRole('region', { name: texts[locale].budget }).scrollIntoViewIfNeeded();
        await page.waitForTimeout(500);
        await take('proposal-budget');
        await page.close();
      }
    console.log('proposal');
  } finally {
    await app.remove();
  }
}

/** As an agent does, after a person entered their address and allowed a budget that does not cover it. */
async function propose(data: string, parts: string): Promise<void> {
  const app = await connectToRunningApp(data);
  if (app === null) throw new Error('the application does not run');
  const op = { op: 'set-address', fields: usAddress } as const;
  await app.invoke('workspace.apply', { windowId: 'pictures', changes: [{ sequence: 1, op }] });
  const budget = { accountId: 'local', currency: 'USD', perOrder: 10, perMonth: 100, materials: [6] };
  await app.invoke('queue.setBudget', { budget });
  app.close();
  const agent = await startAgent({ data, folders: [parts], name: 'cad-agent' });
  const answer = await agent.call('propose_order', {
    lines: [{ file: 'bracket.stl', material: 6, quantity: 2 }],
    unit: 'mm',
    reason: 'Two brackets for the shelf; the drawing asks for two.',
  });
  await agent.close();
  if (answer.isError) throw new Error(answer.text);
}
