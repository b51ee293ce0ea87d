/** Scales as people read and type them: tidy percentages, and the way from one to the next. */
import type { ScaleSpan } from '../../../../src-shared/estimate/price-curve.ts';
import type { ScaleLimit } from '../../../../src-shared/order-gate/scale-limits.ts';

/** Between two neighbouring tidy scales: half a percent around 50 %, five around 500 %. */
const stepAt = (scale: number): number => 10 ** Math.floor(Math.log10(scale * (1 + 1e-9)) - 1) / 2;

/** Undoes the errors of binary fractions. */
const clean = (scale: number): number => Number(scale.toPrecision(12));

export const tidy = (scale: number): number => {
  const step = stepAt(scale);
  return clean(Math.round(scale / step) * step);
};

/** The next tidy scale, `by` steps away, within the span. */
export function stepped(scale: number, by: number, { low, high }: ScaleSpan): number {
  const step = stepAt(by < 0 ? scale * (1 - 1e-6) : scale);
  const whole = scale / step;
  const next = by < 0 ? Math.ceil(whole - 1e-6) : Math.floor(whole + 1e-6);
  return Math.min(high, Math.max(low, clean((next + by) * step)));
}

/** A limit as a scale with at most a tenth of a percent, on the side where it does not object. */
export function insideOf({ scale, side }: Pick<ScaleLimit, 'scale' | 'side'>): number {
  const finest = Math.min(1e-3, stepAt(scale) / 10);
  const whole = scale / finest;
  return clean((side === 'below' ? Math.ceil(whole) : Math.floor(whole)) * finest);
}

/** Round numbers for the marks of a logarithmic axis, at most `most` of them. */
export function marksOf(low: number, high: number, most: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const decades = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  for (const leading of [[1, 2, 5], [1, 3], [1]]) {
    const marks = decades
      .flatMap((decade) => leading.map((digit) => clean(digit * decade)))
      .filter((mark) => mark >= low && mark <= high);
    if (marks.length <= most || leading.length === 1) return marks;
  }
  return [];
}
