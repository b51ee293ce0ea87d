/** The verdict of the order gate on a line of the cart, from what was stored with it and the catalogue as it is now. */
import type { CartLine, Catalog } from '../../../src-shared/ipc/contract.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import { processOf } from '../../../src-shared/order-gate/process-of.ts';
import { isWorse, type Verdict } from '../../../src-shared/order-gate/verdict.ts';
import type { LengthUnit } from '../../../src-shared/units/units.ts';

/**
 * Null while the catalogue is not known, for a material that it does not have, and for a model of the service, whose
 * file nobody has checked here.
 */
export function lineVerdict(line: CartLine, catalog: Catalog | null, shownIn: LengthUnit): Verdict | null {
  const material = catalog?.materials.find(({ materialId }) => materialId === line.materialId);
  if (!catalog || !material || line.file === null) return null;
  const part = { geometry: line.geometry, facts: line.facts ?? null };
  return assessPart(part, processOf(material, catalog.printers), shownIn);
}

/** The verdict became worse than the one that the person knew. */
export const hasWorsened = ({ acceptedVerdict }: CartLine, verdict: Verdict): boolean =>
  isWorse(verdict.level, acceptedVerdict ?? 'prints');

/** It will be refused, and nobody has said that it shall be ordered all the same. */
export const needsAnyway = (line: CartLine, verdict: Verdict | null): boolean =>
  verdict?.level === 'refused' && line.acceptedVerdict !== 'refused';
