/**
 * Parts that a person drags out of the window: what the host is given, and what happens if they come back.
 * @release
 */
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bridge } from '../../../src-renderer/bridge/bridge.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
let bridge: PlateDouble;
/** Names of the files of each drag. */
let drags: string[][];
let isOver: boolean;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/**
 * As the host tells it: a dropped file with the name of a dragged one is that one, until the drag is over.
 */
const dragOut: NonNullable<Bridge['dragOut']> = {
  begin(files: readonly SpooledFile[]) {
    drags.push(files.map(({ name }) => name));
    isOver = false;
  },
  isOwn: ({ name }) => !isOver && (drags.at(-1)?.includes(name) ?? false),
  end() {
    isOver = true;
  },
};

async function open(...names: string[]) {
  drags = [];
  isOver = true;
  bridge = createPlateDouble();
  Object.assign(bridge, { dragOut });
  shown = await openWindow(bridge, 'prepare');
  for (const [index, name] of names.entries()) await add(name, 10 + index);
}

async function add(name: string, size: number) {
  dropFiles(document.body, [fileOf(name, boxStl(size, size, size))]);
  await expect.element(row(name)).toBeVisible();
}
const startDrag = (name: string) =>
  row(name)
    .element()
    .dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
const onPlate = () => bridge.workspace.plate.map(({ file }) => file.name);
const plate = page.getByRole('region', { name: 'Plate' });
const act = (type: string, more: object = {}) =>
  document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, ...more }));
const files = () => {
  const data = new DataTransfer();
  data.items.add(fileOf('any.stl', boxStl(1, 1, 1)));
  return data;
};
const asksToDrop = () => document.querySelector('.target:not([hidden])') !== null;

describe('a part that is dragged out of the window', () => {
  it('The host is given its file by a drag of the mouse; selected parts go together.', async () => {
    await open('bracket.stl', 'lid.stl');
    await userEvent.dragAndDrop(row('bracket.stl'), page.getByRole('contentinfo'));
    expect(drags).toEqual([['bracket.stl']]);
    await row('bracket.stl').click();
    await row('lid.stl').click({ modifiers: ['ControlOrMeta'] });
    startDrag('lid.stl');
    expect(drags.at(-1)?.toSorted()).toEqual(['bracket.stl', 'lid.stl']);
  });

  it('It is not added again where it is dropped on the window itself; another file is.', async () => {
    await open('bracket.stl');
    startDrag('bracket.stl');
    isOver = false;
    dropFiles(document.body, [fileOf('bracket.stl', boxStl(10, 10, 10)), fileOf('lid.stl', boxStl(5, 5, 5))]);
    await expect.poll(onPlate).toEqual(['bracket.stl', 'lid.stl']);
  });

  it('Once the drag is over, the same file from a folder is added as usual.', async () => {
    await open('bracket.stl');
    startDrag('bracket.stl');
    await userEvent.hover(plate);
    await userEvent.hover(page.getByRole('navigation').first());
    expect(isOver).toBe(true);
    dropFiles(document.body, [fileOf('bracket.stl', boxStl(12, 12, 12))]);
    await expect.poll(onPlate).toEqual(['bracket.stl', 'bracket.stl']);
  });

  it('The window asks for files only once the part has left it.', async () => {
    await open('bracket.stl');
    startDrag('bracket.stl');
    act('dragover', { dataTransfer: files() });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(asksToDrop()).toBe(false);
    act('dragleave', { relatedTarget: null });
    act('dragover', { dataTransfer: files() });
    await expect.poll(asksToDrop).toBe(true);
  });

  it('In the table of the plate, rows are dragged in the same way.', async () => {
    await open('bracket.stl', 'lid.stl');
    await userEvent.keyboard('t');
    const table = page.getByRole('region', { name: 'Plate as a table' });
    await expect.element(table).toBeVisible();
    startDrag('lid.stl');
    expect(drags).toEqual([['lid.stl']]);
  });
});

it('In a browser, which gives files to nobody, nothing can be dragged out; a copy can be saved.', async () => {
  bridge = createPlateDouble();
  shown = await openWindow(bridge, 'prepare');
  await add('bracket.stl', 10);
  expect(row('bracket.stl').element().closest('li')?.draggable).toBe(false);
  const saved = new Promise<string>((resolve) => {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      HTMLAnchorElement.prototype.click = click;
      resolve(this.download);
    };
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command' }).fill('save a copy');
  await expect.poll(() => document.querySelector('[role=option]')?.textContent).toMatch(/Save a copy/);
  await userEvent.keyboard('{Enter}');
  expect(await saved).toBe('bracket.stl');
});
