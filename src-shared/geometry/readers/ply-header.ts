/** The header of PLY: which elements follow, with which properties, and how they are stored. */
import { ref } from '../../messages/messages.ts';
import { textOf } from './byte-scanner.ts';
import { failDamaged } from './raw-mesh.ts';

export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of the length before the items; null for a single value. */
  readonly countType: PlyType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  /** The first byte after the header. */
  readonly bodyStart: number;
}

export const plyTypeSizes: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const typeNames: ReadonlyMap<string, PlyType> = new Map([
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
  ...(Object.keys(plyTypeSizes) as PlyType[]).map((type) => [type, type] as const),
]);

/** Headers with long comments exist; headers of a megabyte do not. */
const longestHeader = 1 << 20;

/** The least number of bytes of a row of this element in a binary body. */
export const leastRowBytes = (element: PlyElement): number =>
  element.properties.reduce((sum, { countType, type }) => sum + plyTypeSizes[countType ?? type], 0);

/** @throws CodedError `file-damaged`, saying what is wrong */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  let encoding: PlyHeader['encoding'] | null = null;
  let at = 0;
  for (;;) {
    const { text, next } = readLine(bytes, at);
    at = next;
    const words = text.trim().split(/\s+/);
    if (words[0] === 'end_header') break;
    if (at >= bytes.length || at > longestHeader) failDamaged(ref('geometry.truncated', { format: 'PLY' }));
    switch (words[0]) {
      case 'format':
        encoding = encodingOf(words[1]);
        break;
      case 'element':
        elements.push({ name: words[1]?.toLowerCase() ?? '', count: countOf(words), properties: [] });
        break;
      case 'property': {
        const owner = elements.at(-1);
        if (owner === undefined) failDamaged(ref('geometry.invalidHeader', { format: 'PLY' }));
        else owner.properties.push(propertyOf(words));
        break;
      }
      default: // ply, comment, obj_info, and lines that some exporters forgot to mark as comments
    }
  }
  if (encoding === null) return failDamaged(ref('geometry.invalidHeader', { format: 'PLY' }));
  return { encoding, elements, bodyStart: at };
}

/** A line up to LF, CR or CRLF, and the position of the next one. */
function readLine(bytes: Uint8Array, start: number): { text: string; next: number } {
  const limit = Math.min(bytes.length, start + longestHeader);
  let end = start;
  while (end < limit && bytes[end] !== 10 && bytes[end] !== 13) end++;
  const text = textOf(bytes, start, Math.min(end, start + 4096));
  const next = bytes[end] === 13 && bytes[end + 1] === 10 && !isLoneReturnFile(bytes) ? end + 2 : end + 1;
  return { text, next };
}

/** Whether the file ends its lines with CR alone: then a byte 10 behind the header's CR is already data. */
function isLoneReturnFile(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return bytes[at] === 13 && bytes[at + 1] !== 10;
}

function encodingOf(word: string | undefined): PlyHeader['encoding'] {
  if (word === 'ascii') return 'ascii';
  if (word === 'binary_little_endian') return 'little';
  if (word === 'binary_big_endian') return 'big';
  return failDamaged(ref('geometry.invalidHeader', { format: 'PLY' }));
}

function countOf(words: readonly string[]): number {
  const word = words[2] ?? '';
  if (!/^\d{1,15}$/.test(word))
    failDamaged(ref('geometry.invalidCount', { format: 'PLY', what: words[1] ?? '' }));
  return Number(word);
}

function propertyOf(words: readonly string[]): PlyProperty {
  const isList = words[1] === 'list';
  const countType = isList ? typeNames.get(words[2] ?? '') : null;
  const type = typeNames.get(words[isList ? 3 : 1] ?? '');
  const name = words[isList ? 4 : 2];
  if (type === undefined || countType === undefined || name === undefined) {
    return failDamaged(ref('geometry.invalidHeader', { format: 'PLY' }));
  }
  return { name: name.toLowerCase(), type, countType };
}

/** Where the red, green and blue of a vertex or face stand among its properties; null if it has no colour. */
export function colourColumns({ properties }: PlyElement): readonly [number, number, number] | null {
  const column = (name: string): number =>
    properties.findIndex((property) => property.name === name && property.countType === null);
  for (const names of colourNames) {
    const [red, green, blue] = names.map(column);
    if (red! >= 0 && green! >= 0 && blue! >= 0) return [red!, green!, blue!];
  }
  return null;
}

const colourNames = [
  ['red', 'green', 'blue'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ['r', 'g', 'b'],
] as const;

/** The factor from a colour in a column of this type to 0 to 255. */
export const colourFactor = (type: PlyType): number => {
  if (type === 'float32' || type === 'float64') return 255;
  return type === 'uint16' || type === 'int16' ? 1 / 257 : 1;
};
