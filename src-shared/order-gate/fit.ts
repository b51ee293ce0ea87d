/** The rule of size: the part must lie within the bounds of the material's printer. */

import { type PriceGeometry, sizeOfGeometry } from '../geometry/measure/price-geometry.ts';
import { fitsPrinter } from '../geometry/measure/printer-fit.ts';
import { ref } from '../messages/messages.ts';
import type { LengthUnit } from '../units/units.ts';
import type { GatePrinter } from './gate-material.ts';
import type { Reason } from './verdict.ts';

export function fitReasons(
  geometry: PriceGeometry,
  printer: GatePrinter | null,
  shownIn: LengthUnit,
): Reason[] {
  if (printer === null) return [{ level: 'at-risk', text: ref('gate.printerUnknown') }];
  const fit = fitsPrinter(sizeOfGeometry(geometry), printer);
  if (fit.fits) return fit.isRotated ? [{ level: 'prints', text: ref('gate.fitsRotated') }] : [];
  const params = {
    axis: fit.axis?.toUpperCase() ?? '',
    limit: { metres: fit.limit ?? 0, unit: shownIn },
  };
  return [
    {
      level: 'refused',
      text: fit.reason === 'too-large' ? ref('gate.tooLarge', params) : ref('gate.tooSmall', params),
    },
  ];
}
