/**
 * Colours that only the program that wrote them knows how to read: what slicers paint on faces of 3MF
 * (`paint_color` of Bambu Studio and OrcaSlicer, `mmu_segmentation` of PrusaSlicer), and the two ways in
 * which binary STL carries a colour in the spare bytes of a face. No service gets them from the file, so a
 * person who orders in colour must know.
 */

import { textOf } from './byte-scanner.ts';
import { type ByteSource, readFully } from './byte-source.ts';
import { isExactBinaryStl } from './stl-binary.ts';

/** The letters that are read before an underscore and after it. */
const [underscore, before, after] = [95, 8, 13];

/** Whether XML of a model part has faces that a slicer painted. Searches for a byte that is rare there. */
export function isPaintedBySlicer(xml: Uint8Array): boolean {
  for (let at = xml.indexOf(underscore); at >= 0; at = xml.indexOf(underscore, at + 1)) {
    const text = textOf(xml, Math.max(0, at - before), Math.min(xml.length, at + 1 + after));
    if (/(paint_color|mmu_segmentation)=/.test(text)) return true;
  }
  return false;
}

const [headerBytes, recordBytes, valid] = [84, 50, 0x8000];

/** Records that are read, spread over the file. */
const sampled = 512;

/**
 * Whether the faces of a binary STL have several colours: Magics says so in the header and sets the highest
 * bit where a face has none of its own, VisCAM where it has one.
 */
export async function hasStlColours(source: ByteSource, head: Uint8Array): Promise<boolean> {
  if (head.length < headerBytes || !isExactBinaryStl(head, source.size)) return false;
  const count = (source.size - headerBytes) / recordBytes;
  const isMagics = textOf(head, 0, 80).includes('COLOR=');
  const record = new Uint8Array(2);
  const colours = new Set<number>();
  for (let i = 0; i < Math.min(sampled, count); i++) {
    const face = Math.floor((i * count) / Math.min(sampled, count));
    await readFully(source, record, headerBytes + face * recordBytes + 48);
    const value = record[0]! | (record[1]! << 8);
    const hasOwn = (value & valid) === (isMagics ? 0 : valid);
    // Programs without colours leave other numbers there.
    if (!hasOwn && !isMagics && value !== 0) return false;
    colours.add(hasOwn ? value & ~valid : -1);
  }
  return colours.size > 1;
}
