/**
 * The families of the catalogue, their search and their order. Printer sizes arrive in centimetres
 * (spec: Limits > Units).
 */
import type { CatalogMaterial } from '../../../src-shared/api/materials.ts';
import type { CatalogPrinter } from '../../../src-shared/api/printers.ts';
import { isWorse, type ShownLevel } from '../../../src-shared/order-gate/verdict.ts';
import { metresFromCentimetres } from '../../../src-shared/units/units.ts';
import { hasWords } from '../../ui/has-words.ts';
import { t } from '../../ui/language.svelte.ts';
import { familyOf } from '../../ui/material-family.ts';
import type { PartOffer } from '../../ui/plate-part.ts';

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

/** One material in its colours and finishes. */
export interface Family {
  readonly name: string;
  readonly materials: readonly CatalogMaterial[];
  /** Those that make it, each once. */
  readonly printers: readonly CatalogPrinter[];
  readonly restrictions: readonly string[];
  /** Its offers for the part on the plate, the cheapest first and refused ones last; none without one. */
  readonly offers: readonly PartOffer[];
  /** The thinnest wall that one of the materials allows, m. Missing: not known. */
  readonly wall: number | undefined;
  /** The largest object, m; null: no printer is known. */
  readonly largest: Range['max'] | null;
}

export function familiesOf(
  materials: readonly CatalogMaterial[],
  printers: readonly CatalogPrinter[],
  offers: readonly PartOffer[],
  search: string,
): Family[] {
  const printerOf = ({ printerId }: CatalogMaterial) =>
    printers.find((printer) => printer.printerId === printerId);
  const found = materials.filter((material) =>
    hasWords(
      [
        material.title,
        material.description ?? '',
        printerOf(material)?.title ?? '',
        material.technology ?? '',
        material.supportsColorFiles ? t('catalog.colourKeywords') : '',
        ...restrictionsOf(material),
      ].join(' '),
      search,
    ),
  );
  const groups = Map.groupBy(found, ({ title }) => familyOf(title).toLowerCase());
  return [...groups.values()].map((group): Family => {
    const members = group.toSorted((a, b) => a.title.localeCompare(b.title));
    const ids = new Set(members.map(({ materialId }) => materialId));
    const makers = [...new Set(members.flatMap((material) => printerOf(material) ?? []))];
    const walls = members.flatMap(({ minimumWall }) => minimumWall ?? []);
    return {
      name: familyOf(members[0]!.title),
      materials: members,
      printers: makers,
      restrictions: [...new Set(members.flatMap(restrictionsOf))],
      offers: offers
        .filter(({ material }) => ids.has(material.materialId))
        .toSorted((a, b) => isRefused(a) - isRefused(b) || priceOf(a) - priceOf(b)),
      wall: walls.length > 0 ? Math.min(...walls) : undefined,
      largest: makers.map((printer) => rangeOf(printer).max).toSorted(byVolume)[0] ?? null,
    };
  });
}

const isRefused = ({ level }: PartOffer) => Number(level === 'refused');
const priceOf = ({ price }: PartOffer) => price ?? Number.MAX_VALUE;

const restrictionsOf = ({ restrictions }: CatalogMaterial): string[] =>
  Object.values(restrictions).map(({ restrictionName }) => restrictionName);

const volume = ([x, y, z]: Range['max']) => x * y * z;
const byVolume = (a: Range['max'], b: Range['max']) => volume(b) - volume(a);

/** The best verdict on the part in this family; null while there is no part. */
export const bestLevel = ({ offers }: Family): ShownLevel | null =>
  offers.reduce<ShownLevel | null>((best, { level }) => {
    if (best === null || best === 'checking') return best ?? level;
    if (level === 'checking') return level;
    return isWorse(best, level) ? level : best;
  }, null);

export const familyOrders = ['name', 'wall', 'largest', 'price'] as const;
export type FamilyOrder = (typeof familyOrders)[number];

/** What is not known comes last. */
export function sortFamilies(families: readonly Family[], order: FamilyOrder): Family[] {
  const sizeOf = ({ largest }: Family) => (largest ? -volume(largest) : 0);
  const last = Number.MAX_VALUE;
  const value: Readonly<Record<FamilyOrder, (family: Family) => number>> = {
    name: () => 0,
    wall: ({ wall }) => wall ?? last,
    largest: sizeOf,
    price: ({ offers }) => offers[0]?.price ?? last,
  };
  return families.toSorted((a, b) => value[order](a) - value[order](b) || a.name.localeCompare(b.name));
}
