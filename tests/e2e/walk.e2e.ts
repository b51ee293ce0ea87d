/**
 * A person walks at random over the plate: the built application, real files, the real service. After every
 * step the picture, the sizes, the price and the verdict must speak of the same part, and at the end the cart
 * holds parts of the plate alone. `FABDESK_WALKS` sets the number of walks, `FABDESK_SEED` the first one.
 */
import { expect, type Locator, type Page } from 'playwright/test';
import { Random } from '../simulation/random.ts';
import { patience } from '../support/patience.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { callFrom, chooseMaterial, type ModelFolder, openByPath } from './desk.ts';
import { test } from './fixtures.ts';

const walks = rounds('FABDESK_WALKS', 10);
const stepsOfWalk = rounds('FABDESK_WALK_STEPS', 16, 10);

interface Item {
  readonly id: string;
  readonly file: { readonly sha256: string; readonly name: string };
  readonly unit: string;
  readonly scale: number;
  readonly quantity: number;
  readonly materialId: number | null;
}

/** What the window says about the selected part, at each place where it says it. */
interface Said {
  /** What the list says. */
  readonly listed: string | null;
  /** Beside the view. */
  readonly about: string | null;
  /** For people who cannot see the view. */
  readonly described: string | null;
  /** What the view draws at its edges. */
  readonly drawn: readonly string[];
  readonly fields: readonly string[];
  readonly preview: string | null;
  readonly each: string | null;
  readonly chosen: string | null;
  readonly verdictInList: string | null;
  readonly verdictAtButton: string | null;
}

const material = 'White Strong & Flexible';
const other = 'Stainless Steel';

for (let walk = 0; walk < walks; walk++) {
  const own = seed + walk;
  test(`Picture, size, price and verdict are of the same part on walk ${own}.`, async ({ app, models }) => {
    test.setTimeout(patience.test * 10);
    const page = await app.open();
    await expect(page.getByLabel('About this part')).toBeVisible({ timeout: patience.test });
    const walker = new Walker(page, models, new Random(own));
    await walker.begin();
    for (let step = 0; step < stepsOfWalk; step++) await walker.step();
    await walker.order();
    expect(app.problems).toEqual([]);
  });
}

class Walker {
  readonly #page: Page;
  readonly #models: ModelFolder;
  readonly #random: Random;
  readonly #trail: string[] = [];
  readonly #files: string[] = [];

  constructor(page: Page, models: ModelFolder, random: Random) {
    this.#page = page;
    this.#models = models;
    this.#random = random;
  }

  async begin(): Promise<void> {
    await this.#act('drop', () => this.#drop());
    await this.#act('export again', () => this.#exportAgain());
    await this.#act('compare', () => this.#press(this.#newVersion('Compare')));
  }

  async step(): Promise<void> {
    const choices: readonly [string, () => Promise<unknown>][] = [
      ['drop', () => this.#drop()],
      ['select', () => this.#select()],
      ['scale', () => this.#scale()],
      [
        'rotate',
        () => this.#press(this.#button(`Rotate by 90° about ${this.#random.pick(['X', 'Y', 'Z'])}`)),
      ],
      ['mirror', () => this.#press(this.#button(`Mirror along ${this.#random.pick(['X', 'Y', 'Z'])}`))],
      ['repair', () => this.#make('Repair', null, 'Use the repaired part', 'Cancel repair')],
      ['hollow', () => this.#make('Hollow…', 'Hollow', 'Use the hollow part', 'Cancel hollowing')],
      ['export again', () => this.#exportAgain()],
      ...['Compare', 'Hide comparison', 'Ignore', 'Use', 'Ignore', 'Use'].map(
        (name): [string, () => Promise<unknown>] => [name, () => this.#press(this.#newVersion(name))],
      ),
      ['undo', () => this.#keys('Control+z')],
      ['redo', () => this.#keys('Control+y')],
      ['duplicate', () => this.#keys('Control+d')],
      ['more', () => this.#keys('+')],
      ['material', () => chooseMaterial(this.#page, this.#random.pick([material, other]))],
      ['delete', () => this.#keys('Delete')],
      ['table', () => this.#table()],
      ['several', () => this.#several()],
      ['reload', () => this.#page.reload()],
    ];
    const [name, run] = this.#random.pick(choices);
    await this.#act(name, run);
  }

  /** Everything goes into the cart, which then has the same parts at the same sizes. */
  async order(): Promise<void> {
    if ((await this.#items()).length === 0) await this.#act('drop', () => this.#drop());
    await this.#keys('Control+a');
    const items = await this.#items();
    const add = this.#page.getByRole('button', { name: /^Add (all )?\d+/ });
    await this.#settled();
    await add.first().click();
    const others = this.#page.getByRole('button', { name: /^Add the other|^Add all anyway/ });
    if (await others.last().isVisible()) await others.last().click();
    const { cart } = (await callFrom(this.#page, 'workspace.get', {})) as {
      cart: { file: { sha256: string } | null; uploadScale: number; materialId: number }[];
    };
    const metres: Record<string, number> = { mm: 1e-3, cm: 1e-2, in: 0.0254, m: 1 };
    for (const line of cart) {
      const of = items.find(
        (item) => item.file.sha256 === line.file?.sha256 && item.materialId === line.materialId,
      );
      expect(of, this.#story('the cart has a part that is not on the plate')).toBeDefined();
      expect(line.uploadScale).toBeCloseTo(metres[of!.unit]! * of!.scale, 9);
    }
  }

  async #act(name: string, run: () => Promise<unknown>): Promise<void> {
    this.#trail.push(name);
    await run();
    await this.#settled();
    const items = await this.#items();
    if (items.length === 0) return;
    await expect(async () => this.#compare(await this.#said())).toPass({ timeout: patience.element });
  }

  #compare(said: Said): void {
    const why = (what: string) => this.#story(`${what}: ${JSON.stringify(said)}`);
    const inView = sidesIn(said.about);
    const ordered = said.fields.map(Number);
    expectAlike(sidesIn(said.described), inView, why('the picture is described with another size'));
    if (said.drawn.length > 0)
      expectAlike(said.drawn.map(Number), inView, why('the view shows another part'));
    if (said.preview === null) expectAlike(inView, ordered, why('the view is not the part that is ordered'));
    if (said.listed?.includes('×') && !said.listed.startsWith('New version'))
      expectAlike(sidesIn(said.listed), ordered, why('the list has another size'));
    if (said.each !== null && said.listed?.includes('$'))
      expect(said.listed, why('the list has another price')).toContain(said.each);
    if (said.verdictInList !== null)
      expect(said.verdictAtButton ?? 'Prints', why('list and button disagree')).toBe(said.verdictInList);
  }

  async #said(): Promise<Said> {
    return this.#page.evaluate(() => {
      const text = (found: Element | null | undefined) =>
        found?.textContent?.replace(/\s+/g, ' ').trim() ?? null;
      const one = (selector: string) => document.querySelector(selector);
      const lines = [...document.querySelectorAll('svg text')]
        .map((line) => /^[XYZ] ([\d.,]+) mm$/.exec(text(line) ?? ''))
        .flatMap((found) => (found ? [found] : []))
        .sort(([a], [b]) => a.localeCompare(b))
        .map((found) => found[1]!.replaceAll(',', ''));
      const fields = ['X', 'Y', 'Z'].flatMap((name) => {
        const label = [...document.querySelectorAll('aside label')].find((found) => text(found) === name);
        const input = label && document.getElementById(label.getAttribute('for') ?? '');
        return input instanceof HTMLInputElement ? input.value.replaceAll(',', '') : [];
      });
      const row = one('aside label.on');
      const note = text(one('aside .chosen')) ?? '';
      return {
        listed: text(one('[data-part].on .about') ?? one('li.on .about')),
        about: text(one('dl[aria-label="About this part"] dd')),
        described: one('[role=application]')?.getAttribute('aria-label') ?? null,
        drawn: lines.length === 3 ? lines : [],
        fields,
        preview: text(one('.preview')),
        each: /\$[\d.,]+ each/.exec(note)?.[0].replace(' each', '') ?? null,
        chosen: text(one('aside .chosen .material')),
        verdictInList: row ? text(row.querySelector('.mark .word')) : null,
        verdictAtButton: text(one('[data-verdict] .mark .word')),
      };
    });
  }

  /** Nothing is read, priced or checked any more. */
  async #settled(): Promise<void> {
    const busy = this.#page.getByText(/^(Checking…|Getting prices…|Reading|Repairing|Hollowing|Comparing)/);
    await expect(busy.filter({ visible: true })).toHaveCount(0, { timeout: patience.test });
    await expect(this.#page.locator('.price.asking').filter({ visible: true })).toHaveCount(0, {
      timeout: patience.test,
    });
  }

  async #drop(): Promise<void> {
    const [x, y, z] = this.#sides();
    const path = this.#models.box(`part-${this.#files.length + 1}.stl`, x, y, z);
    this.#files.push(path);
    await openByPath(this.#page, path);
    await expect(
      this.#rows()
        .filter({ hasText: path.split('/').at(-1)! })
        .first(),
    ).toBeVisible();
  }

  async #exportAgain(): Promise<void> {
    const path = this.#random.pick(this.#files);
    const [x, y, z] = this.#sides();
    this.#models.box(path.split('/').at(-1)!, x, y, z);
    // Two checks of the window, and the reading.
    await this.#page.waitForTimeout(5000);
  }

  async #select(): Promise<void> {
    const rows = await this.#rows().all();
    if (rows.length > 0) await this.#random.pick(rows).locator('button.part').click();
  }

  async #scale(): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Scale', exact: true });
    if (!(await field.isVisible())) return;
    await field.fill(this.#random.pick(['50', '100', '120', '200']));
    await field.press('Enter');
  }

  /** Repairs or hollows: asks, and then takes it, leaves it, or leaves the card open. */
  async #make(ask: string, start: string | null, use: string, cancel: string): Promise<void> {
    if (!(await this.#press(this.#button(ask)))) return;
    if (start !== null) await this.#press(this.#button(start));
    await this.#settled();
    const answer = this.#random.pick([use, cancel, null]);
    if (answer !== null) await this.#press(this.#button(answer));
  }

  async #table(): Promise<void> {
    if ((await this.#items()).length === 0) return;
    await this.#keys('t');
    await this.#settled();
    for (const item of await this.#items()) {
      const row = this.#page.locator(`tr[data-part="${item.id}"]`);
      const verdict = row.locator('.verdict .word');
      if (!(await verdict.isVisible())) continue;
      const inTable = await verdict.textContent();
      await row.locator('button').first().click();
      await this.#settled();
      const { verdictInList, verdictAtButton } = await this.#said();
      const why = this.#story(`the table says “${inTable}” of ${item.file.name}`);
      expect(verdictInList ?? verdictAtButton ?? 'Prints', why).toBe(inTable);
      expect(await verdict.textContent(), why).toBe(inTable);
    }
    await this.#keys('t');
  }

  /** Several parts together, and back. */
  async #several(): Promise<void> {
    if ((await this.#items()).length < 2) return;
    await this.#keys('Control+a');
    await expect(this.#page.locator('.preview'), this.#story('a preview without its card')).toHaveCount(0);
    await this.#page.getByRole('button', { name: 'Select one part only' }).click();
  }

  /** False if the button is not there now. */
  async #press(button: Locator): Promise<boolean> {
    if (!(await button.isVisible()) || !(await button.isEnabled())) return false;
    await button.click();
    return true;
  }

  /** Outside of every field. */
  async #keys(keys: string): Promise<void> {
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.#page.keyboard.press(keys);
  }

  #button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true }).first();
  }

  #newVersion(name: string): Locator {
    return this.#page
      .getByRole('region', { name: 'The file was exported again' })
      .getByRole('button', { name, exact: true });
  }

  #rows(): Locator {
    return this.#page.getByRole('region', { name: 'Plate' }).getByRole('listitem');
  }

  async #items(): Promise<readonly Item[]> {
    const { plate } = (await callFrom(this.#page, 'workspace.get', {})) as { plate: readonly Item[] };
    return plate;
  }

  /** No two are alike, so that a foreign picture shows. */
  #sides(): [number, number, number] {
    const side = () => 12 + this.#random.int(0, 400) / 10;
    return [side(), side(), side()];
  }

  #story(what: string): string {
    return `${what}; after ${this.#trail.join(', ')}`;
  }
}

/** The sides in a text such as “60 × 40 × 30 mm”. */
const sidesIn = (text: string | null): readonly number[] =>
  (/([\d.,]+) × ([\d.,]+) × ([\d.,]+)/.exec(text?.replaceAll(' mm ×', ' ×') ?? '')?.slice(1) ?? []).map(
    (side) => Number(side.replaceAll(',', '')),
  );

/** Each place rounds in its own way. */
function expectAlike(sides: readonly number[], expected: readonly number[], why: string): void {
  expect(sides, why).toHaveLength(expected.length);
  for (const [axis, side] of sides.entries())
    expect(Math.abs(side - expected[axis]!), why).toBeLessThan(0.06 + 0.005 * side);
}
