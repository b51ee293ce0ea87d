/** The values of a measurement, ready to read and to copy. */
import type { Between } from '../../src-shared/geometry/dimension/between.ts';
import type { Feature } from '../../src-shared/geometry/dimension/feature.ts';
import { minus } from '../../src-shared/geometry/mesh/vectors.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';
import { formatArea, formatLength, formatNumber } from '../ui/format.ts';
import { t } from '../ui/language.svelte.ts';

export interface Value {
  readonly name: string;
  readonly value: string;
}

const length = (millimetres: number, unit: LengthUnit) => formatLength(millimetres / 1000, unit);

export function nameOf(feature: Feature): string {
  if (feature.kind === 'cylinder')
    return t(feature.isHole ? 'viewer.measure.hole' : 'viewer.measure.cylinder');
  return t(`viewer.measure.${feature.kind}`);
}

/** The values of one feature by itself. `wall` in mm; undefined while it is not known. */
export function valuesOf(feature: Feature, wall: number | null | undefined, unit: LengthUnit): Value[] {
  const walls: Value[] = wall ? [{ name: t('viewer.measure.wall'), value: length(wall, unit) }] : [];
  switch (feature.kind) {
    case 'point':
      return [];
    case 'line':
      return [
        {
          name: t('viewer.measure.length'),
          value: length(Math.hypot(...minus(feature.to, feature.from)), unit),
        },
      ];
    case 'circle':
      return [{ name: t('viewer.measure.diameter'), value: length(feature.radius * 2, unit) }];
    case 'cylinder':
      return [{ name: t('viewer.measure.diameter'), value: length(feature.radius * 2, unit) }, ...walls];
    case 'plane':
      return [{ name: t('viewer.measure.area'), value: formatArea(feature.area * 1e-6, unit) }, ...walls];
  }
}

export function valuesBetween({ distance, along, angle }: Between, unit: LengthUnit): Value[] {
  const values: Value[] = [];
  if (distance !== null) values.push({ name: t('viewer.measure.distance'), value: length(distance, unit) });
  if (angle !== null) values.push({ name: t('viewer.measure.angle'), value: `${formatNumber(angle, 2)}°` });
  along?.forEach((value, axis) => {
    values.push({ name: 'XYZ'.charAt(axis), value: length(Math.abs(value), unit) });
  });
  return values;
}
