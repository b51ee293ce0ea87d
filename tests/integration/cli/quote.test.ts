/**
 * `fabdesk quote --pdf` and `--csv` against a print service that runs alone; its books say what is charged
 * later.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { readCsv } from '../../../src-shared/csv/read-csv.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { openBoxStl } from '../../support/model-files.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let app: App;
let cwd: string;
beforeEach(async () => {
  cwd = modelFolder();
  service = await startService();
  app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const url = ['--url', service.baseUrl, '--client-id', client_id];
  await fabdesk(['accounts', 'add', ...url, '--name', 'ada@studio.example'], {
    FABDESK_CLIENT_SECRET: client_secret,
    FABDESK_PAYMENT_ID: payment_verification_id,
  });
  await fabdesk(['accounts', 'use', 'ada@studio.example']);
  await fabdesk(['accounts', 'terms', '--accept']);
  writeFileSync(join(cwd, 'box.stl'), writeBinaryStl(makeBox([0, 0, 0], [30, 20, 10])));
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  await service.close();
});

const fabdesk = (argv: readonly string[], env: Record<string, string> = {}) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: join(cwd, 'data'), ...env } });
const quote = (...more: string[]) => fabdesk(['quote', '--unit', 'mm', ...more]);
const at = (file: string) => join(cwd, file);

function rowsOf(file: string): Record<string, string>[] {
  const [heads, ...rows] = readCsv(readFileSync(at(file), 'utf8')).map(({ cells }) => cells);
  return rows.map((row) => Object.fromEntries(row.map((cell, column) => [heads![column], cell])));
}

function charged(): { unit_price_cents: number; quantity: number }[] {
  const database = new Sqlite(join(service.dataDir, 'service.sqlite'), { readonly: true });
  const rows = database
    .prepare('SELECT unit_price_cents, quantity FROM order_product ORDER BY order_product_id')
    .all();
  database.close();
  return rows as { unit_price_cents: number; quantity: number }[];
}

it('The prices of a quote are those that the service charges for the order of the same parts.', async () => {
  const parts = ['cube.stl:6:20', 'box.stl:White Strong & Flexible:3'];
  const quoted = await quote(...parts, '--pdf', 'quote.pdf', '--csv', 'quote.csv');
  expect(quoted).toMatchObject({ code: 0 });
  const rows = rowsOf('quote.csv');
  expect(rows.map(({ kind, file, quantity, price_is }) => [kind, file, quantity, price_is])).toEqual([
    ['part', 'cube.stl', '20', 'named'],
    ['part', 'box.stl', '3', 'named'],
    ['fee', '', '', 'named'],
    ['total', '', '', 'named'],
  ]);
  expect((await fabdesk(['orders', '--json'])).json()).toEqual([]);

  const placed = await fabdesk([
    'order',
    '--json',
    '--yes',
    '--unit',
    'mm',
    ...addressOptions(usAddress),
    ...parts,
  ]);
  expect(placed).toMatchObject({ code: 0 });
  const bill = charged();
  expect(
    rows.slice(0, 2).map((row) => [Math.round(Number(row.price_each) * 100), Number(row.quantity)]),
  ).toEqual(bill.map(({ unit_price_cents, quantity }) => [unit_price_cents, quantity]));
  const ofParts = bill.reduce((sum, { unit_price_cents, quantity }) => sum + unit_price_cents * quantity, 0);
  const cents = ofParts + Math.round((ofParts * 5) / 100);
  expect(Number(rows.at(-1)!.price_total) * 100).toBeCloseTo(cents, 6);

  const { pages, pictures } = await readPdf(readFileSync(at('quote.pdf')));
  expect(pages[0]).toContain(`$${(cents / 100).toFixed(2)}`);
  expect(pictures).toBe(2);
  // It is passed on: whose account it is stays out of it.
  expect(pages[0] + readFileSync(at('quote.csv'), 'utf8')).not.toContain('ada@');
});

it('A part that the service refuses is in the quote, but not in its total, and the command says so.', {
  tags: 'release',
}, async () => {
  writeFileSync(at('open.stl'), openBoxStl(30, 20, 10));
  const quoted = await quote('cube.stl:6:2', 'open.stl:6', '--pdf', 'quote.pdf', '--csv', 'quote.csv');
  expect(quoted).toMatchObject({ code: 0 });
  const [cube, open, fee, total] = rowsOf('quote.csv');
  expect(open).toMatchObject({ file: 'open.stl', verdict: 'refused', in_total: 'no' });
  expect(Number(open!.price_total)).toBeGreaterThan(0);
  expect(Number(fee!.price_total)).toBeCloseTo(Number(cube!.price_total) * 0.05, 2);
  expect(Number(total!.price_total)).toBeCloseTo(Number(cube!.price_total) + Number(fee!.price_total), 2);
  expect(quoted.stderr).toContain('One part will be refused as it is and is not in the total.');
  const { pages } = await readPdf(readFileSync(at('quote.pdf')));
  expect(pages[0]).toContain('Total of 1 of 2 parts with fee, before shipping, tax and duty');
});

it('Offline, known parts have their last price and new ones an estimate, and the quote says which is which.', {
  tags: 'release',
}, async () => {
  await quote('cube.stl:6', 'box.stl:6', '--csv', 'first.csv');
  for (const [name, side] of [
    ['a.stl', 15],
    ['b.stl', 25],
    ['c.stl', 35],
  ] as const) {
    writeFileSync(at(name), writeBinaryStl(makeBox([0, 0, 0], [side, side, 10])));
    await quote(`${name}:6`);
  }
  await service.service.close();
  // Prices of the last minutes would still count as the service's.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
  writeFileSync(at('new.stl'), writeBinaryStl(makeBox([0, 0, 0], [22, 22, 10])));
  await quote('cube.stl:6:2', 'new.stl:6', '--pdf', 'offline.pdf', '--csv', 'offline.csv');
  const [known, fresh, , total] = rowsOf('offline.csv');
  expect(known).toMatchObject({ price_is: 'last-known', price_each: rowsOf('first.csv')[0]!.price_each });
  expect(fresh).toMatchObject({ price_is: 'estimated' });
  expect(Number(fresh!.estimate_low_each)).toBeLessThanOrEqual(Number(fresh!.price_each));
  expect(total).toMatchObject({ price_is: 'estimated' });
  const { pages } = await readPdf(readFileSync(at('offline.pdf')));
  expect(pages[0]).toContain('last known price');
  expect(pages[0]).toMatch(/estimated from \d+\s+prices/);
  expect(pages[0]).toMatch(/Total with fee, before shipping, tax and duty about \$/);
});

it('A quote never lacks a part: if one cannot be read, none is written.', { tags: 'release' }, async () => {
  writeFileSync(at('broken.stl'), 'not a model');
  const ran = await quote('cube.stl:6', 'broken.stl', '--pdf', 'quote.pdf', '--csv', 'quote.csv');
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain('No quote was written, since one part would be missing from it.');
  expect([existsSync(at('quote.pdf')), existsSync(at('quote.csv'))]).toEqual([false, false]);
});

it('Nothing is overwritten without --force, a name ends as its content, and a model is never the target.', {
  tags: 'release',
}, async () => {
  writeFileSync(at('quote.pdf'), 'mine');
  const exists = await quote('cube.stl', '--pdf', 'quote.pdf');
  expect(exists.code).not.toBe(0);
  expect(exists.stderr).toContain('--force');
  expect(readFileSync(at('quote.pdf'), 'utf8')).toBe('mine');
  const named = await quote('cube.stl', '--csv', 'quote.txt');
  expect(named).toMatchObject({ code: 2 });
  expect(named.stderr).toContain('The file name must end in .csv, but is "quote.txt".');
  expect(await quote('cube.stl', '--pdf', 'quote.pdf', '--force')).toMatchObject({ code: 0 });
  expect(readFileSync(at('quote.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});

it('A quote for a customer has the markup in every amount, and the command says who pays what.', async () => {
  const quotes = { name: 'Drawing Office', logo: null, note: '', markup: 0, validDays: null };
  await fabdesk(['call', 'settings.set', JSON.stringify({ quotes }), '--write']);
  await quote('cube.stl:6:2', '--csv', 'own.csv');
  const files = ['--pdf', 'offer.pdf', '--csv', 'offer.csv'];
  const offer = ['--customer', 'Ada Ltd', '--reference', 'PO 7', '--markup', '25%'];
  const written = await quote('cube.stl:6:2', ...files, ...offer, '--valid-until', '2099-12-31');
  expect(written).toMatchObject({ code: 0 });
  const [own, offered] = [rowsOf('own.csv'), rowsOf('offer.csv')];
  const each = Math.round(Number(own[0]!.price_each) * 125) / 100;
  expect(Number(offered[0]!.price_each)).toBe(each);
  expect(offered[0]).toMatchObject({ customer: 'Ada Ltd', reference: 'PO 7', valid_until: '2099-12-31' });
  const [cost, price] = [own, offered].map((rows) => Number(rows.at(-1)!.price_total).toFixed(2));
  expect(written.stderr).toContain(`You pay $${cost}, the customer $${price}.`);
  const { pages } = await readPdf(readFileSync(at('offer.pdf')));
  expect(pages[0]).toContain(`$${price}`);
  expect(pages[0]).toContain('Drawing Office');
  expect(pages[0]).not.toContain('127.0.0.1');

  for (const [wrong, said] of [
    [['--markup', '-5', ...files], 'is not a markup'],
    [['--valid-until', '2020-01-01', ...files], '"2020-01-01" is not a day from today on.'],
    [['--valid-until', '2099-02-30', ...files], '"2099-02-30" is not a day from today on.'],
    [['--customer', 'Ada Ltd'], 'Add --pdf or --csv.'],
  ] as const) {
    const refused = await quote('cube.stl:6', ...wrong, '--force');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain(said);
  }
});

it('A part without a named material gets the cheapest that prints.', async () => {
  await quote('box.stl', '--csv', 'quote.csv', '--json');
  const { json } = await quote('box.stl', '--json');
  const { prices } = json()[0] as {
    prices: { title: string; price: number | null; verdict: { level: string } }[];
  };
  const cheapest = prices
    .filter(({ price, verdict }) => price !== null && verdict.level === 'prints')
    .sort((a, b) => a.price! - b.price!)[0]!;
  expect(rowsOf('quote.csv')[0]).toMatchObject({
    material: cheapest.title,
    price_each: String(cheapest.price),
    verdict: 'prints',
  });
});

it('A parts list is quoted row by row, its faults are told, and the quote can be ordered as it is.', {
  tags: 'release',
}, async () => {
  const write = (...lines: string[]) => writeFileSync(at('parts.csv'), lines.join('\r\n'));
  write('sep=;', 'Datei;Material;Menge', 'cube.stl;6;2', 'gone.stl;6;1', 'box.stl;White Strong & Flexibel;1');
  const faulty = await quote('parts.csv', '--csv', 'quote.csv');
  expect(faulty).toMatchObject({ code: 2 });
  expect(faulty.stderr).toContain('parts.csv: line 4: There is no file gone.stl beside the list.');
  expect(faulty.stderr).toMatch(/parts\.csv: line 5: .*White Strong & Flexible/);
  expect(faulty.stderr).toContain('parts.csv has 2 rows that cannot be quoted.');
  expect(existsSync(at('quote.csv'))).toBe(false);

  write('Datei;Material;Menge', 'cube.stl;6;2', 'box.stl;;');
  expect(await quote('parts.csv', '--material', '25', '--csv', 'quote.csv')).toMatchObject({ code: 0 });
  const rows = rowsOf('quote.csv');
  expect(rows.map(({ file, material, quantity }) => [file, material, quantity])).toEqual([
    ['cube.stl', 'White Strong & Flexible', '2'],
    ['box.stl', 'Black Strong & Flexible', '1'],
    ['', '', ''],
    ['', '', ''],
  ]);
  const ordered = ['order', '--json', '--yes', '--unit', 'mm', ...addressOptions(usAddress), 'quote.csv'];
  expect(await fabdesk(ordered)).toMatchObject({ code: 0 });
  expect(charged().map(({ unit_price_cents, quantity }) => [unit_price_cents, quantity])).toEqual(
    rows.slice(0, 2).map((row) => [Math.round(Number(row.price_each) * 100), Number(row.quantity)]),
  );
});

const order = (...more: string[]) =>
  fabdesk(['order', '--json', '--yes', '--unit', 'mm', ...addressOptions(usAddress), ...more]);

it('A saved quote orders the files and sizes that were quoted, or says by line what no longer fits.', {
  tags: 'release',
}, async () => {
  for (const [folder, side] of [
    ['v1', 20],
    ['v2', 30],
    ['.', 60],
  ] as const) {
    mkdirSync(at(folder), { recursive: true });
    writeFileSync(
      at(join(folder, 'Träger.stl'.normalize('NFD'))),
      writeBinaryStl(makeBox([0, 0, 0], [side, 20, 10])),
    );
  }
  writeFileSync(
    at('list.csv'),
    'file,material,quantity,scale\nV1/Träger.stl,6,1,\nv2/Träger.stl,6,2,0.5\nv2/Träger.stl,6,1,200 %',
  );
  expect(await quote('list.csv', '--csv', 'quote.csv', '--pdf', 'quote.pdf')).toMatchObject({ code: 0 });
  const rows = rowsOf('quote.csv').slice(0, 3);
  expect(
    rows.map(({ file, unit, scale, size_x_mm }) => [file!.normalize('NFC'), unit, scale, size_x_mm]),
  ).toEqual([
    ['v1/Träger.stl', 'mm', '1', '20'],
    ['v2/Träger.stl', 'mm', '0.5', '15'],
    ['v2/Träger.stl', 'mm', '2', '60'],
  ]);
  const { pages } = await readPdf(readFileSync(at('quote.pdf')));
  expect(pages[0]!.normalize('NFC')).toMatch(/v1\/Träger\.stl.*v2\/Träger\.stl.*Scale 0\.5, drawn in mm/s);

  expect(await order('quote.csv')).toMatchObject({ code: 0 });
  expect(charged().map(({ unit_price_cents, quantity }) => [unit_price_cents, quantity])).toEqual(
    rows.map((row) => [Math.round(Number(row.price_each) * 100), Number(row.quantity)]),
  );

  // Edited: one row by its scale, one by its price; then another content under the same name.
  const text = readFileSync(at('quote.csv'), 'utf8');
  const lines = text.split('\r\n');
  lines[1] = lines[1]!.replace(',mm,1,', ',mm,2,');
  lines[2] = lines[2]!.replace(`,${rows[1]!.price_each},`, ',0.01,');
  writeFileSync(at('edited.csv'), lines.join('\r\n'));
  const edited = await order('edited.csv');
  expect(edited).toMatchObject({ code: 2 });
  expect(edited.stderr.normalize('NFC')).toMatch(
    /edited\.csv: line 2: v1\/Träger\.stl has .* now, and was quoted with/,
  );
  expect(edited.stderr).toMatch(/edited\.csv: line 3: .* costs \$.* a piece now, and was quoted at \$0\.01/);
  writeFileSync(
    at(join('v1', 'Träger.stl'.normalize('NFD'))),
    writeBinaryStl(makeBox([0, 0, 0], [21, 20, 10])),
  );
  const changed = await order('quote.csv');
  expect(changed).toMatchObject({ code: 2 });
  expect(changed.stderr.normalize('NFC')).toContain(
    'quote.csv: line 2: v1/Träger.stl is not the file that was quoted.',
  );
  expect(charged()).toHaveLength(3);
});

it('Options are not read by the language of the person: what could be a thousand times as much is refused.', async () => {
  for (const scale of ['1,000', '1.000'])
    expect(await quote('box.stl', '--scale', scale)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`"${scale}" can be read in two ways`),
    });
  expect(await quote('box.stl', '--scale', '1,5', '--json')).toMatchObject({ code: 0 });
});

it('An empty name, as a variable that was not set leaves it, is refused and never stands for the whole folder.', async () => {
  const ran = await quote('', '--json');
  expect(ran).toMatchObject({ code: 2 });
  expect(ran.stdout + ran.stderr).toContain('One of the names is empty.');
});
