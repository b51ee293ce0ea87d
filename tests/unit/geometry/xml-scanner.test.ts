/** The XML scanner reads each byte a few times at most, whatever the document contains. */
import { expect, it } from 'vitest';
import { XmlScanner } from '../../../src-shared/geometry/readers/xml-scanner.ts';

/** The bytes of a text, which count how many of them `indexOf` has read. */
class CountedBytes extends Uint8Array {
  searched = 0;

  override indexOf(byte: number, from = 0): number {
    const found = super.indexOf(byte, from);
    this.searched += (found < 0 ? this.length : found) - from;
    return found;
  }
}

it.each([
  ['without entities', 'pid="17" p1="0"'],
  ['with an entity in every value', 'name="a &amp; b" also="&lt;&#65;&gt;"'],
  ['with single quotes', "name='17' also='\"'"],
])('A long document %s is read in time that grows with its length.', (_, attributes) => {
  const tags = 2_000;
  const text = `<mesh>${`<triangle ${attributes}/><!-- > -->`.repeat(tags)}</mesh>`;
  const bytes = CountedBytes.from(new TextEncoder().encode(text)) as CountedBytes;
  const scanner = new XmlScanner(bytes);
  const values = new Set<string>();
  let read = 0;
  while (scanner.next() !== 'end') {
    while (scanner.nextAttribute()) {
      values.add(scanner.value);
      read++;
    }
  }
  expect(read).toBe(tags * 2);
  expect(values.size).toBe(2);
  expect(bytes.searched).toBeLessThan(bytes.length * 3);
});
