/** Lengths, areas and volumes of a file as texts: in units of the file as long as these are not known, else in real ones. */
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import type { GeometryText } from './geometry-text.ts';

/** Formats a length in file units for people. */
export type LengthText = (length: number) => GeometryText;

/** Formats an area in square file units for people. */
export type AreaText = LengthText;

/** Formats a volume in cubic file units for people. */
export type VolumeText = LengthText;

export const inFileUnits: LengthText = (length) =>
  ref('geometry.inFileUnits', { length: Number(length.toPrecision(3)) });

export const inSquareFileUnits: AreaText = (area) =>
  ref('geometry.inSquareFileUnits', { area: Number(area.toPrecision(3)) });

export const inCubicFileUnits: VolumeText = (volume) =>
  ref('geometry.inCubicFileUnits', { volume: Number(volume.toPrecision(3)) });

/** Formats what has this many metres a file unit, for people who work in `shownIn`. */
export function textsIn(metresPerUnit: number, shownIn: LengthUnit) {
  const shown = (metres: number) => ({ metres, unit: shownIn });
  return {
    lengthText: (length: number) => ref('geometry.inUnit', { length: shown(length * metresPerUnit) }),
    areaText: (area: number) => ref('geometry.areaInUnit', { area: shown(area * metresPerUnit ** 2) }),
    volumeText: (volume: number) =>
      ref('geometry.volumeInUnit', { volume: shown(volume * metresPerUnit ** 3) }),
  } satisfies Record<string, LengthText>;
}
