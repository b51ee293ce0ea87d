/** Option values as people type them, turned into values or refused with a sentence. Shared by the commands. */
import { type Command, Option } from 'commander';
import { CodedError } from '../../../src-shared/result.ts';
import { parseNumber } from '../../../src-shared/units/parse-number.ts';
import { type LengthUnit, lengthUnits } from '../../../src-shared/units/units.ts';
import { dataDir } from '../../data-dir.ts';
import { didYouMean, suggest } from './suggest.ts';
import type { Surroundings } from './surroundings.ts';

/** A mistake on the command line: exit code 2, and nothing was done. */
export const usageError = (message: string): CodedError => new CodedError('usage', message);

const unitWords: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  microns: 'um',
  µm: 'um',
  millimetre: 'mm',
  millimetres: 'mm',
  millimeter: 'mm',
  millimeters: 'mm',
  centimetre: 'cm',
  centimetres: 'cm',
  centimeter: 'cm',
  centimeters: 'cm',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  foot: 'ft',
  feet: 'ft',
};

export function parseUnit(text: string): LengthUnit {
  const word = text.trim().toLowerCase();
  const unit = lengthUnits.find((known) => known === word) ?? unitWords[word];
  if (unit !== undefined) return unit;
  const near = suggest(word, [...lengthUnits, ...Object.keys(unitWords)]);
  throw usageError(`"${text}" is not a unit.${didYouMean(near)} Use mm, cm, m, in, ft or um.`);
}

/** A factor such as 2, 0.5, 0,5 or 1/12. */
export function parseScale(text: string): number {
  const scale = parseNumber(text);
  if (scale !== null && scale > 0) return scale;
  throw usageError(`"${text}" is not a scale. Give a number above 0, such as 2 or 1/12.`);
}

export function parseQuantity(text: string): number {
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= 10_000) return quantity;
  throw usageError(`"${text}" is not a quantity. Give a whole number from 1 to 10000.`);
}

export function parseAmount(text: string): number {
  const amount = parseNumber(text);
  if (amount !== null && amount >= 0) return amount;
  throw usageError(`"${text}" is not an amount. Give a number such as 49.90.`);
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A length of time such as 90s, 2h or 1d12h, in seconds; at most a year. */
export function parseSeconds(text: string): number {
  const compact = text.replaceAll(/\s/g, '').toLowerCase();
  let seconds = /^(\d+(\.\d+)?[smhdw])+$/.test(compact) ? 0 : Number.NaN;
  for (const [, count, unit = ''] of compact.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g))
    seconds += Number(count) * (secondsIn[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= 366 * 86_400) return seconds;
  throw usageError(`"${text}" is not a time. Give one up to a year, such as 90s, 15m, 2h, 3d or 1d12h.`);
}

/** An id that the service gave. */
export function parseId(text: string, what: string): number {
  const id = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw usageError(`"${text}" is not ${what}. It is a whole number.`);
}

export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

export const jsonOption = (): Option =>
  new Option('--json', 'print one JSON value for programs instead of a report');

/** For every command that talks to the application. */
export const withAppOptions = (command: Command): Command =>
  command
    .addOption(new Option('--data <dir>', 'data folder of Fabdesk (also FABDESK_DATA)'))
    .addOption(jsonOption());

export const withUnitOptions = (command: Command): Command =>
  command
    .option('--unit <unit>', 'unit of files that carry none: mm, cm, m, in, ft or um')
    .option('--scale <factor>', 'scale on top of the unit, such as 2 or 1/12');

export const dataDirOf = (options: { data?: string }, { cwd, env }: Surroundings): string =>
  dataDir(options.data, { cwd, env });
