/**
 * The unit in the names of a file and its folders. A bare unit word ("bracket_inch.stl") hints at it; a
 * length ("10cm_box", "Half_Inch_Drive") names a thing, and counts only if a side has that length.
 */
import { type LengthUnit, metresPerUnit } from '../../units/units.ts';

export interface NameHints {
  /** The unit that a bare word names; null if none or several are named. */
  readonly word: LengthUnit | null;
  /** True if the word says that it is the unit ("unitsmm", "in_inches"). */
  readonly isStatement: boolean;
  /** Lengths that the file's name states, m. */
  readonly lengths: readonly number[];
  /** A metric thread such as M3 or M8x20. */
  readonly hasMetricThread: boolean;
  /** A folder of robot meshes, which are in metres (URDF). */
  readonly isRobotMesh: boolean;
  /** A folder of a library of KiCad. */
  readonly isKicad: boolean;
}

const words: readonly (readonly [LengthUnit, string])[] = [
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?'],
  ['in', 'inch(?:es)?|zoll'],
  ['m', 'met(?:er|re)s?'],
  ['ft', 'feet|foot'],
  ['um', 'microns?|micromet(?:er|re)s?'],
];

/** Units that are also common words or letters; they need a number before them. */
const shortWords: Readonly<Partial<Record<LengthUnit, string>>> = { in: 'in|"', m: 'm', ft: 'ft', um: 'um' };

/** Before another word, "in" is no unit: "units_in_mm", "storage_units_in_drawer". */
const statedShort = { ...shortWords, in: 'in(?![ _-]+[a-z])|"' };

/** Folders above these say nothing about a part. */
const foldersRead = 4;

export function readNames(path: string): NameHints {
  const parts = path.toLowerCase().split(/[/\\]/);
  const file = (parts.pop() ?? '').replace(/\.[a-z0-9]{2,4}$/, '');
  const folders = parts.slice(-foldersRead);
  const stated = unitAfter(file, 'units?[ _-]?(?:in[ _-])?|in[ _-]');
  const word = stated ?? bareWord(file) ?? only(folders.map(folderWord).filter((unit) => unit !== null));
  return {
    word,
    isStatement: stated !== null,
    lengths: [...lengthsIn(file), ...sidesIn(file)],
    hasMetricThread: /(^|[^a-z0-9])m(1\.6|2|2\.5|3|4|5|6|8|10|12)(?![a-wyz0-9.])/.test(file),
    isRobotMesh: folders.some((folder) =>
      /^(urdf|gazebo|moveit|mujoco\w*)$|(^|[_-])description$|^(collision|visual)$/.test(folder),
    ),
    isKicad: folders.some((folder) => folder.endsWith('.3dshapes')),
  };
}

/** `prefix`: the beginning of a regular expression. After it, short forms count as units, too ("unitsm"). */
function unitAfter(name: string, prefix: string): LengthUnit | null {
  const found = words.filter(([unit, word]) => {
    const short = statedShort[unit];
    return new RegExp(`(?:^|[^a-z])(?:${prefix})(?:${short ? `${short}|${word}` : word})(?:[^a-z]|$)`).test(
      name,
    );
  });
  return only(found.map(([unit]) => unit));
}

/** Numbers and fractions, in digits or words, that make a unit the measure of a thing. */
const amount = String.raw`(?:\d[\d.,_/-]*|half|quarter|third|eighth|sixteenth|one|two|three|four|five|six|ten)`;

function bareWord(name: string): LengthUnit | null {
  const found = words.filter(([, word]) => {
    const counted = new RegExp(`${amount}[ _-]*(?:${word})(?![a-z])`).test(name);
    return !counted && new RegExp(`(?:^|[^a-z])(?:${word})(?:[^a-z]|$)`).test(name);
  });
  return only(found.map(([unit]) => unit));
}

/** A digit ends no word here: temporary folders have random names such as "tmp-cm4xq1". */
const folderWord = (name: string): LengthUnit | null =>
  bareWord(
    name
      .split(/[ _.,()[\]-]+/)
      .filter((part) => !/\d/.test(part))
      .join(' '),
  );

const amounts: Readonly<Record<string, number>> = {
  half: 1 / 2,
  quarter: 1 / 4,
  third: 1 / 3,
  eighth: 1 / 8,
  sixteenth: 1 / 16,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
};

function lengthsIn(name: string): number[] {
  return words.flatMap(([unit, word]) => {
    const short = shortWords[unit];
    const length = new RegExp(
      String.raw`(?:^|[^a-z0-9.])(?:(\d+)[_/-](\d+)|(\d+(?:[.,]\d+)?)|(${Object.keys(amounts).join('|')}))` +
        `[ _-]*(?:${short ? `${short}|${word}` : word})(?![a-z0-9])`,
      'g',
    );
    return [...name.matchAll(length)].flatMap(([, above, below, number, text]) => {
      // `1_4` may also be two numbers.
      const values =
        text !== undefined
          ? [amounts[text]!]
          : number !== undefined
            ? [Number(number.replace(',', '.'))]
            : [Number(above) / Number(below), Number(below)];
      return values
        .filter((value) => value > 0 && Number.isFinite(value))
        .map((value) => value * metresPerUnit[unit]);
    });
  });
}

/** `11.1x21.5mm` and `L9.0mm_W4.0mm`, m; but not `02x2.50mm`, which is a count and a pitch. */
const sidesIn = (name: string): number[] =>
  [...name.matchAll(/(?:(?<=[ _-])[lwdh]|(?<![a-z\d.]))(\d[\d.]*(?:x\d[\d.]*)*) ?mm(?![a-z])/g)]
    .map(([, sides]) => sides!.split('x'))
    .filter((sides) => sides.every((side) => !/^0\d/.test(side)))
    .flatMap((sides) => sides.map((side) => Number(side) * metresPerUnit.mm));

const only = (units: readonly LengthUnit[]): LengthUnit | null =>
  new Set(units).size === 1 ? units[0]! : null;
