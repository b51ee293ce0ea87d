/**
 * The goods of the service: materials, printers and categories, read once from catalogue.json. Names, limits
 * and prices were recorded (compatibility: Catalogue); technology, wall thickness, colours and formulas are
 * our own. Sizes in cm, money in USD.
 */
import data from './catalogue.json' with { type: 'json' };

/** USD: `startup + perCm3 * v + perCm3Space * box + perCm2 * a`, in cm3 and cm2. */
interface LinearFormula {
  readonly startup: number;
  readonly perCm3: number;
  /** Per cm3 of the bounding box: the space that the part takes in the machine. */
  readonly perCm3Space: number;
  readonly perCm2: number;
}

/** The first tier whose `below` (cm3 of material) is above the volume applies. The last has null. */
interface TieredFormula {
  readonly tiers: readonly {
    readonly below: number | null;
    readonly startup: number;
    readonly cm3: number;
  }[];
}

export type Finish = 'matte' | 'satin' | 'gloss' | 'metal' | 'brushed' | 'frosted' | 'clear' | 'colour';

export interface CatalogueMaterial {
  readonly materialId: number;
  readonly title: string;
  readonly description: string;
  readonly technology: string;
  readonly supportsColorFiles: boolean;
  readonly printerId: number;
  readonly minimumWallCm: number;
  /** Fired ceramics hold together only as one piece. */
  readonly singleShell: boolean;
  /** Working days from the order to the parcel. */
  readonly leadDays: number;
  readonly color: string;
  readonly finish: Finish;
  /** Recorded price of a solid 1 cm cube, which the formula meets to the cent. */
  readonly recordedCubePrice: number;
  readonly formula: LinearFormula | TieredFormula;
}

export interface CataloguePrinter {
  readonly printerId: number;
  readonly title: string;
  readonly technology: string;
  readonly minimumWallCm: number;
  readonly xBoundMin: number;
  readonly xBoundMax: number;
  readonly yBoundMin: number;
  readonly yBoundMax: number;
  readonly zBoundMin: number;
  readonly zBoundMax: number;
}

export interface CatalogueCategory {
  readonly categoryId: number;
  readonly title: string;
  readonly level: number;
  /** 0 is at the top. */
  readonly parentId: number;
}

const byId = <T>(rows: readonly T[], idOf: (row: T) => number): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [idOf(row), row]));

export const materials: ReadonlyMap<number, CatalogueMaterial> = byId(
  data.materials as readonly CatalogueMaterial[],
  (material) => material.materialId,
);
/** With limits as recorded [Assumption: printer-bounds]. */
export const printers: ReadonlyMap<number, CataloguePrinter> = byId(
  data.printers,
  (printer) => printer.printerId,
);
export const categories: ReadonlyMap<number, CatalogueCategory> = byId(
  data.categories,
  (category) => category.categoryId,
);

/** The printer of a material; the catalogue's own test checks that every material has one. */
export function printerOf(material: CatalogueMaterial): CataloguePrinter {
  const printer = printers.get(material.printerId);
  if (!printer) throw new Error(`Material ${material.materialId} names no printer of the catalogue.`);
  return printer;
}

/** The restriction object of a material (spec: Resources > Material restriction); null if there is none. */
export const restrictionsOf = (material: CatalogueMaterial): Record<string, unknown> | null =>
  material.singleShell
    ? {
        1: {
          restrictionId: 1,
          restrictionName: 'The model must be one connected part',
          restrictionEntityIds: [],
        },
      }
    : null;
