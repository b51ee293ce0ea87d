/** Quotes as PDF, written by the real thread and read by another program. */
import { existsSync, readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { expect, it } from 'vitest';
import { findFonts } from '../../../src-main/quote-document/system-fonts.ts';
import { writePdf } from '../../../src-main/quote-document/write-pdf.ts';
import type { QuoteDocument } from '../../../src-shared/ipc/quote-document.ts';
import { mostQuoteLines } from '../../../src-shared/ipc/quote-document.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { estimated, named, quoteDocument, quoteLine } from '../../support/quote-document.ts';

const dejaVu = '/usr/share/fonts/truetype/dejavu';
const icon = readFileSync('build/icons/48x48.png');
const write = async (
  document: QuoteDocument,
  pictures: readonly (Uint8Array | null)[] = document.lines.map(() => null),
  locale = 'en-US',
) => readPdf(await writePdf({ document, pictures, language: locale.startsWith('de') ? 'de' : 'en', locale }));

it('A quote tells whose prices it has, each part with its verdict, and the total.', async () => {
  const document = quoteDocument([
    quoteLine({ quantity: 20, price: named(4.65) }),
    quoteLine({ name: 'ring.stl', material: 'Premium Silver', price: estimated(46.31), quantity: 1 }),
  ]);
  const { pages, title, language, paper } = await write(document);
  expect(pages).toHaveLength(1);
  expect([title, language, paper]).toEqual(['Quote', 'en', [612, 792]]);
  for (const text of [
    'November 24, 2026',
    'Account Studio',
    'Service prints.example',
    'Currency USD',
    'bracket.stl',
    '40.5 × 28.2 × 100 mm',
    'White Strong & Flexible',
    '20 $4.65 $93.00',
    'Premium Silver',
    'about $46.31',
    'Total before fee, shipping, tax and duty about $139.31',
    'Nothing was ordered.',
    'Page 1 of 1',
  ])
    expect(pages[0]).toContain(text);
  expect(pages[0]).not.toContain('sandbox');
});

it('A quote for a customer has sender, logo, customer, reference and terms, and not whose account it is.', async () => {
  const document = quoteDocument(undefined, {
    offer: {
      customer: 'Ada Ltd\n1 Example Road',
      reference: 'PO 7',
      validUntil: '2026-12-31',
      note: 'Payable in 14 days.\nPickup on Mondays.',
    },
    sender: { name: 'Drawing Office\nBerlin', logo: icon.toString('base64') },
  });
  const { pages, pictures } = await write(document);
  expect(pictures).toBe(1);
  for (const text of [
    'Drawing Office',
    'Berlin',
    'For Ada Ltd',
    '1 Example Road',
    'Reference PO 7',
    'Date Nov 24, 2026',
    'Valid until Dec 31, 2026',
    'Payable in 14 days.',
    'Pickup on Mondays.',
    'Quote · PO 7',
  ])
    expect(pages[0]).toContain(text);
  expect(pages[0]).not.toMatch(/Studio|prints\.example/);
});

it('In German it has German words and numbers, on A4, and the local service says that it prints nothing.', {
  tags: 'release',
}, async () => {
  const document = quoteDocument([quoteLine({ price: named(1234.5) })], {
    account: { name: 'Werkstatt', host: null },
  });
  const { pages, paper, language } = await write(document, [null], 'de-DE');
  expect([language, paper]).toEqual(['de', [595, 842]]);
  expect(pages[0]).toContain('es wird nichts gedruckt');
  expect(pages[0]).toMatch(/1\.234,50\s\$/);
});

it('A long quote repeats its column heads, numbers its pages, and loses no part.', {
  tags: 'release',
}, async () => {
  const lines = Array.from({ length: 60 }, (_, at) => quoteLine({ name: `part-${at}.stl`, price: named(1) }));
  const { pages } = await write(quoteDocument(lines));
  expect(pages.length).toBeGreaterThan(3);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Material and verdict');
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  const all = pages.join('\n');
  for (const { name } of lines) expect(all.split(new RegExp(`\\b${name}\\b`))).toHaveLength(2);
  expect(pages.at(-1)).toContain('$60.00');
});

it('Screen readers find a heading, a table with heads, and a description of each picture.', {
  tags: 'release',
}, async () => {
  const lines = [quoteLine(), quoteLine({ name: 'ring.stl' })];
  const { roles, pictures } = await write(quoteDocument(lines), [icon, null]);
  expect(roles).toContain('H1');
  expect(roles.filter((role) => role === 'TH')).toHaveLength(5);
  expect(roles.filter((role) => role === 'TD')).toHaveLength(2 * 5);
  expect(pictures).toBe(1);
});

it('Damaged pictures are left out, and the quote is written all the same.', { tags: 'release' }, async () => {
  const half = Math.floor(icon.length / 2);
  const damaged = Buffer.from(icon).fill(7, half, half + 200);
  const lines = Array.from({ length: 4 }, () => quoteLine());
  const pictures = [icon.subarray(0, 40), icon.subarray(0, half), damaged, icon];
  const { pages, pictures: shown } = await write(quoteDocument(lines), pictures);
  expect(shown).toBe(1);
  expect(pages[0]).toContain('$40.00');
});

it('Names in any script, of any length, and with signs that reorder text stay in their place.', {
  tags: 'release',
}, async () => {
  const { pages } = await write(
    quoteDocument([
      quoteLine({ name: 'Деталь \u{10fffd}.stl' }),
      quoteLine({ name: 'x'.repeat(1000) }),
      quoteLine({ name: 'safe\u202elts.exe', material: 'M\u0000\n\u2028M' }),
    ]),
  );
  const all = pages.join('\n');
  expect(all).toContain('Деталь □.stl');
  expect(all).toContain('The sign □ stands for a character that this document cannot show.');
  expect(all).not.toMatch(/\u202e/);
  expect(all).toContain('$30.00');
});

it(`A quote of ${mostQuoteLines} parts has them all.`, { tags: 'release' }, async () => {
  const lines = Array.from({ length: mostQuoteLines }, (_, at) => quoteLine({ name: `${at}.stl` }));
  const { pages } = await write(quoteDocument(lines));
  expect(pages.at(-1)).toContain('$10,000.00');
  expect(pages.join('\n').match(/\d+\.stl/g)).toHaveLength(mostQuoteLines);
});

it.skipIf(!existsSync(dejaVu))(
  'A script that Inter lacks is drawn with a font of this computer, in its order.',
  async () => {
    const fonts = await findFonts(['حلقة 20.stl'], [dejaVu]);
    expect(fonts.map(({ name }) => name)).toEqual([null]);
    // Plain letters, where the folder has bold and condensed ones too.
    const face = create(Buffer.from(fonts[0]!.data)) as Font;
    expect([face.familyName, face.subfamilyName]).toEqual(['DejaVu Sans', 'Book']);
    expect(await findFonts(['\u{10fffd}'], [dejaVu])).toEqual([]);

    const { pages } = await write(quoteDocument([quoteLine({ name: 'حلقة 20.stl' })]));
    expect(pages[0]).not.toContain('□');
    expect(pages[0]).toContain('حلقة');
    // What is Latin in the name is not turned with the word before it.
    expect(pages[0]).not.toContain('lts');
  },
);

it('An address of many lines stands in a quote as a whole.', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  const document = quoteDocument(undefined, {
    offer: { customer: lines.join('\n'), reference: '', validUntil: null, note: '' },
    sender: { name: lines.join('\n').replaceAll('line', 'road'), logo: null },
  });
  const text = (await write(document)).pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const line of lines) expect(text).toContain(line);
  expect(text).toContain('road 30');
});

it('The estimate with tax and duty stands below the total and says that it is one.', async () => {
  const landed = { country: 'DE', low: 1.2, high: 1.3, orders: 3, least: 72, most: 78, currency: 'USD' };
  const [page = ''] = (await write(quoteDocument(undefined, { landed }))).pages;
  expect(page).toContain('With tax and duty, estimated $72.00 to $78.00');
  expect(page.replaceAll(/\s+/g, ' ')).toContain('An estimate, not a price of the service.');
});
