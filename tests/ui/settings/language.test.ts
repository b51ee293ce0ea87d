/** The window in another language: at its start, and while it is open. */
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { language } from '../../../src-renderer/ui/language.svelte.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  await language.choose('en');
});

const open = async (bridge: PlateDouble, screen: string) => {
  shown = await openWindow(bridge, screen);
};
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });

describe('the language of the window', () => {
  it('Choosing a language in Settings changes every text at once, and choosing back restores it.', async () => {
    const bridge = createPlateDouble();
    await open(bridge, 'settings');
    await page.getByRole('radio', { name: 'Deutsch' }).click({ force: true });
    await expect.element(heading('Einstellungen')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Warenkorb/ })).toBeVisible();
    expect(bridge.callsOf('settings.set')).toEqual([{ language: 'de' }]);
    expect(document.documentElement.lang).toBe('de');

    await page.getByRole('radio', { name: 'English' }).click({ force: true });
    await expect.element(heading('Settings')).toBeVisible();
    expect(document.documentElement.lang).toMatch(/^en/);
  });

  it('Text, numbers and findings are German from the first screen if German was chosen before.', async () => {
    await open(createPlateDouble({ settings: { language: 'de', wallLimit: 3e-3 } }), 'prepare');
    await expect.element(heading('Vorbereiten')).toBeInTheDocument();
    dropFiles(document.body, [fileOf('halter.stl', boxStl(40.5, 20, 2.5))]);
    await expect.element(page.getByLabelText('Über dieses Teil')).toMatchTextContent('40,5 × 20 × 2,5 mm');
    await expect
      .element(page.getByRole('button', { name: /hinzufügen – / }))
      .toMatchTextContent(/1 hinzufügen – \d+,\d\d.\$/);
    await expect
      .element(
        page.getByText(/^Dünne Wände: \d+.% der Oberfläche dünner als 3 mm \(dünnste 2,5 mm\)/).first(),
      )
      .toBeVisible();
  });

  it('Messages that are already shown follow the language, with their actions.', async () => {
    const text = ref('errors.network.broken', { host: 'api.example.com' });
    const lost = new CodedError('network', 'The connection was lost.', { text });
    const bridge = createPlateDouble({
      handlers: {
        'app.setPaused': () => {
          throw lost;
        },
      },
    });
    await open(bridge, 'prepare');
    dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
    await expect.element(page.getByLabelText('About this part')).toMatchTextContent('40 × 20 × 10 mm');
    await userEvent.keyboard('{Delete}');
    const status = page.getByRole('contentinfo');
    await expect.element(status.getByText('bracket.stl removed from the plate.')).toBeVisible();
    await page.getByRole('button', { name: 'Online', exact: true }).click();
    const banners = page.getByRole('region', { name: 'Messages' });
    await expect.element(banners).toMatchTextContent('The connection to api.example.com was lost.');

    await language.choose('de');
    await expect.element(status.getByText('bracket.stl von der Druckplatte entfernt.')).toBeVisible();
    await expect.element(status.getByRole('button', { name: 'Rückgängig' })).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Meldungen' }))
      .toMatchTextContent('Die Verbindung zu api.example.com wurde unterbrochen.');
  });

  it('A field accepts a decimal comma and thousands as Germans write them.', async () => {
    await open(createPlateDouble({ settings: { language: 'de' } }), 'prepare');
    dropFiles(document.body, [fileOf('halter.stl', boxStl(40, 20, 10))]);
    const x = page.getByRole('textbox', { name: 'X', exact: true });
    await expect.element(x).toHaveValue('40');
    await x.fill('1.234,5');
    await page.getByRole('textbox', { name: 'Y', exact: true }).click();
    await expect.element(x).toHaveValue('1234,5');
  });
});
