/**
 * A person who walks at random over the plate of `walk.e2e.ts`: one step after another, in the window, in a
 * second window and by a program outside. After each step every place has to speak of the same part.
 */
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page } from 'playwright/test';
import { readCsv } from '../../src-shared/csv/read-csv.ts';
import type { CartLine } from '../../src-shared/ipc/cart-line.ts';
import type { ModelView } from '../../src-shared/ipc/model-view.ts';
import type { OrderView } from '../../src-shared/ipc/order-view.ts';
import { originalOf, type PlateItem } from '../../src-shared/ipc/plate-item.ts';
import type { Workspace } from '../../src-shared/ipc/workspace.ts';
import { metresPerUnit } from '../../src-shared/units/units.ts';
import type { Random } from '../simulation/random.ts';
import { patience } from '../support/patience.ts';
import { callFrom, chooseMaterial, goToReview, type ModelFolder, openByPath } from './desk.ts';

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

export class Walker {
  /** The window in which the person acts now. */
  #page: Page;
  readonly #windows: Page[];
  readonly #models: ModelFolder;
  readonly #random: Random;
  readonly #trail: string[] = [];
  readonly #files: string[] = [];
  #small = 1;
  #exports = 1;
  /** What the person has put into the cart so far; only they change it. */
  #cart: readonly CartLine[] = [];

  constructor(page: Page, models: ModelFolder, random: Random) {
    this.#page = page;
    this.#windows = [page];
    this.#models = models;
    this.#random = random;
  }

  async begin(): Promise<void> {
    await this.#act('drop', () => this.#drop());
    await this.#act('export again', () => this.#exportAgain());
    await this.#act('compare', () => this.#press(this.#newVersion('Compare')));
  }

  /** The window has a context of its own, since a tab in the background is not drawn. */
  async openSecondWindow(browser: Browser, address: string): Promise<void> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await expect(page.getByLabel('About this part')).toBeVisible({ timeout: patience.test });
    this.#windows.push(page);
  }

  async step(): Promise<void> {
    this.#page = this.#random.pick(this.#windows);
    const choices: readonly [string, () => Promise<unknown>][] = [
      ['drop', () => this.#drop()],
      ['drop without a sure unit', () => this.#dropSmall()],
      ['unit', () => this.#chooseUnit()],
      ['open from outside', () => this.#openFromOutside()],
      ['answer about the version', () => this.#answerVersion()],
      ['add one', () => this.#addOne()],
      ['quote', () => this.#quote()],
      ['offline', () => callFrom(this.#page, 'app.setPaused', { paused: true })],
      ['online', () => callFrom(this.#page, 'app.setPaused', { paused: false })],
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

  /** Everything goes into the cart, and the service makes what the cart says. */
  async order(): Promise<void> {
    this.#page = this.#windows[0]!;
    await this.#act('online', () => callFrom(this.#page, 'app.setPaused', { paused: false }));
    if ((await this.#items()).length === 0) await this.#act('drop', () => this.#drop());
    await this.#addAll();
    if (this.#cart.length === 0) return;
    await goToReview(this.#page);
    await this.#page.getByRole('button', { name: /^Place order/ }).click();
    await expect(this.#page.getByRole('heading', { name: /^Order \d+ placed/ })).toBeVisible({
      timeout: patience.test,
    });
    await this.#checkBooks();
  }

  /** The service's own books: the file of each model, its price there, and the pieces. */
  async #checkBooks(): Promise<void> {
    const { orders } = (await callFrom(this.#page, 'orders.list', {})) as { orders: OrderView[] };
    expect(orders, this.#story('not one order')).toHaveLength(1);
    const waiting = [...this.#cart];
    for (const { quantity, models } of orders[0]!.items) {
      const { modelId, materialId } = models[0]!;
      const { sha256 } = (await callFrom(this.#page, 'library.download', { modelId })) as { sha256: string };
      const { materials } = (await callFrom(this.#page, 'library.show', { modelId })) as ModelView;
      const price = materials[materialId]!.basePrice;
      const at = waiting.findIndex(
        (line) =>
          line.file?.sha256 === sha256 &&
          line.materialId === materialId &&
          line.quantity === quantity &&
          line.unitPrice === price,
      );
      const said = JSON.stringify({ sha256, materialId, quantity, price });
      expect(at, this.#story(`the service makes ${said}, the cart had ${JSON.stringify(waiting)}`)).not.toBe(
        -1,
      );
      waiting.splice(at, 1);
    }
    expect(waiting, this.#story('the service does not make everything')).toEqual([]);
  }

  async #act(name: string, run: () => Promise<unknown>): Promise<void> {
    this.#trail.push(name);
    await run();
    const items = await this.#items();
    for (const page of this.#windows) {
      await settled(page);
      if (items.length > 0)
        await expect(async () => this.#compare(await said(page))).toPass({ timeout: patience.element });
    }
    const { cart } = await this.#workspace();
    expect(cart.map(partOfLine), this.#story('the cart changed')).toEqual(this.#cart.map(partOfLine));
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

  async #drop(): Promise<void> {
    const [x, y, z] = this.#sides();
    this.#files.push(await this.#open(`part-${this.#files.length + 1}.stl`, x, y, z));
  }

  /** So small in millimetres that inches are as likely. */
  async #dropSmall(): Promise<void> {
    const [x, y, z] = this.#sides();
    await this.#open(`small-${this.#small++}.stl`, x / 20, y / 20, z / 20);
  }

  /** Returns the path. */
  async #open(name: string, x: number, y: number, z: number): Promise<string> {
    const path = this.#models.box(name, x, y, z);
    await openByPath(this.#page, path);
    await expect(this.#rows().filter({ hasText: name }).first()).toBeVisible();
    return path;
  }

  /** Tries a unit, and then takes it or leaves the question open. */
  async #chooseUnit(): Promise<void> {
    const question = this.#page.getByRole('group', { name: /^Which unit\?/ });
    if (!(await question.isVisible())) return;
    await this.#random.pick(await question.locator('label').all()).click();
    if (this.#random.chance(0.7)) await question.getByRole('button', { name: /^Use / }).click();
  }

  /** As a CAD program does: always another file, but the same document. */
  async #openFromOutside(): Promise<void> {
    const [x, y, z] = this.#sides();
    const path = this.#models.box(`export-${this.#exports++}.stl`, x, y, z);
    const source = `${this.#models.path}/design-${this.#random.int(1, 2)}.scad`;
    await callFrom(this.#page, 'app.open', { paths: [path], unit: 'mm', source });
  }

  async #answerVersion(): Promise<void> {
    const [before, after] = ['Replace it', 'Both are wanted'].map((name) => this.#button(name));
    await this.#press(this.#random.pick([before!, after!]));
  }

  /** The selected part, if it can be added without a further question. */
  async #addOne(): Promise<void> {
    const add = this.#page.getByRole('button', { name: /^Add \d+ to order/ });
    if (!(await this.#press(add))) return;
    // Not at once where the service would refuse the part.
    const { cart } = await this.#workspace();
    const known = new Map(this.#cart.map((line) => [line.id, line.quantity]));
    const added = cart.filter(({ id, quantity }) => known.get(id) !== quantity);
    expect(added.length, this.#story('more than one line was added')).toBeLessThan(2);
    const items = await this.#items();
    for (const line of added) this.#isOfPlate(line, items);
    this.#cart = cart;
  }

  async #addAll(): Promise<void> {
    await this.#keys('Control+a');
    const items = await this.#items();
    await settled(this.#page);
    await this.#page
      .getByRole('button', { name: /^Add (all )?\d+/ })
      .first()
      .click();
    const others = this.#page.getByRole('button', { name: /^Add the other|^Add all anyway/ });
    if (await others.last().isVisible()) await others.last().click();
    const { cart } = await this.#workspace();
    const known = new Set(this.#cart.map(({ id }) => id));
    for (const line of cart.filter(({ id }) => !known.has(id))) this.#isOfPlate(line, items);
    this.#cart = cart;
  }

  #isOfPlate({ file, materialId, uploadScale }: CartLine, items: readonly PlateItem[]): void {
    const same = items.filter(
      (item) =>
        item.file.sha256 === file?.sha256 &&
        item.materialId === materialId &&
        Math.abs(metresPerUnit[item.unit] * item.scale - (uploadScale ?? 0)) < 1e-9,
    );
    expect(same.length, this.#story('the cart has a part that is not on the plate')).toBeGreaterThan(0);
  }

  /** A quote as CSV says of each part what the plate says. */
  async #quote(): Promise<void> {
    if (!(await this.#press(this.#button('Save quote…')))) return;
    const dialog = this.#page.getByRole('dialog', { name: 'Save quote' });
    const save = dialog.getByRole('button', { name: 'Save as CSV' });
    if (await save.isVisible()) {
      const download = this.#page.waitForEvent('download');
      await save.click();
      const [heads, ...rows] = readCsv(readFileSync(await (await download).path(), 'utf8')).map(
        ({ cells }) => cells,
      );
      const quoted = rows
        .map((row) => Object.fromEntries(heads!.map((name, at) => [name, row[at]])))
        .filter(({ kind }) => kind === 'part');
      const items = await this.#items();
      for (const { sha256, unit, scale, quantity } of quoted) {
        const isThere = items.some(
          (item) =>
            // A turned part is quoted as the file that the person has.
            (item.file.sha256 === sha256 || originalOf(item).sha256 === sha256) &&
            // A doubtful unit is left open.
            (unit === '' ? !item.unitConfirmed : item.unit === unit) &&
            item.scale === Number(scale) &&
            item.quantity === Number(quantity),
        );
        expect(
          isThere,
          this.#story(`the quote has ${JSON.stringify({ sha256, unit, scale, quantity })}`),
        ).toBe(true);
      }
    }
    await this.#page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  async #exportAgain(): Promise<void> {
    const path = this.#random.pick(this.#files);
    const [x, y, z] = this.#sides();
    this.#models.box(path.split('/').at(-1)!, x, y, z);
    // Two checks of the window, and the reading.
    await this.#page.waitForTimeout(5000);
  }

  async #select(): Promise<void> {
    const parts = await this.#rows().locator('button.pick').all();
    expect(parts.length > 0, this.#story('no part can be selected')).toBe((await this.#items()).length > 0);
    if (parts.length > 0) await this.#random.pick(parts).click();
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
    await settled(this.#page);
    const answer = this.#random.pick([use, cancel, null]);
    if (answer !== null) await this.#press(this.#button(answer));
  }

  async #table(): Promise<void> {
    if ((await this.#items()).length === 0) return;
    await this.#keys('t');
    await settled(this.#page);
    for (const item of await this.#items()) {
      const row = this.#page.locator(`tr[data-part="${item.id}"]`);
      const verdict = row.locator('.verdict .word');
      if (!(await verdict.isVisible())) continue;
      const inTable = await verdict.textContent();
      await row.locator('button').first().click();
      await settled(this.#page);
      const { verdictInList, verdictAtButton } = await said(this.#page);
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

  async #workspace(): Promise<Workspace> {
    return (await callFrom(this.#page, 'workspace.get', {})) as Workspace;
  }

  async #items(): Promise<readonly PlateItem[]> {
    return (await this.#workspace()).plate;
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

async function said(page: Page): Promise<Said> {
  return page.evaluate(() => {
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
async function settled(page: Page): Promise<void> {
  const busy = page.getByText(/^(Checking…|Getting prices…|Reading|Repairing|Hollowing|Comparing)/);
  await expect(busy.filter({ visible: true })).toHaveCount(0, { timeout: patience.test });
  await expect(page.locator('.price.asking').filter({ visible: true })).toHaveCount(0, {
    timeout: patience.test,
  });
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

/** What makes a line of the cart the same order. */
const partOfLine = ({ id, file, uploadScale, materialId, quantity }: CartLine) => ({
  id,
  sha256: file?.sha256,
  uploadScale,
  materialId,
  quantity,
});
