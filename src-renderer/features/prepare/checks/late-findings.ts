/** Findings of a thorough check that ended after its part was added to the cart. */
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { isSame } from '../../../../src-shared/is-same.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import { uploadScaleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

/** The cart lines about which more is known now. */
export function lateFindings(
  prepare: Prepare,
): readonly { readonly id: string; readonly facts: PartFacts }[] {
  return prepare.app.workspace.cart.flatMap((line) => {
    const found = thoroughFactsOf(prepare, line);
    if (!found) return [];
    const hasColours = found.hasColours ?? line.facts?.hasColours ?? null;
    // Whoever added it was certain of its unit, and of wanting it.
    const { versionOf: _, ...known } = found;
    const facts = { ...known, hasColours, possibleUnits: [] };
    return isSame(line.facts, facts) ? [] : { id: line.id, facts };
  });
}

/**
 * Facts of a finished thorough check of the file and size that the line orders; null if there is none. If
 * several parts match, one in the material of the line counts.
 */
function thoroughFactsOf(prepare: Prepare, line: CartLine): PartFacts | null {
  const parts = prepare.plate.items.filter(
    (item) => item.file.sha256 === line.file?.sha256 && uploadScaleOf(item) === line.uploadScale,
  );
  const inMaterial = (item: PlateItem) => Number(item.materialId === line.materialId);
  for (const item of parts.toSorted((a, b) => inMaterial(b) - inMaterial(a))) {
    const ready = prepare.readyOf(item);
    const found = ready && prepare.factsOf(ready);
    if (found?.thorough) return found;
  }
  return null;
}
