import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src-shared/csv/read-csv.ts';
import { type CsvCell, writeCsv } from '../../../src-shared/csv/write-csv.ts';

const written = (...cells: CsvCell[]) => writeCsv([cells]).slice(1, -2);

describe('written tables', () => {
  it('They begin with a byte order mark, and every line ends with CRLF.', () => {
    expect(
      writeCsv([
        ['a', 1],
        [null, 2.5],
      ]),
    ).toBe('\ufeffa,1\r\n,2.5\r\n');
  });

  it.each(['a,b', 'two\r\nlines', 'say "hello"', ' spaces ', 'plain', '', 'Ünïcode 日本'])(
    'The text %j is read back as it was written.',
    (text) => {
      expect(readCsv(writeCsv([[text, 'end']]))[0]!.cells).toEqual([text, 'end']);
    },
  );

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', ' =1'])(
    'A spreadsheet does not run the text %j.',
    (text) => {
      expect(written(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('Numbers have a point, and neither an exponent nor an apostrophe.', () => {
    expect(written(-5, 1234567.5, 0.1, 740.21, 1e-7, 1e21)).toBe(
      '-5,1234567.5,0.1,740.21,0.0000001,1000000000000000000000',
    );
  });
});
