/** Small model files that the test makes itself, as a person would drop them. */
import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { joinMeshes, makeBox } from '../fixtures/geometry/solids.ts';

/** A box with one corner at zero. */
export const boxStl = (x: number, y: number, z: number): Uint8Array<ArrayBuffer> =>
  writeBinaryStl(makeBox([0, 0, 0], [x, y, z] satisfies Vector)) as Uint8Array<ArrayBuffer>;

/** The same box without its first two triangles (its bottom): a hole of four edges. */
export function openBoxStl(x: number, y: number, z: number): Uint8Array<ArrayBuffer> {
  const { positions, indices } = makeBox([0, 0, 0], [x, y, z]);
  const open: Mesh = { positions, indices: indices.slice(6) };
  return writeBinaryStl(open) as Uint8Array<ArrayBuffer>;
}

/** The same box, hollow: its walls are `wall` thick, and its cavity is closed. */
export function hollowBoxStl(x: number, y: number, z: number, wall: number): Uint8Array<ArrayBuffer> {
  const { positions, indices } = makeBox([wall, wall, wall], [x - wall, y - wall, z - wall]);
  const inwards: Mesh = { positions, indices: indices.slice().reverse() };
  return writeBinaryStl(joinMeshes([makeBox([0, 0, 0], [x, y, z]), inwards])) as Uint8Array<ArrayBuffer>;
}

/** A cube of 20 as OBJ, with a free-form surface that cannot be read. */
export function objWithSurface(): string {
  const { positions, indices } = makeBox([0, 0, 0], [20, 20, 20]);
  const triples = (numbers: ArrayLike<number>, word: string, add: number): string =>
    Array.from(
      { length: numbers.length / 3 },
      (_, i) => `${word} ${[0, 1, 2].map((k) => numbers[i * 3 + k]! + add).join(' ')}\n`,
    ).join('');
  const surface = 'cstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 3 4\nparm u 0 1\nparm v 0 1\nend\n';
  return triples(positions, 'v', 0) + triples(indices, 'f', 1) + surface;
}

export const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], name);

/** Drops files as a file manager does. The event is synthetic, its files are real. */
export function dropFiles(target: Element, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  drag(target, transfer);
}

/** As a browser hands over what is dragged from one of its pages. */
export function dropLinks(target: Element, ...links: readonly string[]): void {
  const transfer = new DataTransfer();
  transfer.setData('text/uri-list', links.join('\r\n'));
  drag(target, transfer);
}

function drag(target: Element, transfer: DataTransfer): void {
  for (const type of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer }),
    );
  }
}

export function pasteText(target: EventTarget, text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
}
