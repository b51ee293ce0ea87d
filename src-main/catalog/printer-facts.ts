/** Adds what SOAP reports to the catalogue of the JSON interface. Facts that match nothing are dropped. */
import type { CatalogMaterial, Material } from '../../src-shared/api/materials.ts';
import type { CatalogPrinter, Printer } from '../../src-shared/api/printers.ts';
import type { Catalog } from '../../src-shared/ipc/catalog.ts';
import type { SoapMaterial, SoapPrinter } from '../soap-client/printers.ts';

interface Offered {
  readonly materials: readonly Material[];
  readonly printers: readonly Printer[];
}
type WithFacts = Pick<Catalog, 'materials' | 'printers'>;

const sameName = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Materials match by id, else by a title that only one has. A printer of SOAP has no id, so it matches by its
 * title, else by the materials that both list.
 */
export function withFacts({ materials, printers }: Offered, soap: readonly SoapPrinter[]): WithFacts {
  const all = soap.flatMap((printer) => printer.materials.map((material) => ({ printer, material })));
  const byId = new Map(all.map((entry) => [entry.material.id, entry]));
  const byTitle = onlyOnes(all, ({ material }) => material.title);
  const printerByTitle = onlyOnes(soap, ({ title }) => title);
  const found = new Map(
    materials.map((material) => [
      material.materialId,
      byId.get(material.materialId) ?? byTitle.get(sameName(material.title)),
    ]),
  );
  return {
    materials: materials.map((material): CatalogMaterial => {
      const match = found.get(material.materialId);
      return match
        ? { ...material, ...printerFacts(match.printer), ...materialFacts(match.material) }
        : material;
    }),
    printers: printers.map((printer): CatalogPrinter => {
      const own = materials.find(
        ({ materialId, printerId }) => printerId === printer.printerId && found.get(materialId),
      );
      const match =
        printerByTitle.get(sameName(printer.title)) ?? (own && found.get(own.materialId)?.printer);
      return match ? { ...printer, ...printerFacts(match) } : printer;
    }),
  };
}

/** Takes the facts from an earlier catalogue if SOAP does not answer now. */
export function withEarlierFacts({ materials, printers }: Offered, earlier: WithFacts | null): WithFacts {
  const known = new Map(earlier?.materials.map((material) => [material.materialId, material]));
  const knownPrinters = new Map(earlier?.printers.map((printer) => [printer.printerId, printer]));
  return {
    materials: materials.map((material) => {
      const earlier = known.get(material.materialId);
      const { technology, minimumWall, description, startupCost } = earlier ?? {};
      const facts = { technology, minimumWall, description, look: earlier?.look, startupCost };
      return { ...material, ...present(facts) };
    }),
    printers: printers.map((printer) => {
      const { technology, minimumWall } = knownPrinters.get(printer.printerId) ?? {};
      return { ...printer, ...present({ technology, minimumWall }) };
    }),
  };
}

const printerFacts = ({ technology, minimumWall }: SoapPrinter) => present({ technology, minimumWall });

const materialFacts = ({ description, appearance, startupCost }: SoapMaterial) =>
  present({ description, look: Object.keys(appearance).length > 0 ? appearance : null, startupCost });

/** The fields that have a value. */
function present<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: Exclude<T[K], null | undefined> };
}

/** Entries by name, without names that occur twice. */
function onlyOnes<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  const found = new Map<string, T | null>();
  for (const item of items) {
    const name = sameName(nameOf(item));
    found.set(name, found.has(name) ? null : item);
  }
  return new Map([...found].filter((entry): entry is [string, T] => entry[0] !== '' && entry[1] !== null));
}
