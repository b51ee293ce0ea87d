/** The reports of `fabdesk models` for people. */
import type { ModelListEntry } from '../../../../src-shared/api/models.ts';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import type { FileVersion } from '../../../../src-shared/ipc/file-version.ts';
import type { ModelView } from '../../../../src-shared/ipc/model-view.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { labelled, right, writeTable } from './format.ts';
import type { Output } from './output.ts';

export function writeModels(
  out: Output,
  models: readonly ModelListEntry[],
  page: number,
  hasMore: boolean,
): void {
  if (models.length === 0) {
    out.line(out.t(page === 1 ? 'cli.models.none' : 'cli.models.noMore'));
    return;
  }
  writeTable(out, models, [
    [right('cli.column.model'), ({ modelId }) => String(modelId)],
    [right('settings.version'), ({ modelVersion }) => String(modelVersion)],
    ['library.details.title', ({ title }) => title],
  ]);
  if (hasMore) out.line(out.t('cli.models.more', { page: String(page + 1) }));
}

export function writeModel(out: Output, model: ModelView, catalog: Catalog): void {
  const { details } = model;
  const { t } = out;
  const materialOf = (id: number) =>
    catalog.materials.find(({ materialId }) => materialId === id)?.title ??
    t('library.cart.materialNumber', { id: String(id) });
  out.line(out.style.bold(t('cli.models.title', { model: String(model.modelId), title: details.title })));
  const flags = [
    t(details.isPublic ? 'cli.models.flag.public' : 'cli.models.flag.private'),
    t(details.isForSale ? 'cli.models.flag.forSale' : 'cli.models.flag.notForSale'),
    t(details.isDownloadable ? 'cli.models.flag.downloadable' : 'cli.models.flag.notDownloadable'),
    ...(details.isClaimable ? [t('cli.models.flag.claimable')] : []),
  ];
  const categories = details.categories.map((id) => catalog.categories[String(id)]?.title ?? String(id));
  const rows: [string, string][] = [
    [t('cli.models.label.version'), String(model.modelVersion)],
    [t('cli.check.printable'), model.printable],
    [t('cli.models.label.product'), model.spin],
    [t('cli.models.label.shownAs'), flags.join(', ')],
    [t('cli.models.label.text'), details.description],
    [t('cli.models.label.tags'), details.tags.join(', ')],
    [t('cli.models.label.categories'), categories.join(', ')],
    [
      t('cli.models.label.material'),
      details.defaultMaterialId === null ? '' : materialOf(details.defaultMaterialId),
    ],
    ...model.pages.map((page): [string, string] => [t('cli.models.label.page'), page]),
    [t('cli.models.label.secretKey'), model.secretKey],
    [t('cli.models.label.secretPage'), model.secretPage ?? ''],
    ['', model.secretPage === null ? '' : t('cli.models.secretMeans')],
    [t('cli.models.label.claimKey'), model.claimKey],
    [t('cli.models.label.claimPage'), model.claimPage ?? ''],
    ['', model.claimPage === null ? '' : t('cli.models.claimMeans')],
    ['', model.isLocal ? t('library.sharing.local') : ''],
  ];
  for (const line of labelled(rows)) out.line(`  ${line}`);
}

/** The price of the model in each material, and where it is offered. */
export function writeModelPrices(
  out: Output,
  { materials, details, currency }: ModelView,
  catalog: Catalog,
): void {
  const { t, format } = out;
  const money = (amount: number | null) =>
    amount === null ? '' : currency === null ? format.number(amount) : format.money({ amount, currency });
  const titleOf = (id: string) => catalog.materials.find((one) => String(one.materialId) === id)?.title ?? '';
  const rows = Object.entries(materials).map(([id, material]) => {
    const setting = details.materials[id];
    const notes = [
      ...(setting?.isActive === false ? [t('cli.models.withheld')] : []),
      ...(material.isPrintable === false ? [t('cli.check.notPrintable')] : []),
      ...material.restrictions,
    ];
    return { id, ...material, markup: setting?.markup ?? 0, notes };
  });
  writeTable(out, rows, [
    [right('cli.column.id'), ({ id }) => id],
    ['ui.material', ({ id, title }) => title || titleOf(id)],
    [right('library.prices.base'), ({ basePrice }) => money(basePrice)],
    [right('library.prices.markup'), ({ markup }) => money(markup)],
    [right('ui.price'), ({ price }) => money(price)],
    ['', ({ notes }) => notes.join(', ')],
  ]);
}

export const writeVersions = (out: Output, versions: readonly FileVersion[]): void =>
  writeTable(out, versions, [
    [right('settings.version'), ({ version }) => String(version)],
    ['library.file.file', ({ fileName }) => fileName],
    [right('library.versions.size'), ({ size }) => out.format.bytes(size)],
    ['MD5', ({ md5 }) => md5],
  ]);

export function writeCart(
  out: Output,
  items: readonly { readonly modelId: number; readonly materialId: number; readonly quantity: number }[],
  catalog: Catalog,
): void {
  if (items.length === 0) {
    out.line(out.t('cli.cart.empty'));
    return;
  }
  let pieces = 0;
  for (const { modelId, materialId, quantity } of items) {
    const material = catalog.materials.find((one) => one.materialId === materialId)?.title;
    pieces += quantity;
    out.line(
      out.t('cli.cart.item', {
        quantity,
        model: String(modelId),
        material: material ?? ref('library.cart.materialNumber', { id: String(materialId) }),
      }),
    );
  }
  out.line(out.t('cli.cart.pieces', { count: pieces }));
}
