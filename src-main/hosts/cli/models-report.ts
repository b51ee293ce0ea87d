/** The reports of `fabdesk models` for people. */
import type { ModelListEntry } from '../../../src-shared/api/models.ts';
import type { Catalog } from '../../../src-shared/ipc/contract.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import { tableLines } from './format.ts';
import type { Output } from './output.ts';

export function writeModels(
  out: Output,
  models: readonly ModelListEntry[],
  page: number,
  hasMore: boolean,
): void {
  if (models.length === 0) {
    out.line(page === 1 ? 'The service keeps no models of this account yet.' : 'There are no more models.');
    return;
  }
  const rows = models.map(({ modelId, modelVersion, title }) => [
    String(modelId),
    String(modelVersion),
    title,
  ]);
  const columns = [
    { title: 'Model', align: 'right' },
    { title: 'Version', align: 'right' },
    { title: 'Title' },
  ] as const;
  const [heading = '', ...lines] = tableLines(columns, rows);
  out.line(out.style.dim(heading));
  for (const line of lines) out.line(line);
  if (hasMore) out.line(`There are more: "fabdesk models --page ${page + 1}".`);
}

export function writeModel(out: Output, model: ModelView, catalog: Catalog): void {
  const { details } = model;
  const materialOf = (id: number) =>
    catalog.materials.find(({ materialId }) => materialId === id)?.title ?? `material ${id}`;
  out.line(out.style.bold(`Model ${model.modelId}: ${details.title}`));
  const flags = [
    details.isPublic ? 'public' : 'private',
    details.isForSale ? 'for sale' : 'not for sale',
    details.isDownloadable ? 'others may download it' : 'only you may download it',
    ...(details.isClaimable ? ['can be claimed'] : []),
  ];
  const categories = details.categories.map((id) => catalog.categories[String(id)]?.title ?? String(id));
  const rows = [
    ['version', String(model.modelVersion)],
    ['printable', model.printable],
    ['product', model.spin],
    ['shown as', flags.join(', ')],
    ['text', details.description],
    ['tags', details.tags.join(', ')],
    ['categories', categories.join(', ')],
    ['material', details.defaultMaterialId === null ? '' : materialOf(details.defaultMaterialId)],
    ...model.pages.map((page) => ['page', page]),
  ];
  for (const [name = '', value = ''] of rows) if (value !== '') out.line(`  ${name.padEnd(11)}${value}`);
}

export function writeCart(
  out: Output,
  items: readonly { readonly modelId: number; readonly materialId: number; readonly quantity: number }[],
  catalog: Catalog,
): void {
  if (items.length === 0) {
    out.line('The service’s cart is empty.');
    return;
  }
  for (const { modelId, materialId, quantity } of items) {
    const material = catalog.materials.find((one) => one.materialId === materialId)?.title;
    out.line(`${quantity} × model ${modelId} in ${material ?? `material ${materialId}`}`);
  }
}
