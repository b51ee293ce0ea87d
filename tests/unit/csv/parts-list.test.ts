import { describe, expect, it } from 'vitest';
import { matchMaterial } from '../../../src-shared/api/match-material.ts';
import { decodeTable } from '../../../src-shared/csv/decode-table.ts';
import { mostParts, readPartsList } from '../../../src-shared/csv/parts-list.ts';
import { readCsv, UnclosedQuote } from '../../../src-shared/csv/read-csv.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { quoteCsv } from '../../../src-shared/quote-document/quote-csv.ts';
import { quoteForCustomer } from '../../../src-shared/quote-document/quote-for-customer.ts';
import { quoteDocument, quoteLine } from '../../support/quote-document.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

describe('comma-separated values', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, where a comma is decimal',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2,3',
      [
        ['a', 'b'],
        ['1', '2,3'],
      ],
    ],
    [
      'CRLF and a line break at the end',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    [
      'quotes with separators, quotes and line breaks',
      '"a,1","b ""c"""\n"x\ny",z',
      [
        ['a,1', 'b "c"'],
        ['x\ny', 'z'],
      ],
    ],
    ['spaces around cells, and none taken from quoted ones', ' a , " b " ,c', [['a', ' b ', 'c']]],
    ['a quote within a cell', 'M6 3/4" bolt,2', [['M6 3/4" bolt', '2']]],
    ['empty lines and empty cells', 'a,,c\n\n,,\n', [['a', '', 'c']]],
    ['nothing', '', []],
  ])('CSV is read: %s.', (_what, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  it.each([';', '|', ','])('A first line of Excel names the separator %s.', (separator) => {
    const lines = readCsv(`\ufeffsep=${separator}\r\n"a,b"${separator}1;5\r\n`.replace('1;5', '15'));
    expect(lines).toEqual([{ line: 2, cells: ['a,b', '15'] }]);
  });

  it('Rows know their lines, also after cells of several lines.', () => {
    expect(readCsv('a,b\n"1\n2",x\n\r\n3,y').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('A quote that is not closed is refused with the line where it opens.', () => {
    expect(() => readCsv('a,b\n"1,2\n3,4')).toThrow(UnclosedQuote);
    expect(said('file\n"cube.stl\nlid.stl')).toEqual(['2: The quote that opens here is not closed.']);
  });
});

/** A row that says no more. */
const plain = { unit: null, scale: null, quoted: null };

const said = (text: string) =>
  readPartsList(text).faults.map(({ line, text: fault }) => `${line}: ${english.say(fault)}`);

describe('the letters of a table', () => {
  it.each([
    ['UTF-8', Buffer.from('Stück')],
    ['UTF-8 with its mark', Buffer.from('\ufeffStück')],
    ['UTF-16, little end first', Buffer.from('\ufeffStück', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffStück', 'utf16le').swap16()],
    ['Western Windows', Buffer.from('Stück', 'latin1')],
  ])('Umlauts are read: %s.', (_what, bytes) => {
    expect(decodeTable(bytes).replace('\ufeff', '')).toBe('Stück');
  });
});

describe('parts lists', () => {
  it('Columns are known by English and German names in any order; others are left out.', () => {
    const expected = [{ line: 2, file: 'a.stl', material: 'PA 12', quantity: 3, ...plain }];
    for (const head of [
      'File,Material,Quantity,Note',
      'DATEI,WERKSTOFF,STÜCK,Notiz',
      'part,material,qty,x',
      'Dateiname,Material,Anzahl,',
    ]) {
      expect(readPartsList(`${head}\na.stl,PA 12,3,for Ann`)).toEqual({ parts: expected, faults: [] });
    }
    expect(readPartsList('qty,file\n3,a.stl').parts).toEqual([{ ...expected[0], material: null }]);
  });

  it.each([
    ['1', 1],
    ['10000', 10_000],
    ['2.0', 2],
    ['2,0', 2],
    ['', null],
  ])('A quantity is read: “%s”.', (text, quantity) => {
    expect(readPartsList(`file;qty\na.stl;${text}`).parts[0]?.quantity).toBe(quantity);
  });

  it.each(['0', '-1', '1.5', '1e3', '10001', 'two', '1 000'])('A quantity is refused: “%s”.', (text) => {
    expect(said(`file;qty\nok.stl;1\na.stl;${text}`)).toEqual([
      `3: "${text}" is no quantity. Write a whole number from 1 to 10,000.`,
    ]);
  });

  it.each([
    ['file,material,finish,unit', 'a.stl,Steel,Polished,inch'],
    ['Datei;Oberfläche;Einheit;Werkstoff', 'a.stl;Polished;Zoll;Steel'],
  ])('A row may name a finish and a unit: “%s”.', (head, row) => {
    expect(readPartsList(`${head}\n${row}`)).toEqual({
      parts: [{ line: 2, file: 'a.stl', material: 'Steel Polished', quantity: null, ...plain, unit: 'in' }],
      faults: [],
    });
  });

  it('A unit that is none is a fault of its row, and so is the name of a property of objects.', () => {
    for (const unit of ['furlong', 'constructor'])
      expect(said(`file,unit\na.stl,${unit}`)).toEqual([
        `2: "${unit}" is no unit. Write mm, cm, m, in or ft.`,
      ]);
  });

  it.each(['1,000', '1.000', '2,500', '10.000'])(
    'A quantity of “%s” could be a thousand times as many.',
    (text) => {
      expect(said(`file;qty\na.stl;${text}`)).toEqual([
        `2: "${text}" can be read in two ways, with decimals or with thousands. Write it without that separator.`,
      ]);
    },
  );

  it('Two columns for one thing must agree in each row.', () => {
    expect(said('file,qty,quantity\na.stl,2,2\nb.stl,2,\nc.stl,2,5')).toEqual([
      '4: The columns quantity and qty say 5 and 2. Keep the one that counts.',
    ]);
    expect(readPartsList('part,file\n4711,a.stl').parts[0]?.file).toBe('a.stl');
  });

  it.each([
    ['2', 2],
    ['0,5', 0.5],
    ['50 %', 0.5],
    ['1/2', 0.5],
    ['', null],
  ])('A scale is read: “%s”.', (text, scale) => {
    expect(readPartsList(`file;scale\na.stl;${text}`).parts[0]?.scale).toBe(scale);
  });

  it('A scale that is none, or could be two, is a fault of its row.', () => {
    expect(said('file;scale\na.stl;0\nb.stl;1,000\nc.stl;big')).toEqual([
      '2: "0" is no scale. Write a number above 0, such as 0.5 or 50 %.',
      expect.stringContaining('3: "1,000" can be read in two ways'),
      '4: "big" is no scale. Write a number above 0, such as 0.5 or 50 %.',
    ]);
  });

  it('A quote that was saved is a list of exactly its parts, without its costs and totals.', () => {
    const source = { sha256: 'a'.repeat(64), path: 'v1/-bracket.stl', unit: 'in', scale: 1.333 } as const;
    const csv = quoteCsv(
      quoteDocument(
        [
          quoteLine({ quantity: 3, source }),
          quoteLine({
            material: null,
            price: null,
            volume: null,
            source: { ...source, path: '-lid.stl', changes: [ref('quote.mirrored')] },
          }),
        ],
        { shipping: { price: 6.5, currency: 'USD' } },
      ),
      english,
    );
    const quoted = { sha256: source.sha256, volume: null, most: null, changes: 'mirrored' };
    expect(readPartsList(csv)).toEqual({
      parts: [
        {
          line: 2,
          file: 'v1/-bracket.stl',
          material: 'White Strong & Flexible',
          quantity: 3,
          unit: 'in',
          scale: 1.333,
          quoted: { ...quoted, volume: 1.25e-5, most: { amount: 10, currency: 'USD' }, changes: '' },
        },
        { line: 3, file: '-lid.stl', material: null, quantity: 1, unit: 'in', scale: 1.333, quoted },
      ],
      faults: [],
    });
    expect(readPartsList('kind,file\nbolt,a.stl').parts).toHaveLength(1);
    // Somebody removed the prices: the content counts all the same.
    const pruned = `file,unit,sha256,changes\na.stl,mm,${source.sha256},mirrored`;
    expect(readPartsList(pruned).parts[0]?.quoted).toEqual({ ...quoted, changes: 'mirrored' });
    expect(readPartsList('file,sha256\na.stl,').faults).toHaveLength(1);
  });

  it('What a customer pays does not limit what the service may charge when the quote is ordered.', () => {
    const offer = { customer: 'Ada Ltd', reference: '', validUntil: null, note: '' };
    const lines = [quoteLine({ source: { sha256: 'a'.repeat(64), path: 'a.stl', unit: 'mm', scale: 1 } })];
    const most = (document: ReturnType<typeof quoteDocument>) =>
      readPartsList(quoteCsv(document, english)).parts[0]?.quoted?.most;
    expect(most(quoteDocument(lines))).toEqual({ amount: 10, currency: 'USD' });
    expect(most(quoteForCustomer(quoteDocument(lines), offer, 0.5, undefined))).toBeNull();
  });

  it('A quote of an earlier version, which does not say what it is for, orders nothing.', () => {
    const old = 'kind,file,material,quantity,price_each,price_is\npart,a.stl,PA 12,1,5,named';
    expect(readPartsList(old).parts).toEqual([]);
    expect(said(old)).toEqual([
      '2: The quote does not say which file and size it is for. Quote the part again, and order by the new quote.',
    ]);
  });

  it('Good rows stay beside faults, and a list that is none says so.', () => {
    expect(readPartsList('file,qty\na.stl,1\n,2\nb.stl,x').parts.map(({ file }) => file)).toEqual(['a.stl']);
    expect(said('name,weight\nx,1')).toEqual(['0: No column is named File. The columns are name, weight.']);
    expect(said('file,material')).toEqual(['0: The list has no parts.']);
    expect(said('')).toEqual(['0: The list has no parts.']);
    const long = `file\n${'a.stl\n'.repeat(mostParts + 1)}`;
    expect(said(long)).toEqual(['0: The list has 1,001 parts; 1,000 are possible. Divide it.']);
  });
});

describe('a material with its finish', () => {
  const materials = ['Polished Brass', 'Raw Brass', 'Brass', 'Steel, Polished'].map((title, index) => ({
    materialId: index + 1,
    title,
    printerId: 5,
    supportsColorFiles: false,
    swatch: '',
    restrictions: {},
  }));
  const idOf = (word: string) => matchMaterial(word, materials).material?.materialId;

  it('The words of a title may come in any order, each once, and all of them.', () => {
    expect(idOf('Brass polished')).toBe(1);
    expect(idOf('Polished Brass polished')).toBe(1);
    expect(idOf('Polished Steel')).toBe(4);
    expect(idOf('Brass')).toBe(3);
    expect(idOf('Steel')).toBeUndefined();
    expect(idOf('Polished')).toBeUndefined();
    expect(idOf('&')).toBeUndefined();
  });

  it('Two titles of the same words are not told apart.', () => {
    const twice = [...materials, { ...materials[0]!, materialId: 9, title: 'Brass: Polished' }];
    expect(matchMaterial('brass polished', twice).material).toBeNull();
  });
});
