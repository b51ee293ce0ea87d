/**
 * The words about the unit at the beginning of a file, if the format has none. The header of an STL and the
 * comments of OBJ, PLY and OFF may name the unit, or the program that wrote the file.
 */
import type { LengthUnit } from '../../units/units.ts';
import { textOf } from './byte-scanner.ts';

export interface FileOrigin {
  /** The unit that a comment states. */
  readonly unit: LengthUnit | null;
  /** A program that draws in millimetres. */
  readonly program: string | null;
}

/** Later comments are not read. */
export const originBytes = 2048;

/** A comment of VRML that is made for KiCad's libraries, which count in tenths of an inch. */
const forKicad = /^#VRML[\s\S]*^#.*\bkicad/im;

const units: readonly (readonly [LengthUnit, string])[] = [
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|[cz]entimet(?:er|re)s?'],
  // "in" before a word is not a unit: "units in mm", "12 units in a box".
  ['in', 'in(?! +[a-z])|inch(?:es)?|zoll'],
  ['m', 'm|met(?:er|re)s?'],
  ['ft', 'ft|feet|foot'],
  ['um', 'um|microns?|micromet(?:er|re)s?'],
];

/** Programs for printing, which have no other unit. */
const inMillimetres: readonly (readonly [string, RegExp])[] = [
  ['OpenSCAD', /openscad/i],
  ['PrusaSlicer', /prusaslicer|slic3r/i],
  ['SuperSlicer', /superslicer/i],
  ['OrcaSlicer', /orcaslicer/i],
  ['BambuStudio', /bambu ?studio/i],
  ['Cura', /\bcura\b/i],
  ['Tinkercad', /tinkercad/i],
  ['OpenCASCADE', /open ?cascade/i],
  ['FreeCAD', /freecad|^(mesh){3}/i],
];

/** "units: mm", "Unit is inches", "units=1 mm", "Einheit: mm", and "uses centimeters as units". */
const statements = (unit: string): readonly RegExp[] => [
  new RegExp(
    String.raw`\b(?:units?|einheit(?:en)?)\b[^a-z0-9\n]{0,4}(?:(?:is|are|in)\b[^a-z0-9\n]{0,3})?(?:1 ?)?(?:${unit})(?![a-z0-9])`,
    'i',
  ),
  new RegExp(String.raw`\b(?:uses?|in) (?:${unit}) as units?\b`, 'i'),
];

/** Null if it says nothing. `head`: the first bytes of the file. */
export function readOrigin(head: Uint8Array): FileOrigin | null {
  const text = remarksOf(head);
  const stated = units.filter(([, word]) => statements(word).some((pattern) => pattern.test(text)));
  const unit = stated.length === 1 ? stated[0]![0] : forKicad.test(text) ? '0.1in' : null;
  const program = inMillimetres.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return unit === null && program === null ? null : { unit, program };
}

/** The header of a binary STL, or the lines of a text that are remarks. */
function remarksOf(head: Uint8Array): string {
  const text = textOf(head, 0, Math.min(head.length, originBytes));
  if (text.startsWith('PK')) return '';
  const isText = !text.includes('\0') && /\n/.test(text);
  if (!isText) return text.slice(0, 80);
  return text
    .split(/\r?\n/)
    .filter((line) => /^\s*(#|comment\b|obj_info\b|solid\b)/i.test(line))
    .join('\n');
}
