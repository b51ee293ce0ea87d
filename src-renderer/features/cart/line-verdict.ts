/**
 * The verdict of the order gate on a line of the cart, from the data stored with it and the current
 * catalogue.
 */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Catalog } from '../../../src-shared/ipc/catalog.ts';
import { verdictOfModel } from '../../../src-shared/ipc/model-line.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import { processOf } from '../../../src-shared/order-gate/process-of.ts';
import { isWorse, type Verdict } from '../../../src-shared/order-gate/verdict.ts';
import type { LengthUnit } from '../../../src-shared/units/units.ts';

/** A model as the service shows it; null if the service shows none. */
export interface ModelNow {
  readonly model: ModelView | null;
  /** Epoch ms. */
  readonly readAt: number;
}

export interface VerdictBasis {
  readonly catalog: Catalog | null;
  readonly shownIn: LengthUnit;
  /** Undefined for a file, and while the service has not said anything about the model. */
  readonly model: ModelNow | undefined;
}

/** Null while the model or the catalogue is unknown, and for a material that the catalogue does not have. */
export function lineVerdict(line: CartLine, { catalog, shownIn, model }: VerdictBasis): Verdict | null {
  if (line.file === null)
    return model === undefined ? null : verdictOfModel(model.model, line.materialId, line.materialTitle);
  const material = catalog?.materials.find(({ materialId }) => materialId === line.materialId);
  if (!catalog || !material) return null;
  const part = { geometry: line.geometry, facts: line.facts ?? null };
  return assessPart(part, processOf(material, catalog.printers), shownIn);
}

/** The verdict became worse than the one that the person knew. A model is only added if it is not refused. */
export const hasWorsened = ({ acceptedVerdict, file }: CartLine, verdict: Verdict): boolean =>
  isWorse(verdict.level, acceptedVerdict ?? (file === null ? 'at-risk' : 'prints'));

/**
 * It will be refused, and nobody has confirmed that it should be ordered anyway. For a model the refusal is
 * certain, because the service itself states it; the line is then `blocked` (requote.ts).
 */
export const needsAnyway = (line: CartLine, verdict: Verdict | null): boolean =>
  line.file !== null && verdict?.level === 'refused' && line.acceptedVerdict !== 'refused';
