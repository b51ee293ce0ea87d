/** Lengths, areas and volumes of a file as texts: in file units until real ones are known. */
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import type { GeometryText } from './geometry-text.ts';

/** Formats a length in file units. `rounding`: for values that must not read as their limit. */
export type LengthText = (length: number, rounding?: 'down') => GeometryText;

/** Formats an area in square file units for people. */
export type AreaText = (area: number) => GeometryText;

/** Formats a volume in cubic file units for people. */
export type VolumeText = (volume: number) => GeometryText;

/** `metres` down to a hundredth of a millimetre. */
export const roundedDown = (metres: number): number => floor(metres, 1e5);

export const inFileUnits: LengthText = (length, rounding) => {
  const digits = 10 ** (2 - Math.floor(Math.log10(length)));
  const rounded = rounding === 'down' && length > 0 ? floor(length, digits) : length;
  return ref('geometry.inFileUnits', { length: Number(rounded.toPrecision(3)) });
};

export const inSquareFileUnits: AreaText = (area) =>
  ref('geometry.inSquareFileUnits', { area: Number(area.toPrecision(3)) });

export const inCubicFileUnits: VolumeText = (volume) =>
  ref('geometry.inCubicFileUnits', { volume: Number(volume.toPrecision(3)) });

/** Formats what has this many metres a file unit, for people who work in `shownIn`. */
export function textsIn(metresPerUnit: number, shownIn: LengthUnit) {
  const shown = (metres: number) => ({ metres, unit: shownIn });
  return {
    lengthText: (length, rounding) => {
      const metres = length * metresPerUnit;
      return ref('geometry.inUnit', { length: shown(rounding === 'down' ? roundedDown(metres) : metres) });
    },
    areaText: (area) => ref('geometry.areaInUnit', { area: shown(area * metresPerUnit ** 2) }),
    volumeText: (volume) => ref('geometry.volumeInUnit', { volume: shown(volume * metresPerUnit ** 3) }),
  } satisfies { lengthText: LengthText; areaText: AreaText; volumeText: VolumeText };
}

/** `value` down to a `steps`th; what is a rounding error of the file below a step counts as that step. */
const floor = (value: number, steps: number): number => Math.floor(value * steps * (1 + 1e-5)) / steps;
