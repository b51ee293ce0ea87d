/**
 * The price of the selected part in its material against its scale, and the scales at which it prints:
 * everything that the chart (CurveChart.svelte) draws and CurvePanel.svelte says. Scales are those of the
 * size field.
 */
import { mostHollowSaving, usualShell } from '../../../../src-shared/estimate/hollow-saving.ts';
import {
  type AskedPrice,
  type CurvePrice,
  priceAt,
  probesOf,
  type ScaleSpan,
  scalesToAsk,
  spanOf,
} from '../../../../src-shared/estimate/price-curve.ts';
import {
  type Cost,
  costsOf,
  findFormula,
  type MainCost,
  mainCost,
  type PriceFormula,
} from '../../../../src-shared/estimate/price-formula.ts';
import { type PriceGeometry, priceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import {
  assessAtScale,
  type PrintableRange,
  printableRange,
} from '../../../../src-shared/order-gate/printable-range.ts';
import { type ScaleLimit, scaleLimits } from '../../../../src-shared/order-gate/scale-limits.ts';
import type { Verdict } from '../../../../src-shared/order-gate/verdict.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import { partValueOf } from '../files/ready-model.ts';
import type { Prepare } from '../prepare.svelte.ts';
import { CurveAsker } from './curve-asker.svelte.ts';
import { scaleRulesOf } from './scale-rules.ts';

export class PriceCurve {
  readonly #prepare: Prepare;
  readonly asker: CurveAsker;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
    this.asker = new CurveAsker(prepare.app.bridge);
  }

  get scale(): number {
    return this.#prepare.plate.selected?.scale ?? 1;
  }

  geometryAt(scale: number): PriceGeometry {
    const { ready } = this.#prepare;
    return priceGeometry(
      ready?.model.measures ?? { bounds: null, area: 0, volume: 0 },
      metresPerUnit[ready?.item.unit ?? 'mm'] * scale,
    );
  }

  readonly #rules = $derived.by(() => scaleRulesOf(this.#prepare));

  readonly areWallsKnown: boolean = $derived(this.#rules?.[0].facts.thorough?.walls != null);

  /** Null if it prints at no scale, or nothing is chosen; ends as scales of the size field. */
  readonly range: PrintableRange | null = $derived.by(() => {
    const found = this.#rules && printableRange(...this.#rules);
    if (!found) return null;
    const times = (end: number | null) => end && end * this.scale;
    const scaled = (interval: PrintableRange['best']) => ({
      ...interval,
      smallest: times(interval.smallest),
      largest: times(interval.largest),
    });
    return { ...found, best: scaled(found.best), accepted: scaled(found.accepted) };
  });

  readonly limits: readonly ScaleLimit[] = $derived.by(() =>
    this.#rules
      ? scaleLimits(...this.#rules).map((limit) => ({ ...limit, scale: limit.scale * this.scale }))
      : [],
  );

  readonly #assess = $derived(this.#rules && assessAtScale(...this.#rules));

  verdictAt(scale: number): Verdict | null {
    return this.#assess?.(scale / this.scale) ?? null;
  }

  readonly span: ScaleSpan = $derived(spanOf(this.scale, this.range?.accepted ?? null));

  readonly #scales = $derived(scalesToAsk(this.span, this.scale));

  /** All questions of the curve: of other scales, and those that tell material from space. */
  readonly questions: readonly PriceGeometry[] = $derived.by(() =>
    this.#prepare.ready
      ? [...this.#scales.map((scale) => this.geometryAt(scale)), ...probesOf(this.geometryAt(1))]
      : [],
  );

  readonly currency: string = $derived.by(() => this.#prepare.chosen?.currency ?? 'USD');

  #priceIn(quote: Quote | null): number | null {
    const entry = quote?.prices[String(this.#prepare.chosen?.material.materialId)];
    return entry && entry.price > 0 && entry.currency === this.currency ? entry.price : null;
  }

  /** The asked prices, by ascending scale, with that of the part as it is. */
  readonly asked: readonly AskedPrice[] = $derived.by(() => {
    const scales = this.#scales.filter((scale) => scale !== this.scale);
    const present = this.#prepare.prices.quote ?? this.asker.quoteOf(this.geometryAt(this.scale));
    const others = scales.map((scale) => ({
      scale,
      price: this.#priceIn(this.asker.quoteOf(this.geometryAt(scale))),
    }));
    return [...others, { scale: this.scale, price: this.#priceIn(present) }]
      .flatMap(({ scale, price }) => (price === null ? [] : [{ scale, price }]))
      .sort((a, b) => a.scale - b.scale);
  });

  readonly formula: PriceFormula | null = $derived.by(() => {
    const probes = probesOf(this.geometryAt(1)).map((geometry) => ({
      geometry,
      price: this.#priceIn(this.asker.quoteOf(geometry)),
    }));
    const known = [
      ...this.asked.map(({ scale, price }) => ({ geometry: this.geometryAt(scale), price })),
      ...probes,
    ].flatMap(({ geometry, price }) => (price === null ? [] : [{ geometry, price, quotedAt: 0 }]));
    return findFormula(known, this.currency);
  });

  priceAt(scale: number): CurvePrice | null {
    return priceAt(scale, this.asked, this.formula, (at) => this.geometryAt(at), this.currency);
  }

  /** The shares of the present price, and the one that is most of it; null without a formula. */
  readonly costs: { readonly main: MainCost | null; readonly shares: Record<Cost, number> } | null =
    $derived.by(() => {
      const geometry = this.geometryAt(this.scale);
      const costs = this.formula?.tellsSpace ? costsOf(this.formula, geometry) : null;
      if (!this.formula || !costs) return null;
      const sum = costs.piece + costs.volume + costs.area + costs.space;
      const shares = {
        piece: costs.piece / sum,
        volume: costs.volume / sum,
        area: costs.area / sum,
        space: costs.space / sum,
      };
      return { main: mainCost(this.formula, geometry), shares };
    });

  /** The share that hollowing saves: exactly where the hollow part is known, else at most. */
  readonly saving: { readonly share: number; readonly wall: number; readonly isExact: boolean } | null =
    $derived.by(() => {
      const { ready, prices, wallLimit } = this.#prepare;
      const { formula } = this;
      if (!ready?.model.checks.watertight || !formula?.tellsSpace) return null;
      const wall = Math.max(usualShell, wallLimit);
      const offer = this.#prepare.made.hollow.of(partValueOf(ready.item));
      const model = offer?.state === 'done' ? offer.result.model : null;
      const made = model && this.#prepare.readyWith(ready.item, model);
      const [before, after] = [
        this.#priceIn(prices.quote),
        made && this.#priceIn(prices.peek(made.geometry)),
      ];
      if (before !== null && after !== null)
        return { share: Math.max(0, 1 - after / before), wall, isExact: true };
      return { share: mostHollowSaving(formula, ready.geometry, wall), wall, isExact: false };
    });
}
