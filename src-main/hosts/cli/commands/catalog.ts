/** `fabdesk catalog`: materials, printers and categories with the ids that other commands accept. */
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { sentences } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { didYouMean, serviceOptions, usageError } from '../input/options.ts';
import { type Column, right, writeTable } from '../output/format.ts';
import type { Output } from '../output/output.ts';

const writers: Readonly<Record<string, (out: Output, catalog: Catalog) => void>> = {
  materials: writeMaterials,
  printers: writePrinters,
  categories: writeCategories,
};

export const catalogCommands: Commands = {
  catalog: command(
    {
      takes: ['[what]'],
      options: ['--refresh', ...serviceOptions],
      examples: [
        'fabdesk catalog',
        'fabdesk catalog categories',
        'fabdesk catalog --json | jq ".materials[].title"',
      ],
    },
    async (host, options, what) => {
      const { out } = host;
      const write = readWhat(what ?? 'materials');
      return withAccount(host, options, async (client) => {
        const catalog = await invoke(client, 'catalog.get', { refresh: options.refresh === true });
        out.report(catalog);
        write(out, catalog);
        if (catalog.soapProblem) out.note(out.problem(catalog.soapProblem));
      });
    },
  ),
};

function readWhat(word: string): (out: Output, catalog: Catalog) => void {
  const write = Object.hasOwn(writers, word) ? writers[word] : undefined;
  if (write) return write;
  const near = suggest(word, Object.keys(writers));
  throw usageError(sentences(ref('cli.catalog.unknown', { word }), ...didYouMean(near)));
}

/** Lengths are in mm, as everywhere on the command line. */
const inMillimetres = (out: Output, metres: number | undefined): string =>
  metres === undefined ? '' : out.format.measured(metres * 1000);

function write<T>(out: Output, items: readonly T[], columns: readonly Column<T>[]): void {
  if (items.length === 0) out.line(out.t('cli.catalog.none'));
  else writeTable(out, items, columns);
}

export function writeMaterials(out: Output, { materials, printers }: Catalog): void {
  const printerOf = (id: number) => printers.find(({ printerId }) => printerId === id)?.title ?? String(id);
  write(out, materials, [
    [right('cli.column.id'), ({ materialId }) => String(materialId)],
    ['ui.material', ({ title }) => title],
    ['catalog.column.printer', ({ printerId }) => printerOf(printerId)],
    ['catalog.column.technology', ({ technology = '' }) => technology],
    [right('cli.catalog.wall'), ({ minimumWall }) => inMillimetres(out, minimumWall)],
    [
      right('catalog.column.startup'),
      ({ startupCost }) => (startupCost === undefined ? '' : out.format.amount(startupCost)),
    ],
    [
      'catalog.column.restrictions',
      ({ restrictions }) =>
        Object.values(restrictions)
          .map(({ restrictionName }) => restrictionName)
          .join(', '),
    ],
  ]);
}

export function writePrinters(out: Output, { printers }: Catalog): void {
  const size = (...edges: readonly number[]) =>
    edges.map((edge) => out.format.measured(edge * 10)).join(' × ');
  write(out, printers, [
    [right('cli.column.id'), ({ printerId }) => String(printerId)],
    ['catalog.column.printer', ({ title }) => title],
    ['catalog.column.technology', ({ technology = '' }) => technology],
    [right('cli.catalog.wall'), ({ minimumWall }) => inMillimetres(out, minimumWall)],
    [
      right('cli.catalog.smallest'),
      ({ xBoundMin, yBoundMin, zBoundMin }) => size(xBoundMin, yBoundMin, zBoundMin),
    ],
    [
      right('cli.catalog.largest'),
      ({ xBoundMax, yBoundMax, zBoundMax }) => size(xBoundMax, yBoundMax, zBoundMax),
    ],
  ]);
}

/** Children are below their parents, indented by one step. */
export function writeCategories(out: Output, { categories }: Catalog): void {
  const all = Object.entries(categories);
  const isKnown = (id: number) => Object.hasOwn(categories, String(id));
  const below = (
    parentId: number | null,
    depth: number,
    seen: ReadonlySet<string>,
  ): { id: string; title: string }[] =>
    all
      .filter(([id, { parentId: parent }]) => !seen.has(id) && (isKnown(parent) ? parent : null) === parentId)
      .flatMap(([id, { title }]) => [
        { id, title: `${'  '.repeat(depth)}${title}` },
        ...below(Number(id), depth + 1, new Set([...seen, id])),
      ]);
  write(out, below(null, 0, new Set()), [
    [right('cli.column.id'), ({ id }) => id],
    ['cli.catalog.category', ({ title }) => title],
  ]);
}
