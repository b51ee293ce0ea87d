/** How people write units of length, in English and German. */
import { type LengthUnit, lengthUnits } from './units.ts';

const words: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  microns: 'um',
  µm: 'um',
  mikrometer: 'um',
  millimetre: 'mm',
  millimetres: 'mm',
  millimeter: 'mm',
  millimeters: 'mm',
  centimetre: 'cm',
  centimetres: 'cm',
  centimeter: 'cm',
  centimeters: 'cm',
  zentimeter: 'cm',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  '0.1inch': '0.1in',
  '0,1in': '0.1in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  zoll: 'in',
  foot: 'ft',
  feet: 'ft',
};

/** Everything that `readUnit` understands. */
export const unitWords: readonly string[] = [...lengthUnits, ...Object.keys(words)];

/** Null if it is not a unit. */
export function readUnit(text: string): LengthUnit | null {
  const word = text.trim().toLowerCase();
  const named = Object.hasOwn(words, word) ? words[word] : undefined;
  return lengthUnits.find((unit) => unit === word) ?? named ?? null;
}
