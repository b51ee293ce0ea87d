/**
 * `npm run screenshots -- --sheets [--looks NAMES] [OUTPUT]`: every screen and some dialogs of a desk in
 * use, in both themes and languages, at four sizes, with text of 200 %, forced colours, and 320 pixels wide.
 * One contact sheet for each screen, so that few pictures have to be opened. It also prints what runs out of
 * the window.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';

const screens = ['prepare', 'library', 'catalog', 'cart', 'orders', 'queue', 'settings'] as const;

interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly locale?: 'de-DE';
  readonly dark?: true;
  readonly forced?: true;
  readonly large?: true;
}

const sizes = [
  [1920, 1080],
  [1440, 900],
  [1280, 800],
  [1024, 640],
] as const;

const looks: readonly Look[] = [
  ...sizes.flatMap(([width, height]): Look[] =>
    [false, true].flatMap((dark) =>
      [false, true].map((german) => ({
        name: `${width}-${dark ? 'dark' : 'light'}-${german ? 'de' : 'en'}`,
        width,
        height,
        ...(dark && { dark }),
        ...(german && { locale: 'de-DE' }),
      })),
    ),
  ),
  { name: 'text200', width: 1280, height: 800, large: true, locale: 'de-DE' },
  { name: 'forced', width: 1280, height: 800, forced: true },
  { name: 'w320', width: 320, height: 640 },
];

export async function takeSheets(
  browser: Browser,
  start: () => Promise<string>,
  folder: string,
  wanted: RegExp,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const look of looks.filter(({ name }) => wanted.test(name)))
    await take(browser, await start(), look, folder);
  const files = readdirSync(folder);
  for (const screen of new Set(files.map((file) => file.split('--')[0]!)))
    execFileSync('montage', [
      ...looks
        .map(({ name }) => join(folder, `${screen}--${name}.png`))
        .filter((file) => files.includes(file.slice(folder.length + 1))),
      ...['-tile', '4x', '-geometry', '720x450>+4+4', '-label', '%t', join(folder, `sheet-${screen}.jpg`)],
    ]);
}

async function take(browser: Browser, address: string, look: Look, folder: string): Promise<void> {
  const { name, width, height, locale = 'en-US', dark, forced, large } = look;
  const page = await browser.newPage({
    locale,
    colorScheme: dark ? 'dark' : 'light',
    ...(forced && { forcedColors: 'active' }),
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const shoot = async (screen: string) => {
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(folder, `${screen}--${name}.png`) });
    for (const line of await outside(page)) console.log(`${screen}, ${name}: ${line}`);
  };
  await page.goto(address);
  if (large)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
  for (const [index, screen] of screens.entries()) {
    await page.locator('nav a').nth(index).click({ force: true });
    await shoot(screen);
    if (screen === 'cart') {
      // The step stays from the last look, where the button would buy.
      const first = page.locator('main nav button').first();
      await first.click();
      await page
        .getByRole('button', { name: /^(Save quote|Angebot speichern)/ })
        .last()
        .click();
      await page.getByRole('checkbox', { name: /customer|Kunden/ }).click();
      await shoot('quote');
      await page.keyboard.press('Escape');
      await page.locator('[data-primary]:visible').first().click();
      await shoot('review');
      await first.click();
    }
    if (screen === 'settings')
      for (const [at, part] of ['settings-quotes', 'settings-end'].entries()) {
        await page.evaluate(
          (share) => {
            const body = [...document.querySelectorAll<HTMLElement>('main, main *')].find(
              (one) =>
                one.scrollHeight > one.clientHeight + 50 && getComputedStyle(one).overflowY !== 'visible',
            );
            body?.scrollTo(0, body.scrollHeight * share);
          },
          at === 0 ? 0.4 : 1,
        );
        await shoot(part);
      }
  }
  await page.close();
  console.log(name);
}

/** Controls that lie beyond the sides of the window, and texts that are cut without an ellipsis. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.add(`the document is ${wide} pixels too wide`);
    for (const one of document.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, h1, h2, h3, td, dd, label',
    )) {
      const { left, right, width } = one.getBoundingClientRect();
      const isSeen = width > 1 && one.checkVisibility({ visibilityProperty: true });
      if (isSeen && (right > innerWidth + 1 || left < -1))
        found.add(
          `beyond the side: ${one.tagName} ${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}`,
        );
    }
    return [...found].slice(0, 6);
  });
