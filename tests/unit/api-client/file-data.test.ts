import { describe, expect, it } from 'vitest';
import { withoutFileData } from '../../../src-main/api-client/file-data.ts';

async function take(json: string, cutEvery: number) {
  const all = Buffer.from(json);
  const slices = async function* () {
    for (let at = 0; at < all.length; at += cutEvery) yield all.subarray(at, at + cutEvery);
  };
  const file: Buffer[] = [];
  const rest: Buffer[] = [];
  const keep = async (bytes: Buffer) => {
    file.push(Buffer.from(bytes));
  };
  for await (const part of withoutFileData(slices(), keep)) rest.push(Buffer.from(part));
  return { file: Buffer.concat(file), rest: JSON.parse(Buffer.concat(rest).toString()) as unknown };
}

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7 + 251) % 256));
const base64 = bytes.toString('base64');

describe('a file inside an answer', () => {
  it.each([1, 2, 3, 5, 7, 64, 10_000])(
    'The file in an answer is complete, however the answer is divided: %i',
    async (cut) => {
      const answer = {
        result: 'success',
        title: 'a "fileData": "x" b',
        fileData: base64,
        nextActionSuggestions: {},
      };
      const { file, rest } = await take(JSON.stringify(answer), cut);
      expect(file.equals(bytes)).toBe(true);
      expect(rest).toEqual({ ...answer, fileData: '' });
    },
  );

  it.each([1, 2, 3, 1000])(
    'The file in an answer is read with PHP’s escaped slashes and line breaks: %i',
    async (cut) => {
      const broken = base64.replaceAll('/', '\\/').replaceAll(/.{76}/g, (line) => `${line}\\r\\n`);
      const { file } = await take(`{"fileData" : "${broken}","result":"success"}`, cut);
      expect(file.equals(bytes)).toBe(true);
    },
  );

  it('Only the field at the top level is the file.', async () => {
    const answer = { inner: { fileData: 'QUJD' }, list: ['fileData', 'QUJD'], fileData: null, last: 1 };
    const { file, rest } = await take(JSON.stringify(answer), 4);
    expect(file).toHaveLength(0);
    expect(rest).toEqual(answer);
  });
});
