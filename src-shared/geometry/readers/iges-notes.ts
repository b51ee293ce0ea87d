/**
 * Finds what OpenCascade silently does to an IGES file, by the file's sections (IGES 5.3): it reads hidden
 * entities like others, ignores the model scale, loses scaled copies, and doubles whatever is in two groups.
 */
import { ref } from '../../messages/messages.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { textOf } from './byte-scanner.ts';

/** Surfaces, solids, and what groups or places them. */
const shapes: ReadonlySet<number> = new Set([
  ...[108, 114, 118, 120, 122, 128, 140, 143, 144, 184, 186, 190, 192, 194, 196, 198, 402, 408],
]);
const [group, subfigureInstance, manifoldSolid] = [402, 408, 186];
/** Forms of groups: with and without back pointers, ordered or not. */
const groupForms: ReadonlySet<number> = new Set([1, 7, 14, 15]);
const mostMembers = 1_000_000;
/** The first field of a directory line, right-aligned. */
const nullType = Uint8Array.from('       0', (letter) => letter.charCodeAt(0));
/** A scale that is written as 1.0000001 is 1. */
const sameScale = 1e-6;

interface Sections {
  readonly globals: string;
  /** Where each of its lines of 72 columns begins in the file. */
  readonly globalPlaces: readonly number[];
  readonly directory: readonly string[];
  /** Where each line of the directory begins in the file. */
  readonly places: readonly number[];
  /** By the sequence number that the directory gives. */
  readonly parameters: readonly string[];
}

/** The file as OpenCascade should read it. @throws CodedError `file-unsupported` if parts would be missing */
export function noteIges(bytes: Uint8Array, warnings: GeometryText[]): Uint8Array {
  const sections = sectionsOf(bytes);
  const { globals, directory } = sections;
  let hidden = 0;
  for (let i = 0; i + 1 < directory.length; i += 2) {
    const first = directory[i]!;
    const type = Number(first.slice(0, 8));
    if (!shapes.has(type)) continue;
    const status = first.slice(64, 72).padStart(8).replaceAll(' ', '0');
    // An entity that is physically part of another one (a curve of a surface) is hidden with it.
    const isOwn = status[2] === '0' && (status[3] === '0' || status[3] === '2');
    if (status.startsWith('01') && isOwn) hidden++;
    if (type !== subfigureInstance) continue;
    if (isScale(fieldsOf(recordOf(sections, i))[5]))
      throw geometryError('file-unsupported', ref('geometry.scaledPart'));
  }
  if (hidden > 0) warnings.push(ref('geometry.hiddenBodies', { format: 'IGES', count: hidden }));
  const modelScale = fieldsOf(globals)[12];
  if (isScale(modelScale)) warnings.push(ref('geometry.modelScale', { scale: Number(modelScale) }));
  return withoutRepeatedGroups(bytes, sections);
}

/**
 * Whether a solid inside another one may be its cavity: the file says so for solids with shells of voids
 * (type 186), and nothing for faces without solids.
 */
export function mayHaveCavities(bytes: Uint8Array): boolean {
  const sections = sectionsOf(bytes);
  const voids: number[] = [];
  for (let i = 0; i + 1 < sections.directory.length; i += 2) {
    if (Number(sections.directory[i]!.slice(0, 8)) !== manifoldSolid) continue;
    voids.push(Number(fieldsOf(recordOf(sections, i))[3]));
  }
  return voids.length === 0 || voids.some((count) => count > 0);
}

/** Millimetres in a unit by its flag (IGES 5.3, 2.2.4.3.14), except units that are defined by their name. */
const millimetresOf: Readonly<Record<string, number>> = { 1: 25.4, 4: 304.8, 6: 1000, 10: 10 };

/**
 * The same file with its numbers as millimetres, and what each of them stands for. OpenCascade loses parts of
 * large surfaces where it converts units. Null for files in millimetres and in rare units.
 */
export function asMillimetres(bytes: Uint8Array): { bytes: Uint8Array; millimetres: number } | null {
  const { globals, globalPlaces } = sectionsOf(bytes);
  const [start, end] = spansOf(globals, 14)[13] ?? [0, 0];
  const millimetres = millimetresOf[globals.slice(start, end).trim()];
  if (millimetres === undefined) return null;
  const copy = bytes.slice();
  for (let at = start; at < end; at++) {
    const place = globalPlaces[Math.floor(at / 72)]! + (at % 72);
    copy[place] = (at === end - 1 ? '2' : ' ').charCodeAt(0);
  }
  return { bytes: copy, millimetres };
}

/**
 * An entity may belong to several groups. OpenCascade reads it again for each, and not always in its place,
 * so groups of which all members were in earlier ones become null entities (type 0).
 */
function withoutRepeatedGroups(bytes: Uint8Array, sections: Sections): Uint8Array {
  const { directory, places } = sections;
  const seen = new Set<number>();
  let copy: Uint8Array | null = null;
  for (let i = 0; i + 1 < directory.length; i += 2) {
    if (
      Number(directory[i]!.slice(0, 8)) !== group ||
      !groupForms.has(Number(directory[i + 1]!.slice(32, 40)))
    ) {
      continue;
    }
    const [, count, ...members] = fieldsOf(recordOf(sections, i), mostMembers).map(Number);
    const own = members.slice(0, count);
    const isRepeated = own.length > 0 && own.every((member) => seen.has(member));
    for (const member of own) seen.add(member);
    if (!isRepeated) continue;
    copy ??= bytes.slice();
    for (const place of [places[i]!, places[i + 1]!]) copy.set(nullType, place);
  }
  return copy ?? bytes;
}

/** The parameters of the entity whose two lines begin at `line` of the directory. */
function recordOf({ directory, parameters }: Sections, line: number): string {
  const start = Number(directory[line]!.slice(8, 16)) - 1;
  const count = Math.max(1, Number(directory[line + 1]!.slice(24, 32)) || 1);
  return parameters.slice(start, start + count).join('');
}

const isScale = (field: string | undefined): boolean =>
  field !== undefined && field !== '' && Math.abs(Number(field.replace(/d/i, 'e')) - 1) > sameScale;

/** Lines of 72 columns, then the letter of their section. */
function sectionsOf(bytes: Uint8Array): Sections {
  const directory: string[] = [];
  const places: number[] = [];
  const globalPlaces: number[] = [];
  const parameters: string[] = [];
  let globals = '';
  for (let start = 0; start < bytes.length; ) {
    let end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    if (end - start >= 73) {
      const letter = bytes[start + 72];
      if (letter === 71) {
        globals += textOf(bytes, start, start + 72);
        globalPlaces.push(start);
      } else if (letter === 68) {
        directory.push(textOf(bytes, start, start + 72));
        places.push(start);
      }
      // The last eight columns name the entity again.
      else if (letter === 80) parameters.push(textOf(bytes, start, start + 64));
    }
    start = end + 1;
  }
  return { globals, globalPlaces, directory, places, parameters };
}

const fieldsOf = (record: string, most = 16): readonly string[] =>
  spansOf(record, most).map(([start, end]) => record.slice(start, end).trim());

/** Where the first fields of a record begin and end; texts are written as their length, H and the text. */
function spansOf(record: string, most: number): readonly (readonly [start: number, end: number])[] {
  const spans: (readonly [number, number])[] = [];
  const separator = /^\s*1H(.)/.exec(record)?.[1] ?? ',';
  for (let at = 0; at < record.length && spans.length < most; ) {
    const [, blanks, length] = /^(\s*)(\d+)H/.exec(record.slice(at, at + 40)) ?? [];
    const text = length === undefined ? 0 : blanks!.length + length.length + 1 + Number(length);
    let end = at + text;
    while (end < record.length && record[end] !== separator && record[end] !== ';') end++;
    spans.push([at, end]);
    if (record[end] === ';' && separator !== ';') break;
    at = end + 1;
  }
  return spans;
}
