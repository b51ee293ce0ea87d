/** The tables of `fabdesk catalog` for people. */
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import { right, writeTable } from './format.ts';
import type { Output } from './output.ts';

type Row = readonly string[];

/** Lengths are in mm, as everywhere on the command line. */
const inMillimetres = (out: Output, metres: number | undefined): string =>
  metres === undefined ? '' : out.format.measured(metres * 1000);

function write(out: Output, titles: Parameters<typeof writeTable>[1], rows: readonly Row[]): void {
  if (rows.length === 0) out.line(out.t('cli.catalog.none'));
  else writeTable(out, titles, rows);
}

export function writeMaterials(out: Output, { materials, printers }: Catalog): void {
  const printerOf = (id: number) => printers.find(({ printerId }) => printerId === id)?.title ?? String(id);
  write(
    out,
    [
      right('cli.column.id'),
      'cli.column.material',
      'catalog.column.printer',
      'catalog.column.technology',
      right('cli.catalog.wall'),
      right('catalog.column.startup'),
      'catalog.column.restrictions',
    ],
    materials.map(({ materialId, title, printerId, technology, minimumWall, startupCost, restrictions }) => [
      String(materialId),
      title,
      printerOf(printerId),
      technology ?? '',
      inMillimetres(out, minimumWall),
      startupCost === undefined ? '' : out.format.amount(startupCost),
      Object.values(restrictions)
        .map(({ restrictionName }) => restrictionName)
        .join(', '),
    ]),
  );
}

export function writePrinters(out: Output, { printers }: Catalog): void {
  const size = (...edges: readonly number[]) =>
    edges.map((edge) => out.format.measured(edge * 10)).join(' × ');
  write(
    out,
    [
      right('cli.column.id'),
      'catalog.column.printer',
      'catalog.column.technology',
      right('cli.catalog.wall'),
      right('cli.catalog.smallest'),
      right('cli.catalog.largest'),
    ],
    printers.map((printer) => [
      String(printer.printerId),
      printer.title,
      printer.technology ?? '',
      inMillimetres(out, printer.minimumWall),
      size(printer.xBoundMin, printer.yBoundMin, printer.zBoundMin),
      size(printer.xBoundMax, printer.yBoundMax, printer.zBoundMax),
    ]),
  );
}

/** Children are below their parents, indented by one step. */
export function writeCategories(out: Output, { categories }: Catalog): void {
  const all = Object.entries(categories);
  const isKnown = (id: number) => Object.hasOwn(categories, String(id));
  const below = (parentId: number | null, depth: number, seen: ReadonlySet<string>): Row[] =>
    all
      .filter(([id, { parentId: parent }]) => !seen.has(id) && (isKnown(parent) ? parent : null) === parentId)
      .flatMap(([id, { title }]) => [
        [id, `${'  '.repeat(depth)}${title}`],
        ...below(Number(id), depth + 1, new Set([...seen, id])),
      ]);
  write(out, [right('cli.column.id'), 'cli.catalog.category'], below(null, 0, new Set()));
}
