/**
 * A file of the plate that its CAD program exports again.
 * @release
 */
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxStl } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

const path = '/models/bracket.stl';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** A window with the bracket, 40 × 20 × 10 mm, whose file can be exported again. */
async function openBracket() {
  const bridge = createPlateDouble();
  let now = await bridge.spool('bracket.stl', boxStl(40, 20, 10), path);
  let isThere = true;
  bridge.answer({
    'files.importPath': () => now,
    'files.look': ({ files }) =>
      files.map(({ sha256 }) => (isThere ? (sha256 === now.sha256 ? 'same' : 'changed') : 'missing')),
  });
  shown = await openWindow(bridge, 'prepare');
  await page.getByRole('button', { name: 'Open a file by its path' }).click();
  await userEvent.keyboard(`${path}{Enter}`);
  await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
  return {
    bridge,
    /** As if the window came to the front after the export. */
    async export(bytes: Uint8Array) {
      now = await bridge.spool('bracket.stl', bytes, path);
      window.dispatchEvent(new Event('focus'));
    },
    vanish: () => (isThere = false),
  };
}
const card = () => page.getByRole('region', { name: 'The file was exported again' });
/** The length that the view draws along X: that of what it shows. */
const drawnWidth = () =>
  [...document.querySelectorAll('svg text')]
    .map((text) => text.textContent?.replace(/\s+/g, ' ').trim())
    .find((text) => text?.startsWith('X '));
const about = () => page.getByLabelText('About this part');

it('A part whose file was exported again offers the new version with its size and price, and keeps its settings.', async () => {
  const { bridge, export: exportAgain } = await openBracket();
  await userEvent.keyboard('++');
  await expect.poll(() => bridge.workspace.plate[0]?.quantity).toBe(3);
  await exportAgain(boxStl(28, 20, 10));
  await expect.element(card()).toMatchTextContent(/40 × 20 × 10 mm → 28 × 20 × 10 mm/);
  await expect.element(card()).toMatchTextContent(/\$\d+\.\d\d → \$\d+\.\d\d/);
  await expect.element(page.getByRole('button', { name: /^bracket\.stl New version/ })).toBeVisible();
  // Nothing changes before the person says so.
  await expect.element(about()).toMatchTextContent('40 × 20 × 10 mm');
  const material = bridge.workspace.plate[0]?.materialId;
  await card().getByRole('button', { name: 'Use' }).click();
  await expect.element(about()).toMatchTextContent('28 × 20 × 10 mm');
  await expect.element(card()).not.toBeInTheDocument();
  expect(bridge.workspace.plate).toMatchObject([{ quantity: 3, materialId: material, file: { path } }]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(about()).toMatchTextContent('40 × 20 × 10 mm');
});

it('The comparison shows both versions and says what changed.', async () => {
  const { export: exportAgain } = await openBracket();
  await exportAgain(boxStl(28, 20, 10));
  await card().getByRole('button', { name: 'Compare' }).click();
  await expect
    .element(card())
    .toMatchTextContent(/Up to 0 mm of material was added and up to 12(\.\d+)? mm removed/);
  await expect.element(card()).toMatchTextContent(/Volume ?8 cm³ ?5\.6 cm³/);
  await expect.element(card().getByRole('radio', { name: 'New version' })).toBeChecked();
  await card().getByRole('button', { name: 'Hide comparison' }).click();
  await expect.element(card().getByRole('radio', { name: 'New version' })).not.toBeInTheDocument();
});

it.each(['Ignore', 'Hide comparison', 'Use', 'Delete', 'scale', 'select all'])(
  'The view says that it shows another version, with the size of that one, and shows the part again after: %s.',
  async (what) => {
    const { bridge, export: exportAgain } = await openBracket();
    await userEvent.keyboard('++');
    await expect.poll(() => bridge.workspace.plate[0]?.quantity).toBe(3);
    if (what === 'select all') {
      await userEvent.keyboard('{Control>}d{/Control}');
      await page.getByRole('button', { name: /^bracket\.stl (?!\(2)/ }).click();
    }
    await exportAgain(boxStl(28, 20, 10));
    await card().getByRole('button', { name: 'Compare' }).click();
    await expect.poll(drawnWidth).toBe('X 28 mm');
    await expect.element(about()).toMatchTextContent('28 × 20 × 10 mm');
    await expect.element(page.getByText(/^Preview: New version\./)).toBeVisible();

    if (what === 'Delete') {
      await userEvent.keyboard('{Delete}');
      await userEvent.keyboard('{Control>}z{/Control}');
    } else if (what === 'scale') {
      await userEvent.fill(page.getByRole('textbox', { name: 'Scale', exact: true }), '50');
      await userEvent.keyboard('{Enter}');
    } else if (what === 'select all') await userEvent.keyboard('{Control>}a{/Control}');
    else await card().getByRole('button', { name: what }).click();
    if (what === 'Use') {
      await expect.element(card()).not.toBeInTheDocument();
      await userEvent.keyboard('{Control>}z{/Control}');
    }
    const isHalf = what === 'scale';
    if (what !== 'select all') {
      await expect.poll(drawnWidth).toBe(isHalf ? 'X 20 mm' : 'X 40 mm');
      await expect.element(about()).toMatchTextContent(isHalf ? '20 × 10 × 5 mm' : '40 × 20 × 10 mm');
    }
    await expect.element(page.getByText(/^Preview: New version\./)).not.toBeInTheDocument();
  },
);

it('A turned part takes the new version in its orientation.', async () => {
  const { bridge, export: exportAgain } = await openBracket();
  await page.getByRole('button', { name: 'Rotate by 90° about Z' }).click();
  await expect.element(about()).toMatchTextContent('20 × 40 × 10 mm');
  await exportAgain(boxStl(28, 20, 10));
  await expect.element(card()).toMatchTextContent('20 × 40 × 10 mm → 20 × 28 × 10 mm');
  await card().getByRole('button', { name: 'Use' }).click();
  await expect.element(about()).toMatchTextContent('20 × 28 × 10 mm');
  expect(bridge.workspace.plate).toMatchObject([{ turned: { of: { path } } }]);
  await expect.element(card()).not.toBeInTheDocument();
});

it('An ignored version is not offered again, and the next one is.', async () => {
  const { bridge, export: exportAgain } = await openBracket();
  await exportAgain(boxStl(28, 20, 10));
  await card().getByRole('button', { name: 'Ignore' }).click();
  await expect.element(card()).not.toBeInTheDocument();
  await expect.poll(() => bridge.workspace.plate[0]?.ignoredVersion).toMatch(/^[0-9a-f]{64}$/);
  await exportAgain(boxStl(30, 20, 10));
  await expect.element(card()).toMatchTextContent('30 × 20 × 10 mm');
});

it('A new version that is the old one again is no news.', async () => {
  const { export: exportAgain } = await openBracket();
  await exportAgain(boxStl(28, 20, 10));
  await expect.element(card()).toBeVisible();
  await exportAgain(boxStl(40, 20, 10));
  await expect.element(card()).not.toBeInTheDocument();
});

it('A new version that cannot be read says why, and the part stays.', async () => {
  const { export: exportAgain } = await openBracket();
  await exportAgain(new TextEncoder().encode('solid nothing\nendsolid nothing\n'));
  await expect.element(card()).toMatchTextContent('The new version cannot be read:');
  await expect.element(card().getByRole('button', { name: 'Use' })).not.toBeInTheDocument();
  await expect.element(about()).toMatchTextContent('40 × 20 × 10 mm');
});

it.each([
  ['a part', false],
  ['a turned part', true],
])('The cart says that %s was exported again since it was added.', async (_what, isTurned) => {
  const { bridge, export: exportAgain } = await openBracket();
  if (isTurned) {
    await page.getByRole('button', { name: 'Rotate by 90° about Z' }).click();
    await expect.element(about()).toMatchTextContent('20 × 40 × 10 mm');
  }
  await page.getByRole('button', { name: /^Add 1 to order/ }).click();
  await expect.poll(() => bridge.workspace.cart).toHaveLength(1);
  await exportAgain(boxStl(28, 20, 10));
  await card().getByRole('button', { name: 'Use' }).click();
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect
    .element(
      page.getByText('The file was exported again since it was added. The order prints the earlier version.'),
    )
    .toBeVisible();
});

it('A file that vanished is said to be so after two looks.', async () => {
  const { vanish } = await openBracket();
  vanish();
  await expect
    .element(page.getByText('The file is no longer in its folder. Fabdesk keeps its copy.'), {
      timeout: 10_000,
    })
    .toBeVisible();
});

/** Exported while the window has the focus, so that only F5 finds it. */
async function readAgain(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof openBracket>>> {
  const opened = await openBracket();
  const file = await opened.bridge.spool('bracket.stl', bytes, path);
  opened.bridge.answer({ 'files.importPath': () => file });
  await userEvent.keyboard('{F5}');
  return opened;
}

it('F5 takes an edited part at once.', async () => {
  const { bridge } = await readAgain(boxStl(44, 20, 10));
  await expect.element(about()).toMatchTextContent('44 × 20 × 10 mm');
  expect(bridge.workspace.plate).toHaveLength(1);
});

it('F5 asks if the file has nothing in common with the part, which stays as it is.', async () => {
  const { bridge } = await readAgain(boxStl(200, 3, 1));
  const question = page.getByRole('region', { name: 'Is this a new version of bracket.stl?' });
  await expect.element(question).toMatchTextContent(/40 × 20 × 10 mm.*200 × 3 × 1 mm/);
  const [part] = bridge.workspace.plate;
  await question.getByRole('button', { name: 'Replace it' }).click();
  await expect.poll(() => bridge.workspace.plate).toHaveLength(1);
  expect(bridge.workspace.plate[0]).toMatchObject({ id: part!.id });
  await expect.element(about()).toMatchTextContent('200 × 3 × 1 mm');
});
