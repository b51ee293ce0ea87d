/** The rows of the catalogue and its search. Printer sizes arrive in centimetres (spec: Limits > Units). */
import type { CatalogMaterial } from '../../../src-shared/api/materials.ts';
import type { CatalogPrinter } from '../../../src-shared/api/printers.ts';
import { metresFromCentimetres } from '../../../src-shared/units/units.ts';
import { t } from '../../ui/language.svelte.ts';

/** Smallest and largest object along x, y and z, in metres. */
export interface Range {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

export const rangeOf = (printer: CatalogPrinter): Range => ({
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

/** Whether the text contains every word of the search. */
export function matches(search: string, text: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export interface MaterialRow {
  readonly material: CatalogMaterial;
  /** Null if the catalogue does not have the printer. */
  readonly printer: CatalogPrinter | null;
  readonly restrictions: readonly string[];
}

export function materialRows(
  materials: readonly CatalogMaterial[],
  printers: readonly CatalogPrinter[],
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
          material.description ?? '',
          printer?.title ?? '',
          material.technology ?? '',
          material.supportsColorFiles ? t('catalog.colourKeywords') : '',
          ...restrictions,
        ].join(' '),
      ),
    )
    .sort((a, b) => a.material.title.localeCompare(b.material.title));
}

export interface PrinterRow {
  readonly printer: CatalogPrinter;
  /** The titles of its materials. */
  readonly materials: readonly string[];
}

export function printerRows(
  materials: readonly CatalogMaterial[],
  printers: readonly CatalogPrinter[],
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
    .filter(({ printer, materials: titles }) =>
      matches(search, [printer.title, printer.technology ?? '', ...titles].join(' ')),
    )
    .sort((a, b) => a.printer.title.localeCompare(b.printer.title));
}
