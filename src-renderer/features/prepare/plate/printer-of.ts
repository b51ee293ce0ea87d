/** The printer whose plate is shown for a part. */
import type { Printer } from '../../../../src-shared/api/printers.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { AppState } from '../../../app-state.svelte.ts';

/** The printer of its material; without a material, the largest of the catalogue. */
export function printerOf(app: AppState, item: PlateItem | null): Printer | undefined {
  const material = item?.materialId == null ? undefined : app.material(item.materialId);
  const own = material && app.printerOf(material);
  if (own) return own;
  const used = new Set(app.catalog?.materials.map((entry) => entry.printerId));
  const candidates = app.catalog?.printers.filter((entry) => used.has(entry.printerId)) ?? [];
  return candidates.toSorted((a, b) => b.xBoundMax * b.yBoundMax - a.xBoundMax * a.yBoundMax)[0];
}
