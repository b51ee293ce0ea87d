/** The selected part and its material, as the rules about scales take them. */
import { partFacts } from '../../../../src-shared/order-gate/facts-of-checks.ts';
import type { Process } from '../../../../src-shared/order-gate/gate-material.ts';
import type { ScalablePart } from '../../../../src-shared/order-gate/printable-range.ts';
import { processOf } from '../../../../src-shared/order-gate/process-of.ts';
import { usualWallLimit } from '../../../../src-shared/order-gate/unasked-check.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { uploadScaleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

export type ScaleRules = readonly [
  part: ScalablePart,
  process: Process,
  usualLimit: number,
  shownIn: LengthUnit,
];

/** With the walls of the latest check at any scale; null without a part, or a material for it. */
export function scaleRulesOf(prepare: Prepare): ScaleRules | null {
  const { app, ready, chosen, deepQuestion, deep } = prepare;
  if (!ready || !chosen || !app.catalog) return null;
  const metresPerUnit = uploadScaleOf(ready.item);
  const checked = deepQuestion && (deep.factsOf(deepQuestion) ?? deep.earlier(deepQuestion));
  const facts = partFacts({
    checks: ready.model.checks,
    thorough: checked && { ...checked, isPartial: false },
    metresPerUnit,
    hasColours: ready.model.colours?.isColoured ?? false,
    possibleUnits: prepare.units.possible,
  });
  return [
    { measures: ready.model.measures, metresPerUnit, facts },
    processOf(chosen.material, app.catalog.printers),
    app.settings.wallLimit ?? usualWallLimit,
    app.settings.displayUnit,
  ];
}
