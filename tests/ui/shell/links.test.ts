/** Links to models on the web: dropped, pasted, or handed over by the system. */
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FileLink } from '../../../src-shared/ipc/file-link.ts';
import { dropLinks } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

type Fetched = { file: null; ask: FileLink | null };

async function open(answers: Fetched[] = []): Promise<PlateDouble> {
  const bridge = createPlateDouble({
    handlers: { 'app.fetchLink': () => answers.shift() ?? { file: null, ask: null } },
  });
  shown = await openWindow(bridge, 'queue');
  await expect.element(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  return bridge;
}

const dropLink = (address: string) => dropLinks(document.body, address);
const dialog = () => page.getByRole('dialog', { name: 'Fetch a model from the web?' });

it('A link dropped from a browser is asked about, and nothing is fetched after Cancel.', async () => {
  const bridge = await open();
  dropLink('https://example.com/parts/bracket.stl');
  await expect.element(dialog()).toMatchTextContent(/bracket.stl\W* from example\.com/);
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bridge.callsOf('app.fetchLink')).toEqual([]);
});

it('What the server answers is asked about, too: another host, one in the own network, a size.', async () => {
  const ask: FileLink = {
    address: 'https://10.0.0.1/big.stl',
    host: '10.0.0.1',
    name: 'big.stl',
    isNear: true,
    isSizeKnown: true,
    size: 41_000_000,
  };
  const bridge = await open([{ file: null, ask }]);
  dropLink('prusaslicer://open?file=https%3A%2F%2Fexample.com%2Fa.stl');
  await userEvent.click(dialog().getByRole('button', { name: 'Fetch' }));
  await expect
    .element(dialog())
    .toMatchTextContent(/leads on to another server: \W*big.stl\W* from 10\.0\.0\.1/);
  await expect.element(dialog()).toMatchTextContent(/one in your own network/);
  await expect.element(dialog()).toMatchTextContent(/The file has 41 MB\./);
  await userEvent.click(dialog().getByRole('button', { name: 'Fetch' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bridge.callsOf('app.fetchLink')).toMatchObject([
    { link: { address: 'https://example.com/a.stl' } },
    { link: ask },
  ]);
});

it('Links of the system are asked about one after another, and what cannot be fetched is explained.', async () => {
  const bridge = await open();
  const links = [
    'fabdesk://open?file=https://example.com/one.stl',
    'fabdesk://open?file=http://example.com/two.stl',
  ];
  bridge.answer({ 'app.takeLinks': () => links.splice(0) });
  bridge.emit('opened', { failed: [] });
  await expect.element(dialog()).toMatchTextContent(/one\.stl/);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.body.textContent).toContain('over plain http'));
  expect(document.querySelector('dialog[open]')).toBeNull();
});
