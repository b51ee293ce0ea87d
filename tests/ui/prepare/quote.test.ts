import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { QuoteDocument } from '../../../src-shared/ipc/quote-document.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble, type PlateDouble } from '../../support/plate-double.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
let saved: string[];
let click: MockInstance;
beforeEach(() => {
  saved = [];
  click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(async () => {
  click.mockRestore();
  await shown?.close();
  shown = undefined;
});

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name });

async function openPlate(bridge: PlateDouble, ...files: File[]): Promise<void> {
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, files);
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(files.length), { timeout: 10_000 });
  await expect.element(button('Save quote…')).toBeEnabled();
}

it('A quote has every part of the plate, in the chosen material or else the first that is offered.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  let document: unknown;
  bridge.answer({
    'quote.pdf': (input) => {
      document = input;
      return { pdf: btoa('%PDF-') };
    },
  });
  await openPlate(bridge, fileOf('first.stl', boxStl(40, 20, 10)), fileOf('second.stl', boxStl(20, 20, 10)));
  await button('Save quote…').click();
  await expect.element(dialog().getByText('2 parts')).toBeVisible();
  await dialog().getByRole('button', { name: 'Save as PDF' }).click();
  await vi.waitFor(() => expect(saved).toEqual([expect.stringMatching(/^quote-\d{4}-\d\d-\d\d\.pdf$/)]));
  expect(document).toMatchObject({
    language: 'en',
    document: {
      lines: [
        { name: 'first.stl', size: [0.04, 0.02, 0.01], quantity: 1, price: { kind: 'named' } },
        { name: 'second.stl', size: [0.02, 0.02, 0.01], quantity: 1, price: { kind: 'named' } },
      ],
    },
  });
});

it('Without prices the quote says what is missing from its total, and a PDF that fails says what to do.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  await openPlate(bridge, fileOf('first.stl', boxStl(40, 20, 10)));
  const fail = (message: string) => () => {
    throw new CodedError('file-not-written', message);
  };
  bridge.answer({
    'price.quote': fail('away'),
    'price.estimate': fail('away'),
    'quote.pdf': fail('no room'),
  });
  dropFiles(document.body, [fileOf('late.stl', boxStl(31, 20, 10))]);
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(2), { timeout: 10_000 });
  await button('Save quote…').click();
  await expect
    .element(dialog().getByText('One part has no price yet and is not in the total.'))
    .toBeVisible();
  await dialog().getByRole('button', { name: 'Save as PDF' }).click();
  await expect.element(dialog().getByText('no room')).toBeVisible();
  await dialog().getByRole('button', { name: 'Save as CSV' }).click();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
});

it('A quote for a customer begins with the settings, and a day that is over cannot be promised.', async () => {
  const quotes = {
    name: 'Drawing Office\nBerlin',
    logo: null,
    note: 'Net 14 days',
    markup: 0.2,
    validDays: 30,
  };
  const bridge = createPlateDouble({ settings: { quotes } });
  let sent: { document: QuoteDocument } | undefined;
  bridge.answer({
    'quote.pdf': (input) => {
      sent = input;
      return { pdf: btoa('%PDF-') };
    },
  });
  await openPlate(bridge, fileOf('first.stl', boxStl(40, 20, 10)));
  await button('Save quote…').click();
  await dialog().getByRole('checkbox', { name: 'For a customer' }).click();
  await expect.element(dialog().getByText(/^You pay .*, the customer /)).toBeVisible();
  await expect.element(dialog().getByText('The quote is from Drawing Office.')).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Customer' }).fill('Ada Ltd');
  const day = dialog().getByLabelText('Valid until');
  const later = (day.element() as HTMLInputElement).value;
  expect(later).toMatch(/^\d{4}-\d\d-\d\d$/);
  await day.fill('2020-01-01');
  await expect.element(dialog().getByText('This day is over. Choose a later one.').first()).toBeVisible();
  await dialog().getByRole('button', { name: 'Save as PDF' }).click({ force: true });
  expect(sent).toBeUndefined();
  await day.fill(later);
  await dialog().getByRole('button', { name: 'Save as PDF' }).click();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(sent!.document).toMatchObject({
    offer: { customer: 'Ada Ltd', validUntil: later, note: 'Net 14 days' },
    sender: { name: 'Drawing Office\nBerlin' },
  });
  expect(JSON.stringify(sent)).not.toContain('markup');
});
