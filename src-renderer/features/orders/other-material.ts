/** Another material for a part that the service rejected in one. */
import type { CatalogMaterial } from '../../../src-shared/api/materials.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';

export type RejectedModel = OrderView['items'][number]['models'][number];

/**
 * The cheapest that the service prints it in, apart from those in which it cannot be made; where the
 * thinnest walls are known, only materials that allow thinner ones than the rejected one. Null: none.
 */
export function otherMaterial(
  { materials, currency }: Pick<ModelView, 'materials' | 'currency'>,
  { materialId: rejected, affectedMaterials }: Pick<RejectedModel, 'materialId' | 'affectedMaterials'>,
  catalog: readonly Pick<CatalogMaterial, 'materialId' | 'title' | 'minimumWall'>[],
): { materialId: number; title: string; price: number; currency: string } | null {
  if (currency === null) return null;
  const wallOf = (id: number) => catalog.find(({ materialId }) => materialId === id)?.minimumWall;
  const limit = wallOf(rejected);
  const possible = Object.entries(materials).flatMap(([id, { title, price, isPrintable }]) => {
    const materialId = Number(id);
    const known = catalog.find((material) => material.materialId === materialId)?.title ?? title;
    const wall = wallOf(materialId);
    const isOut =
      materialId === rejected || affectedMaterials.includes(id) || affectedMaterials.includes(known);
    const isThick = limit !== undefined && (wall === undefined || wall >= limit);
    return price === null || isPrintable === false || isOut || isThick
      ? []
      : [{ materialId, title: known, price, currency }];
  });
  return possible.toSorted((a, b) => a.price - b.price)[0] ?? null;
}
