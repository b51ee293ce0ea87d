/** What the catalogue shows and finds. Sizes of printers arrive in cm (spec: Limits > Units). */
import type { Material } from '../../../src-shared/api/materials.ts';
import type { Printer } from '../../../src-shared/api/printers.ts';
import { metresFromCentimetres } from '../../../src-shared/units/units.ts';

/** Smallest and largest object along x, y and z, in metres. */
export interface Range {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

export const rangeOf = (printer: Printer): Range => ({
  min: [
    metresFromCentimetres(printer.xBoundMin),
    metresFromCentimetres(printer.yBoundMin),
    metresFromCentimetres(printer.zBoundMin),
  ],
  max: [
    metresFromCentimetres(printer.xBoundMax),
    metresFromCentimetres(printer.yBoundMax),
    metresFromCentimetres(printer.zBoundMax),
  ],
});

/** Every word of the search has to stand somewhere in the text. */
export function matches(search: string, text: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export interface MaterialRow {
  readonly material: Material;
  /** Null when the catalogue does not name its printer. */
  readonly printer: Printer | null;
  readonly restrictions: readonly string[];
}

export function materialRows(
  materials: readonly Material[],
  printers: readonly Printer[],
  search: string,
): MaterialRow[] {
  const byId = new Map(printers.map((printer) => [printer.printerId, printer]));
  return materials
    .map(
      (material): MaterialRow => ({
        material,
        printer: byId.get(material.printerId) ?? null,
        restrictions: Object.values(material.restrictions).map(({ restrictionName }) => restrictionName),
      }),
    )
    .filter(({ material, printer, restrictions }) =>
      matches(
        search,
        [
          material.title,
          printer?.title ?? '',
          material.supportsColorFiles ? 'colour color' : '',
          ...restrictions,
        ].join(' '),
      ),
    )
    .sort((a, b) => a.material.title.localeCompare(b.material.title));
}

export interface PrinterRow {
  readonly printer: Printer;
  /** Titles of what it prints. */
  readonly materials: readonly string[];
}

export function printerRows(
  materials: readonly Material[],
  printers: readonly Printer[],
  search: string,
): PrinterRow[] {
  return printers
    .map(
      (printer): PrinterRow => ({
        printer,
        materials: materials
          .filter((material) => material.printerId === printer.printerId)
          .map(({ title }) => title)
          .sort((a, b) => a.localeCompare(b)),
      }),
    )
    .filter(({ printer, materials: titles }) => matches(search, [printer.title, ...titles].join(' ')))
    .sort((a, b) => a.printer.title.localeCompare(b.printer.title));
}
